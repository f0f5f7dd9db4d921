#include "base/zeroed_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <new>

namespace vitrine::base {
namespace {

TEST(ZeroedMemory, IsZeroAlignedAndWritable) {
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{4097}, std::size_t{5} << 20}) {
    const ZeroedMemory memory(bytes);
    ASSERT_EQ(memory.size(), bytes);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory.data()) % 4096, 0u);
    auto* first = static_cast<unsigned char*>(memory.data());
    EXPECT_TRUE(std::all_of(first, first + bytes, [](unsigned char byte) { return byte == 0; }));
    std::fill(first, first + bytes, 0xFF);
    EXPECT_EQ(first[bytes - 1], 0xFF);
  }
}

TEST(ZeroedMemory, SaysWhenThereIsNotEnough) {
  EXPECT_THROW(ZeroedMemory(std::size_t{1} << 60), std::bad_alloc);
}

}  // namespace
}  // namespace vitrine::base
