#pragma once

// One line at the foot of the terminal that redraws itself, to show how far a long job has come. It goes to
// standard error, so that results can go elsewhere, and only if that is a terminal.

#include <unistd.h>

#include <chrono>
#include <string>
#include <string_view>

namespace vitrine::cli {

struct StatusLineOptions {
  int descriptor = STDERR_FILENO;
  std::chrono::milliseconds quiet_time{100};  // nothing is drawn before: a short job needs no line
  bool even_without_terminal = false;
};

class StatusLine {
 public:
  explicit StatusLine(StatusLineOptions options = {});
  ~StatusLine() { hide(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  // Whether show() would draw now. Ask before making a text that costs something.
  [[nodiscard]] bool is_due() const { return is_enabled_ && Clock::now() >= next_draw_; }
  // Draws the text, ten times a second at most and cut to the terminal's width. Control characters become
  // '?'.
  void show(std::string_view text);
  // Clears the line, for something else to be printed. The next show() brings it back.
  void hide();

 private:
  using Clock = std::chrono::steady_clock;

  void write(std::string_view text) const;

  int descriptor_;
  bool is_enabled_;
  bool is_shown_ = false;
  Clock::time_point next_draw_;
};

// The beginning of an UTF-8 text that fits into so many columns, each character taken for one column wide.
[[nodiscard]] std::string_view fit_into_columns(std::string_view text, int columns);

}  // namespace vitrine::cli
