// The engines of Debian through our clients: what they answer must be legal, and what they report must be
// readable.

#include <gtest/gtest.h>

#include <chrono>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "chess/game.h"
#include "notation/fen.h"
#include "notation/uci_move.h"
#include "protocols/client_support.h"
#include "protocols/engine_client.h"

namespace vitrine::protocols {

namespace {

enum class Protocol { uci, xboard };

struct RealEngine {
  const char* name;
  std::vector<std::string> argv;
  Protocol protocol;
  bool has_setboard = true;
};

void PrintTo(const RealEngine& engine, std::ostream* out) { *out << engine.name; }

const std::vector<RealEngine>& engines_of_debian() {
  static const std::vector<RealEngine> kEngines = {
      {"stockfish", {"stockfish"}, Protocol::uci},
      {"ethereal", {"ethereal-chess"}, Protocol::uci},
      {"toga2", {"toga2"}, Protocol::uci},
      {"glaurung", {"glaurung"}, Protocol::uci},
      {"gnuchess_uci", {"gnuchess", "--uci"}, Protocol::uci},
      {"gnuchess", {"gnuchess", "--xboard"}, Protocol::xboard},
      {"phalanx", {"phalanx"}, Protocol::xboard},
      {"hoichess", {"hoichess", "--xboard"}, Protocol::xboard},
      {"sjeng", {"sjeng"}, Protocol::xboard},
      {"fairymax", {"fairymax"}, Protocol::xboard, false},
  };
  return kEngines;
}

constexpr const char* kMiddlegame = "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9";
constexpr const char* kWithRights = "r3k2r/pppq1ppp/2npbn2/2b1p3/2B1P3/2NPBN2/PPPQ1PPP/R3K2R b KQkq - 0 8";

class RealEngines : public testing::TestWithParam<RealEngine> {
 protected:
  void SetUp() override {
    try {
      start();
    } catch (const engines::EngineFault& fault) {
      if (std::string(fault.what()).find("not in PATH") != std::string::npos) GTEST_SKIP() << fault.what();
      throw;
    }
  }

  void start() {
    engine_.reset();
    EngineCommand command{.name = GetParam().name, .argv = GetParam().argv};
    command.patience = {.start = 30s, .ping = 15s, .margin = 15s};  // CI machines are busy
    command.environment = std::vector<std::string>{mark_.text()};
    for (char** entry = environ; *entry != nullptr; ++entry) command.environment->emplace_back(*entry);
    transcript_.watch(command);
    engine_ = GetParam().protocol == Protocol::uci ? start_uci_engine(command) : start_cecp_engine(command);
  }

  engines::Choice choose(const chess::Game& game, const engines::Limits& limits,
                         const engines::Signals& signals = {}) {
    const auto listen = [this](const engines::Report& report) {
      if (report.score) ++scores_;
      if (!report.pv.empty()) ++lines_;
    };
    const engines::Choice choice = [&] {
      try {
        return engine_->choose(game, limits, listen, signals);
      } catch (const engines::EngineFault& fault) {
        if (!is_known_crash(fault)) throw;
        start();
        return engine_->choose(game, limits, listen, signals);
      }
    }();
    EXPECT_TRUE(choice.move && game.position().is_legal(*choice.move)) << transcript_.text();
    return choice;
  }

  // GNU Chess 6.2.7 now and then overruns a buffer of its own, and dies of it; it is asked once more.
  static bool is_known_crash(const engines::EngineFault& fault) {
    const std::string what = fault.what();
    return std::string(GetParam().name).starts_with("gnuchess") &&
           (what.find("killed by SIGABRT") != std::string::npos ||
            what.find("killed by SIGSEGV") != std::string::npos);
  }

  void TearDown() override {
    if (HasFailure()) std::cerr << transcript_.text().substr(0, 6000) << '\n';
  }

