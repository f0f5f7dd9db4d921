#include "server/game_json.h"

#include "notation/byte_source.h"
#include "notation/fen.h"
#include "notation/pgn_comment.h"
#include "notation/pgn_game.h"
#include "notation/pgn_writer.h"
#include "notation/san.h"
#include "protocols/clean_text.h"

namespace vitrine::server {

namespace {

Json score_of(const notation::CommentFacts& facts, chess::Color mover) {
  if (facts.eval && facts.eval->mate) return {{"mate", *facts.eval->mate}};
  if (facts.eval && facts.eval->centipawns) return {{"cp", *facts.eval->centipawns}};
  if (!facts.engine) return {};
  if (facts.engine->mate_plies)
    return to_json(engines::Score::mate_in_plies(*facts.engine->mate_plies), mover);
  if (facts.engine->centipawns) return to_json(engines::Score::centipawns(*facts.engine->centipawns), mover);
  return {};
}

PlyNotes notes_of(const notation::PgnMove& move, chess::Color mover) {
  const notation::CommentFacts facts = notation::parse_comment(move.comment);
  PlyNotes notes{.score = score_of(facts, mover), .clock = facts.clock, .time = facts.elapsed};
  if (!notes.time && facts.engine) notes.time = facts.engine->time;
  if (!facts.text.empty()) notes.comment = protocols::clean_text(facts.text);
  return notes;
}

// The first game, and how many there are.
Json read_pgn(const std::string& text) {
  notation::TextSource source(text);
  notation::PgnReader reader(source);
  const auto first = notation::read_game(reader);
  if (!first) throw bad_request("There is no game in this text.", "pgn");
  if (first->error)
    throw bad_request(first->error->reason, "pgn: line " + std::to_string(first->error->line) + ", ply " +
                                                std::to_string(first->error->ply));
  GameNotes notes{.result = std::string(to_string(first->result))};
  notation::PgnVisitor counter;
  while (reader.read(counter)) ++notes.games;
  for (const auto& [name, value] : first->tags)
    notes.tags[protocols::clean_text(name)] = protocols::clean_text(value);
  chess::Game game(first->start);
  const std::vector<chess::Move> moves = first->moves();
  for (std::size_t i = 0; i < moves.size(); ++i) {
    notes.plies.push_back(notes_of(first->main_line.moves[i], game.position().turn()));
    game.play_unchecked(moves[i]);
  }
  return to_json(game, notes);
}

}  // namespace

notation::CastlingText castling_text(const chess::Position& start) {
  return notation::is_chess960(start) ? notation::CastlingText::chess960 : notation::CastlingText::standard;
}

Json to_json(const engines::Score& score, chess::Color to_move) {
  using Kind = engines::Score::Kind;
  using Bound = engines::Score::Bound;
  const bool is_white = to_move == chess::Color::white;
  Json json = {{score.kind == Kind::mate ? "mate" : "cp", is_white ? score.value : -score.value}};
  if (score.bound != Bound::exact)
    json["bound"] = (score.bound == Bound::lower) == is_white ? "lower" : "upper";
  if (score.chances) {
    const auto& [win, draw, loss] = *score.chances;
    json["wdl"] = is_white ? Json{win, draw, loss} : Json{loss, draw, win};
  }
  return json;
}

Json legal_json(const chess::Game& game) {
  const notation::CastlingText style = castling_text(game.start());
  Json moves = Json::array();
  for (const chess::Move move : game.position().legal_moves()) moves.push_back(notation::to_uci(move, style));
  return moves;
}

Json over_json(const chess::Game& game) {
  const auto outcome = game.outcome();
  return outcome ? Json(to_string(outcome->reason)) : Json();
}

Json ply_json(const chess::Game& game, std::size_t ply, const PlyNotes& notes, const char* score_key) {
  const chess::Position& before = game.position_at(ply);
  const chess::Move move = game.moves()[ply];
  Json json = {{"uci", notation::to_uci(move, castling_text(game.start()))},
               {"san", notation::to_san(before, move)},
               {"fen", notation::to_fen(game.position_at(ply + 1))}};
  if (notes.comment) json["comment"] = *notes.comment;
  if (!notes.score.is_null()) json[score_key] = notes.score;
  if (notes.clock) json["clock"] = notes.clock->count();
  if (notes.time) json["time"] = notes.time->count();
  return json;
}

Json to_json(const chess::Game& game, const GameNotes& notes) {
  static const PlyNotes kNothing;
  Json plies = Json::array();
  for (std::size_t i = 0; i < game.ply(); ++i)
    plies.push_back(ply_json(game, i, i < notes.plies.size() ? notes.plies[i] : kNothing, "eval"));
  return {{"start", notation::to_fen(game.start())},
          {"plies", std::move(plies)},
          {"tags", notes.tags},
          {"result", notes.result},
          {"legal", legal_json(game)},
          {"check", game.position().is_check()},
          {"over", over_json(game)},
          {"games", notes.games}};
}

Json answer_game(const Json& request) {
  const Fields fields(request);
  if (fields.find("pgn") != nullptr) return read_pgn(fields.text("pgn"));
  const chess::Game game = read_game_fields(fields);
  const auto outcome = game.outcome();
  return to_json(game, {.result = outcome ? std::string(outcome->result()) : "*"});
}

}  // namespace vitrine::server
