#include "eval/nnue/accumulators.h"

#include <algorithm>

#include "eval/nnue/kernels.h"

namespace vitrine::eval::nnue {

using namespace chess;

namespace {

constexpr std::size_t kMostMen = 32;

// Rows of the first layer that are to be added or removed.
class Rows {
 public:
  void push(const std::int16_t* row) {
    assert(size_ < rows_.size());
    rows_[size_++] = row;
  }
  [[nodiscard]] std::span<const std::int16_t* const> all() const { return {rows_.data(), size_}; }

 private:
  std::array<const std::int16_t*, kMostMen> rows_;
  std::size_t size_ = 0;
};

int value_of(const Network& network, int men, std::span<const std::int16_t> own,
             std::span<const std::int16_t> other) {
  const int bucket = network.output_bucket(men);
  const auto weights = network.last_weights(bucket);
  const std::int64_t sum = std::int64_t{weigh(own, weights.first(own.size()), kFirstUnit)} +
                           weigh(other, weights.last(other.size()), kFirstUnit);
  const std::int64_t neuron = sum / kFirstUnit + network.last_bias(bucket);
  return static_cast<int>(neuron * kScale / (kFirstUnit * kLastUnit));
}

// Views by the king's square: two ways to see the board for each bucket.
std::size_t place_of(const View& view, Color side, const Architecture& architecture) {
  const auto bucket = static_cast<std::size_t>(view.first_input / kInputsOfBucket);
  const std::size_t mirror = (view.square_mask & 7) != 0 ? 1 : 0;
  return (index(side) * 2 + mirror) * static_cast<std::size_t>(architecture.king_buckets) + bucket;
}

}  // namespace

Accumulators::Accumulators(const Network& network)
    : network_(network),
      width_(static_cast<std::size_t>(network.architecture().width)),
      plies_(kMaxPlies + 1),
      remembered_(4 * static_cast<std::size_t>(network.architecture().king_buckets)),
      store_((2 * plies_.size() + remembered_.size()) * width_ / std::size(Line{}.numbers)) {
  for (std::size_t place = 0; place < remembered_.size(); ++place)
    std::ranges::copy(network.first_biases(), remembered_sums(place).begin());
}

Accumulators::Sums Accumulators::sums(int ply, Color side) {
  std::int16_t* const all = store_.front().numbers;
  return {all + (2 * static_cast<std::size_t>(ply) + index(side)) * width_, width_};
}

Accumulators::Sums Accumulators::remembered_sums(std::size_t place) {
  std::int16_t* const all = store_.front().numbers;
  return {all + (2 * plies_.size() + place) * width_, width_};
}

void Accumulators::start(const Position& root) {
  ply_ = 0;
  plies_[0].changes.clear();
  plies_[0].is_known = {};
  for (const Color side : {Color::white, Color::black}) bring_up_to_date(root, side);
}

int Accumulators::evaluate(const Position& pos) {
  for (const Color side : {Color::white, Color::black}) bring_up_to_date(pos, side);
  return value_of(network_, pos.occupied().count(), sums(ply_, pos.turn()), sums(ply_, !pos.turn()));
}

void Accumulators::bring_up_to_date(const Position& pos, Color side) {
  const View view = network_.view(side, pos.king(side));
  int known = ply_;
  while (known >= 0 && !plies_[static_cast<std::size_t>(known)].is_known[index(side)]) --known;
  // Men that moved while the king saw them otherwise are no matter: rows are added as it sees them now.
  constexpr int kFarAway = 8;
  if (known < 0 || ply_ - known > kFarAway ||
      !(plies_[static_cast<std::size_t>(known)].views[index(side)] == view)) {
    refresh(pos, side, view);
    return;
  }
  while (known < ply_) step(++known, side, view);
}

void Accumulators::step(int ply, Color side, const View& view) {
  Ply& now = plies_[static_cast<std::size_t>(ply)];
  Rows added;
  Rows removed;
  const auto row = [&](const Changes::Change& change) {
    return network_.input_weights(Network::input(view, side, change.man, change.square)).data();
  };
  for (const auto& change : now.changes.all_added()) added.push(row(change));
  for (const auto& change : now.changes.all_removed()) removed.push(row(change));
  accumulate(sums(ply - 1, side), added.all(), removed.all(), sums(ply, side));
  now.is_known[index(side)] = true;
  now.views[index(side)] = view;
}

void Accumulators::refresh(const Position& pos, Color side, const View& view) {
  const std::size_t place = place_of(view, side, network_.architecture());
  Remembered& last = remembered_[place];
  Rows added;
  Rows removed;
  for (const Color color : {Color::white, Color::black})
    for (const PieceType type : kPieceTypes) {
      const Bitboard now = pos.pieces(color, type);
      Bitboard& then = last.men[index(color) * 6 + index(type)];
      const auto row = [&](Square sq) {
        return network_.input_weights(Network::input(view, side, {color, type}, sq)).data();
      };
      for (const Square sq : now & ~then) added.push(row(sq));
      for (const Square sq : then & ~now) removed.push(row(sq));
      then = now;
    }
  const Sums remembered = remembered_sums(place);
  accumulate(remembered, added.all(), removed.all(), remembered);
  std::ranges::copy(remembered, sums(ply_, side).begin());
  Ply& now = plies_[static_cast<std::size_t>(ply_)];
  now.is_known[index(side)] = true;
  now.views[index(side)] = view;
}

int evaluate(const Network& network, const Position& pos) {
  Accumulators accumulators(network);
  accumulators.start(pos);
  return accumulators.evaluate(pos);
}

int evaluate(const Network& network, const Setup& board) {
  const auto width = static_cast<std::size_t>(network.architecture().width);
  const Bitboard occupied = board.occupied();
  // A row for each colour; rows of the first layer are aligned, and so must these be.
  alignas(64) std::array<std::array<std::int16_t, kMostWidth>, 2> sums;
  const auto sums_of = [&](Color side) { return std::span(sums[index(side)]).first(width); };
  for (const Color side : {Color::white, Color::black}) {
    const View view = network.view(side, board.pieces(side, PieceType::king).first());
    Rows rows;
    for (const Square sq : occupied)
      rows.push(network.input_weights(Network::input(view, side, *board.piece_at(sq), sq)).data());
    accumulate(network.first_biases(), rows.all(), {}, sums_of(side));
  }
  return value_of(network, occupied.count(), sums_of(board.turn), sums_of(!board.turn));
}

}  // namespace vitrine::eval::nnue
