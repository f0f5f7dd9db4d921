// The status line on a real pseudo-terminal: what a person would see of it.

#include "cli/status_line.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>

#include <algorithm>
#include <array>

#include "base/file_descriptor.h"

namespace vitrine::cli {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

class Terminal {
 public:
  explicit Terminal(int columns) {
    winsize size = {};
    size.ws_row = 24;
    size.ws_col = static_cast<unsigned short>(columns);
    int ours = -1;
    int theirs = -1;
    if (::openpty(&ours, &theirs, nullptr, nullptr, &size) != 0) throw std::runtime_error("openpty");
    ours_.reset(ours);
    theirs_.reset(theirs);
    ::fcntl(ours, F_SETFL, O_NONBLOCK);
  }

  [[nodiscard]] int descriptor() const { return theirs_.get(); }

  // What has been written so far and not been asked for yet.
  std::string seen() {
    std::string text;
    std::array<char, 4096> bytes;
    ssize_t count = 0;
    while ((count = ::read(ours_.get(), bytes.data(), bytes.size())) > 0)
      text.append(bytes.data(), static_cast<std::size_t>(count));
    return text;
  }

 private:
  base::FileDescriptor ours_;
  base::FileDescriptor theirs_;
};

TEST(StatusLine, DrawsAndClearsOneLine) {
  Terminal terminal(40);
  StatusLine line({.descriptor = terminal.descriptor(), .quiet_time = milliseconds(0)});
  line.show("game 3 of 10");
  EXPECT_EQ(terminal.seen(), "\rgame 3 of 10\033[K");
  line.hide();
  EXPECT_EQ(terminal.seen(), "\r\033[K");
  line.hide();
  EXPECT_EQ(terminal.seen(), "") << "there is nothing left to clear";
}

TEST(StatusLine, IsClearedWhenItGoes) {
  Terminal terminal(40);
  {
    StatusLine line({.descriptor = terminal.descriptor(), .quiet_time = milliseconds(0)});
    line.show("x");
  }
  EXPECT_EQ(terminal.seen(), "\rx\033[K\r\033[K");
}

TEST(StatusLine, IsCutToTheWidthOfTheTerminal) {
  for (const auto& [columns, drawn] : {std::pair{12, "\rR\xC3\xA9ti - Tart\033[K"},  // eleven characters
                                       std::pair{18, "\rR\xC3\xA9ti - Tartakower\033[K"},
                                       std::pair{80, "\rR\xC3\xA9ti - Tartakower\033[K"}}) {
    Terminal terminal(columns);
    StatusLine line({.descriptor = terminal.descriptor(), .quiet_time = milliseconds(0)});
    line.show("R\xC3\xA9ti - Tartakower");
    EXPECT_EQ(terminal.seen(), drawn) << columns;
  }
}

TEST(StatusLine, TakesNoOrdersFromItsText) {
  Terminal terminal(40);
  StatusLine line({.descriptor = terminal.descriptor(), .quiet_time = milliseconds(0)});
  line.show("a\nb\033[2Jc");
  EXPECT_EQ(terminal.seen(), "\ra?b?[2Jc\033[K");
}

TEST(StatusLine, DrawsTenTimesASecondAtMost) {
  Terminal terminal(40);
  StatusLine line({.descriptor = terminal.descriptor(), .quiet_time = milliseconds(0)});
  const auto start = steady_clock::now();
  std::string seen;
  while (steady_clock::now() - start < milliseconds(350)) {
    line.show("x");
    seen += terminal.seen();
  }
  const auto elapsed = steady_clock::now() - start;
  const auto draws = std::count(seen.begin(), seen.end(), 'x');
  EXPECT_GE(draws, 1);
  EXPECT_LE(draws, 1 + elapsed / milliseconds(100));
}

TEST(StatusLine, IsQuietAtFirst) {
  Terminal terminal(40);
  StatusLine line({.descriptor = terminal.descriptor(), .quiet_time = std::chrono::hours(1)});
  EXPECT_FALSE(line.is_due());
  line.show("x");
  EXPECT_EQ(terminal.seen(), "");
}

TEST(StatusLine, StaysOutOfFilesAndPipes) {
  std::array<int, 2> ends = {};
  ASSERT_EQ(::pipe2(ends.data(), O_NONBLOCK | O_CLOEXEC), 0);
  const base::FileDescriptor out(ends[0]);
  const base::FileDescriptor in(ends[1]);
  std::array<char, 64> bytes;
  {
    StatusLine line({.descriptor = in.get(), .quiet_time = milliseconds(0)});
    EXPECT_FALSE(line.is_due());
    line.show("x");
  }
  EXPECT_EQ(::read(out.get(), bytes.data(), bytes.size()), -1) << "nothing was written";

  // Unless somebody asks for it; then there is no width to cut to.
  StatusLine forced({.descriptor = in.get(), .quiet_time = milliseconds(0), .even_without_terminal = true});
  forced.show("x");
  ASSERT_EQ(::read(out.get(), bytes.data(), bytes.size()), 5);
  EXPECT_EQ(std::string(bytes.data(), 5), "\rx\033[K");
}

}  // namespace
}  // namespace vitrine::cli
