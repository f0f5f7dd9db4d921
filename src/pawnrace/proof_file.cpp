// Proofs as a file; the format is described in proof.h.

#include <algorithm>
#include <charconv>
#include <istream>
#include <ostream>
#include <stdexcept>

#include "pawnrace/notation.h"
#include "pawnrace/proof.h"
#include "pawnrace/text.h"

namespace vitrine::pawnrace {

namespace {

constexpr std::string_view kHeader = "vitrine pawnrace proof 1";

std::vector<std::string_view> split_at_bars(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t bar = text.find(" | ");
    parts.push_back(text.substr(0, bar));
    if (bar == std::string_view::npos) return parts;
    text.remove_prefix(bar + 3);
  }
}

[[noreturn]] void fail(const std::string& line, const std::string& what) {
  throw std::runtime_error("in " + quoted(line) + ": " + what);
}

std::size_t parse_size(const std::string& line, std::string_view text) {
  std::size_t bytes = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
  if (error != std::errc() || end != text.data() + text.size())
    fail(line, quoted(text) + " is no number of bytes");
  return bytes;
}

struct ClaimLine {
  Claim claim;
  std::size_t bytes = 0;  // of the strategy behind it
};

ClaimLine parse_claim(const std::string& line) {
  constexpr std::string_view kClaim = "claim ";
  if (!line.starts_with(kClaim)) fail(line, "a line 'claim POSITION | SIDE wins | BYTES' should stand here");
  const auto parts = split_at_bars(std::string_view(line).substr(kClaim.size()));
  if (parts.size() != 3) fail(line, "a claim has a position, what is claimed, and a number of bytes");
  const auto pos = parse_position(parts[0]);
  if (!pos) fail(line, pos.error().message);
  for (const Color side : {Color::white, Color::black})
    for (const ClaimKind kind : {ClaimKind::wins, ClaimKind::holds}) {
      const Claim claim{*pos, side, kind};
      if (claim.to_string().ends_with(" | " + std::string(parts[1])))
        return {claim, parse_size(line, parts[2])};
    }
  fail(line, quoted(parts[1]) + " is no claim");
}

// Piece by piece, so that a false number in a small file takes no more memory than the file has bytes.
std::vector<std::uint8_t> read_bytes(std::istream& in, std::size_t count) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  std::vector<std::uint8_t> bytes;
  while (bytes.size() < count && in) {
    const std::size_t before = bytes.size();
    bytes.resize(before + std::min(kPiece, count - before));
    in.read(reinterpret_cast<char*>(bytes.data() + before),
            static_cast<std::streamsize>(bytes.size() - before));
  }
  return bytes;
}

}  // namespace

void write_proof_header(std::ostream& out) { out << kHeader << '\n'; }

void write_proof(std::ostream& out, const Proof& proof) {
  out << "claim " << proof.claim.to_string() << " | " << proof.strategy.size() << '\n';
  out.write(reinterpret_cast<const char*>(proof.strategy.data()),
            static_cast<std::streamsize>(proof.strategy.size()));
  out << '\n';
}

void read_proof_header(std::istream& in) {
  std::string line;
  if (!std::getline(in, line) || line != kHeader)
    throw std::runtime_error("a file of proofs begins with '" + std::string(kHeader) + "'");
}

std::optional<Proof> read_proof(std::istream& in) {
  std::string line;
  if (!std::getline(in, line)) return {};
  const ClaimLine claim = parse_claim(line);
  Proof proof{claim.claim, read_bytes(in, claim.bytes)};
  if (!in || in.get() != '\n') throw std::runtime_error("the bytes of " + quoted(line) + " are cut off");
  return proof;
}

}  // namespace vitrine::pawnrace
