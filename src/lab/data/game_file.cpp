#include "lab/data/game_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <system_error>

#include "lab/data/checksum.h"

namespace vitrine::lab {

namespace {

constexpr std::string_view kMagic = "VITRGAME";
constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kLongestSettings = 4'096;

struct GameHead {
  std::uint32_t number;
  std::uint16_t plies;
  std::uint16_t first_ply;
  PackedPosition start;
};
static_assert(sizeof(GameHead) == 40);

constexpr std::size_t kSum = sizeof(std::uint64_t);

std::size_t game_bytes(const GameHead& head) { return sizeof head + head.plies * sizeof(ScoredMove) + kSum; }

template <class Value>
void append(std::string& bytes, const Value& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

template <class Value>
Value value_at(std::string_view bytes, std::size_t offset) {
  Value value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

std::string header_bytes(const std::string& settings) {
  std::string bytes(kMagic);
  append(bytes, kVersion);
  append(bytes, static_cast<std::uint32_t>(settings.size()));
  bytes += settings;
  append(bytes, checksum(bytes.data(), bytes.size()));
  return bytes;
}

}  // namespace

std::string to_bytes(const SelfplayGame& game) {
  assert(game.moves.size() <= UINT16_MAX);
  GameHead head{game.number, static_cast<std::uint16_t>(game.moves.size()), game.first_ply,
                PackedPosition(game.start, {.result = game.result, .game = game.number & 0xFFFFFF})};
  std::string bytes;
  bytes.reserve(game_bytes(head));
  append(bytes, head);
  for (const ScoredMove& move : game.moves) append(bytes, move);
  append(bytes, checksum(bytes.data(), bytes.size()));
  return bytes;
}

std::optional<std::size_t> first_game_size(std::string_view bytes) {
  if (bytes.size() < sizeof(GameHead)) return {};
  const std::size_t size = game_bytes(value_at<GameHead>(bytes, 0));
  if (bytes.size() < size) return {};
  return size;
}

base::Result<SelfplayGame, std::string> parse_game_bytes(std::string_view bytes) {
  if (bytes.size() < sizeof(GameHead) + kSum) return std::string("the game is cut off");
  const auto head = value_at<GameHead>(bytes, 0);
  if (bytes.size() != game_bytes(head)) return std::string("the game is cut off");
  if (value_at<std::uint64_t>(bytes, bytes.size() - kSum) != checksum(bytes.data(), bytes.size() - kSum))
    return std::string("damaged (the checksum is wrong)");
  auto start = head.start.unpack();
  if (!start) return start.error();
  SelfplayGame game{.number = head.number,
                    .first_ply = head.first_ply,
                    .start = *start,
                    .result = head.start.judgement().result};
  chess::Position pos = *std::move(start);
  for (std::size_t ply = 0; ply < head.plies; ++ply) {
    const auto move = value_at<ScoredMove>(bytes, sizeof head + ply * sizeof(ScoredMove));
    if (!pos.is_legal(move.move)) return "ply " + std::to_string(ply + 1) + " is no legal move";
    if (std::abs(int{move.centipawns}) > kMostCentipawns)
      return "ply " + std::to_string(ply + 1) + " has a score out of range";
    game.moves.push_back(move);
    pos = pos.after(move.move);
  }
  return game;
}

// --- Reading

GameFileReader::GameFileReader(const std::string& path) : path_(path), file_(path, std::ios::binary) {
  const auto fail = [&](const std::string& what) { throw std::runtime_error(path_ + ": " + what); };
  if (!file_) fail(std::generic_category().message(errno));
  std::string bytes(kMagic.size() + 8, '\0');
  file_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  if (!file_ || !bytes.starts_with(kMagic)) fail("this is no file of self-play games");
  if (const auto version = value_at<std::uint32_t>(bytes, kMagic.size()); version != kVersion)
    fail("games of version " + std::to_string(version) + "; this program knows version 1");
  const auto length = value_at<std::uint32_t>(bytes, kMagic.size() + 4);
  if (length > kLongestSettings) fail("the header is damaged");
  settings_.resize(length);
  file_.read(settings_.data(), length);
  std::uint64_t sum = 0;
  file_.read(reinterpret_cast<char*>(&sum), sizeof sum);
  bytes += settings_;
  if (!file_ || sum != checksum(bytes.data(), bytes.size())) fail("the header is damaged");
  whole_bytes_ = bytes.size() + sizeof sum;
}

bool GameFileReader::is_game_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::array<char, kMagic.size()> magic = {};
  return file.read(magic.data(), magic.size()) && std::string_view(magic.data(), magic.size()) == kMagic;
}

std::optional<base::Result<SelfplayGame, std::string>> GameFileReader::read() {
  if (is_torn_ || file_.peek() == std::ifstream::traits_type::eof()) return {};
  std::string bytes(sizeof(GameHead), '\0');
  file_.read(bytes.data(), sizeof(GameHead));
  if (file_) {
    bytes.resize(game_bytes(value_at<GameHead>(bytes, 0)));
    file_.read(bytes.data() + sizeof(GameHead),
               static_cast<std::streamsize>(bytes.size() - sizeof(GameHead)));
  }
  if (!file_) {
    is_torn_ = true;
    return {};
  }
  auto game = parse_game_bytes(bytes);
  // What follows a damaged last game is nothing: its writer was interrupted in a way that left its length.
  if (!game && file_.peek() == std::ifstream::traits_type::eof()) {
    is_torn_ = true;
    return {};
  }
  whole_bytes_ += bytes.size();
  const std::uint64_t pair[] = {sum_, checksum(bytes.data(), bytes.size())};
  sum_ = checksum(pair, sizeof pair);
  return game;
}

// --- Writing

GameFileWriter::GameFileWriter(const std::string& path, const std::string& settings)
    : path_(path), file_(::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666)) {
  if (!file_.is_open()) fail(errno);
  struct stat status {};
  if (::fstat(file_.get(), &status) != 0) fail(errno);
  if (!S_ISREG(status.st_mode)) throw std::runtime_error("can't write " + path_ + ": not an ordinary file");
  const std::string header = header_bytes(settings);
  if (has_only_begun(header)) {
    if (::ftruncate(file_.get(), 0) != 0) fail(errno);
    write(header);
  } else {
    go_on(settings);
  }
}

// A new file, or one whose writer was interrupted before it had a header.
bool GameFileWriter::has_only_begun(const std::string& header) const {
  std::string begun(header.size(), '\0');
  const ssize_t count = ::pread(file_.get(), begun.data(), begun.size(), 0);
  if (count < 0) fail(errno);
  begun.resize(static_cast<std::size_t>(count));
  return begun.size() < header.size() && header.starts_with(begun);
}

void GameFileWriter::go_on(const std::string& settings) {
  GameFileReader reader(path_);
  if (reader.settings() != settings)
    throw std::runtime_error(path_ + ": made with other settings: " + reader.settings() +
                             "; now: " + settings);
  while (const auto game = reader.read()) {
    const std::string number = std::to_string(next_number_);
    if (!*game) throw std::runtime_error(path_ + ": game " + number + ": " + game->error());
    if ((*game)->number != next_number_)
      throw std::runtime_error(path_ + ": another game stands in the place of game " + number);
    ++next_number_;
    positions_ += (*game)->moves.size();
  }
  has_dropped_ = reader.is_torn();
  if (has_dropped_ && ::ftruncate(file_.get(), static_cast<off_t>(reader.whole_bytes())) != 0) fail(errno);
}

void GameFileWriter::add(const SelfplayGame& game) {
  assert(game.number == next_number_);
  write(to_bytes(game));
  ++next_number_;
  positions_ += game.moves.size();
}

void GameFileWriter::write(const std::string& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t count = ::write(file_.get(), bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(errno);
    done += static_cast<std::size_t>(count);
  }
}

void GameFileWriter::fail(int error) const {
  throw std::runtime_error("can't write " + path_ + ": " + std::generic_category().message(error));
}

}  // namespace vitrine::lab
