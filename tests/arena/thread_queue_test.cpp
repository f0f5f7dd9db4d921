#include "arena/thread_queue.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <set>
#include <system_error>

#include "arena/cores.h"
#include "arena/tournament_support.h"

namespace vitrine::arena {
namespace {

using namespace std::chrono_literals;
using test::exhibit_player;
using test::make_exhibit;

std::chrono::steady_clock::time_point soon() { return std::chrono::steady_clock::now() + 60s; }

PairJob job(std::int64_t pair, Player first, Player second, std::vector<int> games = {0, 1}) {
  return {.pair = pair,
          .first = 0,
          .second = 1,
          .players = {std::move(first), std::move(second)},
          .games = games};
}

PairJob quick_job(std::int64_t pair) {
  return job(pair, exhibit_player("A", "random"), exhibit_player("B", "evil"));
}

TEST(ThreadQueue, PlaysEveryGameOnce) {
  ThreadQueue queue({.concurrency = 3}, make_exhibit);
  std::set<std::pair<std::int64_t, int>> games;
  int submitted = 0;
  while (games.size() < 60) {
    for (; submitted < 30 && queue.capacity() > 0; ++submitted) queue.submit(quick_job(submitted));
    const auto game = queue.wait(soon());
    ASSERT_TRUE(game);
    EXPECT_TRUE(games.insert({game->pair, game->game}).second);
    EXPECT_FALSE(is_fault(game->record.end)) << game->record.detail;
    EXPECT_NE(game->record.end, GameEnd::interrupted);
    EXPECT_FALSE(game->record.plies.empty());
  }
  EXPECT_EQ(queue.wait(std::chrono::steady_clock::now()), std::nullopt);
  EXPECT_GE(queue.capacity(), 3);
}

TEST(ThreadQueue, PlaysOnlyTheGamesAskedFor) {
  ThreadQueue queue({}, make_exhibit);
  queue.submit(job(7, exhibit_player("A", "random"), exhibit_player("B", "evil"), {1}));
  const auto game = queue.wait(soon());
  ASSERT_TRUE(game);
  EXPECT_EQ(game->pair, 7);
  EXPECT_EQ(game->game, 1);
  queue.stop();
  EXPECT_EQ(queue.wait(soon()), std::nullopt) << "after a stop nothing can come";
}

TEST(ThreadQueue, KeepsTheEnginesOfTheLastTwoPlayers) {
  std::mutex mutex;
  std::map<std::string, int> starts;
  const EngineFactory factory = [&](const Player& player) {
    const std::lock_guard lock(mutex);
    ++starts[player.name];
    return make_exhibit(player);
  };
  ThreadQueue queue({}, factory);
  const Player a = exhibit_player("A", "random"), b = exhibit_player("B", "evil");
  Player c = exhibit_player("C", "random");
  c.restart = Restart::always;
  const auto play = [&](PairJob next) {
    const auto count = next.games.size();
    queue.submit(std::move(next));
    for (std::size_t i = 0; i < count; ++i) ASSERT_TRUE(queue.wait(soon()));
  };
  play(job(0, a, b));
  play(job(1, a, b));
  PairJob swapped = job(2, b, a);
  std::swap(swapped.first, swapped.second);
  play(swapped);
  EXPECT_EQ(starts, (std::map<std::string, int>{{"A", 1}, {"B", 1}}));
  PairJob other = job(3, a, c);
  other.second = 2;
  play(other);
  EXPECT_EQ(starts, (std::map<std::string, int>{{"A", 1}, {"B", 1}, {"C", 2}}))
      << "C wants a new one each game";
  play(job(4, a, b));
  EXPECT_EQ(starts["B"], 2) << "its engine had gone for C's";
}

TEST(ThreadQueue, AStopEndsAGameInTheMiddle) {
  // They would think for an hour.
  Player slow = exhibit_player("A", "negamax");
  slow.time = {.move_time = 3'600'000ms};
  Player slow_too = slow;
  slow_too.name = "B";
  std::atomic<int> started = 0;
  ThreadQueue watched({.concurrency = 2}, make_exhibit, [&](const Event& event) {
    if (std::holds_alternative<GameStarted>(event)) {
      ++started;
      started.notify_all();
    }
  });
  for (int pair = 0; pair < 5; ++pair) watched.submit(job(pair, slow, slow_too));
  for (int seen = 0; (seen = started) < 2;) started.wait(seen);
  const auto before = std::chrono::steady_clock::now();
  watched.stop();
  EXPECT_LT(std::chrono::steady_clock::now() - before, 20s);
  EXPECT_EQ(watched.wait(soon()), std::nullopt) << "an interrupted game is no result";
  EXPECT_EQ(watched.capacity(), 0);
  watched.stop();
}

TEST(ThreadQueue, TellsWhatHappens) {
  std::mutex mutex;
  std::vector<Event> events;
  ThreadQueue queue({}, make_exhibit, [&](const Event& event) {
    const std::lock_guard lock(mutex);
    events.push_back(event);
  });
  queue.submit(quick_job(3));
  std::vector<FinishedGame> games;
  for (int i = 0; i < 2; ++i) games.push_back(*queue.wait(soon()));
  queue.stop();
  std::size_t next = 0;
  for (int number = 0; number < 2; ++number) {
    const auto* start = std::get_if<GameStarted>(&events.at(next++));
    ASSERT_TRUE(start);
    EXPECT_EQ(start->id, (GameId{3, number}));
    EXPECT_EQ(start->white, number);
    EXPECT_EQ(start->black, 1 - number);
    std::vector<PlyRecord> plies;
    for (; next < events.size() && !std::holds_alternative<GameStarted>(events[next]); ++next) {
      if (const auto* move = std::get_if<MovePlayed>(&events[next])) {
        plies.push_back(move->ply);
        EXPECT_EQ(move->id, start->id);
      }
      if (const auto* thinking = std::get_if<Thinking>(&events[next])) {
        EXPECT_EQ(chess::index(thinking->color), plies.size() % 2);
      }
    }
    EXPECT_EQ(plies, games[static_cast<std::size_t>(number)].record.plies);
  }
}

TEST(ThreadQueue, AnEngineThatCannotStartLoses) {
  ThreadQueue queue({}, [](const Player& player) {
    if (player.name == "B")
      throw engines::EngineFault(engines::EngineFault::Kind::cannot_start, "no such file");
    return make_exhibit(player);
  });
  queue.submit(quick_job(0));
  for (const chess::Color loser : {chess::Color::black, chess::Color::white}) {
    const auto game = queue.wait(soon());
    ASSERT_TRUE(game);
    EXPECT_EQ(game->record.end, GameEnd::cannot_start);
    EXPECT_EQ(game->record.at_fault(), loser);
  }
}

TEST(ThreadQueue, AMachineWithoutDescriptorsIsNobodysFault) {
  ThreadQueue queue({.concurrency = 2}, [](const Player&) -> std::unique_ptr<engines::Engine> {
    throw std::system_error(EMFILE, std::generic_category(), "pipe");
  });
  queue.submit(quick_job(0));
  try {
    (void)queue.wait(soon());
    FAIL() << "no error";
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("Too many open files"), std::string::npos) << error.what();
  }
  EXPECT_EQ(queue.capacity(), 0);
}

TEST(Cores, EachIsThereOnce) {
  const std::vector<int> cores = cores_in_order();
  ASSERT_FALSE(cores.empty());
  EXPECT_EQ(std::set<int>(cores.begin(), cores.end()).size(), cores.size());
  ThreadQueue queue({.concurrency = 2, .use_affinity = true}, make_exhibit);
  queue.submit(quick_job(0));
  EXPECT_TRUE(queue.wait(soon()));
}

}  // namespace
}  // namespace vitrine::arena
