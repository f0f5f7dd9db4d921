#include "cli/tournament_arguments.h"

#include <gtest/gtest.h>

#include <chrono>
#include <sstream>

#include "cli/usage_error.h"

namespace vitrine::cli {

namespace {

using namespace std::chrono_literals;

std::vector<std::string> split(const std::string& line) {
  std::istringstream words(line);
  return {std::istream_iterator<std::string>(words), {}};
}

TournamentArguments tournament(const std::string& line) {
  return parse_tournament_arguments(split(line), false);
}

std::string complaint(const std::string& line, bool is_match = false) {
  try {
    static_cast<void>(parse_tournament_arguments(split(line), is_match));
    return "none";
  } catch (const UsageError& error) {
    return error.what();
  }
}

}  // namespace

TEST(TournamentArguments, AreThoseOfFastchess) {
  const auto [settings, bots, sandboxed, store, resume, show, gearman, interval, affinity, quiet] =
      tournament(
          "-engine cmd=stockfish name=SF option.Hash=16 tc=40/1:30+0.5 -engine cmd=fairymax proto=xboard "
          "st=0.25 "
          "-each tc=2+0.02 timemargin=50 -rounds 100 -games 2 -repeat -srand 42 -concurrency 2 "
          "-openings file=book.pgn order=sequential plies=16 start=3 -sprt elo0=0 elo1=5 model=logistic "
          "-resign movecount=4 score=500 twosided=true -draw movenumber=40 movecount=5 score=10 -maxmoves "
          "200 "
          "-pgnout file=games.pgn -event Test -store t.db -ratinginterval 20 -recover");
  ASSERT_EQ(settings.players.size(), 2U);
  const arena::Player& stockfish = settings.players[0];
  EXPECT_EQ(stockfish.name, "SF");
  EXPECT_EQ(stockfish.command, std::vector<std::string>{"stockfish"});
  EXPECT_EQ(stockfish.options, (std::vector<std::pair<std::string, std::string>>{{"Hash", "16"}}));
  EXPECT_EQ(stockfish.time.clock, (arena::TimeControl::Clock{.base = 90s, .increment = 500ms, .moves = 40}));
  EXPECT_EQ(stockfish.time.margin, 50ms);
  const arena::Player& fairymax = settings.players[1];
  EXPECT_EQ(fairymax.name, "fairymax");
  EXPECT_EQ(fairymax.protocol, arena::Protocol::cecp);
  EXPECT_EQ(fairymax.time.clock, (arena::TimeControl::Clock{.base = 2s, .increment = 20ms}));
  EXPECT_EQ(fairymax.time.move_time, 250ms);
  EXPECT_EQ(settings.rounds, 100);
  EXPECT_EQ(settings.seed, 42U);
  EXPECT_EQ(settings.openings.kind, arena::OpeningSettings::Kind::pgn);
  EXPECT_EQ(settings.openings.order, arena::OpeningSettings::Order::sequential);
  EXPECT_EQ(settings.openings.plies, 16);
  EXPECT_EQ(settings.openings.start, 3);
  ASSERT_TRUE(settings.sprt);
  EXPECT_EQ(settings.sprt->model, arena::SprtModel::logistic);
  EXPECT_EQ(settings.rules.adjudication.resign,
            (arena::ResignRule{.move_count = 4, .score = 500, .two_sided = true}));
  EXPECT_EQ(settings.rules.adjudication.draw,
            (arena::DrawRule{.move_number = 40, .move_count = 5, .score = 10}));
  EXPECT_EQ(settings.rules.adjudication.max_moves, 200);
  EXPECT_EQ(settings.pgn.file, "games.pgn");
  EXPECT_EQ(store, "t.db");
  EXPECT_EQ(interval, 20);
  EXPECT_TRUE(resume.empty() && show.empty() && gearman.empty());
  EXPECT_FALSE(affinity || quiet);
  EXPECT_TRUE(bots.empty() && sandboxed);
}

// A bot is named after its file, and must be ready sooner than a program.
TEST(TournamentArguments, TakeBotsByTheirSource) {
  const auto arguments = tournament(
      "-engine exhibit=evil -engine bot=my/mine.cpp -engine bot=my/mine.cpp name=Again startuptime=7 -each "
      "depth=1 "
      "--no-sandbox");
  ASSERT_EQ(arguments.bots.size(), 2U);
  EXPECT_EQ(arguments.bots[0].player, 1U);
  EXPECT_EQ(arguments.bots[0].source, "my/mine.cpp");
  EXPECT_EQ(arguments.bots[1].player, 2U);
  EXPECT_EQ(arguments.settings.players[1].name, "mine");
  EXPECT_EQ(arguments.settings.players[1].start_patience, 5s);
  EXPECT_EQ(arguments.settings.players[2].name, "Again");
  EXPECT_EQ(arguments.settings.players[2].start_patience, 7s);
  EXPECT_FALSE(arguments.is_sandboxed);
}

TEST(TournamentArguments, AreOfTwoDashesToo) {
  EXPECT_EQ(tournament("--resume x.db").resume, "x.db");
  EXPECT_EQ(tournament("--show x.db").show, "x.db");
}

TEST(TournamentArguments, TellSameNamesApart) {
  const auto settings = tournament("-engine exhibit=evil -engine exhibit=evil -each depth=1").settings;
  EXPECT_EQ(settings.players[0].name, "evil");
  EXPECT_EQ(settings.players[1].name, "evil 2");
}

TEST(TournamentArguments, SayWhatIsWrong) {
  const std::string two = "-engine exhibit=evil -engine exhibit=random -each depth=1 ";
  const struct {
    std::string line;
    std::string complaint;
  } rows[] = {
      {"hello", "'hello' is no option; options start with a dash"},
      {"-nonsense", "unknown option '-nonsense'"},
      {"--nonsense 3", "unknown option '--nonsense'"},
      {two + "-rounds", "-rounds: takes one value"},
      {two + "-rounds many", "-rounds: its value must be a number, at least 1, not 'many'"},
      {two + "-rounds -5", "-rounds: its value must be a number, at least 1, not '-5'"},
      {two + "-openings file=book.xyz",
       "-openings: can't tell the format of 'book.xyz'; add format=epd, pgn or bin"},
      {two + "-openings format=pgn", "-openings: format needs file="},
      {two + "-sprt elo0=5 elo1=0", "-sprt: elo0 (5) must be less than elo1 (0)"},
      {two + "-sprt elo0=high", "-sprt: elo0 must be a number, not 'high'"},
      {two + "-tournament ladder",
       "-tournament: its value must be one of round-robin, roundrobin, gauntlet, pyramid, swiss, knockout, "
       "swiss-knockout, not 'ladder'"},
      {two + "-resign when=now", "-resign: no key 'when'; there are movecount, score, twosided"},
      {two + "-quiet please", "-quiet: takes no value, but has 'please'"},
      {"-engine tc=5+x", "-engine: tc: "},
      {"-engine colour=green", "-engine: no key 'colour'; there are cmd,"},
      {"-engine bot=mine.cpp cmd=other", "-engine: bot= is a player by itself"},
      {"-engine bot=mine.cpp proto=xboard", "-engine: bot= is a player by itself"},
      {two + "-no-sandbox please", "-no-sandbox: takes no value"},
      {"-engine stockfish", "-engine: 'stockfish' should be KEY=VALUE"},
      {"-config nowhere.toml", "can't read 'nowhere.toml'"},
  };
  for (const auto& [line, expected] : rows)
    EXPECT_TRUE(complaint(line).starts_with(expected)) << line << ": " << complaint(line);
  EXPECT_EQ(complaint("-engine exhibit=evil depth=1", true),
            "a match has two players, not 1; give -engine twice");
}

}  // namespace vitrine::cli
