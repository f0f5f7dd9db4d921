#include "base/line_reader.h"

#include <gtest/gtest.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <string>
#include <string_view>
#include <thread>

#include "base/file_descriptor.h"

namespace vitrine::base {

namespace {

using namespace std::chrono_literals;
using Status = LineReader::Status;

struct TestPipe {
  TestPipe() {
    std::array<int, 2> ends = {};
    if (pipe(ends.data()) != 0) throw std::runtime_error("pipe");
    out.reset(ends[0]);
    in.reset(ends[1]);
  }
  void write(std::string_view text) const {
    ASSERT_EQ(::write(in.get(), text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  FileDescriptor out;
  FileDescriptor in;
};

LineReader::Clock::time_point soon() { return LineReader::Clock::now() + 50ms; }

}  // namespace

TEST(LineReader, ReadsLinesWhateverTheirEnds) {
  TestPipe pipe;
  LineReader reader(pipe.out.get());
  pipe.write("uci\r\n\nisready\nquit");
  pipe.in.reset();
  std::string line;
  for (const char* expected : {"uci", "", "isready", "quit"}) {
    ASSERT_EQ(reader.next(line), Status::line);
    EXPECT_EQ(line, expected);
  }
  EXPECT_EQ(reader.next(line), Status::end);
  EXPECT_EQ(reader.next(line), Status::end);
}

TEST(LineReader, ALineMayComeInPieces) {
  TestPipe pipe;
  LineReader reader(pipe.out.get());
  std::string line;
  pipe.write("best");
  EXPECT_EQ(reader.next(line, soon()), Status::timeout);
  pipe.write("move e2e4\nnext");
  EXPECT_EQ(reader.next(line, soon()), Status::line);
  EXPECT_EQ(line, "bestmove e2e4");
  EXPECT_EQ(reader.next(line, soon()), Status::timeout);
}

TEST(LineReader, CutsALongLineAndFindsTheNext) {
  for (const std::size_t length : {11, 20, 21, 100, 65536, 200'000}) {
    TestPipe pipe;
    LineReader reader(pipe.out.get(), 10);
    std::jthread writer([&] {
      pipe.write(std::string(length, 'x') + "\nshort\n" + std::string(length, 'y'));
      pipe.in.reset();
    });
    std::string line;
    ASSERT_EQ(reader.next(line), Status::too_long) << length;
    EXPECT_EQ(line, "xxxxxxxxxx");
    ASSERT_EQ(reader.next(line), Status::line) << length;
    EXPECT_EQ(line, "short");
    ASSERT_EQ(reader.next(line), Status::too_long) << length;
    EXPECT_EQ(line, "yyyyyyyyyy");
    EXPECT_EQ(reader.next(line), Status::end) << length;
  }
}

TEST(LineReader, IsWokenAndGoesOn) {
  TestPipe pipe;
  const FileDescriptor wake(eventfd(0, EFD_NONBLOCK));
  LineReader reader(pipe.out.get());
  std::jthread waker([&] {
    std::this_thread::sleep_for(20ms);
    eventfd_write(wake.get(), 1);
  });
  std::string line;
  EXPECT_EQ(reader.next(line, {}, wake.get()), Status::woken);
  pipe.write("stop\n");
  EXPECT_EQ(reader.next(line, {}, wake.get()), Status::line) << "a line that is here comes first";
}

TEST(LineReader, ALineWithoutEndStarvesNeitherDeadlineNorWake) {
  TestPipe pipe;
  const FileDescriptor wake(eventfd(0, EFD_NONBLOCK));
  std::atomic<bool> is_over = false;
  std::jthread flood([&] {
    const std::string block(4096, 'x');
    while (!is_over)
      if (::write(pipe.in.get(), block.data(), block.size()) < 0) return;
  });
  LineReader reader(pipe.out.get(), 4096);
  std::string line;
  EXPECT_EQ(reader.next(line, soon()), Status::too_long);
  const auto start = LineReader::Clock::now();
  EXPECT_EQ(reader.next(line, start + 100ms), Status::timeout);
  EXPECT_LT(LineReader::Clock::now() - start, 2s);
  eventfd_write(wake.get(), 1);
  EXPECT_EQ(reader.next(line, {}, wake.get()), Status::woken);
  is_over = true;
  static_cast<void>(reader.next(line, LineReader::Clock::now() + 10ms));
}

TEST(LineReader, TellsWhenTheBytesCame) {
  TestPipe pipe;
  LineReader reader(pipe.out.get());
  std::string line;
  pipe.write("one\ntwo\n");
  ASSERT_EQ(reader.next(line), Status::line);
  const auto arrived = reader.arrived_at();
  std::this_thread::sleep_for(20ms);
  ASSERT_EQ(reader.next(line), Status::line);
  EXPECT_EQ(reader.arrived_at(), arrived) << "both came together";
}

}  // namespace vitrine::base
