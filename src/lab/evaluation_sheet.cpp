#include "lab/evaluation_sheet.h"

#include <array>
#include <cmath>
#include <string>

#include "eval/nnue/builtin_network.h"
#include "eval/nnue/view.h"
#include "notation/fen.h"

namespace vitrine::lab {

namespace {

using namespace eval::classical;
using chess::Color;
using chess::PieceType;
using chess::Position;
using chess::Square;
using eval::PieceSquareModel;
using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 6> kManNames = {"pawn", "knight", "bishop", "rook", "queen", "king"};

Json to_json(Tapered both) { return {{"middlegame", both.middlegame()}, {"endgame", both.endgame()}}; }

Json man_json(const Breakdown::Man& man) {
  Json json = {{"square", man.square.to_string()}, {"piece", std::string(1, man.piece.to_char())}};
  json.update(to_json(man.total()));
  Json& terms = json["terms"] = Json::object();
  for (std::size_t term = 0; term < kTermNames.size(); ++term)
    if (man.by_term[term] != Tapered()) terms[std::string(kTermNames[term])] = to_json(man.by_term[term]);
  return json;
}

void add_squares(Json& json, const WorthBySquare& worth) {
  Json& squares = json["squares"] = Json::object();
  for (int i = 0; i < 64; ++i)
    if (const auto value = worth.squares[static_cast<std::size_t>(i)])
      squares[Square::from_index(i).to_string()] = *value;
  json["elsewhere"] = worth.elsewhere;
}

Json network_json(const eval::nnue::PositionView& view, const Position& pos, int classical_value) {
  Json json = {
      {"name", view.name},
      {"architecture", view.architecture},
      {"value", view.value},
      {"value_for_mover", pos.turn() == Color::white ? view.value : -view.value},
      {"difference", view.value - classical_value},
      {"last_neuron",
       {{"number", view.output_bucket + 1}, {"of", view.output_buckets}, {"men", view.men_on_board}}},
      {"men", Json::array()},
      {"squares", Json::object()}};
  for (const auto& man : view.men) {
    const std::string square = man.square.to_string();
    json["men"].push_back(
        {{"square", square}, {"piece", std::string(1, man.piece.to_char())}, {"worth", man.worth}});
    json["squares"][square] = man.worth_to_white();
  }
  return json;
}

Square seen_by(Color color, Square sq) { return color == Color::white ? sq : sq.flipped(); }

// A white man's worth in pawns, between middlegame and endgame.
double weight_of(const PieceSquareModel& model, double middlegame, PieceType type, Square king, Square sq) {
  return middlegame * model.weight(eval::Phase::middlegame, type, king, sq) +
         (1 - middlegame) * model.weight(eval::Phase::endgame, type, king, sq);
}

int to_centipawns(double pawns) { return static_cast<int>(std::lround(pawns * 100)); }

// What each kind of white man would be worth on each square, as things stand.
Json boards_json(const Position& pos, const PieceSquareModel& model) {
  const double middlegame = eval::middlegame_share(pos);
  Json boards = Json::object();
  for (const PieceType type : chess::kPieceTypes) {
    Json& board = boards[std::string(kManNames[static_cast<std::size_t>(index(type))])] = Json::array();
    for (int i = 0; i < 64; ++i)
      board.push_back(
          to_centipawns(weight_of(model, middlegame, type, pos.king(Color::white), Square::from_index(i))));
  }
  return boards;
}

}  // namespace

WorthBySquare by_square(const Breakdown& parts) {
  WorthBySquare worth;
  const Conclusion& end = parts.conclusion;
  worth.value = worth.elsewhere = end.value;
  for (const Breakdown::Man& man : parts.men) {
    const Tapered both = man.piece.color == Color::white ? man.total() : -man.total();
    const int blend =
        both.middlegame() * end.phase * kFullScale + both.endgame() * (kFullPhase - end.phase) * end.scale;
    const int value = blend / (kFullPhase * kFullScale);
    worth.squares[static_cast<std::size_t>(man.square.index())] = value;
    worth.elsewhere -= value;
  }
  return worth;
}

WorthBySquare by_square(const Position& pos, const PieceSquareModel& model) {
  WorthBySquare worth;
  const double for_mover = model.evaluate(pos);
  worth.value = worth.elsewhere = to_centipawns(pos.turn() == Color::white ? for_mover : -for_mover);
  const double middlegame = eval::middlegame_share(pos);
  for (const Square sq : pos.occupied()) {
    const auto [color, type] = *pos.piece_at(sq);
    const double pawns =
        weight_of(model, middlegame, type, seen_by(color, pos.king(color)), seen_by(color, sq));
    const int value = to_centipawns(color == Color::white ? pawns : -pawns);
    worth.squares[static_cast<std::size_t>(sq.index())] = value;
    worth.elsewhere -= value;  // nothing but what rounding lost
  }
  return worth;
}

Json classical_sheet(const Position& pos) {
  const Breakdown parts = break_down(pos);
  const Conclusion& end = parts.conclusion;
  Json json = {{"fen", notation::to_fen(pos)},
               {"model", "classical"},
               {"value", parts.value},
               {"value_for_mover", pos.turn() == Color::white ? parts.value : -parts.value},
               {"value_of_terms", end.value},
               {"check", pos.is_check()},
               {"known_ending", parts.known.has_value()},
               {"middlegame", end.sum.middlegame()},
               {"endgame", end.sum.endgame()},
               {"phase", end.phase},
               {"full_phase", kFullPhase},
               {"scale", end.scale},
               {"full_scale", kFullScale},
               {"danger", {{"white", parts.danger[0]}, {"black", parts.danger[1]}}}};
  for (std::size_t term = 0; term < kTermNames.size(); ++term)
    json["terms"].push_back({{"term", kTermNames[term]},
                             {"white", to_json(parts.terms[0][term])},
                             {"black", to_json(parts.terms[1][term])},
                             {"total", to_json(parts.terms[0][term] - parts.terms[1][term])}});
  for (const Breakdown::Man& man : parts.men) json["men"].push_back(man_json(man));
  add_squares(json, by_square(parts));
  return json;
}

Json classical_sheet(const Position& pos, const eval::nnue::Network& network) {
  Json json = classical_sheet(pos);
  json["network"] = network_json(view_of(network, pos), pos, json["value"].get<int>());
  return json;
}

Json piece_square_sheet(const Position& pos, const PieceSquareModel& model) {
  const WorthBySquare worth = by_square(pos, model);
  const bool is_plain = model.kind() == eval::ModelKind::piece_square;
  Json json = {{"fen", notation::to_fen(pos)},
               {"model", "piece-square"},
               {"kind", is_plain ? "piece-square" : "king-piece-square"},
               {"tapered", model.is_tapered()},
               {"provenance", model.provenance()},
               {"value", worth.value},
               {"value_for_mover", pos.turn() == Color::white ? worth.value : -worth.value},
               {"check", pos.is_check()},
               {"middlegame_share", eval::middlegame_share(pos)}};
  add_squares(json, worth);
  json["boards"] = boards_json(pos, model);
  return json;
}

PieceSquareModel flagship_model() {
  PieceSquareModel model(eval::ModelKind::piece_square, true);
  const Weights& w = kBuiltInWeights;
  for (const PieceType type : chess::kPieceTypes)
    for (int i = 0; i < 64; ++i) {
      Tapered both = w.squares.man[index(type)][i];
      if (type != PieceType::king) both += w.material.value[index(type)];
      const Square sq = Square::from_index(i);
      model.set_weight(eval::Phase::middlegame, type, sq, sq, static_cast<float>(both.middlegame()) / 100);
      model.set_weight(eval::Phase::endgame, type, sq, sq, static_cast<float>(both.endgame()) / 100);
    }
  model.set_provenance("The flagship's classical evaluation: men and squares, without its other terms");
  return model;
}

std::shared_ptr<const eval::nnue::Network> flagship_network() { return eval::nnue::builtin_network(); }

}  // namespace vitrine::lab
