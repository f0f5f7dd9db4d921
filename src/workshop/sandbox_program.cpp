#include "workshop/sandbox_program.h"

#include <elf.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "base/child_process.h"
#include "base/line_reader.h"

namespace vitrine::workshop {

namespace {

using namespace std::chrono_literals;
namespace fs = std::filesystem;

constexpr auto kLoaderPatience = 10s;

[[noreturn]] void refuse(const fs::path& program, const std::string& why) {
  throw std::runtime_error("'" + program.string() + "' " + why);
}

template <class Record>
std::optional<Record> read_at(std::ifstream& file, std::uint64_t offset) {
  Record record;
  file.seekg(static_cast<std::streamoff>(offset));
  if (!file.read(reinterpret_cast<char*>(&record), sizeof record)) return {};
  return record;
}

// The loader that the program asks for; nothing: it is static.
std::optional<std::string> read_interpreter(const fs::path& program) {
  std::ifstream file(program, std::ios::binary);
  if (!file) refuse(program, "can't be read");
  const auto header = read_at<ElfW(Ehdr)>(file, 0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) refuse(program, "is no program");
  for (unsigned i = 0; i < header->e_phnum; ++i) {
    const auto segment = read_at<ElfW(Phdr)>(file, header->e_phoff + std::uint64_t{i} * header->e_phentsize);
    if (!segment) refuse(program, "is cut short");
    if (segment->p_type != PT_INTERP) continue;
    std::string path(std::min<std::uint64_t>(segment->p_filesz, 4096), '\0');
    file.seekg(static_cast<std::streamoff>(segment->p_offset));
    if (!file.read(path.data(), static_cast<std::streamsize>(path.size()))) refuse(program, "is cut short");
    return path.c_str();  // up to its NUL
  }
  return {};
}

// Ours is the system's. A program can name any file as its loader, and that one we must not run.
std::string system_loader() {
  const auto own = read_interpreter("/proc/self/exe");
  return own ? *own : "";
}

// "	libm.so.6 => /lib/x86_64-linux-gnu/libm.so.6 (0x00007f…)": the path. The kernel's own library has
// none.
std::optional<fs::path> library_of_line(std::string_view line) {
  const std::size_t begin = line.find('/');
  const std::size_t end = line.rfind(" (0x");
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return {};
  return fs::path(line.substr(begin, end - begin));
}

std::vector<fs::path> list_libraries(const std::string& loader, const fs::path& program) {
  const auto deadline = base::ChildProcess::Clock::now() + kLoaderPatience;
  base::ChildProcess process(
      {.argv = {loader, "--list", program.string()}, .environment = std::vector<std::string>()});
  base::LineReader reader(process.output());
  std::vector<fs::path> libraries = {loader};
  std::string line;
  while (reader.next(line, deadline) == base::LineReader::Status::line) {
    if (line.find("not found") != std::string::npos) refuse(program, "lacks a library: " + line);
    if (const auto library = library_of_line(line); library && *library != fs::path(loader))
      libraries.push_back(*library);
  }
  const auto status = process.wait(deadline);
  if (!status || status->code != 0 || status->signal != 0)
    refuse(program, "can't be loaded: " + process.error_tail());
  return libraries;
}

}  // namespace

ProgramFiles find_program_files(const fs::path& program) {
  if (!fs::is_regular_file(program)) refuse(program, "is no file");
  if (::access(program.c_str(), X_OK) != 0) refuse(program, "can't be executed");
  ProgramFiles files{.program = fs::absolute(program).lexically_normal()};
  const auto loader = read_interpreter(program);
  if (!loader) return files;
  if (*loader != system_loader())
    refuse(program, "wants a loader that is not the system's: '" + *loader + "'");
  files.libraries = list_libraries(*loader, files.program);
  return files;
}

}  // namespace vitrine::workshop
