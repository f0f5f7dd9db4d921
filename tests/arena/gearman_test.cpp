#include "arena/gearman.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "arena/game_support.h"
#include "arena/gearman_queue.h"
#include "arena/gearman_support.h"
#include "arena/gearman_worker.h"
#include "arena/tournament_support.h"
#include "support/paths.h"

namespace vitrine::arena {
namespace {

using test::GearmanServer;
using Clock = std::chrono::steady_clock;

TEST(GearmanAddress, IsAHostAndPerhapsAPort) {
  EXPECT_EQ(parse_gearman_address("arena.lan"), (GearmanAddress{"arena.lan", 4730}));
  EXPECT_EQ(parse_gearman_address("10.0.0.1:99"), (GearmanAddress{"10.0.0.1", 99}));
  EXPECT_EQ(parse_gearman_address("[::1]:65535"), (GearmanAddress{"::1", 65535}));
  EXPECT_EQ(parse_gearman_address("[::1]"), (GearmanAddress{"::1", 4730}));
  EXPECT_EQ((GearmanAddress{"::1", 1}).to_string(), "[::1]:1");
  for (const char* text : {"", ":1", "a:", "a:0", "a:65536", "a:1x", "a:-1", "::1", "[::1", "[::1]1", "a b"})
    EXPECT_FALSE(parse_gearman_address(text)) << text;
}

class Gearman : public testing::Test {
 protected:
  void SetUp() override {
    if (!GearmanServer::is_installed()) GTEST_SKIP() << "no gearmand (apt-get install gearman-job-server)";
  }

  GearmanServer server_;
};

TEST_F(Gearman, JobIsKnownByItsKeyUntilItIsDone) {
  server_.start();
  GearmanClient client(server_.address());
  client.submit("f", "k1", std::string("a\0b", 3));
  client.submit("f", "k1", "the same again");
  EXPECT_TRUE(client.is_known("k1"));
  EXPECT_FALSE(client.is_known("k2"));
  GearmanListener listener(server_.address(), "f");
  const auto job = listener.take(5s);
  ASSERT_TRUE(job);
  EXPECT_EQ(job->key, "k1");
  EXPECT_EQ(job->payload, std::string("a\0b", 3));
  EXPECT_TRUE(client.is_known("k1"));
  listener.complete(*job);
  EXPECT_FALSE(listener.take(0ms));  // there was only one; and the server has read what we sent before
  EXPECT_FALSE(client.is_known("k1"));
}

TEST_F(Gearman, JobOfOneWhoLeavesGoesToAnother) {
  server_.start();
  GearmanClient client(server_.address());
  client.submit("f", "k", "p");
  {
    GearmanListener leaves(server_.address(), "f");
    ASSERT_TRUE(leaves.take(5s));
  }
  GearmanListener stays(server_.address(), "f");
  const auto job = stays.take(5s);
  ASSERT_TRUE(job);
  EXPECT_EQ(job->payload, "p");
  stays.fail(*job);
  EXPECT_FALSE(stays.take(0ms));
  EXPECT_FALSE(client.is_known("k"));
}

TEST_F(Gearman, SleeperIsWokenByAJob) {
  server_.start();
  GearmanListener listener(server_.address(), "f");
  EXPECT_FALSE(listener.take(0ms));
  std::jthread submitter([&] { GearmanClient(server_.address()).submit("f", "k", "p"); });
  EXPECT_TRUE(listener.take(60s));
}

TEST_F(Gearman, MissingAndFrozenServersAreErrorsSoon) {
  EXPECT_THROW(GearmanClient client(server_.address()), GearmanError);
  server_.start();
  GearmanClient client(server_.address());
  GearmanListener listener(server_.address(), "f");
  server_.freeze();
  const auto begin = Clock::now();
  EXPECT_THROW(client.submit("f", "k", "p"), GearmanError);
  EXPECT_THROW(static_cast<void>(listener.take(0ms)), GearmanError);
  EXPECT_THROW(GearmanClient another(server_.address()), GearmanError);
  EXPECT_LT(Clock::now() - begin, 3 * kGearmanPatience + 10s);  // a busy machine is slow, but does not hang
  server_.kill();
  EXPECT_THROW(static_cast<void>(client.is_known("k")), GearmanError);
}

// --- The queue and the worker

// Whether the server comes to know a key, or to know it no more, within a minute.
bool comes_to_be(const GearmanAddress& server, const std::string& key, bool is_known) {
  GearmanClient client(server);
  for (const auto deadline = Clock::now() + 60s; Clock::now() < deadline;)
    if (client.is_known(key) == is_known) return true;
  return false;
}

PairJob quick_pair(std::int64_t pair) {
  PairJob job{.pair = pair, .first = 0, .second = 1};
  job.players = {test::exhibit_player("A", "random"), test::exhibit_player("B", "evil")};
  job.opening = opening_of(notation::kStartFen, {"e2e4"});
  job.opening.name = "\xFF is no UTF-8";
  job.rules.adjudication.max_moves = 20;
  return job;
}

// A worker in a thread of this process.
class TestWorker {
 public:
  explicit TestWorker(GearmanWorkerSettings settings)
      : settings_(std::move(settings)), thread_([this](const std::stop_token& stop) {
          run_gearman_worker(
              settings_, [](Milliseconds) { return make; }, stop);
        }) {}

