// The server as a GUI meets it: transcripts for every command and every odd thing that GUIs do.

#include "protocols/uci_server.h"

#include <span>
#include <stdexcept>

#include "protocols/uci_support.h"

namespace vitrine::protocols::uci_testing {
namespace {

struct Transcript {
  std::string_view name;
  std::string_view text;
};

void follow_all(std::span<const Transcript> transcripts) {
  for (const auto& [name, text] : transcripts) {
    SCOPED_TRACE(name);
    Session session;
    session.follow(text);
  }
}

#define A2A3(depth) "info depth " #depth " multipv 1 score cp 25 nodes 42 nps 42000 time 0 pv a2a3"

TEST(UciServer, Talk) {
  const Transcript transcripts[] = {
      {"uci",
       "> uci\n"
       "< id name Test 1\n"
       "< id author Nobody\n"
       "< option name Hash type spin default 16 min 1 max 1024\n"
       "< option name MultiPV type spin default 1 min 1 max 256\n"
       "< option name Clear Hash type button\n"
       "< option name Style type combo default Solid var Solid var Risky Business\n"
       "< option name Book File type string default <empty>\n"
       "< option name Explosive type check default false\n"
       "< option name Ponder type check default false\n"
       "< option name UCI_Chess960 type check default false\n"
       "< option name UCI_ShowWDL type check default false\n"
       "< uciok\n"
       "-\n"},
      {"defaults stay defaults",
       "> setoption name Hash value 64\n> uci\n< id*\n< id*\n< option name Hash type spin default 16*\n"},
      {"isready", "> isready\n< readyok\n> isready\r\n< readyok\n> \t isready \n< readyok\n-\n"},
      {"nothing to say", "> \n>  \n> # go\n> stop\n> ponderhit\n> ucinewgame\n> debug off\n-\n"},
      {"unknown", "> hello\n< info string error: unknown command 'hello'; 'help' lists the commands\n-\n"},
      {"unknown, then known", "> joho isready\n< readyok\n-\n"},
      {"register", "> register later\n< registration checking\n< registration ok\n-\n"},
      {"register by name",
       "> register name Stefan MK code 4359874324\n< registration checking\n< registration ok\n-\n"},
      {"help", "> help\n< This is a chess engine*\n"},
      {"debug",
       "> joho debug on\n> position startpos moves e2e4\n< info string position "
       "rnbqkbnr/pppppppp/8/8/4P3/*\n-\n"},
      {"eval", "> eval\n< info string this engine shows its evaluation only by searching\n-\n"},
      {"eval, mated",
       "> position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n> eval\n< info string no evaluation: the game is "
       "over\n-\n"},
      {"a tab, a word in front, capitals",
       ">  \tisready\n< readyok\n> hey isready\n< readyok\n> ISREADY\n< info string error: unknown "
       "command*\n-\n"},
      {"quit", "> quit\n-\n"},
  };
  follow_all(transcripts);
}

TEST(UciServer, Searches) {
  const Transcript transcripts[] = {
      {"depth", "> go depth 3\n< " A2A3(3) "\n< bestmove a2a3\n-\n"},
      {"nodes", "> go nodes 10\n< " A2A3(1) "\n< bestmove a2a3\n-\n"},
      {"clocks", "> go wtime 1000 btime 1000\n< " A2A3(1) "\n< bestmove a2a3\n-\n"},
      {"broken clocks", "> go wtime -1 btime 0\n< " A2A3(1) "\n< bestmove a2a3\n-\n"},
      {"movetime", "> go movetime 1\n< " A2A3(1) "\n< bestmove a2a3\n-\n"},
      {"bare go waits for stop", "> go\n< " A2A3(1) "\n-\n> stop\n< bestmove a2a3\n-\n"},
      {"infinite waits for stop", "> go infinite\n< " A2A3(1) "\n-\n> stop\n< bestmove a2a3\n> stop\n-\n"},
      {"infinite and depth still waits",
       "> go infinite depth 2\n< " A2A3(2) "\n-\n> stop\n< bestmove a2a3\n-\n"},
      {"ponder, stop", "> go ponder wtime 9 btime 9\n< " A2A3(1) "\n-\n> stop\n< bestmove a2a3\n-\n"},
      {"ponder, hit",
       "> go ponder wtime 9 btime 9\n< " A2A3(1) "\n-\n> ponderhit\n< bestmove a2a3\n> ponderhit\n-\n"},
      {"ponder, hit and stop at once",
       "> go ponder wtime 9 btime 9\n> ponderhit\n> stop\n< info*\n< bestmove a2a3\n-\n"},
      {"infinite ignores ponderhit", "> go infinite\n< info*\n> ponderhit\n-\n> stop\n< bestmove a2a3\n-\n"},
      {"stop at once", "> go infinite\n> stop\n< info*\n< bestmove a2a3\n-\n"},
      {"isready while searching",
       "> go infinite\n< info*\n> isready\n< readyok\n-\n> stop\n< bestmove*\n-\n"},
      {"uci while searching",
       "> setoption name Ponder value true\n> go infinite\n< info*\n> uci\n< id name*\n"},
      {"go while searching",
       "> go infinite\n< info*\n> go depth 2\n< bestmove a2a3\n< " A2A3(2) "\n< bestmove a2a3\n-\n"},
      {"quit while searching", "> go infinite\n< info*\n> quit\n< bestmove a2a3\n-\n"},
      {"no value",
       "> go depth abc infinite\n< info string error: depth must be*\n< info depth*\n> stop\n< "
       "bestmove*\n-\n"},
      {"debug in a search",
       "> go infinite\n< info*\n> debug on\n> position startpos moves e2e4\n< info string position*\n> "
       "debug off\n> position startpos\n-\n> stop\n< bestmove*\n-\n"},
      {"depth 0", "> go depth 0\n< " A2A3(1) "\n< bestmove a2a3\n-\n"},
      {"nodes 0", "> go nodes 0\n< " A2A3(1) "\n< bestmove a2a3\n-\n"},
      {"movetime 0", "> go movetime 0\n< " A2A3(1) "\n< bestmove a2a3\n-\n"},
      {"mate", "> go mate 3 nodes 10\n< " A2A3(1) "\n< bestmove a2a3\n-\n"},
      {"one clock only", "> go wtime 1000\n< " A2A3(1) "\n< bestmove a2a3\n-\n"},
      {"movestogo 0", "> go wtime 1000 btime 1000 movestogo 0\n< " A2A3(1) "\n< bestmove a2a3\n-\n"},
      {"one legal move, infinite",
       "> position fen k7/8/1K6/8/8/8/8/1R6 b - - 0 1\n> go infinite\n< info*\n-\n> stop\n< bestmove "
       "a8b8\n-\n"},
      {"ponder miss: stop, another position, go",
       "> position startpos moves e2e4 e7e5\n> go ponder wtime 900 btime 900\n< info*\n> stop\n< bestmove "
       "a2a3\n> position startpos moves e2e4 c7c5 g1f3\n> go wtime 900 btime 900\n< info*\n< bestmove "
       "a7a5\n-\n"},
      {"searchmoves swallow nothing",
       "> go searchmoves g1f3 e2e4 depth 3\n< info depth 3*\n< bestmove e2e4\n-\n"},
      {"searchmoves", "> go depth 1 searchmoves g1f3 e2e4\n< info*\n< bestmove e2e4\n-\n"},
      {"searchmoves, none legal",
       "> go depth 1 searchmoves e2e5\n"
       "< info string error: searchmoves: 'e2e5': it is not legal here\n"
       "< info string error: searchmoves has no legal move: all moves are searched\n"
       "< info*\n< bestmove a2a3\n-\n"},
  };
  follow_all(transcripts);
}

TEST(UciServer, NoLegalMove) {
  const Transcript transcripts[] = {
      {"mated",
       "> position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n> go depth 5\n< info depth 0 score mate 0\n< bestmove "
       "(none)\n-\n"},
      {"stalemated",
       "> position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\n> go depth 5\n< info depth 0 score cp 0\n< bestmove "
       "(none)\n-\n"},
      {"mated, infinite",
       "> position fen 7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\n> go infinite\n< info depth 0 score mate 0\n-\n> "
       "stop\n< bestmove (none)\n-\n"},
      {"mated, ponder",
       "> position fen 7k/6Q1/6K1/8/8/8/8/8 b - -\n> go ponder wtime 1\n< info*\n-\n> ponderhit\n< bestmove "
       "(none)\n-\n"},
      {"mated by the moves",
       "> position startpos moves f2f3 e7e5 g2g4 d8h4\n> go movetime 10\n< info depth 0 score mate 0\n< "
       "bestmove (none)\n-\n"},
  };
  follow_all(transcripts);
}

TEST(UciServer, Positions) {
#define ASK "> go depth 1\n< info*\n"
  const Transcript transcripts[] = {
      {"startpos", "> position startpos moves e2e4\n" ASK "< bestmove a7a5\n-\n"},
      {"moves with nothing behind",
       "> position fen 4k3/8/8/8/8/8/8/4K3 w - - moves\n" ASK "< bestmove e1d1\n-\n"},
      {"four fields", "> position fen 4k3/8/8/8/8/8/8/4K3 b - -\n" ASK "< bestmove e8d7\n-\n"},
      {"five fields", "> position fen 4k3/8/8/8/8/8/8/4K3 b - - 7\n" ASK "< bestmove e8d7\n-\n"},
      {"six fields", "> position fen 4k3/8/8/8/8/8/8/4K3 b - - 7 0 moves e8d8\n" ASK "< bestmove e1d1\n-\n"},
      {"X-FEN of Chess960",
       "> position fen 1k5r/8/8/8/8/8/8/1K5R w Kk - 0 1 moves b1h1\n" ASK "< bestmove b8a7\n-\n"},
      {"Shredder's letters of Chess960",
       "> position fen 1k5r/8/8/8/8/8/8/1K5R w Hh - 0 1 moves b1h1\n" ASK "< bestmove b8a7\n-\n"},
      {"castling as king takes rook in ordinary chess",
       "> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1h1\n" ASK "< bestmove e8d7\n-\n"},
      {"upper-case promotion",
       "> position fen 4k3/P7/8/8/8/8/8/4K3 w - - 0 1 moves a7a8Q\n" ASK "< bestmove e8d7\n-\n"},
      {"illegal move: up to it",
       "> position startpos moves e2e4 e7e5 e4e5 g1f3\n"
       "< info string error: illegal move 'e4e5' at ply 3, the position before it is taken: 'e4e5': it is "
       "not legal here\n" ASK "< bestmove a2a3\n-\n"},
      {"no move at all",
       "> position startpos moves e2e4 rubbish\n< info string error: illegal move 'rubbish' at ply 2*\n" ASK
       "< bestmove a7a5\n-\n"},
      {"null move", "> position startpos moves 0000\n< info string error: illegal move '0000' at ply 1*\n" ASK
                    "< bestmove a2a3\n-\n"},
      {"bad FEN: the one before",
       "> position startpos moves e2e4\n> position fen 8/8/8/8/8/8/8/8 w - - 0 1\n< info string error: bad "
       "FEN*\n" ASK "< bestmove a7a5\n-\n"},
      {"FEN cut short",
       "> position fen 4k3/8/8/8\n< info string error: bad FEN*\n" ASK "< bestmove a2a3\n-\n"},
      {"empty FEN", "> position fen\n< info string error: bad FEN*\n-\n"},
      {"nothing", "> position\n< info string error: position needs 'startpos' or 'fen'\n-\n"},
      {"while searching, for the next search",
       "> go infinite\n< info*\n> position startpos moves e2e4\n-\n> isready\n< readyok\n> stop\n< bestmove "
       "a2a3\n" ASK "< bestmove a7a5\n-\n"},
      {"while pondering, the ponder goes on",
       "> go ponder wtime 100\n< info*\n> position startpos moves e2e4\n> ponderhit\n< bestmove a2a3\n" ASK
       "< bestmove a7a5\n-\n"},
      {"ucinewgame keeps the board",
       "> position startpos moves e2e4\n> ucinewgame\n" ASK "< bestmove a7a5\n-\n"},
      {"flip",
       "> position startpos moves e2e4\n> flip\n> d\n"
       "<  +---+---+---+---+---+---+---+---+\n<  | r | n |*\n<  +*\n<  | p | p | p | p |   | p | p | p | "
       "7\n"},
  };
#undef ASK
  follow_all(transcripts);
}

TEST(UciServer, CastlingByMode) {
  const auto castle = [](const chess::Game& game, const Limits&, const Listener& on_report, const Signals&) {
    const chess::Move move = notation::parse_uci_move(game.position(), "e1h1").value();
    on_report({.depth = 1, .pv = {move}});
    return Choice{.move = move};
  };
  Session session(castle);
  session.follow(
      "> position fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 moves e8c8\n"
      "> go depth 1\n< info depth 1 multipv 1 nodes 0 nps 0 time 0 pv e1g1\n< bestmove e1g1\n"
      "> setoption name UCI_Chess960 value true\n"
      "> position fen r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1 moves e8a8\n"
      "> go depth 1\n< info depth 1 multipv 1 nodes 0 nps 0 time 0 pv e1h1\n< bestmove e1h1\n"
      "> setoption name uci_chess960 value false\n> go depth 1\n< info*\n< bestmove e1g1\n-\n");
}

TEST(UciServer, EvalAsksTheEngine) {
  class Judge : public FakeEngine {
   public:
    using FakeEngine::FakeEngine;
    [[nodiscard]] std::optional<engines::Score> evaluate(const chess::Position& pos) const override {
      return engines::Score::centipawns(pos.turn() == chess::Color::white ? 35 : -35);
    }
  };
  MemorySink sink;
  UciServer server(std::make_unique<Judge>(), {"x", "y"}, sink);
  for (const char* line : {"eval", "position startpos moves e2e4", "go infinite", "eval", "stop"})
    ASSERT_TRUE(server.handle(line));
  EXPECT_EQ(sink.count("info string evaluation cp 35 for the side to move"), 1U);
  EXPECT_EQ(sink.count("info string evaluation cp -35 for the side to move"), 1U);
}

TEST(UciServer, Chances) {
  const auto report = [](const chess::Game& game, const Limits&, const Listener& on_report, const Signals&) {
    engines::Score score = engines::Score::centipawns(12);
    score.chances = {300, 500, 200};
    const chess::Move move = first_move(game.position());
    on_report({.depth = 1, .score = score, .pv = {move}});
    return Choice{.move = move};
  };
  Session session(report);
  session.follow(
      "> go depth 1\n< info depth 1 multipv 1 score cp 12 nodes*\n< bestmove a2a3\n"
      "> setoption name UCI_ShowWDL value true\n"
      "> go depth 1\n< info depth 1 multipv 1 score cp 12 wdl 300 500 200 nodes*\n< bestmove a2a3\n");
}

TEST(UciServer, Options) {
  struct Row {
    std::string_view line;
    std::string_view answer;  // empty: none
  };
  const Row rows[] = {
      {"setoption name Hash value 64", ""},
      {"setoption name hAsH value 64", ""},
      {"setoption name Hash value abc",
       "info string error: Hash must be a whole number from 1 to 1024, not 'abc'"},
      {"setoption name Hash value -5", "info string error: Hash must be*"},
      {"setoption name Hash value 999999999999999999999", "info string error: Hash must be*"},
      {"setoption name Hash value", "info string error: Hash must be*"},
      {"setoption name Hash", "info string error: Hash must be*"},
      {"setoption name Clear Hash", ""},
      {"setoption name Clear Hash value", ""},
      {"setoption name Style value risky business", ""},
      {"setoption name Style value wild", "info string error: Style must be one of*"},
      {"setoption name Book File value <empty>", ""},
      {"setoption name Book File value my  book.bin", ""},
      {"setoption name Book File value", ""},
      {"setoption name Ponder value true", ""},
      {"setoption name Ponder value maybe", "info string error: Ponder must be true or false, not 'maybe'"},
      {"setoption name Nonsense value 1", "info string error: No such option: Nonsense"},
      {"setoption name", "info string error: setoption needs*"},
      {"setoption", "info string error: setoption needs*"},
      {"setoption name Explosive value true", "info string error: setoption Explosive: no memory for that"},
  };
  for (const Row& row : rows) {
    SCOPED_TRACE(row.line);
    Session session;
    session.follow("> " + std::string(row.line) +
                   (row.answer.empty() ? "" : "\n< " + std::string(row.answer)) +
                   "\n> isready\n< readyok\n-\n");
  }
}

TEST(UciServer, OptionsAreSet) {
  Session session;
  session.follow(
      "> setoption name Hash value 64\n> setoption name Clear Hash\n> setoption name Style value RISKY "
      "BUSINESS\n"
      "> setoption name Book File value my  book.bin\n> ucinewgame\n-\n");
  const engines::Options& options = session.engine->options();
  EXPECT_EQ(options.spin("Hash"), 64);
  EXPECT_EQ(options.combo("Style"), "Risky Business");
  EXPECT_EQ(options.text("Book File"), "my book.bin");
  EXPECT_EQ(session.presses, 1);
  EXPECT_EQ(session.engine->new_games, 1);
}

TEST(UciServer, OptionsAndNewGamesWaitForTheEndOfASearch) {
  Session session;
  session.follow(
      "> go infinite\n< info*\n> setoption name Hash value 64\n> ucinewgame\n> isready\n< readyok\n-\n");
  EXPECT_EQ(session.engine->options().spin("Hash"), 16);
  EXPECT_EQ(session.engine->new_games, 0);
  session.follow("> stop\n< bestmove a2a3\n> isready\n< readyok\n-\n");
  EXPECT_EQ(session.engine->options().spin("Hash"), 64);
  EXPECT_EQ(session.engine->new_games, 1);

  // The next go finds them done, without anything in between.
  session.follow(
      "> go infinite\n< info*\n> setoption name Hash value 128\n> go depth 1\n< bestmove*\n< info*\n< "
      "bestmove*\n");
  EXPECT_EQ(session.engine->options().spin("Hash"), 128);
}

TEST(UciServer, MultiPvReachesTheEngine) {
  const auto report_lines = [](const chess::Game& game, const Limits& limits, const Listener& on_report,
                               const Signals&) {
    const chess::Move move = first_move(game.position());
    for (int i = 1; i <= limits.multi_pv; ++i) on_report({.depth = 1, .line = i, .pv = {move}});
    return Choice{.move = move};
  };
  Session session(report_lines);
  session.follow(
      "> setoption name MultiPV value 2\n> go depth 1\n< info depth 1 multipv 1*\n< info depth 1 multipv 2*\n"
      "< bestmove a2a3\n-\n");
}

// --- Engines that misbehave

TEST(UciServer, AnEngineThatThrowsStillMoves) {
  Session session([](const chess::Game&, const Limits&, const Listener&, const Signals&) -> Choice {
    throw std::runtime_error("out of\nideas");
  });
  session.follow("> go depth 1\n< info string error: the engine failed: out of ideas\n< bestmove*\n-\n");
  session.follow("> go infinite\n< info string error:*\n-\n> stop\n< bestmove*\n> isready\n< readyok\n-\n");
  EXPECT_NE(session.sink.lines()[1], "bestmove (none)");
}

TEST(UciServer, AnEngineThatThrowsPlaysItsLastLine) {
  Session session(
      [](const chess::Game& game, const Limits&, const Listener& on_report, const Signals&) -> Choice {
        on_report({.depth = 1, .pv = {notation::parse_uci_move(game.position(), "g1f3").value()}});
        throw 42;
      });
  session.follow(
      "> go depth 1\n< info depth 1*\n< info string error: the engine failed\n< bestmove g1f3\n-\n");
}

TEST(UciServer, IllegalAnswersAreReplaced) {
  const chess::Move nonsense(chess::Square::at(0, 0), chess::Square::at(7, 7), chess::MoveKind::rook);
  Session session([=](const chess::Game& game, const Limits&, const Listener&, const Signals&) {
    if (game.ply() == 1) return Choice{.move = first_move(game.position()), .ponder = nonsense};
    return Choice{.move = game.ply() == 0 ? std::optional(nonsense) : std::nullopt, .resigns = true};
  });
  session.follow(
      "> go depth 1\n< info string error: the engine chose a1h8, which it may not play here\n< bestmove*\n"
      "> position startpos moves e2e4\n> go depth 1\n< bestmove a7a5\n"
      "> position startpos moves e2e4 e7e5\n> go depth 1 searchmoves g1f3\n< bestmove g1f3\n-\n");
}

TEST(UciServer, AnEngineThatIgnoresSearchmovesObeysThemAnyway) {
  Session session([](const chess::Game& game, const Limits&, const Listener&, const Signals&) {
    return Choice{.move = first_move(game.position())};
  });
  session.follow(
      "> go depth 1 searchmoves h2h4\n< info string error: the engine chose a2a3*\n< bestmove h2h4\n-\n");
}

TEST(UciServer, LinesStopWhereTheGameDoes) {
  const auto report = [](const chess::Game& game, const Limits&, const Listener& on_report, const Signals&) {
    chess::Position pos = game.position();
    std::vector<chess::Move> pv;
    for (const std::string_view text : {"f2f3", "e7e5", "g2g4", "d8h4"}) {
      pv.push_back(notation::parse_uci_move(pos, text).value());
      pos = pos.after(pv.back());
    }
    pv.push_back(pv.front());  // mated already, and never legal now
    on_report({.depth = 4, .score = engines::Score::mate_in_plies(-4), .pv = pv});
    std::swap(pv[1], pv[3]);  // d8h4 is not legal with the pawn on e7
    on_report({.depth = 5, .pv = pv});
    return Choice{.move = pv[0]};
  };
  Session session(report);
  session.follow(
      "> go depth 1\n< info depth 4 multipv 1 score mate -2 nodes 0 nps 0 time 0 pv f2f3 e7e5 g2g4 d8h4\n"
      "< info depth 5 multipv 1 nodes 0 nps 0 time 0 pv f2f3\n< bestmove f2f3\n-\n");
}

TEST(UciServer, LinesStopAtTheThirdRepetition) {
  const auto report = [](const chess::Game& game, const Limits&, const Listener& on_report, const Signals&) {
    chess::Position pos = game.position();
    std::vector<chess::Move> pv;
    for (const std::string_view text : {"g1f3", "g8f6", "f3g1", "f6g8", "e2e4"}) {
      pv.push_back(notation::parse_uci_move(pos, text).value());
      pos = pos.after(pv.back());
    }
    on_report({.depth = 5, .pv = pv});
    return Choice{.move = pv[0]};
  };
  Session session(report);
  session.follow(
      "> position startpos moves g1f3 g8f6 f3g1 f6g8\n"
      "> go depth 1\n< info depth 5 multipv 1 nodes 0 nps 0 time 0 pv g1f3 g8f6 f3g1 f6g8\n< bestmove "
      "g1f3\n-\n");
}

TEST(UciServer, NothingFollowsTheBestmove) {
  MemorySink sink;
  const chess::Move move = first_move(chess::Position::initial());
  UciSearch search(chess::Game(), {}, false, sink);
  search.report({.depth = 1, .pv = {move}});
  search.finish({.move = move});
  search.report({.depth = 2, .pv = {move}, .text = "late"});
  EXPECT_TRUE(search.is_finished());
  EXPECT_EQ(sink.lines().back(), "bestmove a2a3");
}

TEST(UciServer, AFloodOfInfoIsHeldBackButTheLastLineIsNot) {
  Session session([](const chess::Game& game, const Limits&, const Listener& on_report, const Signals&) {
    const chess::Move move = first_move(game.position());
    for (int depth = 1; depth <= 5000; ++depth) {
      on_report({.depth = depth, .current_move = move, .current_move_number = 1});
      on_report({.depth = depth, .score = engines::Score::centipawns(depth), .pv = {move}});
      on_report({.depth = depth, .line = 2, .score = engines::Score::centipawns(-depth), .pv = {move}});
    }
    return Choice{.move = move};
  });
  ASSERT_TRUE(session.say("go depth 1"));
  ASSERT_TRUE(session.sink.wait_for_count("bestmove", 1));
  const auto lines = session.sink.lines();
  EXPECT_LT(lines.size(), 200U);
  EXPECT_EQ(session.sink.count("info depth 1 currmove"), 0U);
  EXPECT_TRUE(lines[lines.size() - 3].starts_with("info depth 5000 multipv 1 score cp 5000"))
      << lines[lines.size() - 3];
  EXPECT_TRUE(lines[lines.size() - 2].starts_with("info depth 5000 multipv 2 score cp -5000"))
      << lines[lines.size() - 2];
}

// --- Extras

TEST(UciServer, Display) {
  Session session;
  session.follow(
      "> position startpos moves f2f3 e7e5 g2g4 d8h4\n> d\n"
      "<  +---+---+---+---+---+---+---+---+\n"
      "<  | r | n | b |   | k | b | n | r | 8\n"
      "<  +---+---+---+---+---+---+---+---+\n"
      "<  | p | p | p | p |   | p | p | p | 7\n"
      "<  +*\n<  |*\n<  +*\n<  |*\n<  +*\n<  |*\n<  +*\n<  |*\n<  +*\n<  |*\n"
      "<  +---+---+---+---+---+---+---+---+\n"
      "<  | R | N | B | Q | K | B | N | R | 1\n"
      "<  +---+---+---+---+---+---+---+---+\n"
      "<    a   b   c   d   e   f   g   h\n"
      "< \n"
      "< Fen: rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\n"
      "< Key: *\n"
      "< Checkers: h4\n"
      "-\n");
}

TEST(UciServer, Perft) {
  Session session;
  session.follow(
      "> position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n"
      "> go perft 1\n"
      "< e1d1: 1\n< e1d2: 1\n< e1e2: 1\n< e1f1: 1\n< e1f2: 1\n< e1g1: 1\n"
      "< h1f1: 1\n< h1g1: 1\n< h1h2: 1\n< h1h3: 1\n< h1h4: 1\n< h1h5: 1\n< h1h6: 1\n< h1h7: 1\n< h1h8: 1\n"
      "< \n< Nodes searched: 15\n-\n"
      "> go perft 0\n< \n< Nodes searched: 1\n-\n");
  ASSERT_TRUE(session.say("perft 4"));
  ASSERT_TRUE(
      session.sink.wait_for_count("Nodes searched: 7059", 1));  // as chessprogramming.org and we count it
  // Perft is no search: it has no bestmove, and a stop ends it.
  ASSERT_TRUE(session.say("position startpos"));
  ASSERT_TRUE(session.say("go perft 20"));
  ASSERT_TRUE(session.say("isready"));
  ASSERT_TRUE(session.say("stop"));
  ASSERT_TRUE(session.sink.wait_for_count("readyok", 1));
  const auto start = std::chrono::steady_clock::now();
  ASSERT_TRUE(session.say("go depth 1"));
  ASSERT_TRUE(session.sink.wait_for_count("bestmove", 1));
  EXPECT_LT(std::chrono::steady_clock::now() - start, 5s);
  const auto lines = session.sink.lines();
  EXPECT_EQ(
      std::count_if(lines.begin(), lines.end(), [](const auto& l) { return l.ends_with("(incomplete)"); }),
      21);
}

TEST(UciServer, Bench) {
  Session session;
  ASSERT_TRUE(session.say("bench 2"));
  ASSERT_TRUE(session.sink.wait_for_count("Nodes/second", 1));
  EXPECT_EQ(session.sink.count("Position "), 20U);
  EXPECT_EQ(session.sink.count("Nodes searched  : 840"), 1U);
  EXPECT_EQ(session.sink.count("bestmove"), 0U);
}

TEST(UciServer, BenchStops) {
  Session session([](const chess::Game& game, const Limits&, const Listener&, const Signals& signals) {
    wait_for_signal(signals, false);
    return Choice{.move = first_move(game.position())};
  });
  ASSERT_TRUE(session.say("bench"));
  ASSERT_TRUE(session.say("setoption name Hash value 2"));  // waits for the end, as in a search
  ASSERT_TRUE(session.say("stop"));
  ASSERT_TRUE(session.sink.wait_for_count("Stopped", 1));
  ASSERT_TRUE(session.say("bench"));
  EXPECT_FALSE(session.say("quit"));
  EXPECT_EQ(session.engine->options().spin("Hash"), 2);
}

TEST(UciServer, LongLinesAreDropped) {
  Session session;
  session.say("isready" + std::string(kMaxUciLine, ' '));
  session.follow("< info string error: a line of more than 1 MiB was dropped\n> isready\n< readyok\n-\n");
}

TEST(UciServer, ALongGameIsHeard) {
  Session session;
  std::string line = "position startpos moves";
  constexpr std::string_view kRound = " g1f3 g8f6 f3g1 f6g8";
  while (line.size() < kMaxUciLine - kRound.size()) line += kRound;
  session.say(line);
  session.follow("> go depth 1\n< info*\n< bestmove a2a3\n-\n");
}

TEST(UciServer, DestructionPaysWhatIsOwed) {
  MemorySink sink;
  {
    UciServer server(std::make_unique<FakeEngine>(), {"x", "y"}, sink);
    ASSERT_TRUE(server.handle("go infinite"));
  }
  EXPECT_EQ(sink.count("bestmove a2a3"), 1U);
}

}  // namespace
}  // namespace vitrine::protocols::uci_testing
