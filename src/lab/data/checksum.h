#pragma once

// A 64-bit checksum of bytes: it finds what disks and interrupted writes do to files, fast, and tells
// positions apart. No protection against someone who means harm: readers check what they read besides.
// docs/lab-data.md says how it is computed.

#include <cstddef>
#include <cstdint>

namespace vitrine::lab {

[[nodiscard]] std::uint64_t checksum(const void* bytes, std::size_t count);

}  // namespace vitrine::lab
