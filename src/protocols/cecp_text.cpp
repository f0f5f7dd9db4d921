#include "protocols/cecp_text.h"

#include <algorithm>

#include "notation/san.h"
#include "notation/uci_move.h"
#include "protocols/clean_text.h"

namespace vitrine::protocols::cecp {

using engines::Score;

std::string move_text(chess::Move move, CastlingForm form) {
  if (form == CastlingForm::letters && move.is_castling())
    return move.wing() == chess::Wing::king_side ? "O-O" : "O-O-O";
  return notation::to_uci(move);
}

namespace {

// A feature value stands between double quotes and can't hold one.
std::string in_quotes(std::string_view value) {
  std::string text = clean_text(value);
  std::replace(text.begin(), text.end(), '"', '\'');
  return '"' + text + '"';
}

struct OptionText {
  std::string operator()(const engines::CheckOption& option) const {
    return std::string("-check ") + (option.value ? "1" : "0");
  }
  std::string operator()(const engines::SpinOption& option) const {
    return "-spin " + std::to_string(option.value) + ' ' + std::to_string(option.min) + ' ' +
           std::to_string(option.max);
  }
  std::string operator()(const engines::ComboOption& option) const {
    std::string text = "-combo ";
    for (const std::string& choice : option.choices) {
      if (&choice != &option.choices.front()) text += " /// ";
      text += (choice == option.value ? "*" : "") + choice;
    }
    return text;
  }
  std::string operator()(const engines::ButtonOption&) const { return "-button"; }
  std::string operator()(const engines::TextOption& option) const { return "-string " + option.value; }
};

bool has_spin(const engines::Options& options, std::string_view name) {
  const engines::Option* const option = options.find(name);
  return option != nullptr && std::holds_alternative<engines::SpinOption>(option->kind);
}

}  // namespace

std::vector<std::string> feature_lines(std::string_view name, const engines::Options& options) {
  const bool has_hash = has_spin(options, "Hash");
  const bool has_threads = has_spin(options, "Threads");
  std::vector<std::string> lines = {
      "feature myname=" + in_quotes(name) + " variants=\"normal,fischerandom\"",
      "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 sigint=0 sigterm=0 reuse=1 "
      "analyze=1",
      std::string("feature colors=0 ics=0 name=1 pause=0 nps=0 debug=1") +
          " memory=" + (has_hash ? "1" : "0") + " smp=" + (has_threads ? "1" : "0") + " exclude=0",
  };
  if (options.find(kResignOption) == nullptr)
    lines.push_back("feature option=" + in_quotes(std::string(kResignOption) + " -check 0"));
  for (const engines::Option& option : options.all()) {
    const auto is = [&](std::string_view known) { return options.find(known) == &option; };
    if ((has_hash && is("Hash")) || (has_threads && is("Threads")))
      continue;  // `memory` and `cores` set these
    lines.push_back("feature option=" + in_quotes(option.name + ' ' + std::visit(OptionText{}, option.kind)));
  }
  lines.emplace_back("feature done=1");
  return lines;
}

std::string result_line(const chess::Outcome& outcome) {
  using chess::EndReason;
  const std::string result(outcome.result());
  switch (outcome.reason) {
    case EndReason::checkmate:
      return result + (outcome.winner == chess::Color::white ? " {White mates}" : " {Black mates}");
    case EndReason::stalemate: return result + " {Stalemate}";
    case EndReason::insufficient_material: return result + " {Draw by insufficient material}";
    case EndReason::threefold_repetition:
    case EndReason::fivefold_repetition: return result + " {Draw by repetition}";
    case EndReason::fifty_moves:
    case EndReason::seventy_five_moves: return result + " {Draw by fifty-move rule}";
  }
  return result;
}

int score_number(const Score& score) {
  constexpr int kMate = 100'000;
  if (score.kind == Score::Kind::mate) return score.value > 0 ? kMate + score.value : -kMate + score.value;
  return std::clamp(score.value, -kMate + 1, kMate - 1);
}

namespace {

std::string centiseconds(std::chrono::milliseconds time) { return std::to_string(time.count() / 10); }

// As far as the moves are legal.
std::string pv_text(const std::vector<chess::Move>& pv, const chess::Position& root) {
  std::string text;
  chess::Position pos = root;
  for (const chess::Move move : pv) {
    if (!pos.is_legal(move)) break;
    text += (text.empty() ? "" : " ") + notation::to_san(pos, move);
    pos = pos.after(move);
  }
  return text;
}

}  // namespace

std::string thinking_line(const engines::Report& report, const chess::Position& root) {
  std::string line = std::to_string(std::max(report.depth, 0)) + ' ' +
                     std::to_string(score_number(*report.score)) + ' ' + centiseconds(report.time) + ' ' +
                     std::to_string(report.nodes) + ' ' + std::to_string(report.selective_depth) + ' ' +
                     std::to_string(report.nodes_per_second()) + ' ' +
                     std::to_string(report.table_base_hits.value_or(0)) + '\t' + pv_text(report.pv, root);
  if (report.score->bound == Score::Bound::upper) line += '?';
  if (report.score->bound == Score::Bound::lower) line += '!';
  return line;
}

std::string status_line(const engines::Report& report, const chess::Position& root) {
  const int moves = root.legal_move_count();
  const int left = report.current_move ? std::clamp(moves - report.current_move_number, 0, moves) : 0;
  std::string line = "stat01: " + centiseconds(report.time) + ' ' + std::to_string(report.nodes) + ' ' +
                     std::to_string(std::max(report.depth, 0)) + ' ' + std::to_string(left) + ' ' +
                     std::to_string(moves);
  if (report.current_move && root.is_legal(*report.current_move))
    line += ' ' + notation::to_san(root, *report.current_move);
  return line;
}

std::string echo(std::string_view text) {
  constexpr std::size_t kLongest = 200;
  return clean_text(text.substr(0, kLongest)) + (text.size() > kLongest ? "..." : "");
}

}  // namespace vitrine::protocols::cecp
