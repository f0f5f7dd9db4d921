#pragma once

// A network that judges positions, as (768k -> N)x2 -> 1: what each side sees of the board goes through the
// same first layer, and a single neuron weighs both views, those of the side to move first. Weights are whole
// numbers, so that every machine computes the same value.
//
// Inputs of a view: whose man (its own, the other's), which kind, which square; Black sees the board with
// ranks turned round. The square of its own king may choose among several sets of inputs (king buckets), and
// a view whose king stands on files e to h may be mirrored onto the other half. Men on the board choose among
// several last neurons (output buckets).
//
// A file is, numbers little-endian:
//
//     0   8  "vitrnnue"
//     8   4  version, 1
//    12   4  N, the width of the first layer: a multiple of 32, at most kMostWidth
//    16   4  output buckets, at most 8
//    20   4  king buckets, at most 32
//    24   4  1 if views are mirrored, or 0
//    28  64  the bucket of each square of the king, a1 first; squares that mirroring excludes don't matter
//    92  64  a name, padded with zeros
//   156   8  checksum of what follows: FNV-1a, 64 bits
//   164      first layer: weights of each input by neuron, int16, 1 is kFirstUnit; then its biases
//            last layer: weights of each bucket, own view before the other's, int16, 1 is kLastUnit;
//            then its biases, int32, 1 is kFirstUnit * kLastUnit
//
// A file that is cut short, damaged, of another kind or larger than what this program computes exactly is
// refused.

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "chess/color.h"
#include "chess/piece.h"
#include "chess/square.h"

namespace vitrine::eval::nnue {

inline constexpr int kFirstUnit = 255;
inline constexpr int kLastUnit = 64;
inline constexpr int kScale = 400;  // centipawns of a last neuron's 1
inline constexpr int kMostWidth = 1024;
inline constexpr int kMostBuckets = 8;
inline constexpr int kMostKingBuckets = 32;
inline constexpr int kInputsOfBucket = 768;

struct Architecture {
  int width = 32;
  int output_buckets = 1;
  int king_buckets = 1;
  bool is_mirrored = false;
  std::array<std::uint8_t, 64> bucket_of_king = {};

  [[nodiscard]] std::size_t inputs() const {
    return static_cast<std::size_t>(king_buckets) * kInputsOfBucket;
  }
  // "(768 -> 128)x2 -> 8, mirrored"
  [[nodiscard]] std::string to_string() const;
  bool operator==(const Architecture&) const = default;
};

// How a side sees the board while its king stands where it does.
struct View {
  int square_mask;  // to xor squares with
  int first_input;  // of the king's bucket

  bool operator==(const View&) const = default;
};

class Network {
 public:
  // All weights zero.
  explicit Network(const Architecture& architecture, std::string name = {});

  [[nodiscard]] const Architecture& architecture() const { return architecture_; }
  [[nodiscard]] const std::string& name() const { return name_; }

  [[nodiscard]] View view(chess::Color side, chess::Square king) const {
    const int up = side == chess::Color::white ? 0 : 56;
    const int seen = king.index() ^ up;
    const int mirror = architecture_.is_mirrored && (seen & 4) != 0 ? 7 : 0;
    return {up ^ mirror,
            architecture_.bucket_of_king[static_cast<std::size_t>(seen ^ mirror)] * kInputsOfBucket};
  }
  [[nodiscard]] static int input(const View& view, chess::Color viewer, chess::Piece man, chess::Square sq) {
    const int kind = (man.color == viewer ? 0 : 6) + static_cast<int>(index(man.type));
    return view.first_input + kind * 64 + (sq.index() ^ view.square_mask);
  }
  // Which last neuron judges a board with so many men.
  [[nodiscard]] int output_bucket(int men) const { return (men - 2) * architecture_.output_buckets / 31; }

  // Weights for readers and writers. Those of one input, N of them, are aligned for any vector unit.
  [[nodiscard]] std::span<const std::int16_t> input_weights(int input) const;
  [[nodiscard]] std::span<const std::int16_t> first_biases() const;
  [[nodiscard]] std::span<const std::int16_t> last_weights(int bucket) const;  // 2N
  [[nodiscard]] std::int32_t last_bias(int bucket) const {
    return last_biases_[static_cast<std::size_t>(bucket)];
  }
  [[nodiscard]] std::span<std::int16_t> first_layer() { return first_; }  // weights, then biases
  [[nodiscard]] std::span<std::int16_t> last_layer() { return last_; }
  [[nodiscard]] std::span<std::int32_t> last_biases() { return last_biases_; }

 private:
  template <class T>
  struct Aligned {
    using value_type = T;
    Aligned() = default;
    template <class U>
    explicit Aligned(const Aligned<U>&) {}
    static T* allocate(std::size_t n) {
      return static_cast<T*>(::operator new (n * sizeof(T), std::align_val_t{64}));
    }
    static void deallocate(T* p, std::size_t) { ::operator delete (p, std::align_val_t{64}); }
    bool operator==(const Aligned&) const = default;
  };

  Architecture architecture_;
  std::string name_;
  std::vector<std::int16_t, Aligned<std::int16_t>> first_;
  std::vector<std::int16_t, Aligned<std::int16_t>> last_;
  std::vector<std::int32_t> last_biases_;
};

// The error says what is wrong with the bytes.
[[nodiscard]] base::Result<Network, std::string> parse_network(std::span<const std::byte> bytes);
[[nodiscard]] std::vector<std::byte> to_bytes(const Network& network);
// A file that can't be read is an error like any other: the path came from a user.
[[nodiscard]] base::Result<Network, std::string> load_network(const std::string& path);
// Throws std::runtime_error if it can't be written.
void save_network(const Network& network, const std::string& path);

}  // namespace vitrine::eval::nnue
