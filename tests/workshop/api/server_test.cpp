// The UCI side of a bot, spoken to through a pipe that holds all lines from the beginning.

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <string>
#include <vector>

#include "workshop/api/server.h"

namespace vitrine::bot {
namespace {

class Lines : public protocols::LineSink {
 public:
  void send(std::string_view line) override { all.emplace_back(line); }
  std::vector<std::string> all;
};

struct Session {
  std::vector<std::string> said;
  int exit_status = -1;
};

Session run(const std::string& input, BotProgram bot) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe(ends.data()), 0);
  EXPECT_EQ(::write(ends[1], input.data(), input.size()), static_cast<ssize_t>(input.size()));
  ::close(ends[1]);
  base::LineReader in(ends[0]);
  Lines out;
  Session session;
  session.exit_status = Server(std::move(bot), in, out).run();
  session.said = out.all;
  ::close(ends[0]);
  return session;
}

BotProgram program(std::function<Move(Board&, const Timer&)> think) {
  return {"bot", std::move(think), [] {}};
}

Move first(Board& board, const Timer&) { return board.legal_moves()[0]; }

Move until_stopped(Board& board, const Timer& timer) {
  while (timer.remaining_ms() > 0) {
  }
  return Move("e2e4", board);
}

using Said = std::vector<std::string>;

TEST(BotServer, GreetsAndMoves) {
  const Session session =
      run("uci\nisready\nposition startpos moves e2e4 e7e5\ngo wtime 1000 btime 1000\nquit\n",
          program([](Board& board, const Timer&) { return Move("g1f3", board); }));
  EXPECT_EQ(session.said,
            (Said{"id name bot", "id author whoever wrote it", "uciok", "readyok", "bestmove g1f3"}));
  EXPECT_EQ(session.exit_status, 0);
}

TEST(BotServer, HearsWhileTheBotThinks) {
  const Session session =
      run("go infinite\nisready\nposition startpos moves d2d4\nstop\ngo movetime 10\nquit\n",
          program([](Board& board, const Timer& timer) {
            return board.is_white_to_move() ? until_stopped(board, timer) : Move("d7d5", board);
          }));
  EXPECT_EQ(session.said, (Said{"readyok", "bestmove e2e4", "bestmove d7d5"}));
}

TEST(BotServer, AnInfiniteSearchIsNotAnsweredBeforeItsStop) {
  const Session session = run("go infinite\nisready\nstop\nquit\n", program(first));
  ASSERT_EQ(session.said.size(), 2u);
  EXPECT_EQ(session.said[0], "readyok");
  EXPECT_EQ(session.said[1].substr(0, 9), "bestmove ");
}

TEST(BotServer, AnEndedGameHasNoMove) {
  EXPECT_EQ(run("position fen 7k/5Q2/8/8/8/8/8/K7 b - - 0 1\ngo movetime 10\n", program(first)).said,
            Said{"bestmove (none)"});
}

TEST(BotServer, MendsNothing) {
  const Session illegal = run("go movetime 10\n", program([](Board&, const Timer&) { return Move(); }));
  ASSERT_EQ(illegal.said.size(), 2u);
  EXPECT_EQ(illegal.said[1], "bestmove 0000");

  const Session thrown =
      run("go movetime 10\nisready\n",
          program([](Board&, const Timer&) -> Move { throw std::runtime_error("oh no"); }));
  EXPECT_EQ(thrown.said, Said{"info string the bot threw: oh no"});
  EXPECT_EQ(thrown.exit_status, 1);
}

TEST(BotServer, SurvivesNonsense) {
  const Session session = run(
      "hello\nposition fen nonsense\nposition startpos moves e2e5\ngo wtime -5 btime 99999999999999\nquit\n",
      program([](Board& board, const Timer&) { return Move("e2e4", board); }));
  ASSERT_EQ(session.said.size(), 4u);
  EXPECT_EQ(session.said.back(), "bestmove e2e4");
}

TEST(BotServer, TheStartOfTheClockIsRememberedUntilTheNextGame) {
  std::vector<int> starts;
  (void)run("go wtime 9000 btime 9000\ngo wtime 5000 btime 5000\nucinewgame\ngo wtime 7000 btime 7000\n",
            program([&](Board& board, const Timer& timer) {
              starts.push_back(timer.start_ms());
              return board.legal_moves()[0];
            }));
  EXPECT_EQ(starts, (std::vector<int>{9000, 9000, 7000}));
}

TEST(BotServer, EveryGoHasAClock) {
  using protocols::uci::Go;
  const Go both{.white_time = 1000, .black_time = 2000, .white_increment = 10, .black_increment = 20};
  const auto black = Server::clock_of(both, chess::Color::black);
  EXPECT_EQ(black.remaining_ms, 2000);
  EXPECT_EQ(black.increment_ms, 20);
  EXPECT_EQ(black.opponent_remaining_ms, 1000);
  EXPECT_EQ(Server::clock_of({.move_time = 500}, chess::Color::white).remaining_ms, 500);
  EXPECT_EQ(Server::clock_of({.infinite = true}, chess::Color::white).remaining_ms, 86'400'000);
  EXPECT_EQ(Server::clock_of({.depth = 5}, chess::Color::white).remaining_ms, 60'000);
  EXPECT_EQ(Server::clock_of({.white_time = -5}, chess::Color::white).remaining_ms, 0);
}

}  // namespace
}  // namespace vitrine::bot
