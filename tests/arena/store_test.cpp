#include "arena/store.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "arena/ply_codec.h"
#include "arena/tournament_support.h"
#include "base/rng.h"
#include "notation/fen.h"

namespace vitrine::arena {
namespace {

using engines::Score;
using test::ScopedLimit;
using test::TemporaryFolder;
using test::tournament_of;

PlyRecord any_ply(base::Rng& rng, const chess::Move& move) {
  PlyRecord ply{.move = move, .is_book = rng.below(2) == 0};
  const auto number = [&] { return static_cast<int>(rng.next() >> rng.below(33)); };
  if (rng.below(3) > 0) {
    ply.score =
        Score{static_cast<Score::Kind>(rng.below(2)), number(), static_cast<Score::Bound>(rng.below(3))};
    if (rng.below(2)) ply.score->chances = {number(), number(), number()};
  }
  ply.depth = number();
  ply.selective_depth = number();
  ply.nodes = rng.next() >> rng.below(64);
  ply.time = Microseconds(static_cast<std::int64_t>(rng.next() >> rng.below(64)));
  if (rng.below(2)) ply.clock_left = Milliseconds(static_cast<std::int64_t>(rng.next() >> rng.below(64)));
  return ply;
}

// A game by random legal moves, every fourth from a Chess960 position, with opening moves.
StoredGame any_game(base::Rng& rng, std::int64_t pair, int number) {
  StoredGame game{.id = {pair, number}, .pair_size = 2, .round = static_cast<int>(pair / 3)};
  game.white = number;
  game.black = 1 - number;
  GameRecord& record = game.record;
  if (rng.below(4) == 0)
    record.opening.start = *notation::parse_fen("nrbbqknr/pppppppp/8/8/8/8/PPPPPPPP/NRBBQKNR w HBhb - 0 1");
  chess::Game played(record.opening.start);
  const std::uint64_t length = rng.below(60);
  while (played.ply() < length && played.position().has_legal_moves()) {
    const auto moves = played.position().legal_moves();
    const chess::Move move = moves[rng.below(moves.size())];
    played.play_unchecked(move);
    record.plies.push_back(any_ply(rng, move));
    if (played.ply() < 5) record.opening.moves.push_back(move);
  }
  record.opening.name = "line " + std::to_string(pair) + std::string("\0 of it", 7);
  if (rng.below(3)) record.winner = static_cast<chess::Color>(rng.below(2));
  record.end = record.winner ? GameEnd::time_forfeit : GameEnd::fifty_moves;
  record.detail = "Ünïcode, 'quotes' and a newline\n";
  record.started = std::chrono::system_clock::time_point(
      std::chrono::system_clock::duration(static_cast<std::int64_t>(rng.next() >> 2)));
  record.duration = Milliseconds(static_cast<std::int64_t>(rng.below(1'000'000)));
  return game;
}

std::vector<StoredGame> games_of(Store& store) {
  std::vector<StoredGame> games;
  store.for_each_game([&](const StoredGame& game) { games.push_back(game); });
  return games;
}

std::string error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const StoreError& error) {
    return error.what();
  }
  return "no error";
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(PlyCodec, ComesBackExactlyAndRefusesWhatItNeverWrites) {
  base::Rng rng(1);
  for (int i = 0; i < 300; ++i) {
    const std::vector<PlyRecord> plies = any_game(rng, i, 0).record.plies;
    const std::string bytes = encode_plies(plies);
    EXPECT_EQ(decode_plies(bytes), plies);
    if (bytes.empty()) continue;
    // A part of it is refused, or is a part of the moves.
    const auto part = decode_plies(std::string_view(bytes).substr(0, rng.below(bytes.size())));
    if (part) {
      EXPECT_TRUE(std::equal(part->begin(), part->end(), plies.begin()));
    }
    std::string noise = bytes;
    noise[rng.below(noise.size())] ^= static_cast<char>(1 << rng.below(8));
    (void)decode_plies(noise);  // whatever it is, it is read without harm
  }
  EXPECT_FALSE(decode_plies(std::string(20, '\xFF')));
}

TEST(Store, GivesEveryGameBackAsItWas) {
  const TemporaryFolder folder;
  base::Rng rng(2);
  std::vector<StoredGame> games;
  TournamentSettings settings = tournament_of(2);
  settings.event = "Round trip";
  const auto before = std::chrono::system_clock::now();
  {
    Store store = Store::create(folder.file("t"), settings, "1.2.3");
    for (int pair = 0; pair < 50; ++pair)
      for (const int number : {1, 0}) {
        games.push_back(any_game(rng, 100 - pair, number));
        EXPECT_EQ(store.record(games.back()), Recorded::added);
      }
    EXPECT_EQ(games_of(store), games);
  }
  Store store = Store::open(folder.file("t"));
  EXPECT_EQ(games_of(store), games);
  EXPECT_EQ(store.find({73, 1}), games[54]);
  EXPECT_EQ(store.find({200, 1}), std::nullopt);
  EXPECT_EQ(to_json(store.settings()), to_json(settings));
  EXPECT_EQ(store.program(), "1.2.3");
  EXPECT_GE(store.created(), before);
  EXPECT_LE(store.created(), std::chrono::system_clock::now());
  std::vector<PlayedGame> played;
  store.for_each_played([&](const PlayedGame& game) { played.push_back(game); });
  ASSERT_EQ(played.size(), games.size());
  for (std::size_t i = 0; i < games.size(); ++i) EXPECT_EQ(played[i], games[i].played());
}

TEST(Store, CountsTheFirstReportOfAGame) {
  const TemporaryFolder folder;
  Store store = Store::create(folder.file("t"), tournament_of(2), "");
  base::Rng rng(3);
  const StoredGame game = any_game(rng, 0, 0);
  StoredGame other = game;
  other.record.duration += Milliseconds(1);
  EXPECT_EQ(store.record(game, Drop{1, 0, "broke"}), Recorded::added);
  EXPECT_EQ(store.record(game, Drop{0, 0, "not again"}), Recorded::known);
  EXPECT_EQ(store.record(other), Recorded::contradicts);
  EXPECT_EQ(games_of(store), std::vector{game});
  EXPECT_EQ(store.drops(), (std::vector{Drop{1, 0, "broke"}}));
}

TEST(Store, HasOneWriterAndAnyNumberOfReaders) {
  const TemporaryFolder folder;
  const std::string path = folder.file("t");
  base::Rng rng(4);
  {
    Store store = Store::create(path, tournament_of(2), "");
    const std::string in_use = path + ": another process is writing this tournament";
    EXPECT_EQ(error_of([&] { Store::open(path); }), in_use);
    EXPECT_EQ(error_of([&] { Store::create(path, tournament_of(2), ""); }), in_use);
    Store reader = Store::open(path, Store::Access::read);
    store.record(any_game(rng, 0, 0));
    EXPECT_EQ(games_of(reader).size(), 1U);
    store.record(any_game(rng, 0, 1));
    EXPECT_EQ(games_of(reader).size(), 2U);
  }
  EXPECT_EQ(games_of(*std::make_unique<Store>(Store::open(path))).size(), 2U);
  EXPECT_EQ(folder.names(), std::vector<std::string>{"t"}) << "no lock and no log is left behind";
}

TEST(Store, AKilledWriterLeavesEverythingAndNoLock) {
  const TemporaryFolder folder;
  const std::string path = folder.file("t");
  base::Rng rng(5);
  const StoredGame game = any_game(rng, 0, 0);
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    Store store = Store::create(path, tournament_of(2), "");
    store.record(game);
    (void)!write(ready[1], "x", 1);
    for (;;) pause();
  }
  char byte;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_TRUE(contains(error_of([&] { Store::open(path); }), "another process"));
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  Store store = Store::open(path);
  EXPECT_EQ(games_of(store), std::vector{game});
  close(ready[0]);
  close(ready[1]);
}