  Mark mark_;
  Transcript transcript_;
  std::unique_ptr<ExternalEngine> engine_;
  int scores_ = 0;
  int lines_ = 0;
};

}  // namespace

TEST_P(RealEngines, SaysItsName) { EXPECT_FALSE(engine_->reported_name().empty()); }

TEST_P(RealEngines, PlaysAGameAgainstItself) {
  chess::Game game;
  engine_->new_game();
  engines::Clock clock{.remaining = {20s, 20s}, .increment = {100ms, 100ms}};
  for (int ply = 0; ply < 8; ++ply) {
    const engines::Choice choice = choose(game, {.clock = clock});
    ASSERT_TRUE(choice.move);
    game.play_unchecked(*choice.move);
  }
  engine_->new_game();
  const chess::Game middlegame(notation::parse_fen(kWithRights).value());
  choose(middlegame, {.move_time = 500ms});
  EXPECT_GT(scores_, 0);
  EXPECT_GT(lines_, 0);
}

TEST_P(RealEngines, ThinksAboutAMiddlegame) {
  for (const char* fen : {kMiddlegame, kWithRights}) {
    chess::Game game(notation::parse_fen(fen).value());
    for (int ply = 0; ply < 2; ++ply) {
      const auto start = std::chrono::steady_clock::now();
      const engines::Choice choice = choose(game, {.depth = 3});
      ASSERT_TRUE(choice.move);
      EXPECT_LT(std::chrono::steady_clock::now() - start, 30s);
      game.play_unchecked(*choice.move);
    }
  }
  EXPECT_GT(scores_, 0);
  EXPECT_GT(lines_, 0);
}

TEST_P(RealEngines, ObeysAMoveTime) {
  const chess::Game game(notation::parse_fen(kMiddlegame).value());
  for (const auto time : {200ms, 1500ms}) {
    const auto start = std::chrono::steady_clock::now();
    choose(game, {.move_time = time});
    EXPECT_LT(std::chrono::steady_clock::now() - start, time + 4s);
  }
}

TEST_P(RealEngines, ThinksUntilItIsStopped) {
  const chess::Game game(notation::parse_fen(kMiddlegame).value());
  for (int run = 0; run < 2; ++run) {
    std::stop_source stop;
    std::jthread stopper([&] {
      std::this_thread::sleep_for(400ms);
      stop.request_stop();
    });
    const auto start = std::chrono::steady_clock::now();
    choose(game, {.infinite = true}, {.stop = stop.get_token()});
    const auto time = std::chrono::steady_clock::now() - start;
    EXPECT_GE(time, 300ms);
    EXPECT_LT(time, 8s);
  }
}

TEST_P(RealEngines, LimitedByNodes) {
  const chess::Game game(notation::parse_fen(kMiddlegame).value());
  const auto start = std::chrono::steady_clock::now();
  choose(game, {.nodes = 20'000});
  EXPECT_LT(std::chrono::steady_clock::now() - start, 20s);
}

TEST_P(RealEngines, FindsAMate) {
  // Both sides; White's has castling rights and Black's a pawn that may be taken en passant.
  for (const auto& [fen, move] :
       {std::pair{"r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7"},
        std::pair{"r5k1/5ppp/8/8/1pP5/8/5PPP/6K1 b - c3 0 1", "a8a1"}}) {
    const chess::Game game(notation::parse_fen(fen).value());
    const engines::Choice choice = choose(game, {.depth = 12});
    ASSERT_TRUE(choice.move);
    EXPECT_EQ(notation::to_uci(*choice.move), move) << fen;
  }
}

TEST_P(RealEngines, NothingIsLeftOfIt) {
  const chess::Game game;
  choose(game, {.depth = 1});
  const auto start = std::chrono::steady_clock::now();
  engine_.reset();
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
  EXPECT_EQ(mark_.living(), 0u);
  EXPECT_EQ(unburied_children(), 0u);
}

INSTANTIATE_TEST_SUITE_P(Debian, RealEngines, testing::ValuesIn(engines_of_debian()),
                         [](const auto& engine) { return std::string(engine.param.name); });

}  // namespace vitrine::protocols
