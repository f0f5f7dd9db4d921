#pragma once

// A piece-square model: what a man is worth by where he stands, and nothing else. 384 weights (6 kinds of
// men, 64 squares), or 24,576 when the square of his own king matters too; one set of them, or one for the
// middlegame and one for the endgame with every shade between. The lab finds the weights, an engine plays by
// them, and a text file carries them:
//
//   vitrine piece-square model 1
//   kind piece-square                  (or: kind king-piece-square)
//   phases all                         (or: phases middlegame endgame)
//   provenance where these numbers come from, on as many such lines as it takes
//   board all pawn
//   0 0 0 0 0 0 0 0                    (rank 8, files a to h: the board as White sees it)
//   ...                                (down to rank 1)
//   board all knight
//   ...
//
// Boards come in the order pawn, knight, bishop, rook, queen, king, the middlegame's before the endgame's. A
// king-piece-square model has 64 boards for each man: `board all pawn king a1`, then b1 … h8. Weights are
// pawns for a white man; Black's are the same on the mirrored board. Empty lines and lines that start with #
// mean nothing.

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "chess/piece.h"
#include "chess/position.h"
#include "chess/square.h"

namespace vitrine::eval {

enum class ModelKind { piece_square, king_piece_square };
enum class Phase { middlegame, endgame };

// Weights beyond this many pawns are refused: no man is worth so much, so the file is broken.
inline constexpr float kMaxWeight = 100;

class PieceSquareModel {
 public:
  // All weights zero.
  explicit PieceSquareModel(ModelKind kind = ModelKind::piece_square, bool is_tapered = false);

  [[nodiscard]] ModelKind kind() const { return kind_; }
  [[nodiscard]] bool is_tapered() const { return !endgame_.empty(); }
  [[nodiscard]] std::size_t weights_per_phase() const { return middlegame_.size(); }

  // For a white man on `sq` with his king on `king`; a plain piece-square model doesn't care where the king
  // stands.
  [[nodiscard]] float weight(Phase phase, chess::PieceType type, chess::Square king, chess::Square sq) const {
    return weights(phase)[slot(type, king, sq)];
  }
  void set_weight(Phase phase, chess::PieceType type, chess::Square king, chess::Square sq, float pawns) {
    weights(phase)[slot(type, king, sq)] = pawns;
  }
  // All of a phase: by man, (king,) square. One that isn't tapered has one set, whichever phase is asked for.
  [[nodiscard]] std::span<float> weights(Phase phase) { return of(*this, phase); }
  [[nodiscard]] std::span<const float> weights(Phase phase) const { return of(*this, phase); }

  // Where the weights come from, for people.
  [[nodiscard]] const std::string& provenance() const { return provenance_; }
  void set_provenance(std::string text) { provenance_ = std::move(text); }

  // Pawns, for the side to move.
  [[nodiscard]] double evaluate(const chess::Position& pos) const;

  bool operator==(const PieceSquareModel&) const = default;

 private:
  template <class Self>
  static auto of(Self& self, Phase phase) -> decltype(std::span(self.middlegame_)) {
    return phase == Phase::endgame && self.is_tapered() ? self.endgame_ : self.middlegame_;
  }
  [[nodiscard]] std::size_t slot(chess::PieceType type, chess::Square king, chess::Square sq) const {
    const int board = kind_ == ModelKind::piece_square ? index(type) : index(type) * 64 + king.index();
    return static_cast<std::size_t>(board) * 64 + static_cast<std::size_t>(sq.index());
  }
  [[nodiscard]] double white_minus_black(const chess::Position& pos, Phase phase) const;

  ModelKind kind_;
  std::vector<float> middlegame_;
  std::vector<float> endgame_;  // empty: not tapered
  std::string provenance_;
};

// How much of the middlegame is left: 1 with all pieces on the board, 0 with none but kings and pawns. Minor
// pieces count 1, rooks 2, queens 4, of 24.
[[nodiscard]] double middlegame_share(const chess::Position& pos);

struct ModelError {
  int line;             // from 1; 0: the file as a whole
  std::string message;  // what is wrong there

  // "line 12: 7 numbers instead of 8"
  [[nodiscard]] std::string to_string() const;
};

[[nodiscard]] base::Result<PieceSquareModel, ModelError> parse_model(std::string_view text);
// Reads back as an equal model. Contract: every weight is finite and within kMaxWeight.
[[nodiscard]] std::string to_text(const PieceSquareModel& model);

// A file that can't be read is an error like any other: the path came from a user.
[[nodiscard]] base::Result<PieceSquareModel, ModelError> load_model(const std::string& path);
// Throws std::runtime_error if the file can't be written.
void save_model(const PieceSquareModel& model, const std::string& path);

}  // namespace vitrine::eval
