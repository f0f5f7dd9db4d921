// What the flagship must see: mates to their end, and every way a game can be drawn.

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <stop_token>

#include "engines/exhibit_support.h"
#include "engines/vitrine/strict_checker.h"
#include "engines/vitrine/vitrine.h"
#include "notation/epd.h"
#include "support/paths.h"

namespace vitrine::engines {

namespace {

struct Seen {
  std::string move;
  Score score;
  std::vector<chess::Move> pv;
  std::uint64_t nodes = 0;
};

// Thinks with the checker on, and from a clean start.
Seen look_at(const chess::Game& game, const Limits& limits,
             const std::function<bool(const Report&)>& is_enough = {}) {
  const auto engine = make_vitrine();
  StrictChecker checker(game);
  std::stop_source stop;
  Seen seen;
  const Choice choice = engine->choose(game, limits,
                                       [&](const Report& report) {
                                         checker.check(report);
                                         seen.nodes = report.nodes;
                                         if (is_enough && is_enough(report)) stop.request_stop();
                                       },
                                       {.stop = stop.get_token()});
  checker.check(choice);
  EXPECT_EQ(checker.complaints(), "");
  seen.move = choice.move ? notation::to_uci(*choice.move) : "none";
  seen.score = checker.last_score().value_or(Score{});
  seen.score.chances.reset();
  seen.pv = checker.last_pv();
  return seen;
}

std::vector<notation::Epd> known_mates() {
  std::ifstream file(test::data_path("engines/vitrine/mates.epd"));
  std::vector<notation::Epd> mates;
  for (std::string line; std::getline(file, line);) mates.push_back(notation::parse_epd(line).value());
  return mates;
}

}  // namespace

// The collections say in how many moves; the line must then be played out to the mate.
TEST(VitrineSearch, FindsMatesOfKnownLength) {
  const std::vector<notation::Epd> mates = known_mates();
  ASSERT_EQ(mates.size(), 62u);
  const std::size_t step = chess::scaled(100) < 100 ? 15 : 1;
  for (std::size_t i = 0; i < mates.size(); i += step) {
    const notation::Epd& epd = mates[i];
    const int moves = epd.mate_in().value();
    const Score expected{Score::Kind::mate, moves};
    // Most need a few thousand; how many the worst one needs is up to the evaluation.
    const Seen seen = look_at(chess::Game(epd.position), {.nodes = 30'000'000}, [&](const Report& report) {
      return report.score && report.line == 1 && report.score->kind == Score::Kind::mate &&
             report.score->value == moves && report.score->bound == Score::Bound::exact;
    });
    EXPECT_EQ(seen.score, expected) << i + 1 << ": " << notation::to_epd(epd) << ": " << seen.score.value;
    EXPECT_EQ(static_cast<int>(seen.pv.size()), moves > 0 ? 2 * moves - 1 : -2 * moves)
        << notation::to_epd(epd);
  }
}

TEST(VitrineSearch, EndsWhenTheMateAskedForIsFound) {
  const struct {
    const char* fen;
    int moves;
  } rows[] = {
      {"6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", 1},
      {"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", 1},
      {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2},  // Morphy
      {"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3},
  };
  for (const auto& [fen, moves] : rows) {
    const Seen seen = look_at(game_from(fen), {.mate = moves});
    EXPECT_EQ(seen.score, Score::mate_in_plies(2 * moves - 1)) << fen;
    EXPECT_EQ(seen.pv.size(), static_cast<std::size_t>(2 * moves - 1)) << fen;
  }
}

TEST(VitrineSearch, StepsIntoNoStalemate) {
  // A queen against a king in the corner: Qf7 and many others would be a draw.
  EXPECT_EQ(look_at(game_from("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1"), {.depth = 8}).move, "f2f8");
  // The pawn's promotion to a queen would be a draw; a rook mates the king at the edge.
  const Seen rook = look_at(game_from("8/5P1k/5K2/8/8/8/8/8 w - - 0 1"), {.depth = 12});
  EXPECT_EQ(rook.score.kind, Score::Kind::mate);
  EXPECT_NE(rook.move, "f7f8q");
}

// Found by Stockfish 15 as well: all other moves lose.
TEST(VitrineSearch, SavesItselfByStalemate) {
  const Seen seen = look_at(game_from("6k1/5ppp/8/2b3Q1/8/q6p/7P/7K w - - 0 1"), {.depth = 12});
  EXPECT_EQ(seen.move, "g5g7");
  EXPECT_EQ(seen.score, Score::centipawns(0));
}

TEST(VitrineSearch, SavesItselfByPerpetualCheck) {
  const Seen seen = look_at(game_from("6k1/5p2/7Q/8/8/8/qr4PP/7K w - - 0 1"), {.depth = 14});
  EXPECT_EQ(seen.move, "h6g5");
  EXPECT_EQ(seen.score, Score::centipawns(0));
}

// A rook ahead, and every position of the last moves has stood twice: going back with the rook would let the
// opponent bring about the third time.
TEST(VitrineSearch, AvoidsThreefoldRepetitionWhenAhead) {
  const chess::Game game = game_from("7k/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a2 h8g8 a2a1 g8h8 a1a2 h8g8");
  const Seen seen = look_at(game, {.depth = 10});
  EXPECT_NE(seen.move, "a2a1");
  EXPECT_GT(seen.score.kind == Score::Kind::mate ? 10'000 : seen.score.value, 300);
  const Seen forced = look_at(game, {.depth = 6, .search_moves = {chess::move(game.position(), "a2a1")}});
  EXPECT_EQ(forced.score, Score::centipawns(0));
}

TEST(VitrineSearch, SeeksThreefoldRepetitionWhenBehind) {
  const chess::Game game =
      game_from("7k/8/8/8/8/8/8/R5K1 b - - 0 1", "h8g8 a1a2 g8h8 a2a1 h8g8 a1a2 g8h8 a2a1");
  // The position on the board has stood there three times; Black to move may step into the others' third.
  EXPECT_EQ(look_at(game, {.depth = 6}).score, Score::centipawns(0));
  EXPECT_EQ(look_at(game, {.depth = 6}).move, "h8g8");
}

TEST(VitrineSearch, CountsToFifty) {
  const struct {
    const char* fen;
    std::set<std::string> moves;  // empty: any
    std::optional<Score> score;   // nothing: winning
  } rows[] = {
      // Only a pawn move starts the count again.
      {"6k1/8/8/8/8/8/4P3/QK6 w - - 98 100", {"e2e3", "e2e4"}, {}},
      {"6k1/8/8/8/8/8/4P3/QK6 w - - 99 100", {"e2e3", "e2e4"}, {}},
      // Only a capture does.
      {"7k/8/8/8/8/8/3r4/RQ1K4 w - - 98 100", {"d1d2"}, {}},
      // Nothing does.
      {"7k/8/8/8/8/8/8/RK6 w - - 98 100", {}, Score::centipawns(0)},
      {"7k/8/8/8/8/8/8/RK6 b - - 98 100", {}, Score::centipawns(0)},
      // Mate comes before the rule, if it comes in time.
      {"7k/8/6K1/8/8/8/8/R7 w - - 99 100", {"a1a8"}, Score::mate_in_plies(1)},
      {"7k/8/5K2/8/8/8/8/Q7 w - - 97 100", {}, Score::mate_in_plies(3)},
      {"7k/8/5K2/8/8/8/8/Q7 w - - 98 100", {}, Score::centipawns(0)},
  };
  for (const auto& [fen, moves, score] : rows)
    for (const int depth : {10, 16}) {
      const Seen seen = look_at(game_from(fen), {.depth = depth});
      EXPECT_TRUE(moves.empty() || moves.contains(seen.move)) << fen << ": " << seen.move;
      if (score) {
        EXPECT_EQ(seen.score, *score) << fen << ": " << seen.score.value;
      } else {
        EXPECT_GT(seen.score.kind == Score::Kind::mate ? 10'000 : seen.score.value, 300) << fen;
      }
    }
}

TEST(VitrineSearch, KnowsWhatCannotMate) {
  for (const char* fen : {
           "8/8/8/8/8/8/8/4K2k w - - 0 1",       // bare kings
           "8/8/8/3k4/8/8/4N3/4K3 w - - 0 1",    // a knight
           "8/8/8/3k4/8/8/4b3/4K3 w - - 0 1",    // a bishop, to be taken or not
           "8/8/8/3k4/8/8/3pK3/3N4 w - - 0 1",   // after the pawn is gone a knight
           "8/1b6/8/3k4/8/4B3/8/4K3 w - - 0 1",  // bishops on squares of one colour
       }) {
    const Seen seen = look_at(game_from(fen), {.depth = 8});
    EXPECT_EQ(seen.score, Score::centipawns(0)) << fen << ": " << seen.score.value;
  }
}

TEST(VitrineSearch, ReportsSeveralLinesInOrder) {
  for (const char* fen : {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
                          "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1"}) {
    const chess::Game game = game_from(fen);
    const auto legal = static_cast<std::size_t>(game.position().legal_move_count());
    for (const int lines : {2, 5, 100}) {
      const auto engine = make_vitrine();
      const Thought thought = think(*engine, game, {.depth = 7, .multi_pv = lines});
      expect_sound(game, thought);
      // Each finished depth: as many lines as there are moves, or as were asked for.
      for (int depth = 1; depth <= 7; ++depth) {
        std::set<std::uint16_t> firsts;
        int last = 1 << 30;
        for (const Report& report : thought.reports) {
          if (report.depth != depth || report.line != static_cast<int>(firsts.size()) + 1 || !report.score)
            continue;
          firsts.insert(report.pv.at(0).raw());
          const int worth = report.score->kind == Score::Kind::centipawns ? report.score->value
                            : report.score->value > 0                     ? 100'000 - report.score->value
                                                                          : -100'000 - report.score->value;
          EXPECT_LE(worth, last) << fen << " line " << report.line << " depth " << depth;
          last = worth;
        }
        EXPECT_EQ(firsts.size(), std::min(legal, static_cast<std::size_t>(lines)))
            << fen << " depth " << depth;
      }
    }
  }
}

// One of many lines is worth what a search of its first move alone finds: here mates of known length.
TEST(VitrineSearch, LooksOnlyAtTheMovesAskedFor) {
  const chess::Game game = game_from("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1");
  const struct {
    const char* move;
    Score score;
  } rows[] = {
      {"f2f8", Score::mate_in_plies(1)}, {"f2b2", Score::mate_in_plies(3)}, {"f2f7", Score::centipawns(0)}};
  for (const auto& [move, score] : rows) {
    const Seen seen = look_at(game, {.depth = 8, .search_moves = {chess::move(game.position(), move)}});
    EXPECT_EQ(seen.move, move);
    EXPECT_EQ(seen.score, score) << move << ": " << seen.score.value;
  }
  const Seen seen = look_at(
      game, {.depth = 8,
             .search_moves = {chess::move(game.position(), "f2f7"), chess::move(game.position(), "f2b2")}});
  EXPECT_EQ(seen.move, "f2b2");
}

}  // namespace vitrine::engines