 private:
  static std::unique_ptr<engines::Engine> make(const Player& player) {
    return player.exhibit.empty() ? external()(player) : test::make_exhibit(player);
  }
  GearmanWorkerSettings settings_;
  std::jthread thread_;
};

class GearmanGames : public Gearman {
 protected:
  [[nodiscard]] GearmanQueueSettings queue_settings() const {
    return {.server = server_.address(), .tournament = "t1", .check_interval = 200ms};
  }
  [[nodiscard]] GearmanWorkerSettings worker_settings() const { return {.server = server_.address()}; }

  // Takes games until so many different ones came, and a minute at most.
  static std::map<std::pair<std::int64_t, int>, GameRecord> collect(JobQueue& queue, std::size_t count) {
    std::map<std::pair<std::int64_t, int>, GameRecord> games;
    const auto deadline = Clock::now() + 60s;
    while (games.size() < count && Clock::now() < deadline)
      if (auto game = queue.wait(deadline)) games.emplace(std::pair(game->pair, game->game), game->record);
    return games;
  }

  // What a queue throws, within a minute.
  static std::string failure_of(JobQueue& queue) {
    try {
      for (const auto deadline = Clock::now() + 60s; Clock::now() < deadline;)
        if (queue.wait(deadline)) ADD_FAILURE() << "a game was played";
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "nothing";
  }
};

TEST_F(GearmanGames, PairsGoThereAndComeBack) {
  server_.start();
  GearmanQueue queue(queue_settings());
  EXPECT_EQ(queue.capacity(), 64);
  for (int pair = 0; pair < 20; ++pair) queue.submit(quick_pair(pair));
  PairJob half = quick_pair(20);
  half.games = {1};
  queue.submit(half);
  EXPECT_EQ(queue.capacity(), 64 - 21);
  GearmanWorkerSettings settings = worker_settings();
  settings.concurrency = 2;
  const TestWorker worker(settings);
  const auto games = collect(queue, 41);
  ASSERT_EQ(games.size(), 41U);
  for (const auto& [id, record] : games) {
    EXPECT_EQ(record.opening, half.opening);  // its name, too
    EXPECT_NE(record.end, GameEnd::interrupted);
    EXPECT_GT(record.plies.size(), 1U);
  }
  EXPECT_TRUE(games.contains({20, 1}));
  EXPECT_EQ(queue.capacity(), 64);
}

// Nobody is there at first; the server comes, goes without a trace of its jobs, and comes back.
TEST_F(GearmanGames, ForgetfulServerLosesNothing) {
  std::mutex mutex;
  std::vector<std::string> news;
  GearmanQueueSettings settings = queue_settings();
  settings.tell = [&](const std::string& text) {
    const std::lock_guard lock(mutex);
    news.push_back(text);
  };
  GearmanQueue queue(settings);
  for (int pair = 0; pair < 30; ++pair) queue.submit(quick_pair(pair));
  server_.start();
  ASSERT_TRUE(comes_to_be(server_.address(), "t1-29", true));
  server_.kill();
  const TestWorker worker(worker_settings());
  server_.start();
  auto games = collect(queue, 20);
  ASSERT_EQ(games.size(), 20U);
  server_.kill();  // while it plays
  server_.start();
  while (games.size() < 60) {
    auto more = collect(queue, 1);
    ASSERT_FALSE(more.empty()) << games.size();
    games.merge(more);
  }
  const std::lock_guard lock(mutex);
  ASSERT_FALSE(news.empty());
  EXPECT_NE(news[0].find("trying again"), std::string::npos) << news[0];
}

// What was not stored for certain when the tournament stopped is still in the server when it goes on.
TEST_F(GearmanGames, UnstoredResultsWaitInTheServer) {
  server_.start();
  {
    GearmanQueue queue(queue_settings());
    const TestWorker worker(worker_settings());
    queue.submit(quick_pair(0));
    ASSERT_EQ(collect(queue, 2).size(), 2U);
    queue.stop();  // after the last game was handed out, but before anybody asked for more
  }
  GearmanQueue queue(queue_settings());  // and no worker
  queue.submit(quick_pair(0));
  ASSERT_EQ(collect(queue, 2).size(), 2U);
  EXPECT_EQ(queue.capacity(), 64);  // which says that they are stored
  queue.stop();
  EXPECT_TRUE(comes_to_be(server_.address(), "t1-0", false));
}

TEST_F(GearmanGames, StoppedTournamentLeavesNoWork) {
  server_.start();
  GearmanQueue queue(queue_settings());
  for (int pair = 0; pair < 5; ++pair) queue.submit(quick_pair(pair));
  ASSERT_TRUE(comes_to_be(server_.address(), "t1-4", true));
  queue.stop();
  EXPECT_FALSE(GearmanListener(server_.address(), kPairFunction).take(0ms));
}

// Results of pairs that the run before had submitted come before this run asks for them.
TEST_F(GearmanGames, EarlyResultsWaitForTheirPair) {
  server_.start();
  GearmanClient(server_.address())
      .submit(kPairFunction, "t1-7", to_text(PairMessage{"t1", "the run before", quick_pair(7)}));
  GearmanQueue queue(queue_settings());
  {
    const TestWorker worker(worker_settings());
    ASSERT_TRUE(comes_to_be(server_.address(), "t1-7", false));  // played, and its result fetched
  }
  EXPECT_FALSE(queue.wait(Clock::now()));
  queue.submit(quick_pair(7));
  EXPECT_EQ(collect(queue, 2).size(), 2U);
}

TEST_F(GearmanGames, ProgramsRunOnlyWhereTheyAreAllowed) {
  server_.start();
  PairJob job = quick_pair(0);
  job.players[1] = {.name = "Mock", .command = {test::mock_engine()}, .time = kAmple};
  {
    GearmanQueue queue(queue_settings());
    const TestWorker worker(worker_settings());
    queue.submit(job);
    const std::string why = failure_of(queue);
    EXPECT_NE(why.find(test::mock_engine()), std::string::npos) << why;
    EXPECT_NE(why.find("--allow"), std::string::npos) << why;
    EXPECT_NE(why.find(std::to_string(::getpid())), std::string::npos) << why;
  }
  // Once it is allowed the old refusal does not matter.
  GearmanWorkerSettings settings = worker_settings();
  settings.allowed = {"stockfish", test::mock_engine()};
  GearmanQueue queue(queue_settings());
  const TestWorker worker(settings);
  queue.submit(job);
  EXPECT_EQ(collect(queue, 2).size(), 2U);
}

// A program that isn't there is the worker's fault, so nobody loses a game by it.
TEST_F(GearmanGames, PlayerThatCannotBeStartedIsNotToBlame) {
  server_.start();
  PairJob job = quick_pair(0);
  job.players[1] = {.name = "Nobody", .command = {"/no/such/engine"}, .time = kAmple};
  GearmanWorkerSettings settings = worker_settings();
  settings.allows_any = true;
  GearmanQueue queue(queue_settings());
  const TestWorker worker(settings);
  queue.submit(job);
  const std::string why = failure_of(queue);
  EXPECT_NE(why.find("Nobody"), std::string::npos) << why;
}

TEST_F(GearmanGames, NonsenseHarmsNeitherWorkerNorTournament) {
  server_.start();
  GearmanClient client(server_.address());
  client.submit(kPairFunction, "x", "nonsense");
  client.submit(kPairFunction, "y", "");
  client.submit(result_function("t1"), "z", "nonsense");
  GearmanQueue queue(queue_settings());
  const TestWorker worker(worker_settings());
  queue.submit(quick_pair(0));
  EXPECT_EQ(collect(queue, 2).size(), 2U);
  for (const char* key : {"x", "y", "z"}) EXPECT_FALSE(client.is_known(key)) << key;
}

TEST_F(GearmanGames, FrozenServerDoesNotHoldUpAStop) {
  server_.start();
  GearmanQueue queue(queue_settings());
  auto worker = std::make_unique<TestWorker>(worker_settings());
  queue.submit(quick_pair(0));
  ASSERT_EQ(collect(queue, 2).size(), 2U);
  server_.freeze();
  for (int pair = 1; pair < 20; ++pair) queue.submit(quick_pair(pair));
  EXPECT_FALSE(queue.wait(Clock::now() + 300ms));
  const auto begin = Clock::now();
  queue.stop();
  worker.reset();
  EXPECT_LT(Clock::now() - begin, 2 * kGearmanPatience + 10s);
  server_.thaw();
}

TEST(TournamentId, IsTheSameForTheSameTournamentOnly) {
  const auto created = std::chrono::system_clock::now();
  const std::string id = tournament_id(created, "{}");
  EXPECT_TRUE(is_tournament_id(id));
  EXPECT_EQ(tournament_id(created, "{}"), id);
  EXPECT_NE(tournament_id(created + 1ns, "{}"), id);
  EXPECT_NE(tournament_id(created, "{ }"), id);
}

}  // namespace
}  // namespace vitrine::arena
