// Random sessions: whatever a GUI says in whatever order, the server answers every ping, plays only legal
// moves, and agrees with a second board on what is legal.

#include <algorithm>
#include <tuple>

#include "base/rng.h"
#include "chess/support.h"
#include "engines/roster.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "protocols/cecp_support.h"

namespace vitrine::protocols::cecp_testing {
namespace {

// Random legal moves with a reply to ponder on; obeys signals, at times slowly.
TestEngine::Act random_player(std::uint64_t seed) {
  auto rng = std::make_shared<base::Rng>(seed);
  return [rng](const chess::Game& game, const engines::Limits& limits, const engines::Listener& on_report,
               const engines::Signals& signals) {
    const auto any = [&](const chess::Position& pos) {
      const chess::MoveList moves = pos.legal_moves();
      return moves[rng->below(moves.size())];
    };
    const chess::Move move = any(game.position());
    on_report({.depth = 1,
               .score = engines::Score::centipawns(static_cast<int>(rng->below(200)) - 100),
               .pv = {move}});
    const bool is_lazy = rng->below(2) == 0;
    if (is_lazy && (limits.infinite || limits.ponder))
      while (!signals.stop.stop_requested() && !signals.ponder_hit.stop_requested())
        std::this_thread::yield();
    const chess::Position next = game.position().after(move);
    engines::Choice choice{.move = move};
    if (next.has_legal_moves()) choice.ponder = any(next);
    return choice;
  };
}

// An exhibit that does not take its time, but obeys all signals.
TestEngine::Act hasty(std::string_view exhibit) {
  std::shared_ptr<engines::Engine> engine = engines::find_exhibit(exhibit)->make();
  return [engine](const chess::Game& game, engines::Limits limits, const engines::Listener& on_report,
                  const engines::Signals& signals) {
    if (!limits.infinite) limits.depth = 1;
    return engine->choose(game, limits, on_report, signals);
  };
}

class RandomSession {
 public:
  RandomSession(std::uint64_t seed, TestEngine::Act act) : rng_(seed), session_(std::move(act)) {
    tell("post");
  }

  void step() {
    switch (rng_.below(24)) {
      case 0: return start_anew();
      case 1: return tell("force");
      case 2: return is_refused_ ? start_anew() : tell("go");
      case 3: return tell("playother");
      case 4: return undo("undo", 1);
      case 5: return undo("remove", 2);
      case 6: return tell(rng_.below(2) == 0 ? "hard" : "easy");
      case 7: return tell(rng_.below(2) == 0 ? "analyze" : "exit");
      case 8: return tell("draw");
      case 9: return tell("hint");
      case 10: return tell("?");
      case 11: return tell("result 1-0 {test}");
      case 12: return tell("option Contempt=" + std::to_string(rng_.below(200)));
      case 13: return tell("memory " + std::to_string(rng_.below(2000)));
      case 14: return tell("level 40 0:" + std::to_string(rng_.below(60)) + " 0.5");
      case 15: return tell(".");
      case 16: return set_board();
      case 17: return illegal_move();
      default: return legal_move();
    }
  }

 private:
  void tell(const std::string& line) { std::ignore = say(line); }
  // Says it, waits until all is done, and follows the engine's moves on our board.
  Lines say(const std::string& line) {
    Lines lines = session_.ask({line});
    for (const std::string& answer : lines) follow(line, answer);
    return lines;
  }
  void follow(const std::string& line, const std::string& answer) {
    if (!answer.starts_with("move ")) return;
    const auto move = notation::parse_uci_move(game_.position(), answer.substr(5));
    ASSERT_TRUE(move.has_value()) << answer << " after " << line << " in "
                                  << notation::to_fen(game_.position());
    game_.play_unchecked(*move);
  }

