#include "chess/position.h"

#include "chess/slow_attacks.h"
#include "chess/support.h"

namespace vitrine::chess {
namespace {

TEST(Position, StartsWithTheNormalArray) {
  const Position pos = Position::initial();
  EXPECT_EQ(pos.turn(), Color::white);
  EXPECT_EQ(pos.occupied().count(), 32);
  EXPECT_EQ(pos.piece_at(square("d8")), (Piece{Color::black, PieceType::queen}));
  EXPECT_EQ(pos.king(Color::white), square("e1"));
  EXPECT_EQ(to_text(pos.pieces(PieceType::knight)), "b1 g1 b8 g8");
  EXPECT_EQ(to_text(pos.pieces(Color::black, PieceType::rook)), "a8 h8");
  EXPECT_TRUE(pos.is_empty(square("e4")));
  EXPECT_FALSE(pos.piece_at(square("e4")));
  EXPECT_FALSE(pos.is_check());
  EXPECT_EQ(pos.to_setup(), Setup::initial());
}

TEST(Position, ForgetsAnEnPassantSquareThatNobodyCanUse) {
  const Position pos = position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
  EXPECT_FALSE(pos.en_passant());
  EXPECT_EQ(pos.key(), position("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").key());
}

TEST(Position, PlaysEveryKindOfMove) {
  struct Row {
    std::string_view fen, move, after;
  };
  for (const auto& [fen, text, after] : {
           Row{notation::kStartFen, "e2e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
           Row{notation::kStartFen, "g1f3", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"},
           Row{"rnbqkbnr/pppp1ppp/8/8/4pP2/8/PPPPP1PP/RNBQKBNR b KQkq f3 0 3", "e4f3",
               "rnbqkbnr/pppp1ppp/8/8/8/5p2/PPPPP1PP/RNBQKBNR w KQkq - 0 4"},
           Row{"1n5k/P7/8/8/8/8/8/K7 w - - 7 40", "a7b8n", "1N5k/8/8/8/8/8/8/K7 b - - 0 40"},
           Row{"1n5k/P7/8/8/8/8/8/K7 w - - 7 40", "a7a8r", "Rn5k/8/8/8/8/8/8/K7 b - - 0 40"},
           Row{"8/8/8/8/8/8/p6k/K7 b - - 7 40", "h2g3", "8/8/8/8/8/6k1/p7/K7 w - - 8 41"},
           Row{"8/8/8/8/8/2k5/1p6/R2K4 b - - 7 40", "b2a1q", "8/8/8/8/8/2k5/8/q2K4 w - - 0 41"},
       }) {
    const Position pos = position(fen);
    EXPECT_EQ(notation::to_fen(pos.after(move(pos, text))), after) << fen << " " << text;
  }
}

TEST(Position, FindsCheckersAndPins) {
  struct Row {
    std::string_view fen, checkers, pinned;
  };
  for (const auto& [fen, checkers, pinned] : {
           Row{notation::kStartFen, "", ""}, Row{"4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "", "e2"},
           Row{"4r2k/8/8/8/8/4N3/4N3/4K3 w - - 0 1", "", ""},  // two shields: neither is bound
           Row{"4r2k/4p3/8/8/8/8/4N3/4K3 w - - 0 1", "", ""},  // the rook's own pawn is in its way
           Row{"4r2k/8/8/8/1b5b/6P1/3PN3/4K3 w - - 0 1", "", "d2 e2 g3"},
           Row{"4r2k/8/8/8/8/5n2/8/4K3 w - - 0 1", "f3 e8", ""},
           Row{"7k/8/8/8/8/8/3p4/4K3 w - - 0 1", "d2", ""}, Row{"7k/8/8/8/8/8/5q2/4K3 w - - 0 1", "f2", ""},
           Row{"4b2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "", ""},  // a bishop does not pin on a file
       }) {
    const Position pos = position(fen);
    EXPECT_EQ(to_text(pos.checkers()), checkers) << fen;
    EXPECT_EQ(to_text(pos.pinned()), pinned) << fen;
    EXPECT_EQ(pos.pinned(pos.turn()), pos.pinned()) << fen;
    EXPECT_EQ(pos.is_check(), !checkers.empty()) << fen;
  }
  EXPECT_EQ(to_text(position("4k3/4n3/8/8/8/8/8/4RK2 w - - 0 1").pinned(Color::black)), "e7");
  EXPECT_EQ(to_text(position("4k3/4n3/8/8/8/8/8/4RK2 w - - 0 1").pinned(Color::white)), "");
}

// A man is pinned if without him his king would be attacked by one slider more.
Bitboard slow_pins(const Position& pos, Color color) {
  Bitboard pins;
  const auto sliders_at = [&](Bitboard occupied) {
    return pos.attackers_to(pos.king(color), occupied) & pos.pieces(!color) & occupied;
  };
  for (const Square sq : pos.pieces(color) & ~pos.pieces(PieceType::king))
    if ((sliders_at(pos.occupied() ^ Bitboard(sq)) & ~sliders_at(pos.occupied())).any()) pins |= Bitboard(sq);
  return pins;
}

TEST(Position, AgreesWithSlowAttacksAndPins) {
  for (const Position& pos : random_positions(31, scaled(5'000))) {
    std::array<Bitboard, 64> attackers{};
    for (const Square from : pos.occupied()) {
      const Bitboard attacked = slow::attacks(*pos.piece_at(from), from, pos.occupied());
      ASSERT_EQ(pos.attacks_from(from), attacked) << notation::to_fen(pos) << " " << from.to_string();
      for (const Square to : attacked) attackers[to.index()] |= Bitboard(from);
    }
    for (const Square sq : Bitboard::all()) {
      ASSERT_EQ(pos.attackers_to(sq), attackers[sq.index()])
          << notation::to_fen(pos) << " " << sq.to_string();
      for (const Color by : {Color::white, Color::black})
        ASSERT_EQ(pos.is_attacked(sq, by), (attackers[sq.index()] & pos.pieces(by)).any())
            << notation::to_fen(pos);
      if (pos.is_empty(sq)) {
        ASSERT_TRUE(pos.attacks_from(sq).is_empty());
      }
    }
    ASSERT_EQ(pos.checkers(), attackers[pos.king(pos.turn()).index()] & pos.pieces(!pos.turn()));
    for (const Color color : {Color::white, Color::black})
      ASSERT_EQ(pos.pinned(color), slow_pins(pos, color)) << notation::to_fen(pos);
  }
}

TEST(Position, LooksThroughWhatIsTakenOffTheBoard) {
  const Position pos = position("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1");
  EXPECT_EQ(to_text(pos.attackers_to(square("e1"))), "");
  EXPECT_EQ(to_text(pos.attackers_to(square("e1"), pos.occupied() & ~squares("e2"))), "e8");
}

TEST(Position, CanPass) {
  const Position pos = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9");
  const Position passed = pos.after_null();
  EXPECT_EQ(notation::to_fen(passed), "4k3/8/8/3pP3/8/8/8/4K3 b - - 1 9");
  EXPECT_EQ(passed.key(), position("4k3/8/8/3pP3/8/8/8/4K3 b - - 1 9").key());
  EXPECT_EQ(notation::to_fen(passed.after_null()), "4k3/8/8/3pP3/8/8/8/4K3 w - - 2 10");
}

TEST(Position, PassingFindsThePinsOfTheOtherSide) {
  for (const Position& pos : random_positions(32, scaled(5'000))) {
    if (pos.is_check()) continue;
    const Position passed = pos.after_null();
    ASSERT_EQ(passed, *Position::from_setup(passed.to_setup())) << notation::to_fen(pos);
    ASSERT_EQ(passed.pinned(), slow_pins(passed, passed.turn())) << notation::to_fen(pos);
    ASSERT_EQ(passed.legal_moves().size(), static_cast<std::size_t>(passed.legal_move_count()));
  }
}

TEST(Position, IsTheSameForRepetitionWhateverTheCounters) {
  const Position a = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  const Position b = position("4k3/8/8/8/8/8/8/4K2R w K - 12 40");
  const Position c = position("4k3/8/8/8/8/8/8/4K2R w - - 0 1");
  EXPECT_TRUE(a.is_same_position(b));
  EXPECT_FALSE(a == b);
  EXPECT_FALSE(a.is_same_position(c));
  EXPECT_FALSE(a.is_same_position(a.after_null()));
}

// Counts the men from what it is told alone.
class BoardWatcher {
 public:
  explicit BoardWatcher(const Position& pos) : board_(pos.to_setup().board) {}
  void added(Piece piece, Square sq) {
    EXPECT_FALSE(board_[sq.index()]) << sq.to_string() << " is not empty";
    board_[sq.index()] = piece;
  }
  void removed(Piece piece, Square sq) {
    EXPECT_EQ(board_[sq.index()], piece) << sq.to_string();
    board_[sq.index()].reset();
  }
  const auto& board() const { return board_; }

 private:
  std::array<std::optional<Piece>, 64> board_;
};

TEST(Position, TellsAWatcherEveryChange) {
  std::optional<BoardWatcher> watcher;
  std::optional<Position> expected;
  for_random_plies(33, scaled(50'000), [&](const Position& pos, Move m) {
    if (expected != pos) watcher.emplace(pos);  // a new game
    expected = pos.after(m, *watcher);
    ASSERT_EQ(*expected, pos.after(m)) << notation::to_fen(pos);
    ASSERT_EQ(watcher->board(), expected->to_setup().board)
        << notation::to_fen(pos) << " " << notation::to_uci(m);
  });
}

TEST(Position, TellsAWatcherInOrder) {
  struct Diary {
    std::string text;
    void added(Piece piece, Square sq) { text += std::string("+") + piece.to_char() + sq.to_string() + " "; }
    void removed(Piece piece, Square sq) {
      text += std::string("-") + piece.to_char() + sq.to_string() + " ";
    }
  };
  struct Row {
    std::string_view fen, move, changes;
  };
  for (const auto& [fen, text, changes] : {
           Row{notation::kStartFen, "e2e4", "-Pe2 +Pe4 "},
           Row{"4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", "d1d5", "-qd5 -Rd1 +Rd5 "},
           Row{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "-pd5 -Pe5 +Pd6 "},
           Row{"1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8q", "-Pa7 -nb8 +Qb8 "},
           Row{"4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", "-Kf1 -Rg1 +Kg1 +Rf1 "},
       }) {
    const Position pos = position(fen);
    Diary diary;
    EXPECT_FALSE(pos.after(move(pos, text), diary) == pos);
    EXPECT_EQ(diary.text, changes) << fen << " " << text;
  }
}

TEST(Position, TellsWhoAttacksAndWhoIsPinned) {
  const Position pos = position("4r1k1/8/8/8/1b6/4n3/3NB3/4K2R w K - 0 1");
  EXPECT_EQ(to_text(pos.attackers_to(Square::d1, Color::white)), "e1 e2");
  EXPECT_EQ(to_text(pos.attackers_to(Square::d1, Color::black)), "e3");
  EXPECT_EQ(to_text(pos.attackers_to(Square::a8, Color::white)), "");
  EXPECT_TRUE(pos.is_pinned(Square::d2));
  EXPECT_FALSE(pos.is_pinned(Square::e2)) << "the knight on e3 stands in the rook's way";
  EXPECT_FALSE(pos.is_pinned(Square::e1)) << "a king shields nobody";
  EXPECT_FALSE(pos.is_pinned(Square::c3)) << "nobody is there";
  // Of the side that is not to move as well.
  EXPECT_TRUE(position("4k3/8/8/8/4n3/8/8/K3R3 w - - 0 1").is_pinned(Square::e4));
}

// The counters have limits that a FEN may reach; playing on must still give a position that can be written.
TEST(Position, StaysWritableAtTheLimitsOfItsCounters) {
  Position pos = position("k7/8/8/8/8/8/8/K7 b - - 32767 32767");
  for (int i = 0; i < 4; ++i) {
    pos = pos.after(pos.legal_moves()[0]);
    EXPECT_TRUE(notation::parse_fen(notation::to_fen(pos))) << notation::to_fen(pos);
  }
}

}  // namespace
}  // namespace vitrine::chess
