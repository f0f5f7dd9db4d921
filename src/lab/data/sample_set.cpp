#include "lab/data/sample_set.h"

#include <filesystem>
#include <stdexcept>

namespace vitrine::lab {

namespace fs = std::filesystem;

std::string dataset_path(const std::string& name) {
  std::error_code no_matter;
  if (name != kSampleName || fs::exists(name, no_matter)) return name;
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  // Beside the program in a build folder, one up for its tests, or where it was installed.
  for (const char* const place : {"sample.set", "../sample.set", VITRINE_SAMPLE_FROM_PROGRAM})
    if (const fs::path set = folder / place; fs::exists(set, no_matter))
      return set.lexically_normal().string();
  throw std::runtime_error("sample: the sample data set is not installed near " + folder.string());
}

}  // namespace vitrine::lab