  void start_anew() {
    game_ = chess::Game();
    is_refused_ = false;
    tell("new");
  }
  void undo(const std::string& word, std::size_t plies) {
    const bool can = !is_refused_ && game_.ply() >= plies;
    // The engine does not move on its own after this, so our board may follow first.
    if (can)
      for (std::size_t i = 0; i < plies; ++i) game_.undo();
    const Lines lines = say(word);
    EXPECT_EQ(std::count(lines.begin(), lines.end(), "Error (command not legal now): " + word), can ? 0 : 1);
  }
  void set_board() {
    constexpr std::string_view kFens[] = {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/8/8/8 w - - 0 1",
    };
    const std::string fen(kFens[rng_.below(std::size(kFens))]);
    const auto pos = notation::parse_fen(fen);
    is_refused_ = !pos;
    if (pos) game_ = chess::Game(*pos);
    const Lines lines = say("setboard " + fen);
    EXPECT_EQ(std::count(lines.begin(), lines.end(), "tellusererror Illegal position"), is_refused_ ? 1 : 0);
  }
  void legal_move() {
    const chess::MoveList moves = game_.position().legal_moves();
    if (is_refused_ || moves.empty()) return start_anew();
    const chess::Move move = moves[rng_.below(moves.size())];
    const std::string text =
        rng_.below(2) == 0 ? notation::to_uci(move) : "usermove " + notation::to_san(game_.position(), move);
    const std::string before = notation::to_fen(game_.position());
    game_.play_unchecked(move);
    for (const std::string& line : say(text))
      EXPECT_FALSE(line.starts_with("Illegal") || line.starts_with("Error")) << line << " in " << before;
  }
  void illegal_move() {
    const std::string text = "usermove e1e1";
    const Lines lines = say(text);
    EXPECT_TRUE(std::any_of(lines.begin(), lines.end(),
                            [](const std::string& line) { return line.starts_with("Illegal move ("); }));
  }

  base::Rng rng_;
  Session session_;
  chess::Game game_;
  bool is_refused_ = false;
};

TEST(CecpSession, AgreesOnTheBoardWhateverIsSaid) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomSession session(seed, random_player(seed + 1));
    for (int i = 0; i < 150 && !testing::Test::HasFailure(); ++i) session.step();
    if (testing::Test::HasFailure()) return;
  }
}

TEST(CecpSession, AgreesOnTheBoardWithEveryExhibit) {
  for (const auto& [card, make] : engines::roster())
    for (int seed = 0; seed < std::max(chess::scaled(10), 2); ++seed) {
      SCOPED_TRACE(std::string(card.name) + ", seed " + std::to_string(seed));
      RandomSession session(static_cast<std::uint64_t>(seed), hasty(card.name));
      for (int i = 0; i < 150 && !testing::Test::HasFailure(); ++i) session.step();
      if (testing::Test::HasFailure()) return;
    }
}

// The same storm without waiting for anything: the server must survive, and answer the last ping.
TEST(CecpSession, SurvivesACrowdOfCommands) {
  constexpr std::string_view kLines[] = {"new",
                                         "go",
                                         "force",
                                         "usermove e2e4",
                                         "usermove e7e5",
                                         "hard",
                                         "easy",
                                         "undo",
                                         "remove",
                                         "analyze",
                                         "exit",
                                         "?",
                                         "draw",
                                         "hint",
                                         ".",
                                         "post",
                                         "nopost",
                                         "playother",
                                         "st 0.01",
                                         "edit",
                                         "#",
                                         "c",
                                         "option Contempt=1",
                                         "memory 4",
                                         "ping 1",
                                         "Ke1",
                                         "Pe2",
                                         "result *",
                                         "setboard 8/8/8/8/8",
                                         "time 5"};
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    base::Rng rng(seed);
    Session session(random_player(seed));
    for (int i = 0; i < 300; ++i) session.say({kLines[rng.below(std::size(kLines))]});
    session.say({".", "force", "exit", "ping 77"});
    session.sink.take_until("pong 77");
  }
}

}  // namespace
}  // namespace vitrine::protocols::cecp_testing
