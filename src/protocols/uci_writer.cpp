#include "protocols/uci_writer.h"

#include <variant>

namespace vitrine::protocols {

namespace {

// " name number", the way every field of an info line is written.
template <class Number>
std::string field(std::string_view name, Number number) {
  return ' ' + std::string(name) + ' ' + std::to_string(number);
}

// Text from engines and their settings must not break the line it stands in.
std::string one_line(std::string_view text) {
  std::string line(text);
  for (char& c : line)
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7F') c = ' ';
  return line;
}

struct OptionKind {
  std::string operator()(const engines::CheckOption& option) const {
    return std::string("check default ") + (option.value ? "true" : "false");
  }
  std::string operator()(const engines::SpinOption& option) const {
    return "spin" + field("default", option.value) + field("min", option.min) + field("max", option.max);
  }
  std::string operator()(const engines::ComboOption& option) const {
    std::string text = "combo default " + one_line(option.value);
    for (const std::string& choice : option.choices) text += " var " + one_line(choice);
    return text;
  }
  std::string operator()(const engines::ButtonOption&) const { return "button"; }
  std::string operator()(const engines::TextOption& option) const {
    return "string default " + (option.value.empty() ? "<empty>" : one_line(option.value));
  }
};

}  // namespace

std::string to_uci(const engines::Score& score, const UciStyle& style) {
  using Bound = engines::Score::Bound;
  const bool is_mate = score.kind == engines::Score::Kind::mate;
  std::string text = (is_mate ? "mate " : "cp ") + std::to_string(score.value);
  if (score.bound == Bound::lower) text += " lowerbound";
  if (score.bound == Bound::upper) text += " upperbound";
  if (style.shows_chances && score.chances)
    text += field("wdl", score.chances->win) + ' ' + std::to_string(score.chances->draw) + ' ' +
            std::to_string(score.chances->loss);
  return text;
}

std::string info_line(const engines::Report& report, const UciStyle& style) {
  std::string line = "info" + field("depth", report.depth);
  if (report.current_move) {
    line += " currmove " + notation::to_uci(*report.current_move, style.castling);
    if (report.current_move_number > 0) line += field("currmovenumber", report.current_move_number);
    return line;
  }
  if (report.selective_depth > 0) line += field("seldepth", report.selective_depth);
  if (!report.pv.empty()) line += field("multipv", report.line);
  if (report.score) line += " score " + to_uci(*report.score, style);
  // At depth 0 nothing was searched: the game is over.
  if (report.depth == 0 && report.nodes == 0 && report.pv.empty()) return line;
  line += field("nodes", report.nodes) + field("nps", report.nodes_per_second());
  if (report.hash_full) line += field("hashfull", *report.hash_full);
  if (report.table_base_hits) line += field("tbhits", *report.table_base_hits);
  line += field("time", report.time.count());
  if (!report.pv.empty()) line += " pv";
  for (const chess::Move move : report.pv) line += ' ' + notation::to_uci(move, style.castling);
  return line;
}

std::string info_string(std::string_view text) { return "info string " + one_line(text); }

std::string bestmove_line(const engines::Choice& choice, const UciStyle& style) {
  if (!choice.move) return "bestmove (none)";
  std::string line = "bestmove " + notation::to_uci(*choice.move, style.castling);
  if (choice.ponder) line += " ponder " + notation::to_uci(*choice.ponder, style.castling);
  return line;
}

std::string option_line(const engines::Option& option) {
  return "option name " + one_line(option.name) + " type " + std::visit(OptionKind{}, option.kind);
}

}  // namespace vitrine::protocols
