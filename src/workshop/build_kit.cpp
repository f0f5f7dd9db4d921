#include "workshop/build_kit.h"

#include <fstream>
#include <stdexcept>

namespace vitrine::workshop {

namespace fs = std::filesystem;

fs::path find_build_kit() {
  const fs::path folder = fs::read_symlink("/proc/self/exe").parent_path();
  // Beside the program in a build folder, one up for its tests, or where it was installed.
  for (const char* const place : {"bot-kit.txt", "../bot-kit.txt", VITRINE_KIT_FROM_PROGRAM})
    if (const fs::path kit = folder / place; fs::exists(kit)) return fs::canonical(kit);
  throw std::runtime_error("no bot-kit.txt near " + folder.string() +
                           ": the headers and libraries for bots are not installed");
}

BuildKit read_build_kit(const fs::path& file) {
  std::ifstream in(file);
  if (!in) throw std::runtime_error("can't read " + file.string());
  BuildKit kit;
  const fs::path folder = file.parent_path();
  for (std::string line; std::getline(in, line);) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string::npos) throw std::runtime_error(file.string() + ": bad line '" + line + "'");
    const std::string word = line.substr(0, blank);
    const std::string value = line.substr(blank + 1);
    if (word == "compiler")
      kit.compiler = value;
    else if (word == "flag")
      kit.flags.push_back(value);
    else if (word == "include")
      kit.includes.push_back((folder / value).lexically_normal());
    else if (word == "library")
      kit.libraries.push_back((folder / value).lexically_normal());
    else
      throw std::runtime_error(file.string() + ": unknown word '" + word + "'");
  }
  return kit;
}

}  // namespace vitrine::workshop
