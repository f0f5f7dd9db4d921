#include "arena/tournament.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <fstream>
#include <set>
#include <sstream>
#include <thread>

#include "arena/opening_book.h"
#include "arena/summary.h"
#include "arena/thread_queue.h"
#include "arena/tournament_support.h"
#include "base/rng.h"
#include "notation/pgn_game.h"

namespace vitrine::arena {
namespace {

using namespace std::chrono_literals;
using test::exhibit_player;
using test::make_exhibit;
using test::ScopedLimit;
using test::TemporaryFolder;
using test::tournament_of;

std::function<Opening(std::int64_t)> openings_of(const TournamentSettings& settings) {
  auto book = OpeningBook::load(settings.openings, settings.seed);
  if (!book) throw std::runtime_error(book.error().to_string());
  return [book = std::make_shared<OpeningBook>(std::move(*book))](std::int64_t pair) {
    return book->opening(pair);
  };
}

Summary run(Store& store, const EngineFactory& factory = make_exhibit, std::stop_token stop = {},
            const EventSink& events = {}) {
  ThreadQueue queue({.concurrency = store.settings().concurrency}, factory, events);
  Tournament tournament(
      {.store = store, .queue = queue, .opening = openings_of(store.settings()), .events = events});
  return tournament.run(stop);
}

std::vector<StoredGame> games_of(Store& store) {
  std::vector<StoredGame> games;
  store.for_each_game([&](const StoredGame& game) { games.push_back(game); });
  return games;
}

std::string text_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The PGN file has exactly the stored games, each whole and once.
void expect_same_games(const std::string& pgn, Store& store) {
  std::map<std::string, StoredGame> expected;
  const TournamentSettings& settings = store.settings();
  for (StoredGame& game : games_of(store))
    expected[std::to_string(game.round + 1) + "." + std::to_string(game.id.pair + 1) + "." +
             std::to_string(game.id.game + 1)] = std::move(game);
  const auto read = notation::read_games(text_of(pgn));
  EXPECT_EQ(read.size(), expected.size());
  std::set<std::string> seen;
  for (const notation::PgnGame& game : read) {
    const std::string round(game.tags.find("Round").value_or("?"));
    ASSERT_TRUE(expected.contains(round)) << round;
    EXPECT_TRUE(seen.insert(round).second) << round << " is there twice";
    EXPECT_FALSE(game.error);
    const StoredGame& stored = expected[round];
    EXPECT_EQ(game.tags.find("White"), settings.players[static_cast<std::size_t>(stored.white)].name);
    EXPECT_EQ(game.tags.find("Black"), settings.players[static_cast<std::size_t>(stored.black)].name);
    EXPECT_EQ(notation::to_string(game.result), stored.record.result());
    std::vector<chess::Move> moves;
    for (const PlyRecord& ply : stored.record.plies) moves.push_back(ply.move);
    EXPECT_EQ(game.moves(), moves);
    EXPECT_EQ(game.start, stored.record.opening.start);
  }
}

TEST(Tournament, PlaysAMatchAndRecordsEverything) {
  const TemporaryFolder folder;
  TournamentSettings settings = tournament_of(2);
  settings.rounds = 20;
  settings.concurrency = 3;
  settings.pgn.file = folder.file("games.pgn");
  std::atomic<int> finished = 0, ended = 0;
  Store store = Store::create(folder.file("t"), settings, "");
  const Summary summary = run(store, make_exhibit, {}, [&](const Event& event) {
    finished += std::holds_alternative<GameFinished>(event);
    ended += std::holds_alternative<TournamentEnded>(event);
  });
  EXPECT_EQ(summary.end, TournamentEnd::finished);
  EXPECT_EQ(summary.why, "All games are played.");
  EXPECT_EQ(summary.progress.games, 40);
  EXPECT_EQ(summary.progress.total, 40);
  EXPECT_EQ(summary.progress.remaining, 0ms);
  EXPECT_EQ(finished, 40);
  EXPECT_EQ(ended, 1);
  const PairingScore score = summary.progress.scores.pairing(0, 1);
  EXPECT_EQ(score.pairs.pairs(), 20);
  EXPECT_EQ(score.pairs.games(), score.games());
  EXPECT_EQ(score.as_white.games(), 20);

  std::map<std::int64_t, std::vector<StoredGame>> pairs;
  for (const StoredGame& game : games_of(store)) pairs[game.id.pair].push_back(game);
  EXPECT_EQ(pairs.size(), 20U);
  const auto openings = openings_of(settings);
  std::set<chess::Key> positions;
  for (const auto& [pair, games] : pairs) {
    ASSERT_EQ(games.size(), 2U);
    EXPECT_EQ(games[0].record.opening, games[1].record.opening);
    EXPECT_EQ(games[0].record.opening, openings(pair));
    EXPECT_EQ(games[0].white, games[1].black);
    EXPECT_EQ(games[0].black, games[1].white);
    positions.insert(games[0].record.opening.game().position().key());
  }
  EXPECT_EQ(positions.size(), 20U) << "each pair has an opening of its own";
  expect_same_games(settings.pgn.file, store);
}

TEST(Tournament, ThatIsOverHasNothingToPlay) {
  const TemporaryFolder folder;
  Store store = Store::create(folder.file("t"), tournament_of(3), "");
  (void)run(store);
  const auto games = games_of(store);
  const Summary again = run(store, [](const Player&) -> std::unique_ptr<engines::Engine> {
    throw std::logic_error("nothing is played");
  });
  EXPECT_EQ(again.end, TournamentEnd::finished);
  EXPECT_EQ(again.progress.games, 6);
  EXPECT_EQ(games_of(store), games);
}

TEST(Tournament, EveryFormatIsPlayedToItsEnd) {
  for (const Format format : {Format::round_robin, Format::gauntlet, Format::pyramid, Format::swiss,
                              Format::knockout, Format::swiss_then_knockout}) {
    const TemporaryFolder folder;
    TournamentSettings settings = tournament_of(5, format);
    settings.rounds = 2;
    settings.seeds = 2;
    settings.concurrency = 2;
    Store store = Store::create(folder.file("t"), settings, "");
    const Summary summary = run(store);
    EXPECT_EQ(summary.end, TournamentEnd::finished);
    EXPECT_EQ(summary.progress.standings.size(), 5U);
    const bool has_champion = format == Format::knockout || format == Format::swiss_then_knockout;
    EXPECT_EQ(summary.progress.champion.has_value(), has_champion);
    EXPECT_NE(to_text(settings, summary.progress).find("Name"), std::string::npos);

    // Whoever reads the file, also while it is open for writing, sees the same.
    Store reader = Store::open(folder.file("t"), Store::Access::read);
    const Progress read = read_progress(reader);
    EXPECT_EQ(read.games, summary.progress.games);
    EXPECT_EQ(read.total, summary.progress.total);
    EXPECT_EQ(read.champion, summary.progress.champion);
    EXPECT_EQ(to_text(settings, read), to_text(settings, summary.progress));
  }
}

TEST(Tournament, StoppedGoesOnWhereItWas) {
  const TemporaryFolder folder;
  TournamentSettings settings = tournament_of(4);
  settings.rounds = 5;
  settings.concurrency = 2;
  settings.pgn.file = folder.file("games.pgn");
  std::ofstream(settings.pgn.file) << "[Event \"before\"]\n\n1. e4 *";
  { Store::create(folder.file("t"), settings, ""); }
  std::vector<StoredGame> recorded;
  int sessions = 0;
  for (bool is_over = false; !is_over; ++sessions) {
    Store store = Store::open(folder.file("t"));
    std::stop_source stop;
    std::atomic<int> finished = 0;
    const Summary summary = run(store, make_exhibit, stop.get_token(), [&](const Event& event) {
      if (std::holds_alternative<GameFinished>(event) && ++finished == 9) stop.request_stop();
    });
    is_over = summary.end == TournamentEnd::finished;
    const auto games = games_of(store);
    ASSERT_GE(games.size(), recorded.size());
    for (std::size_t i = 0; i < recorded.size(); ++i) EXPECT_EQ(games[i], recorded[i]);
    EXPECT_EQ(summary.progress.games, std::ssize(games));
    if (is_over) {
      EXPECT_EQ(games.size(), 6U * 5 * 2);
    }
    recorded = games;
  }
  EXPECT_GT(sessions, 4);
  auto pgn = notation::read_games(text_of(settings.pgn.file));
  ASSERT_EQ(pgn.size(), 61U);
  EXPECT_EQ(pgn[0].tags.find("Event"), "before") << "what was there before stays";
}

// A player whose engine never starts.
EngineFactory without(const std::string& broken) {
  return [broken](const Player& player) {
    if (player.name == broken)
      throw engines::EngineFault(engines::EngineFault::Kind::cannot_start, "no such program");
    return make_exhibit(player);
  };
}

TEST(Tournament, DropsWhoBreaksTooOften) {
  const TemporaryFolder folder;
  TournamentSettings settings = tournament_of(4);
  settings.rounds = 10;
  settings.max_faults = 3;
  std::vector<PlayerDropped> dropped;
  Store store = Store::create(folder.file("t"), settings, "");
  const Summary summary = run(store, without("C"), {}, [&](const Event& event) {
    if (const auto* drop = std::get_if<PlayerDropped>(&event)) dropped.push_back(*drop);
  });
  EXPECT_EQ(summary.end, TournamentEnd::finished);
  ASSERT_EQ(dropped.size(), 1U);
  EXPECT_EQ(dropped[0].player, 2);
  EXPECT_NE(dropped[0].why.find("C has lost 4 games by breaking, the last by cannot_start"),
            std::string::npos)
      << dropped[0].why;
  // Pairs that were already handed out are finished: one being played, one waiting.
  EXPECT_GE(summary.progress.scores.faults(2).crashes, 4);
  EXPECT_LE(summary.progress.scores.faults(2).crashes, 8);
  for (const int player : {0, 1, 3})
    for (const int other : {0, 1, 3})
      if (player != other) {
        EXPECT_EQ(summary.progress.scores.pairing(player, other).games().games(), 20);
      }
  EXPECT_EQ(summary.progress.total, summary.progress.games);
  const Summary again = run(store);
  EXPECT_EQ(again.progress.games, summary.progress.games) << "who is out stays out";
  EXPECT_EQ(again.progress.drops, summary.progress.drops);
}

TEST(Tournament, EndsWhenNobodyIsLeft) {
  for (const Format format : {Format::round_robin, Format::swiss, Format::knockout}) {
    const TemporaryFolder folder;
    TournamentSettings settings = tournament_of(2, format);
    settings.rounds = 1000;
    settings.max_faults = 1;
    Store store = Store::create(folder.file("t"), settings, "");
    const Summary summary = run(store, without("B"));
    EXPECT_EQ(summary.end, TournamentEnd::nobody_left);
    EXPECT_LE(summary.progress.games, 20);  // those handed out before the second fault was known
    EXPECT_NE(summary.why.find("B has lost 2 games"), std::string::npos) << summary.why;
  }
}

TEST(Tournament, NoFaultsAreTooManyIfSoWished) {
  const TemporaryFolder folder;
  TournamentSettings settings = tournament_of(2);
  settings.rounds = 20;
  settings.max_faults = 0;
  Store store = Store::create(folder.file("t"), settings, "");
  EXPECT_EQ(run(store, without("B")).progress.scores.faults(1).all(), 40);
}

TEST(Tournament, ATestStopsItWithItsVerdict) {
  const TemporaryFolder folder;
  TournamentSettings settings = tournament_of(2);
  std::swap(settings.players[0], settings.players[1]);  // evil beats random clearly
  settings.rounds = 100'000;
  settings.concurrency = 2;
  settings.sprt = SprtSettings{.elo0 = 0, .elo1 = 50};
  Store store = Store::create(folder.file("t"), settings, "");
  const Summary summary = run(store);
  EXPECT_EQ(summary.end, TournamentEnd::sprt);
  EXPECT_EQ(summary.why, "The test accepts H1.");
  ASSERT_TRUE(summary.progress.sprt);
  EXPECT_GE(summary.progress.sprt->llr, summary.progress.sprt->bounds.upper);
  EXPECT_DOUBLE_EQ(summary.progress.sprt->llr,
                   sprt_llr(summary.progress.scores.pairing(0, 1).pairs, *settings.sprt));
  EXPECT_LT(summary.progress.games, 2000);
  EXPECT_EQ(run(store).progress.games, summary.progress.games) << "decided is decided";
}

TEST(Tournament, ProgressMayBeAskedForWhileItRuns) {
  const TemporaryFolder folder;
  TournamentSettings settings = tournament_of(3);
  settings.rounds = 30;
  settings.concurrency = 2;
  Store store = Store::create(folder.file("t"), settings, "");
  ThreadQueue queue({.concurrency = 2}, make_exhibit);
  Tournament tournament({.store = store, .queue = queue, .opening = openings_of(settings)});
  std::jthread watcher([&](std::stop_token stop) {
    for (std::int64_t before = 0; !stop.stop_requested();) {
      const Progress progress = tournament.progress();
      EXPECT_GE(progress.games, before);
      EXPECT_EQ(progress.total, 180);
      EXPECT_EQ(progress.standings.size(), 3U);
      before = progress.games;
    }
  });
  EXPECT_EQ(tournament.run({}).progress.games, 180);
}

TEST(Tournament, AFullDiskEndsItCleanlyAndLosesNothing) {
  const TemporaryFolder folder;
  TournamentSettings settings = tournament_of(2);
  settings.rounds = 500;
  settings.pgn.file = folder.file("games.pgn");
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  std::atomic<std::size_t> finished = 0;
  {
    Store store = Store::create(folder.file("t"), settings, "");
    const ScopedLimit limit(RLIMIT_FSIZE, 300'000);
    EXPECT_THROW(
        (void)run(store, make_exhibit, {},
                  [&](const Event& event) { finished += std::holds_alternative<GameFinished>(event); }),
        std::runtime_error);
  }
  signal(SIGXFSZ, handler);
  EXPECT_GT(finished, 5U);
  Store store = Store::open(folder.file("t"));
  EXPECT_GE(games_of(store).size(), finished);
  std::stop_source stop;
  std::size_t more = 0;
  (void)run(store, make_exhibit, stop.get_token(), [&](const Event& event) {
    if (std::holds_alternative<GameFinished>(event) && ++more == 10) stop.request_stop();
  });
  expect_same_games(settings.pgn.file, store);
}

// A queue that reports games twice, and one of them differently.
class StutteringQueue final : public JobQueue {
 public:
  explicit StutteringQueue(JobQueue& queue) : queue_(queue) {}
  void submit(PairJob job) override { queue_.submit(std::move(job)); }
  int capacity() const override { return queue_.capacity(); }
  std::optional<FinishedGame> wait(std::chrono::steady_clock::time_point deadline) override {
    if (!again_.empty()) {
      FinishedGame game = again_.back();
      again_.pop_back();
      return game;
    }
    auto game = queue_.wait(deadline);
    if (!game) return game;
    again_ = {*game, *game, {999'999, 0, game->record}};
    if (game->pair == 0 && game->game == 0) again_[0].record.detail += "!";
    return game;
  }
  void stop() override { queue_.stop(); }

 private:
  JobQueue& queue_;
  std::vector<FinishedGame> again_;
};

TEST(Tournament, CountsAGameOnceHoweverOftenItIsReported) {
  const TemporaryFolder folder;
  TournamentSettings settings = tournament_of(2);
  settings.rounds = 10;
  Store store = Store::create(folder.file("t"), settings, "");
  ThreadQueue threads({}, make_exhibit);
  StutteringQueue queue(threads);
  Tournament tournament({.store = store, .queue = queue, .opening = openings_of(settings)});
  const Summary summary = tournament.run({});
  EXPECT_EQ(summary.progress.games, 20);
  EXPECT_EQ(games_of(store).size(), 20U);
  EXPECT_GE(summary.repeated_reports, 38);
  EXPECT_EQ(summary.contradictions, 1);
}

// --- Killed

struct Plan {
  std::int64_t pair;
  int game, white, black, round;
  Opening opening;
  bool operator==(const Plan&) const = default;
};
std::map<std::pair<std::int64_t, int>, Plan> plan_of(Store& store) {
  std::map<std::pair<std::int64_t, int>, Plan> plan;
  for (const StoredGame& game : games_of(store))
    plan[{game.id.pair, game.id.game}] = {game.id.pair, game.id.game, game.white,
                                          game.black,   game.round,   game.record.opening};
  return plan;
}

struct Killing {
  std::chrono::microseconds after;
  bool after_first_game = false;  // else after its start
};

// Runs the tournament in a process of its own, which is killed, or may finish. True: it has finished.
bool run_in_child(const std::string& path, const TournamentSettings& settings,
                  const std::optional<Killing>& killing) {
  int game_finished[2];
  if (pipe(game_finished) != 0) throw std::runtime_error("no pipe");
  const pid_t child = fork();
  if (child == 0) {
    close(game_finished[0]);
    try {
      Store store = std::filesystem::exists(path) ? Store::open(path) : Store::create(path, settings, "");
      const auto tell = [&](const Event& event) {
        if (std::holds_alternative<GameFinished>(event)) (void)!write(game_finished[1], "x", 1);
      };
      _exit(run(store, make_exhibit, {}, tell).end == TournamentEnd::finished ? 0 : 1);
    } catch (const std::exception& error) {
      fprintf(stderr, "%s\n", error.what());
      _exit(2);
    }
  }
  close(game_finished[1]);
  if (killing) {
    char byte;
    if (killing->after_first_game) (void)!read(game_finished[0], &byte, 1);
    std::this_thread::sleep_for(killing->after);  // the random moment
    kill(child, SIGKILL);
  }
  char bytes[4096];
  while (read(game_finished[0], bytes, sizeof bytes) > 0) {
  }
  close(game_finished[0]);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0) << WEXITSTATUS(status);
  return WIFEXITED(status);
}

// Half of them early, when files are opened and rebuilt, half of them in the middle of play.
Killing any_killing(base::Rng& rng) {
  const bool in_play = rng.below(2) == 0;
  return {std::chrono::microseconds(rng.below(30'000)), in_play};
}

int number_of_kills() {
  const char* text = std::getenv("VITRINE_KILLS");
  return text ? std::atoi(text) : 25;
}

// Killed with SIGKILL at random moments and continued each time: no finished game is lost, changed or
// doubled, and what is played is what an undisturbed run plays.
TEST(Tournament, SurvivesBeingKilledAtAnyMoment) {
  const TemporaryFolder folder;
  const int kills = number_of_kills();
  TournamentSettings settings = tournament_of(3);
  settings.seed = 7;
  settings.rounds = 8 * kills;  // 48 games for each kill
  settings.concurrency = 2;
  settings.pgn.file = folder.file("games.pgn");
  const std::string path = folder.file("t");
  base::Rng rng(20260101);
  std::map<std::pair<std::int64_t, int>, StoredGame> recorded;
  int killed = 0, finished_early = 0;
  for (int i = 0; i < kills; ++i) {
    if (run_in_child(path, settings, any_killing(rng))) {
      ++finished_early;
    } else {
      ++killed;
    }
    if (!std::filesystem::exists(path)) continue;  // killed before it was created
    Store store = Store::open(path, Store::Access::read);
    std::map<std::pair<std::int64_t, int>, StoredGame> now;
    for (const StoredGame& game : games_of(store)) now[{game.id.pair, game.id.game}] = game;
    for (const auto& [id, game] : recorded)
      ASSERT_EQ(now.at(id), game) << "a finished game was lost or changed";
    recorded = std::move(now);
  }
  RecordProperty("kills", killed);
  RecordProperty("games_at_the_last_kill", static_cast<int>(recorded.size()));
  EXPECT_GT(killed, kills * 3 / 4) << finished_early << " finished before they were killed";
  EXPECT_TRUE(run_in_child(path, settings, {}));

  Store store = Store::open(path);
  const auto games = games_of(store);
  EXPECT_EQ(games.size(), static_cast<std::size_t>(settings.rounds * 3 * 2));
  for (const auto& [id, game] : recorded) EXPECT_EQ(store.find({id.first, id.second}), game);
  expect_same_games(settings.pgn.file, store);

  TournamentSettings undisturbed = settings;
  undisturbed.pgn.file.clear();
  Store other = Store::create(folder.file("undisturbed"), undisturbed, "");
  EXPECT_EQ(run(other).end, TournamentEnd::finished);
  EXPECT_EQ(plan_of(store), plan_of(other));
}

// The same for a format whose pairings depend on results.
TEST(Tournament, ASwissSurvivesBeingKilled) {
  const TemporaryFolder folder;
  TournamentSettings settings = tournament_of(8, Format::swiss_then_knockout);
  settings.rounds = 5;
  settings.games = 4;
  settings.seeds = 4;
  settings.concurrency = 2;
  const std::string path = folder.file("t");
  base::Rng rng(3);
  for (int i = 0; i < number_of_kills() / 2; ++i) run_in_child(path, settings, any_killing(rng));
  EXPECT_TRUE(run_in_child(path, settings, {}));
  Store store = Store::open(path);
  std::map<std::int64_t, std::set<int>> games;
  std::size_t swiss_games = 0;
  for (const StoredGame& game : games_of(store)) {
    EXPECT_TRUE(games[game.id.pair].insert(game.id.game).second);
    swiss_games += game.round < 5;
  }
  EXPECT_EQ(swiss_games, 5U * 4 * 4);
  EXPECT_TRUE(run(store).progress.champion);
}

}  // namespace
}  // namespace vitrine::arena
