#pragma once

// A text file that grows by whole lines, for jobs that may be stopped at any moment: what was written of a
// line when the power went is dropped when the file is opened again.

#include <string>
#include <vector>

namespace vitrine::cli {

class LineJournal {
 public:
  // A file that isn't there is empty. Throws std::runtime_error that names the file.
  explicit LineJournal(std::string path);

  // Those that were there when it was opened.
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }
  // Contract: no line end in it. Throws std::runtime_error.
  void append(const std::string& line) const;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  std::vector<std::string> lines_;
};

}  // namespace vitrine::cli
