#include "protocols/careful_engine.h"

#include <algorithm>
#include <exception>

#include "notation/uci_move.h"

namespace vitrine::protocols {

namespace {

using chess::Move;
using chess::Position;
using engines::Choice;
using engines::Limits;
using engines::Report;

Report report_of_finished_game(const Position& pos) {
  return {.score = pos.is_check() ? engines::Score::mate_in_plies(0) : engines::Score::centipawns(0)};
}

bool is_allowed(const Position& pos, const Limits& limits, Move move) {
  const auto& only = limits.search_moves;
  return pos.is_legal(move) && (only.empty() || std::find(only.begin(), only.end(), move) != only.end());
}

Move any_allowed(const Position& pos, const Limits& limits) {
  for (const Move move : limits.search_moves)
    if (pos.is_legal(move)) return move;
  return pos.legal_moves()[0];
}

}  // namespace

Choice CarefulEngine::choose(const chess::Game& game, const Limits& limits,
                             const engines::Listener& on_report, const engines::Signals& signals) {
  const Position& pos = game.position();
  if (!pos.has_legal_moves()) {
    on_report(report_of_finished_game(pos));
    return {};
  }

  Move fallback = any_allowed(pos, limits);
  const auto listen = [&](const Report& report) {
    if (report.line == 1 && !report.pv.empty() && is_allowed(pos, limits, report.pv[0]))
      fallback = report.pv[0];
    on_report(report);
  };
  Choice choice;
  try {
    choice = engine_.choose(game, limits, listen, signals);
    if (choice.move && !is_allowed(pos, limits, *choice.move)) {
      on_fault_("the engine chose " + notation::to_uci(*choice.move, notation::CastlingText::chess960) +
                ", which it may not play here");
      choice.move.reset();
    }
  } catch (const std::exception& error) {
    on_fault_(std::string("the engine failed: ") + error.what());
  } catch (...) {
    on_fault_("the engine failed");
  }
  if (!choice.move) choice = {.move = fallback, .resigns = choice.resigns, .offers_draw = choice.offers_draw};
  if (choice.ponder && !pos.after(*choice.move).is_legal(*choice.ponder)) choice.ponder.reset();
  return choice;
}

void CarefulEngine::new_game() {
  try {
    engine_.new_game();
  } catch (const std::exception& error) {
    on_fault_(std::string("the engine failed to start a new game: ") + error.what());
  }
}

}  // namespace vitrine::protocols
