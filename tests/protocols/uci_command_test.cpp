#include "protocols/uci_command.h"

#include <gtest/gtest.h>

#include <limits>

namespace vitrine::protocols {
namespace {

using namespace uci;

struct Row {
  std::string_view line;
  Command command;
};

TEST(UciCommand, SimpleOnes) {
  const Row rows[] = {
      {"", Empty{}},
      {" \t \r", Empty{}},
      {"# go", Empty{}},
      {"#go", Empty{}},
      {"uci", Uci{}},
      {"  \tuci\t ", Uci{}},
      {"uci\r", Uci{}},
      {"isready", IsReady{}},
      {"ucinewgame", UciNewGame{}},
      {"stop", Stop{}},
      {"ponderhit", PonderHit{}},
      {"quit", Quit{}},
      {"register later", Register{}},
      {"register name Stefan MK code 4359874324", Register{}},
      {"debug on", Debug{true}},
      {"debug off", Debug{false}},
      {"debug", Debug{true}},
      {"d", Display{}},
      {"eval", Evaluate{}},
      {"flip", Flip{}},
      {"help", Help{}},
      {"bench", Bench{}},
      {"bench 7", Bench{7}},
      {"bench x", Bench{}},
      {"perft 4", Go{.perft = 4}},
      {"perft", Go{.perft = 1}},
  };
  for (const auto& [line, command] : rows) EXPECT_EQ(parse_uci_command(line), command) << line;
}

TEST(UciCommand, UnknownWordsAreSkipped) {
  const Row rows[] = {
      {"joho debug on", Debug{true}},
      {"joho  oho debug off", Debug{false}},
      {"please go depth 3", Go{.depth = 3}},
      {"\xEF\xBB\xBFuci uci", Uci{}},
      {"hello", Unknown{"hello"}},
      {"UCI", Unknown{"UCI"}},
      {"hello d", Unknown{"hello"}},  // the extras must come first
      {"info string bench 99", Unknown{"info"}},
  };
  for (const auto& [line, command] : rows) EXPECT_EQ(parse_uci_command(line), command) << line;
}

TEST(UciCommand, SetOption) {
  const Row rows[] = {
      {"setoption name Hash value 32", SetOption{"Hash", "32", true}},
      {"setoption name Clear Hash", SetOption{"Clear Hash", "", false}},
      {"setoption name Clear Hash value", SetOption{"Clear Hash", "", true}},
      {"setoption  name  Nalimov   Path value c:\\chess\\tb\\4;c:\\chess  tb\\5",
       SetOption{"Nalimov Path", "c:\\chess\\tb\\4;c:\\chess tb\\5", true}},
      {"setoption name Style value Risky value", SetOption{"Style", "Risky value", true}},
      {"setoption name Book value <empty>", SetOption{"Book", "<empty>", true}},
      {"setoption name value 3", SetOption{"", "3", true}},
      {"setoption name", SetOption{}},
      {"setoption", SetOption{}},
      {"setoption Hash value 32", SetOption{}},
      {"setoption oops name Hash value 32", SetOption{"Hash", "32", true}},
  };
  for (const auto& [line, command] : rows) EXPECT_EQ(parse_uci_command(line), command) << line;
}

TEST(UciCommand, Position) {
  const std::string four = "4k3/8/8/8/8/8/8/4K3 w - -";
  const std::string problem = "position needs 'startpos' or 'fen'";
  const std::string four_and_moves = "position fen " + four + " moves";
  const std::string six = "position fen " + four + " 3 40 moves e1e2";
  const Row rows[] = {
      {"position startpos", PositionCommand{}},
      {"position startpos moves", PositionCommand{}},
      {"position startpos moves e2e4 e7e5", PositionCommand{.moves = {"e2e4", "e7e5"}}},
      {"position startpos oops moves e2e4", PositionCommand{.moves = {"e2e4"}}},
      {"position oops startpos moves e2e4", PositionCommand{.moves = {"e2e4"}}},
      {four_and_moves, PositionCommand{.fen = four}},
      {six, PositionCommand{.fen = four + " 3 40", .moves = {"e1e2"}}},
      {"position fen", PositionCommand{.fen = ""}},
      {"position fen moves e2e4", PositionCommand{.fen = "", .moves = {"e2e4"}}},
      {"position", PositionCommand{.problem = problem}},
      {"position moves e2e4", PositionCommand{.problem = problem}},
  };
  for (const auto& [line, command] : rows) EXPECT_EQ(parse_uci_command(line), command) << line;
}

TEST(UciCommand, Go) {
  constexpr auto kHighest = std::numeric_limits<std::int64_t>::max();
  constexpr auto kLowest = std::numeric_limits<std::int64_t>::min();
  const Row rows[] = {
      {"go", Go{}},
      {"go infinite", Go{.infinite = true}},
      {"go ponder wtime 1000 btime 2000", Go{.white_time = 1000, .black_time = 2000, .ponder = true}},
      {"go binc 4 winc 3 btime 2 wtime 1 movestogo 40",
       Go{.white_time = 1, .black_time = 2, .white_increment = 3, .black_increment = 4, .moves_to_go = 40}},
      {"go nodes 5 depth 6 movetime 7 mate 8", Go{.depth = 6, .nodes = 5, .mate = 8, .move_time = 7}},
      {"go wtime -50 btime 0", Go{.white_time = -50, .black_time = 0}},
      {"go perft 5", Go{.perft = 5}},
      {"go depth 3 depth 4", Go{.depth = 4}},
      {"go nodes 18446744073709551616", Go{.nodes = kHighest}},
      {"go wtime -99999999999999999999", Go{.white_time = kLowest}},
      // searchmoves ends at the first word that has not the shape of a move
      {"go searchmoves e2e4 d2d4 depth 3", Go{.depth = 3, .search_moves = {"e2e4", "d2d4"}}},
      {"go depth 3 searchmoves e7e8q e7e8N", Go{.depth = 3, .search_moves = {"e7e8q", "e7e8N"}}},
      {"go searchmoves infinite", Go{.infinite = true}},
      {"go searchmoves e2e4 e9e4 depth 3",
       Go{.depth = 3, .search_moves = {"e2e4"}, .problems = {"go does not know 'e9e4'"}}},
      {"go searchmoves e2e4 0000", Go{.search_moves = {"e2e4"}, .problems = {"go does not know '0000'"}}},
      {"go searchmoves e7e8k", Go{.problems = {"go does not know 'e7e8k'"}}},
      // values that are none
      {"go depth abc", Go{.problems = {"depth must be a whole number, not 'abc'"}}},
      {"go depth 5x nodes 10", Go{.nodes = 10, .problems = {"depth must be a whole number, not '5x'"}}},
      {"go movetime 10.5", Go{.problems = {"movetime must be a whole number, not '10.5'"}}},
      {"go depth", Go{.problems = {"depth has no value"}}},
      {"go wtime btime 1000", Go{.black_time = 1000, .problems = {"wtime has no value"}}},
      {"go depth + infinite", Go{.infinite = true, .problems = {"depth must be a whole number, not '+'"}}},
      {"go fast", Go{.problems = {"go does not know 'fast'"}}},
  };
  for (const auto& [line, command] : rows) EXPECT_EQ(parse_uci_command(line), command) << line;
}

TEST(UciCommand, AMillionUnknownWordsAreFewProblems) {
  std::string line = "go depth 2";
  for (int i = 0; i < 100000; ++i) line += " x";
  const auto go = std::get<Go>(parse_uci_command(line));
  EXPECT_EQ(go.depth, 2);
  EXPECT_LE(go.problems.size(), 16U);
}

TEST(UciCommand, KnowsItsWords) {
  for (const std::string_view word :
       {"uci", "isready", "go", "position", "quit", "d", "bench", "perft", "help"})
    EXPECT_TRUE(is_uci_word(word)) << word;
  for (const std::string_view word : {"xboard", "protover", "", "UCI", "depth"})
    EXPECT_FALSE(is_uci_word(word)) << word;
}

}  // namespace
}  // namespace vitrine::protocols
