#include "lab/data/game_file.h"

#include "lab/data/dataset_support.h"

namespace vitrine::lab {
namespace {

SelfplayGame random_game(std::uint32_t number) {
  base::Rng rng(number);
  SelfplayGame game{.number = number, .first_ply = 8, .result = static_cast<GameResult>(rng.below(3))};
  chess::Position pos = game.start;
  for (std::uint64_t plies = rng.below(40); plies > 0 && pos.has_legal_moves(); --plies) {
    const chess::MoveList moves = pos.legal_moves();
    const chess::Move move = moves[rng.below(moves.size())];
    game.moves.push_back({move, static_cast<std::int16_t>(static_cast<int>(rng.below(2'001)) - 1'000)});
    pos = pos.after(move);
  }
  return game;
}

void write_games(const std::string& path, std::uint32_t count) {
  GameFileWriter writer(path, "seed=1");
  while (writer.next_number() < count) writer.add(random_game(writer.next_number()));
}

TEST(GameFile, ComesBackAsItWasWritten) {
  const Folder folder;
  write_games(folder / "a", 30);
  EXPECT_TRUE(GameFileReader::is_game_file(folder / "a"));
  GameFileReader reader(folder / "a");
  EXPECT_EQ(reader.settings(), "seed=1");
  for (std::uint32_t number = 0; number < 30; ++number) {
    const auto game = reader.read();
    ASSERT_TRUE(game && *game);
    EXPECT_EQ(to_bytes(**game), to_bytes(random_game(number)));
    EXPECT_EQ(to_bytes(**game).size(), 48 + 4 * (*game)->moves.size())
        << "32 for the start, 4 a move, 16 besides";
  }
  EXPECT_FALSE(reader.read());
  EXPECT_FALSE(reader.is_torn());
}

// Wherever the writing ended, going on gives the file that an uninterrupted run gives.
TEST(GameFile, GoesOnAfterEveryCut) {
  const Folder folder;
  write_games(folder / "a", 5);
  const std::string whole = read_text(folder / "a");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_text(folder / "b", whole.substr(0, size));
    write_games(folder / "b", 5);
    ASSERT_TRUE(read_text(folder / "b") == whole) << size;
  }
}

TEST(GameFile, ATornLastGameIsDropped) {
  const Folder folder;
  write_games(folder / "a", 5);
  const std::string whole = read_text(folder / "a");
  // The length is there, the bytes are not what was meant.
  std::string torn = whole;
  torn.back() = static_cast<char>(torn.back() ^ 1);
  write_text(folder / "a", torn);
  GameFileWriter writer(folder / "a", "seed=1");
  EXPECT_TRUE(writer.has_dropped_torn_game());
  EXPECT_EQ(writer.next_number(), 4U);
  writer.add(random_game(4));
  EXPECT_TRUE(read_text(folder / "a") == whole);
}

TEST(GameFile, DamageInTheMiddleCostsOneGame) {
  const Folder folder;
  write_games(folder / "a", 20);
  std::string bytes = read_text(folder / "a");
  std::size_t start = 8 + 8 + 6 + 8;
  for (int skip = 0; skip < 10; ++skip) start += *first_game_size(std::string_view(bytes).substr(start));
  bytes[start + 20] = static_cast<char>(bytes[start + 20] ^ 4);
  write_text(folder / "a", bytes);
  GameFileReader reader(folder / "a");
  int good = 0;
  int bad = 0;
  while (const auto game = reader.read()) ++(*game ? good : bad);
  EXPECT_EQ(good, 19);
  EXPECT_EQ(bad, 1);
  EXPECT_THROW(GameFileWriter(folder / "a", "seed=1"), std::runtime_error);
}

TEST(GameFile, OtherFilesAndSettingsAreRefused) {
  const Folder folder;
  write_games(folder / "a", 2);
  EXPECT_THROW(GameFileWriter(folder / "a", "seed=2"), std::runtime_error);
  write_text(folder / "b", "a file that somebody needs\n");
  EXPECT_THROW(GameFileWriter(folder / "b", "seed=1"), std::runtime_error);
  EXPECT_EQ(read_text(folder / "b"), "a file that somebody needs\n");
  EXPECT_THROW(GameFileReader(folder / "b"), std::runtime_error);
  EXPECT_THROW(GameFileReader(folder / "none"), std::runtime_error);
}

TEST(GameFile, NoBytesBreakTheReader) {
  base::Rng rng(9);
  const std::string good = to_bytes(random_game(3));
  int refused = 0;
  for (int i = 0; i < 20'000; ++i) {
    std::string bytes = good;
    for (int flips = 0; flips < 3; ++flips) bytes[rng.below(bytes.size())] = static_cast<char>(rng.next());
    refused += parse_game_bytes(bytes) ? 0 : 1;
  }
  EXPECT_GT(refused, 19'900);
}

}  // namespace
}  // namespace vitrine::lab