TEST(Store, RefusesWhatIsNoTournament) {
  const TemporaryFolder folder;
  const std::string path = folder.file("t");
  EXPECT_EQ(error_of([&] { Store::open(path); }), path + ": there is no such file");
  std::ofstream(path) << "[Event \"a PGN file, say\"]\n" << std::string(5000, '\n');
  EXPECT_EQ(error_of([&] { Store::open(path); }), path + ": file is not a database");
  EXPECT_TRUE(contains(error_of([&] { Store::create(path, tournament_of(2), ""); }), "this file exists"));
  EXPECT_TRUE(contains(error_of([&] { Store::create(folder.file("no/t"), tournament_of(2), ""); }),
                       "No such file or directory"));

  std::ofstream(folder.file("empty"));
  EXPECT_TRUE(contains(error_of([&] { Store::open(folder.file("empty")); }), "not a tournament"));
  Database(folder.file("other"), Database::Mode::create).run("CREATE TABLE game(x)");
  EXPECT_TRUE(contains(error_of([&] { Store::open(folder.file("other")); }), "not a tournament"));
  EXPECT_NE(error_of([&] { Store::open(folder.file(".")); }), "no error");
}

TEST(Store, RefusesANewerFormat) {
  const TemporaryFolder folder;
  const std::string path = folder.file("t");
  Store::create(path, tournament_of(2), "");
  Database(path, Database::Mode::write).run("PRAGMA user_version = 2");
  EXPECT_TRUE(contains(error_of([&] { Store::open(path); }), "newer version of Vitrine (format 2"));
}

