#include "eval/nnue/network.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <fstream>

#include "nnue_support.h"

namespace vitrine::eval::nnue {
namespace {

std::span<const std::byte> first(const std::vector<std::byte>& bytes, std::size_t count) {
  return std::span(bytes).first(count);
}

TEST(NetworkFile, ReadsWhatItWrites) {
  for (const Architecture& architecture : some_architectures()) {
    const Network network = random_network(architecture, 7);
    const std::vector<std::byte> bytes = to_bytes(network);
    const auto read = parse_network(bytes);
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(read->architecture(), architecture);
    EXPECT_EQ(read->name(), network.name());
    EXPECT_EQ(to_bytes(*read), bytes);
  }
}

TEST(NetworkFile, IsRefusedWhenCutShortOrTooLong) {
  std::vector<std::byte> bytes = to_bytes(random_network({}, 1));
  for (std::size_t size = 0; size < bytes.size(); size += 1 + size / 50)
    EXPECT_FALSE(parse_network(first(bytes, size))) << size;
  const auto cut = parse_network(first(bytes, bytes.size() - 1));
  ASSERT_FALSE(cut);
  EXPECT_NE(cut.error().find("cut short"), std::string::npos) << cut.error();
  bytes.push_back({});
  EXPECT_FALSE(parse_network(bytes));
}

// Whatever byte is changed: but for the name, which is for people.
TEST(NetworkFile, IsRefusedWhenDamaged) {
  const std::vector<std::byte> bytes = to_bytes(random_network({}, 2));
  base::Rng rng(3);
  for (int i = 0; i < 2'000; ++i) {
    auto damaged = bytes;
    const std::size_t place = i < 164 ? static_cast<std::size_t>(i) : rng.below(bytes.size());
    if (place >= 92 && place < 156) continue;
    damaged[place] ^= static_cast<std::byte>(1U << rng.below(8));
    EXPECT_FALSE(parse_network(damaged)) << "byte " << place;
  }
}

TEST(NetworkFile, SaysWhatIsWrong) {
  std::vector<std::byte> bytes = to_bytes(random_network({}, 2));
  const auto error_with = [&](std::size_t place, int value) {
    auto changed = bytes;
    changed[place] = static_cast<std::byte>(value);
    return parse_network(changed).error();
  };
  EXPECT_EQ(error_with(0, 'V'), "it is no network of Vitrine");
  EXPECT_EQ(error_with(8, 2), "it is of version 2; this program reads 1");
  EXPECT_EQ(error_with(12, 33), "its first layer has 33 neurons; a multiple of 32 up to 1024 is known");
  EXPECT_EQ(error_with(16, 9), "it has 9 output buckets; 1 to 8 are known");
  EXPECT_EQ(error_with(28, 1), "a square of the king has a bucket that it does not have");
  EXPECT_EQ(error_with(200, 77), "it is damaged: the checksum does not fit");
}

TEST(NetworkFile, IsRefusedWhenItsSumsWouldNotFit) {
  Network large({.width = 1024});
  for (std::int16_t& weight : large.last_layer()) weight = 100;
  const auto sums = parse_network(to_bytes(large));
  ASSERT_FALSE(sums);
  EXPECT_EQ(sums.error(), "the weights of its last layer are too large");
  Network heavy({.width = 32});
  heavy.last_layer()[5] = -129;
  const auto weight = parse_network(to_bytes(heavy));
  ASSERT_FALSE(weight);
  EXPECT_NE(weight.error().find("-129"), std::string::npos);
}

TEST(NetworkFile, NamesTheFile) {
  const auto missing = load_network("no/such/file.nnue");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error(), "no/such/file.nnue: No such file or directory");
  const auto folder = load_network("/");  // opens, but can't be read
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error(), "/: Is a directory");
  EXPECT_FALSE(load_network("/dev/zero"));  // which has no end
  EXPECT_THROW(save_network(random_network({}, 1), "/dev/full"), std::runtime_error);
  const std::string path = testing::TempDir() + "vitrine_network_test.nnue";
  save_network(random_network({}, 5), path);
  const auto read = load_network(path);
  std::remove(path.c_str());
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(to_bytes(*read), to_bytes(random_network({}, 5)));
}

}  // namespace
}  // namespace vitrine::eval::nnue
