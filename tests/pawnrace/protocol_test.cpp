#include "pawnrace/protocol.h"

#include "pawnrace/simple_players.h"
#include "support.h"

namespace vitrine::pawnrace {
namespace {

TEST(PawnRaceProtocol, ReadsWhatItWrites) {
  for (const char* const line : {"pawnrace 1", "black", "black aa af", "white de", "move exd6", "quit",
                                 "end win White reached the last rank", "end draw Black can't move"}) {
    const auto request = parse_request(line);
    ASSERT_TRUE(request) << line << ": " << request.error().message;
    EXPECT_EQ(to_line(*request), line);
  }
  for (const char* const line :
       {"ready My program 1.0", "gaps af", "move e4", "invalid no pawn stands there"}) {
    const auto reply = parse_reply(line);
    ASSERT_TRUE(reply) << line << ": " << reply.error().message;
    EXPECT_EQ(to_line(*reply), line);
  }
  EXPECT_EQ(to_line(*parse_request("  white\tAF \r")), "white af");
}

TEST(PawnRaceProtocol, SaysWhatIsWrong) {
  const struct {
    const char* line;
    const char* error;
  } requests[] = {
      {"pawnrace 2", "only version 1 of the protocol is spoken here, not '2'"},
      {"black aa zz", "'zz' names no gaps: give White's file and Black's, such as af"},
      {"white", "'' names no gaps: give White's file and Black's, such as af"},
      {"end tie", "'tie' is no result: win, draw or loss"},
      {"hello", "'hello' is not understood"},
  };
  for (const auto& row : requests) {
    const auto request = parse_request(row.line);
    ASSERT_FALSE(request) << row.line;
    EXPECT_EQ(request.error().message, row.error);
  }
  for (const char* const line : {"", "e4", "ready", "move", "gaps", "gaps xy", "MOVE e4"})
    EXPECT_FALSE(parse_reply(line)) << line;
}

TEST(PawnRaceProgram, PlaysByTheRules) {
  RandomPlayer player(1);
  Program program("Random", player);
  EXPECT_EQ(program.answer("pawnrace 1"), "ready Random");
  EXPECT_EQ(program.answer("move e4"), "invalid there is no game");
  EXPECT_EQ(program.answer("nonsense"), "# 'nonsense' is not understood");
  EXPECT_EQ(program.answer(""), std::nullopt);

  // As Black it chooses; what White then does must be legal.
  const auto chosen = program.answer("black aa");
  ASSERT_TRUE(chosen && chosen->starts_with("gaps "));
  EXPECT_NE(chosen, "gaps aa");
  EXPECT_EQ(program.answer("move a9"), "invalid 'a9' is no move: moves are written like e4 or axb4");
  const Position start = Position::start(gaps(chosen->substr(5)));
  const std::string first = to_text(start, start.legal_moves()[0]);
  const auto answer = program.answer("move " + first);
  ASSERT_TRUE(answer && answer->starts_with("move "));
  EXPECT_TRUE(parse_move(play(start, first), answer->substr(5)));
  EXPECT_EQ(program.answer("end win Black reached the last rank"), std::nullopt);

  // As White it begins.
  const auto opening = program.answer("white af");
  ASSERT_TRUE(opening && opening->starts_with("move "));
  EXPECT_TRUE(parse_move(Position::start(gaps("af")), opening->substr(5)));
  EXPECT_FALSE(program.is_over());
  EXPECT_EQ(program.answer("quit"), std::nullopt);
  EXPECT_TRUE(program.is_over());
}

}  // namespace
}  // namespace vitrine::pawnrace
