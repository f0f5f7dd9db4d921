#include "cli/pawnrace_journal.h"

#include <cassert>
#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace vitrine::cli {

LineJournal::LineJournal(std::string path) : path_(std::move(path)) {
  if (!std::filesystem::exists(path_)) return;
  std::ifstream file(path_, std::ios::binary);
  std::uintmax_t whole = 0;
  std::string line;
  while (std::getline(file, line) && !file.eof()) {
    whole += line.size() + 1;
    lines_.push_back(line);
  }
  if (!file.eof()) throw std::runtime_error(path_ + ": can't be read");
  file.close();
  if (std::filesystem::file_size(path_) > whole) std::filesystem::resize_file(path_, whole);
}

void LineJournal::append(const std::string& line) const {
  assert(line.find('\n') == std::string::npos);
  std::ofstream file(path_, std::ios::app | std::ios::binary);
  file << line << '\n';
  if (!file.flush()) throw std::runtime_error(path_ + ": can't be written");
}

}  // namespace vitrine::cli
