#include "arena/game_pgn.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "arena/game_support.h"
#include "notation/pgn_comment.h"
#include "notation/pgn_game.h"

namespace vitrine::arena {

namespace {

using chess::Color;
using engines::Score;

// Fool's mate after a book move, with all that can be known of a move.
GameRecord fools_mate() {
  GameRecord record;
  record.opening = opening_of(notation::kStartFen, {"f2f3"});
  record.opening.name = "A00 Barnes Opening";
  chess::Game game;
  const auto add = [&](const char* text, PlyRecord ply) {
    ply.move = move_in(game, text);
    game.play_unchecked(ply.move);
    record.plies.push_back(ply);
  };
  add("f2f3", {.move = {}, .is_book = true});
  add("e7e5", {.move = {},
               .score = Score::centipawns(125),
               .depth = 18,
               .time = 1'234'567us,
               .clock_left = 58'765ms});
  add("g2g4", {.move = {},
               .score = Score{Score::Kind::mate, -1},
               .depth = 3,
               .time = 10us,
               .clock_left = 3'661'000ms});
  add("d8h4",
      {.move = {}, .score = Score{Score::Kind::mate, 1}, .depth = 2, .time = 0us, .clock_left = 58'765ms});
  record.winner = Color::black;
  record.end = GameEnd::checkmate;
  record.started = std::chrono::system_clock::time_point(std::chrono::milliseconds(1'772'368'496'789));
  record.duration = 3'723'456ms;
  return record;
}

GameHeading heading() {
  return {.event = "Test",
          .site = "Here",
          .round = "3.1",
          .white = "Alpha \"A\" 1.0",
          .black = "Beta",
          .white_time = {.clock = TimeControl::Clock{.base = 60s, .increment = 500ms}, .margin = 3ms},
          .black_time = {.clock = TimeControl::Clock{.base = 60s, .increment = 500ms}}};
}

notation::PgnGame read_back(const std::string& text) {
  const auto games = notation::read_games(text);
  EXPECT_EQ(games.size(), 1u) << text;
  return games.at(0);
}

// The moves and the result, whatever else is there.
void expect_same(const GameRecord& record, const std::string& text) {
  const notation::PgnGame game = read_back(text);
  EXPECT_FALSE(game.error) << game.error->to_string() << text;
  EXPECT_EQ(to_string(game.result), record.result()) << text;
  EXPECT_EQ(game.start, record.opening.start) << text;
  std::vector<chess::Move> moves;
  for (const PlyRecord& ply : record.plies) moves.push_back(ply.move);
  EXPECT_EQ(game.moves(), moves) << text;
}

}  // namespace

TEST(GamePgn, IsWrittenAsTheFieldDoes) {
  const std::string text = to_pgn(fools_mate(), heading(), {});
  EXPECT_EQ(text,
            "[Event \"Test\"]\n"
            "[Site \"Here\"]\n"
            "[Date \"2026.03.01\"]\n"
            "[Round \"3.1\"]\n"
            "[White \"Alpha \\\"A\\\" 1.0\"]\n"
            "[Black \"Beta\"]\n"
            "[Result \"0-1\"]\n"
            "[ECO \"A00\"]\n"
            "[GameDuration \"01:02:03\"]\n"
            "[GameEndTime \"2026-03-01T13:37:00.245 +0000\"]\n"
            "[GameStartTime \"2026-03-01T12:34:56.789 +0000\"]\n"
            "[Opening \"Barnes Opening\"]\n"
            "[PlyCount \"4\"]\n"
            "[Termination \"normal\"]\n"
            "[TimeControl \"60+0.5\"]\n"
            "\n"
            "1. f3 {book} 1... e5 {+1.25/18 1.235s} 2. g4 {-M2/3 0.000s} 2... Qh4# {+M1/2\n"
            "0.000s, Black mates} 0-1\n"
            "\n");
  expect_same(fools_mate(), text);
}

TEST(GamePgn, OurReaderUnderstandsTheComments) {
  const auto game = read_back(to_pgn(fools_mate(), heading(), {}));
  const auto facts = [&](std::size_t ply) {
    return notation::parse_comment(game.main_line.moves.at(ply).comment);
  };
  ASSERT_TRUE(facts(0).engine && facts(1).engine && facts(2).engine && facts(3).engine);
  EXPECT_TRUE(facts(0).engine->is_book);
  EXPECT_EQ(facts(1).engine->centipawns, 125);
  EXPECT_EQ(facts(1).engine->depth, 18);
  EXPECT_EQ(facts(1).engine->time, 1235ms);
  EXPECT_EQ(facts(2).engine->mate_plies, -2);
  EXPECT_EQ(facts(3).engine->mate_plies, 1);
}

TEST(GamePgn, WithTags) {
  const std::string text = to_pgn(fools_mate(), heading(), {.with_tags = true});
  EXPECT_NE(text.find("1. f3 {book} 1... e5 {[%eval -1.25,18] [%clk 0:00:58.765]} 2. g4 {[%eval #-1,3]\n"
                      "[%clk 1:01:01.000]} 2... Qh4# {[%eval #-1,2] [%clk 0:00:58.765], Black mates}\n0-1"),
            std::string::npos)
      << text;
  expect_same(fools_mate(), text);
  const auto game = read_back(text);
  const auto facts = notation::parse_comment(game.main_line.moves.at(1).comment);
  ASSERT_TRUE(facts.eval);
  EXPECT_EQ(facts.eval->centipawns, -125) << "for White";
  EXPECT_EQ(facts.clock, 58'765ms);

  GameRecord record = fools_mate();
  for (PlyRecord& ply : record.plies) ply.clock_left.reset();
  EXPECT_NE(to_pgn(record, heading(), {.with_tags = true}).find("[%emt 0:00:01.235]"), std::string::npos);
}

TEST(GamePgn, Minimal) {
  const std::string text = to_pgn(fools_mate(), heading(), {.is_minimal = true});
  EXPECT_NE(text.find("\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("Termination"), std::string::npos);
  expect_same(fools_mate(), text);
}

TEST(GamePgn, NamesBothTimeControlsWhereTheyDiffer) {
  GameHeading two = heading();
  two.black_time = {.nodes = 500};
  const std::string text = to_pgn(fools_mate(), two, {});
  EXPECT_NE(text.find("[WhiteTimeControl \"60+0.5\"]"), std::string::npos) << text;
  EXPECT_NE(text.find("[BlackTimeControl \"nodes=500\"]"), std::string::npos) << text;
  EXPECT_EQ(text.find("[TimeControl"), std::string::npos) << text;
}

TEST(GamePgn, StartsFromAnyPosition) {
  GameRecord record;
  record.opening = opening_of("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR b HFhf - 0 1");
  record.opening.name = "line 7 of frc.epd";
  chess::Game game(record.opening.start);
  for (const char* text : {"e7e6", "e2e4"}) {
    record.plies.push_back({.move = move_in(game, text), .time = 1500us});
    game.play_unchecked(record.plies.back().move);
  }
  record.end = GameEnd::adjudicated_draw;
  const std::string text = to_pgn(record, heading(), {});
  EXPECT_NE(text.find("[SetUp \"1\"]"), std::string::npos) << text;
  EXPECT_NE(text.find("[Variant \"Chess960\"]"), std::string::npos) << text;
  EXPECT_NE(text.find("1... e6 {0.002s} 2. e4 {0.002s, Draw by adjudication} 1/2-1/2"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("[Opening "), std::string::npos) << "a line of a file is no name";
  expect_same(record, text);
}

TEST(GamePgn, TellsEveryEnd) {
  struct Row {
    GameEnd end;
    const char* termination;
  };
  const std::vector<Row> rows = {
      {GameEnd::checkmate, "normal"},
      {GameEnd::stalemate, "normal"},
      {GameEnd::insufficient_material, "normal"},
      {GameEnd::threefold_repetition, "normal"},
      {GameEnd::fifty_moves, "normal"},
      {GameEnd::resigned, "normal"},
      {GameEnd::agreed_draw, "normal"},
      {GameEnd::adjudicated_win, "adjudication"},
      {GameEnd::adjudicated_draw, "adjudication"},
      {GameEnd::adjudicated_tablebase, "adjudication"},
      {GameEnd::move_limit, "adjudication"},
      {GameEnd::illegal_move, "illegal move"},
      {GameEnd::time_forfeit, "time forfeit"},
      {GameEnd::crash, "abandoned"},
      {GameEnd::disconnect, "abandoned"},
      {GameEnd::stall, "abandoned"},
      {GameEnd::cannot_start, "abandoned"},
      {GameEnd::protocol_fault, "rules infraction"},
      {GameEnd::interrupted, "unterminated"},
  };
  EXPECT_EQ(rows.size(), static_cast<std::size_t>(GameEnd::interrupted) + 1);
  for (const auto& [end, termination] : rows) {
    GameRecord record;
    record.end = end;
    record.detail = "Mock died} {: oops\n  said: nothing";
    const std::string text = to_pgn(record, heading(), {});
    EXPECT_NE(text.find("[Termination \"" + std::string(termination) + "\"]"), std::string::npos) << text;
    EXPECT_EQ(text.find("Mock died") != std::string::npos, is_fault(end)) << text;
    EXPECT_EQ(text.find("said"), std::string::npos) << "only the first line of it";
    expect_same(record, text);
  }
}

// An independent reader takes all of it.
TEST(GamePgn, PgnExtractReadsIt) {
  const std::string program = "/usr/games/pgn-extract";
  if (!std::filesystem::exists(program)) GTEST_SKIP() << "pgn-extract is not installed";
  const std::string path = testing::TempDir() + "/games" + std::to_string(getpid()) + ".pgn";
  {
    std::ofstream file(path);
    for (const PgnSettings& style :
         {PgnSettings{}, PgnSettings{.with_tags = true}, PgnSettings{.is_minimal = true}})
      file << to_pgn(fools_mate(), heading(), style);
    GameRecord record = Match{.opening = opening_of("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")}.play(
        plays({"e2e4", "e8e7"}),
        [](const chess::Game&, auto&&...) -> engines::Choice { return {.resigns = true}; });
    file << to_pgn(record, heading(), {});
  }
  FILE* const pipe =
      popen((program + " -s -r " + path + " 2>&1; " + program + " -s -Wuci " + path).c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::string output;
  for (int c = 0; (c = std::fgetc(pipe)) != EOF;) output += static_cast<char>(c);
  EXPECT_EQ(WEXITSTATUS(pclose(pipe)), 0);
  std::filesystem::remove(path);
  std::size_t games = 0;
  for (std::size_t at = 0; (at = output.find("f2f3 ", at)) != std::string::npos; ++at) ++games;
  EXPECT_EQ(games, 3u) << output;
  EXPECT_NE(output.find("e2e4 "), std::string::npos) << output;
  for (const char* complaint : {"Error", "error", "Unknown", "missing", "Illegal", "Failed"})
    EXPECT_EQ(output.find(complaint), std::string::npos) << output;
}

}  // namespace vitrine::arena
