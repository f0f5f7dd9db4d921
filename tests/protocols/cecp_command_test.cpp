#include "protocols/cecp_command.h"

#include <gtest/gtest.h>

namespace vitrine::protocols::cecp {
namespace {

using namespace std::chrono_literals;

template <class Kind>
Kind parse(std::string_view line) {
  const auto command = parse_command(line);
  EXPECT_TRUE(command.has_value()) << line;
  if (!command || !std::holds_alternative<Kind>(*command)) {
    ADD_FAILURE() << "another command: " << line;
    return Kind{};
  }
  return std::get<Kind>(*command);
}

template <class Kind>
void expect(std::initializer_list<std::string_view> lines) {
  for (const std::string_view line : lines) {
    const auto command = parse_command(line);
    EXPECT_TRUE(command && std::holds_alternative<Kind>(*command)) << line;
  }
}

TEST(CecpCommand, KnowsWordsWithoutArguments) {
  expect<Xboard>({"xboard", " xboard ", "xboard\r"});
  expect<Quit>({"quit"});
  expect<New>({"new"});
  expect<Random>({"random"});
  expect<Force>({"force"});
  expect<Go>({"go"});
  expect<PlayOther>({"playother"});
  expect<MoveNow>({"?"});
  expect<OfferDraw>({"draw"});
  expect<Edit>({"edit"});
  expect<Hint>({"hint"});
  expect<Book>({"bk"});
  expect<Undo>({"undo"});
  expect<Remove>({"remove"});
  expect<Analyze>({"analyze"});
  expect<Exit>({"exit"});
  expect<Status>({"."});
  expect<Computer>({"computer"});
  expect<Pause>({"pause"});
  expect<Resume>({"resume"});
  expect<Ignored>({"", "   ", "lift e2", "put e4", "hover d4", "partner joe", "ptell hi", "holding [P] []"});
}

TEST(CecpCommand, ReadsSwitches) {
  EXPECT_TRUE(parse<Pondering>("hard").is_on);
  EXPECT_FALSE(parse<Pondering>("easy").is_on);
  EXPECT_TRUE(parse<Posting>("post").is_on);
  EXPECT_FALSE(parse<Posting>("nopost").is_on);
  EXPECT_EQ(parse<SetTurn>("white").turn, chess::Color::white);
  EXPECT_EQ(parse<SetTurn>("black").turn, chess::Color::black);
}

TEST(CecpCommand, ReadsArguments) {
  EXPECT_EQ(parse<Protover>("protover 2").version, 2);
  EXPECT_EQ(parse<FeatureAnswer>("accepted setboard").name, "setboard");
  EXPECT_TRUE(parse<FeatureAnswer>("accepted setboard").is_accepted);
  EXPECT_FALSE(parse<FeatureAnswer>("rejected san").is_accepted);
  EXPECT_EQ(parse<Variant>("variant fischerandom").name, "fischerandom");
  EXPECT_EQ(parse<Ping>("ping 7").number, 7);
  EXPECT_EQ(parse<Ping>("ping -3").number, -3);
  EXPECT_EQ(parse<OpponentName>("name  Garry Kasparov ").name, "Garry Kasparov");
  EXPECT_EQ(parse<Rating>("rating 2200 2300").opponent, 2300);
  EXPECT_EQ(parse<Ics>("ics -").host, "-");
  EXPECT_EQ(parse<Memory>("memory 256").megabytes, 256);
  EXPECT_EQ(parse<Cores>("cores 4").count, 4);
  EXPECT_EQ(parse<TableBasePath>("egtpath syzygy /a b").path, "/a b");
  EXPECT_EQ(parse<SetScore>("setscore -30 12").centipawns, -30);
  EXPECT_EQ(parse<NodeRate>("nps 100000").nodes_per_second, 100000);
  EXPECT_EQ(parse<Depth>("sd 6").plies, 6);
  EXPECT_TRUE(parse<Exclusion>("exclude e2e4").is_excluded);
  EXPECT_EQ(parse<Exclusion>("include all").move, "all");
  EXPECT_EQ(parse<SetBoard>("setboard 8/8/8 w - -").fen, "8/8/8 w - -");
  const auto result = parse<GameResult>("result 1-0 {White mates}");
  EXPECT_EQ(result.result, "1-0");
  EXPECT_EQ(result.comment, "White mates");
  EXPECT_EQ(parse<GameResult>("result *").result, "*");
}

TEST(CecpCommand, ReadsOptions) {
  const auto spin = parse<SetOption>("option Playing Style=Wild = 3");
  EXPECT_EQ(spin.name, "Playing Style");
  EXPECT_EQ(spin.value, "Wild = 3");
  EXPECT_FALSE(parse<SetOption>("option Clear Hash").value.has_value());
  EXPECT_EQ(parse<SetOption>("option Net=").value, "");
}

TEST(CecpCommand, ReadsTimes) {
  struct Row {
    std::string_view line;
    int moves;
    Milliseconds base, increment;
  };
  for (const auto& [line, moves, base, increment] : {
           Row{"level 40 5 0", 40, 5min, 0ms},
           Row{"level 0 2 12", 0, 2min, 12s},
           Row{"level 40 0:30 0", 40, 30s, 0ms},
           Row{"level 0 1 0.1", 0, 1min, 100ms},         // cutechess
           Row{"level 0 0 0", 0, 0ms, 0ms},              // cutechess, with less than a second
           Row{"level 0 1:05junk 2s more", 0, 65s, 2s},  // trailing junk
           Row{"level 20 1: 0", 20, 1min, 0ms},
           Row{"level 0 0.5 0", 0, 30s, 0ms},
       }) {
    const auto level = parse<Level>(line);
    EXPECT_EQ(level.moves, moves) << line;
    EXPECT_EQ(level.base, base) << line;
    EXPECT_EQ(level.increment, increment) << line;
  }
  EXPECT_EQ(parse<MoveTime>("st 30").time, 30s);
  EXPECT_EQ(parse<MoveTime>("st 0.25").time, 250ms);
  EXPECT_EQ(parse<OwnTime>("time 1234").time, 12340ms);
  EXPECT_EQ(parse<OpponentTime>("otim -5").time, -50ms);
  EXPECT_GT(parse<OwnTime>("time 99999999999999999999").time, 0ms);  // bounded, not overflown
}

TEST(CecpCommand, TakesWhatIsShapedLikeAMoveForOne) {
  for (const std::string_view move :
       {"e2e4", "e7e8q", "e7e8Q", "Nf3",  "exd5", "Nbxd2+",    "R1e2",   "Qh4#", "e8=Q+", "e8Q", "dxe8=N#",
        "O-O",  "O-O-O", "0-0",   "P@h3", "@@@@", "c4d5,d5e4", "Ng1-f3", "e4!",  "bxc3",  "Bxc3"}) {
    EXPECT_EQ(parse<UserMove>(move).text, move);
    EXPECT_EQ(parse<UserMove>("usermove " + std::string(move)).text, move);
  }
}

TEST(CecpCommand, NamesWhatItDoesNotUnderstand) {
  struct Row {
    std::string_view line, type;
  };
  for (const auto& [line, type] : {
           Row{"xyzzy", "unknown command"},
           Row{"bad", "unknown command"},
           Row{"e9e4", "unknown command"},
           Row{"NEW", "unknown command"},
           Row{"e2e4x", "unknown command"},
           Row{"protover", "no number"},
           Row{"ping", "no number"},
           Row{"ping x", "no number"},
           Row{"ping 99999999999999999999", "no number"},
           Row{"st soon", "no time"},
           Row{"time nan", "no time"},
           Row{"time inf", "no time"},
           Row{"level 40 5", "level needs moves, minutes and increment"},
           Row{"level a b c", "level needs moves, minutes and increment"},
           Row{"level -1 5 0", "negative level"},
           Row{"level 0 -5 0", "negative level"},
           Row{"usermove", "no argument"},
           Row{"variant", "no argument"},
           Row{"accepted", "no argument"},
           Row{"option", "no option name"},
           Row{"option =5", "no option name"},
           Row{"result 2-0 {x}", "unknown result"},
           Row{"rating 1", "two numbers needed"},
       }) {
    const auto command = parse_command(line);
    ASSERT_FALSE(command.has_value()) << line;
    EXPECT_EQ(command.error().type, type) << line;
  }
}

TEST(CecpCommand, ReadsEditLines) {
  EXPECT_TRUE(std::holds_alternative<ClearBoard>(*parse_edit_command("#")));
  EXPECT_TRUE(std::holds_alternative<SwitchColor>(*parse_edit_command("c")));
  EXPECT_TRUE(std::holds_alternative<EndEdit>(*parse_edit_command(" . ")));
  const auto put = std::get<PutPiece>(*parse_edit_command("Ra4"));
  EXPECT_EQ(put.type, chess::PieceType::rook);
  EXPECT_EQ(put.square.to_string(), "a4");
  EXPECT_EQ(std::get<ClearSquare>(*parse_edit_command("xh8")).square.to_string(), "h8");
  for (const std::string_view line : {"", "e2e4", "Zz9", "Ya4", "Pa9", "new", "castle"})
    EXPECT_FALSE(parse_edit_command(line).has_value()) << line;
}

}  // namespace
}  // namespace vitrine::protocols::cecp
