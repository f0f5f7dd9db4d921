#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <limits>
#include <optional>
#include <stdexcept>

#include "eval/nnue/network.h"

namespace vitrine::eval::nnue {

namespace {

static_assert(std::endian::native == std::endian::little, "files are read as they lie in memory");

constexpr char kMagic[8] = {'v', 'i', 't', 'r', 'n', 'n', 'u', 'e'};
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kNameBytes = 64;

struct [[gnu::packed]] Header {
  char magic[8];
  std::uint32_t version;
  std::uint32_t width;
  std::uint32_t output_buckets;
  std::uint32_t king_buckets;
  std::uint32_t is_mirrored;
  std::uint8_t bucket_of_king[64];
  char name[kNameBytes];
  std::uint64_t checksum;
};
static_assert(sizeof(Header) == 164);

std::uint64_t checksum(std::span<const std::byte> bytes) {
  std::uint64_t hash = 0xCBF29CE484222325ULL;
  for (const std::byte b : bytes) hash = (hash ^ static_cast<std::uint64_t>(b)) * 0x100000001B3ULL;
  return hash;
}

std::size_t payload_bytes(const Architecture& a) {
  const auto width = static_cast<std::size_t>(a.width);
  const auto buckets = static_cast<std::size_t>(a.output_buckets);
  return 2 * (a.inputs() + 1) * width + buckets * (2 * 2 * width + 4);
}

base::Result<Architecture, std::string> architecture_of(const Header& header) {
  if (header.width == 0 || header.width % 32 != 0 || header.width > kMostWidth)
    return std::string("its first layer has " + std::to_string(header.width) +
                       " neurons; a multiple of 32 up to " + std::to_string(kMostWidth) + " is known");
  if (header.output_buckets == 0 || header.output_buckets > kMostBuckets)
    return std::string("it has " + std::to_string(header.output_buckets) +
                       " output buckets; 1 to 8 are known");
  if (header.king_buckets == 0 || header.king_buckets > kMostKingBuckets)
    return std::string("it has " + std::to_string(header.king_buckets) + " king buckets; 1 to 32 are known");
  if (header.is_mirrored > 1) return std::string("its views are neither mirrored nor not");
  Architecture a{.width = static_cast<int>(header.width),
                 .output_buckets = static_cast<int>(header.output_buckets),
                 .king_buckets = static_cast<int>(header.king_buckets),
                 .is_mirrored = header.is_mirrored == 1};
  std::ranges::copy(header.bucket_of_king, a.bucket_of_king.begin());
  if (std::ranges::any_of(a.bucket_of_king, [&](int bucket) { return bucket >= a.king_buckets; }))
    return std::string("a square of the king has a bucket that it does not have");
  return a;
}

// The last layer is summed in 32 bits; its weights are also multiplied by activations in 16.
std::optional<std::string> too_large(const Network& network) {
  for (int bucket = 0; bucket < network.architecture().output_buckets; ++bucket) {
    std::int64_t most = 0;
    for (const std::int16_t weight : network.last_weights(bucket)) {
      if (std::abs(weight) * kFirstUnit > std::numeric_limits<std::int16_t>::max())
        return "a weight of its last layer is " + std::to_string(weight) + ", beyond +-128";
      most += std::int64_t{std::abs(weight)} * kFirstUnit * kFirstUnit;
    }
    if (most > std::numeric_limits<std::int32_t>::max()) return "the weights of its last layer are too large";
  }
  return {};
}

template <class T>
void copy_out(std::span<const std::byte>& from, std::span<T> to) {
  std::memcpy(to.data(), from.data(), to.size_bytes());
  from = from.subspan(to.size_bytes());
}

}  // namespace

base::Result<Network, std::string> parse_network(std::span<const std::byte> bytes) {
  Header header;
  if (bytes.size() < sizeof header) return std::string("it is too short to be a network");
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.magic, kMagic, sizeof kMagic) != 0)
    return std::string("it is no network of Vitrine");
  if (header.version != kVersion)
    return std::string("it is of version " + std::to_string(header.version) + "; this program reads 1");
  const auto architecture = architecture_of(header);
  if (!architecture) return std::string(architecture.error());
  std::span<const std::byte> payload = bytes.subspan(sizeof header);
  const std::size_t expected = payload_bytes(*architecture);
  if (payload.size() != expected)
    return std::string("it has " + std::to_string(payload.size()) + " bytes of weights instead of " +
                       std::to_string(expected) + (payload.size() < expected ? ": it is cut short" : ""));
  if (checksum(payload) != header.checksum) return std::string("it is damaged: the checksum does not fit");
  Network network(*architecture, std::string(header.name, strnlen(header.name, kNameBytes)));
  copy_out(payload, network.first_layer());
  copy_out(payload, network.last_layer());
  copy_out(payload, network.last_biases());
  if (const auto problem = too_large(network)) return std::string(*problem);
  return network;
}

std::vector<std::byte> to_bytes(const Network& network) {
  const Architecture& a = network.architecture();
  std::vector<std::byte> bytes(sizeof(Header) + payload_bytes(a));
  std::byte* end = bytes.data() + sizeof(Header);
  const auto append = [&](auto numbers) {
    std::memcpy(end, numbers.data(), numbers.size_bytes());
    end += numbers.size_bytes();
  };
  Network copy = network;
  append(copy.first_layer());
  append(copy.last_layer());
  append(copy.last_biases());

  Header header{};
  std::memcpy(header.magic, kMagic, sizeof kMagic);
  header.version = kVersion;
  header.width = static_cast<std::uint32_t>(a.width);
  header.output_buckets = static_cast<std::uint32_t>(a.output_buckets);
  header.king_buckets = static_cast<std::uint32_t>(a.king_buckets);
  header.is_mirrored = a.is_mirrored ? 1 : 0;
  std::ranges::copy(a.bucket_of_king, header.bucket_of_king);
  network.name().copy(header.name, kNameBytes);
  header.checksum = checksum(std::span(bytes).subspan(sizeof(Header)));
  std::memcpy(bytes.data(), &header, sizeof header);
  return bytes;
}

base::Result<Network, std::string> load_network(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::string(path + ": " + std::strerror(errno));
  std::string text;
  std::array<char, 65'536> piece;
  // No network is larger than this one; a file without end shall not fill the memory.
  const std::size_t most =
      sizeof(Header) +
      payload_bytes({.width = kMostWidth, .output_buckets = kMostBuckets, .king_buckets = kMostKingBuckets});
  while (text.size() <= most && (in.read(piece.data(), piece.size()), in.gcount() > 0))
    text.append(piece.data(), static_cast<std::size_t>(in.gcount()));
  if (in.bad()) return std::string(path + ": " + std::strerror(errno));  // a folder, for one
  auto network = parse_network(std::as_bytes(std::span(text)));
  if (!network) return std::string(path + ": " + network.error());
  return network;
}

void save_network(const Network& network, const std::string& path) {
  std::ofstream out(path, std::ios::binary);
  const std::vector<std::byte> bytes = to_bytes(network);
  out.write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  if (!out.flush()) throw std::runtime_error(path + ": " + std::strerror(errno));
}

}  // namespace vitrine::eval::nnue
