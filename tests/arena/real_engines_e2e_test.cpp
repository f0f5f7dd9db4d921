// Whole games between engines of Debian: none is blamed, every move has been thought about, and the record
// reads back as PGN.

#include <gtest/gtest.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

#include "arena/game_pgn.h"
#include "arena/game_support.h"
#include "arena/opening_book.h"
#include "notation/pgn_game.h"

namespace vitrine::arena {

namespace {

Player debian(const char* name, std::vector<std::string> command, Protocol protocol) {
  return {.name = name,
          .command = std::move(command),
          .protocol = protocol,
          // The margin is for a busy machine; it is not what is tested.
          .time = {.clock = TimeControl::Clock{.base = 2s, .increment = 50ms}, .margin = 10s},
          .start_patience = 30s,
          .ping_patience = 15s};
}

using Pairing = std::pair<Player, Player>;

std::vector<Pairing> pairings() {
  const Player stockfish = debian("stockfish", {"stockfish"}, Protocol::uci);
  const Player ethereal = debian("ethereal", {"ethereal-chess"}, Protocol::uci);
  const Player toga = debian("toga2", {"toga2"}, Protocol::uci);
  const Player fairymax = debian("fairymax", {"fairymax"}, Protocol::cecp);
  const Player gnuchess = debian("gnuchess", {"gnuchess", "--xboard"}, Protocol::cecp);
  const Player phalanx = debian("phalanx", {"phalanx"}, Protocol::cecp);
  const Player sjeng = debian("sjeng", {"sjeng"}, Protocol::cecp);
  return {{stockfish, fairymax}, {fairymax, toga}, {phalanx, ethereal},
          {gnuchess, sjeng},     {toga, toga},     {ethereal, stockfish}};
}

// As the program does it, with the patience a test needs.
EngineFactory patient() {
  return [](const Player& player) -> std::unique_ptr<engines::Engine> {
    protocols::EngineCommand command{.name = player.name, .argv = player.command};
    command.patience = {
        .start = player.start_patience, .ping = player.ping_patience, .margin = player.time.margin};
    return player.protocol == Protocol::uci ? protocols::start_uci_engine(std::move(command))
                                            : protocols::start_cecp_engine(std::move(command));
  };
}

class RealGames : public testing::TestWithParam<Pairing> {};

}  // namespace

TEST_P(RealGames, EndWithoutFault) {
  const auto& [white, black] = GetParam();
  const auto book = OpeningBook::load({}, 4);
  ASSERT_TRUE(book);
  Match match{.white = white, .black = black, .opening = book->opening(0)};
  match.rules.adjudication.max_moves = 30;
  const GameRecord record = match.play(patient(), patient());
  if (record.end == GameEnd::cannot_start && record.detail.find("not in PATH") != std::string::npos)
    GTEST_SKIP() << record.detail;
  EXPECT_FALSE(is_fault(record.end)) << to_string(record.end) << ": " << record.detail;
  EXPECT_GT(record.plies.size(), 20u);
  int scored = 0;
  int thought = 0;
  for (const PlyRecord& ply : record.plies) {
    if (ply.is_book) continue;
    ++thought;
    scored += ply.score.has_value() ? 1 : 0;
    EXPECT_TRUE(ply.clock_left);
  }
  EXPECT_GE(scored, thought / 2) << "some moves are played without a word: forced ones, or from a book";
  EXPECT_EQ(protocols::unburied_children(), 0u);

  const std::string text = to_pgn(record, {.white = white.name, .black = black.name}, {});
  const auto games = notation::read_games(text);
  ASSERT_EQ(games.size(), 1u);
  EXPECT_FALSE(games[0].error);
  EXPECT_EQ(games[0].moves().size(), record.plies.size());
  EXPECT_EQ(to_string(games[0].result), record.result());
}

INSTANTIATE_TEST_SUITE_P(Debian, RealGames, testing::ValuesIn(pairings()), [](const auto& param) {
  return std::to_string(param.index) + "_" + param.param.first.name + "_" + param.param.second.name;
});

}  // namespace vitrine::arena
