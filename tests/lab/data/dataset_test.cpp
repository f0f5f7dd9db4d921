#include "lab/data/dataset.h"

#include <sys/stat.h>

#include "lab/data/checksum.h"
#include "lab/data/dataset_support.h"

namespace vitrine::lab {
namespace {

std::string error_of(const auto& action) {
  try {
    action();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Dataset, ComesBackAsItWasWritten) {
  const Folder folder;
  for (const int count : {0, 1, 4'095, 4'096, 4'097, 20'000}) {
    const auto positions = random_positions(3, count);
    write_set(folder / "a.set", positions);
    EXPECT_TRUE(DatasetReader::is_dataset(folder / "a.set"));
    EXPECT_EQ(DatasetReader(folder / "a.set").size(), positions.size());
    EXPECT_EQ(read_set(folder / "a.set"), positions);
    const std::size_t blocks = (positions.size() + 4'095) / 4'096;
    EXPECT_EQ(std::filesystem::file_size(folder / "a.set"), 32 + 32 * positions.size() + 16 * blocks);
  }
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.set"}) << "no draft is left";
}

TEST(Dataset, CanBeReadTwice) {
  const Folder folder;
  const auto positions = random_positions(4, 5'000);
  write_set(folder / "a.set", positions);
  DatasetReader reader(folder / "a.set");
  std::vector<PackedPosition> block;
  for (int pass = 0; pass < 2; ++pass) {
    std::vector<PackedPosition> all;
    while (reader.read(block)) all.insert(all.end(), block.begin(), block.end());
    EXPECT_EQ(all, positions);
    EXPECT_FALSE(reader.read(block));
    reader.rewind();
  }
}

TEST(Dataset, HasNoNameBeforeItIsWhole) {
  const Folder folder;
  write_set(folder / "a.set", random_positions(1, 10));
  const auto old = read_set(folder / "a.set");
  {
    DatasetWriter writer(folder / "a.set");
    for (const auto& position : random_positions(2, 50'000)) writer.add(position);
    EXPECT_EQ(read_set(folder / "a.set"), old);
  }
  EXPECT_EQ(read_set(folder / "a.set"), old) << "given up, not finished";
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.set"});
}

// Every byte counts: wherever one is changed, the reader says so.
TEST(Dataset, EveryChangedByteIsNoticed) {
  const Folder folder;
  write_set(folder / "a.set", random_positions(5, 8));
  const std::string good = read_text(folder / "a.set");
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] = static_cast<char>(bad[i] ^ (1 << i % 8));
    write_text(folder / "b.set", bad);
    const std::string error = error_of([&] { (void)read_set(folder / "b.set"); });
    ASSERT_TRUE(error.starts_with(folder / "b.set: ")) << i << ": " << error;
  }
}

TEST(Dataset, EveryCutIsNoticed) {
  const Folder folder;
  write_set(folder / "a.set", random_positions(5, 8));
  const std::string good = read_text(folder / "a.set");
  for (std::size_t size = 0; size < good.size(); ++size) {
    write_text(folder / "b.set", good.substr(0, size));
    ASSERT_NE(error_of([&] { (void)read_set(folder / "b.set"); }), "no error") << size;
  }
  write_text(folder / "b.set", good + "x");
  EXPECT_NE(error_of([&] { (void)read_set(folder / "b.set"); }), "no error");
}

TEST(Dataset, ErrorsNameTheFileAndTheReason) {
  const Folder folder;
  EXPECT_EQ(error_of([&] { DatasetReader reader(folder / "none"); }),
            (folder / "none") + ": No such file or directory");
  write_text(folder / "text", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 | 20 | 0.5\n");
  EXPECT_EQ(error_of([&] { DatasetReader reader(folder / "text"); }),
            (folder / "text") + ": this is no data set");
  EXPECT_EQ(error_of([&] { DatasetReader reader(folder / ""); }), (folder / "") + ": can't be read");
  EXPECT_EQ(error_of([&] { DatasetWriter writer(folder / "missing/a.set"); }),
            "can't write " + (folder / "missing/a.set") + ": No such file or directory");
}

// A link may lead to another disk, or be /dev/stdout: it is not replaced.
TEST(Dataset, LinksStayLinks) {
  const Folder folder;
  write_set(folder / "real", random_positions(1, 10));
  std::filesystem::create_symlink(folder / "real", folder / "link");
  write_set(folder / "link", random_positions(2, 20));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(read_set(folder / "real").size(), 20U);
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"link", "real"}));
}

// /dev/full is a disk without room.
TEST(Dataset, AFullDiskIsReported) {
  struct stat status {};
  if (::stat("/dev/full", &status) != 0) GTEST_SKIP() << "this system has no /dev/full";
  const auto write = [] { write_set("/dev/full", random_positions(6, 20'000)); };
  EXPECT_EQ(error_of(write), "can't write /dev/full: No space left on device");
}

TEST(Checksum, NoticesSwapsAndZeros) {
  const std::string text = "the quick brown fox jumps over the lazy dog";
  std::string swapped = text;
  std::swap_ranges(swapped.begin(), swapped.begin() + 8, swapped.begin() + 8);
  EXPECT_NE(checksum(text.data(), text.size()), checksum(swapped.data(), swapped.size()));
  const std::array<char, 32> zeros = {};
  EXPECT_NE(checksum(zeros.data(), 16), checksum(zeros.data(), 17));
}

}  // namespace
}  // namespace vitrine::lab