TEST(Store, SaysThatAFileIsDamagedOrReadsItRight) {
  const TemporaryFolder folder;
  const std::string path = folder.file("t");
  base::Rng rng(6);
  std::vector<StoredGame> games;
  {
    Store store = Store::create(path, tournament_of(2), "");
    for (int pair = 0; pair < 40; ++pair) store.record(games.emplace_back(any_game(rng, pair, 0)));
  }
  std::ifstream in(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), {});
  int refused = 0;
  for (int i = 0; i < 60; ++i) {
    std::string damaged = bytes;
    if (i % 2) {
      damaged.resize(rng.below(bytes.size()));
    } else {
      const std::size_t at = rng.below(bytes.size() - 512);
      for (std::size_t k = 0; k < 512; ++k) damaged[at + k] = static_cast<char>(rng.next());
    }
    std::ofstream(path, std::ios::binary | std::ios::trunc) << damaged;
    try {
      Store store = Store::open(path);
      (void)games_of(store);  // bytes that no check covers may have changed
    } catch (const StoreError&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 40);
}

TEST(Store, AFullDiskIsACleanErrorAndLosesNothing) {
  const TemporaryFolder folder;
  const std::string path = folder.file("t");
  base::Rng rng(7);
  std::vector<StoredGame> games;
  const auto handler = signal(SIGXFSZ, SIG_IGN);
  std::string error;
  {
    Store store = Store::create(path, tournament_of(2), "");
    const ScopedLimit limit(RLIMIT_FSIZE, 200'000);
    error = error_of([&] {
      for (int pair = 0; pair < 10'000; ++pair) {
        const StoredGame game = any_game(rng, pair, 0);
        store.record(game);
        games.push_back(game);
      }
    });
  }
  signal(SIGXFSZ, handler);
  EXPECT_TRUE(contains(error, path + ": ")) << error;
  EXPECT_TRUE(contains(error, "full") || contains(error, "File too large")) << error;
  ASSERT_GT(games.size(), 10U);
  Store store = Store::open(path);
  EXPECT_EQ(games_of(store), games);
  EXPECT_EQ(store.record(any_game(rng, 20'000, 0)), Recorded::added) << "it goes on when there is room again";
}

TEST(Store, WithoutFileDescriptorsIsACleanError) {
  const TemporaryFolder folder;
  const std::string path = folder.file("t");
  base::Rng rng(8);
  Store running = Store::create(folder.file("running"), tournament_of(2), "");
  Store::create(path, tournament_of(2), "");
  const int next_descriptor = open("/dev/null", O_RDONLY);
  close(next_descriptor);
  for (rlim_t spare = 0; spare < 3; ++spare) {
    const ScopedLimit limit(RLIMIT_NOFILE, static_cast<rlim_t>(next_descriptor) + spare);
    const std::string error = error_of([&] { Store::open(path); });
    EXPECT_TRUE(contains(error, path)) << spare << error;
    EXPECT_EQ(running.record(any_game(rng, static_cast<std::int64_t>(spare), 0)), Recorded::added);
  }
  EXPECT_EQ(error_of([&] { Store::open(path); }), "no error");
}

TEST(Store, AHalfMadeFileIsNotInTheWay) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("t-new")) << "the creator was killed here";
  std::ofstream(folder.file("t-lock")) << "";
  Store::create(folder.file("t"), tournament_of(2), "");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"t"});
}

}  // namespace
}  // namespace vitrine::arena
