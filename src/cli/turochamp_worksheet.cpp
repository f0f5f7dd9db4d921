#include "cli/turochamp_worksheet.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "arena/text_table.h"
#include "engines/turochamp/tenths.h"
#include "notation/fen.h"
#include "notation/san.h"
#include "notation/uci_move.h"

namespace vitrine::cli {

namespace {

using namespace engines::turochamp;
using arena::TextTable;
using Json = nlohmann::ordered_json;
using Align = TextTable::Align;

constexpr double to_decimal(int tenths) { return tenths / 10.0; }

PlayRule rule_at(int i) { return static_cast<PlayRule>(i); }

std::vector<std::string> to_san(const chess::Position& root, const std::vector<chess::Move>& line) {
  std::vector<std::string> texts;
  chess::Position pos = root;
  for (const chess::Move move : line) {
    texts.push_back(notation::to_san(pos, move));
    pos = pos.after(move);
  }
  return texts;
}

// "Qd1", or "e4" for a pawn.
std::string man_at(const chess::Position& pos, chess::Square sq) {
  const auto piece = pos.piece_at(sq);
  const bool is_pawn = piece->type == chess::PieceType::pawn;
  return (is_pawn ? "" : std::string(1, chess::Piece{chess::Color::white, piece->type}.to_char())) +
         sq.to_string();
}

// "4 moves", "1 defender": what a rule counts.
std::string counted(const PlayEntry& entry) {
  const auto number_of = [&](const char* one, const char* many) {
    return fmt::format("{} {}", entry.count, entry.count == 1 ? one : many);
  };
  switch (entry.rule) {
    case PlayRule::mobility:
    case PlayRule::king_mobility: return "root of " + number_of("move", "moves");
    case PlayRule::king_safety: return "root of " + number_of("queen's move", "queen's moves");
    case PlayRule::defence: return number_of("defender", "defenders");
    case PlayRule::castling: return "castling, " + number_of("part", "parts");
    case PlayRule::pawn_advance: return number_of("rank", "ranks");
    case PlayRule::pawn_defence: return number_of("piece defends", "pieces defend");
    case PlayRule::mate_threat: return "mate threatened";
    case PlayRule::check: return "check";
  }
  return {};
}

std::string value_text(const Value& value) {
  const std::string exact = value.to_string();
  return exact.find('/') == std::string::npos ? exact : fmt::format("{} = {:.4f}", exact, value.to_double());
}

std::vector<std::string> rule_cells(const PositionPlay& play) {
  std::vector<std::string> cells;
  for (const int tenths : play.by_rule) cells.push_back(to_text(tenths));
  return cells;
}

Json rules_json(const PositionPlay& play) {
  Json json = Json::object();
  for (int i = 0; i < kPlayRules; ++i)
    json[std::string(numeral(rule_at(i)))] = to_decimal(play.by_rule[static_cast<std::size_t>(i)]);
  return json;
}

// In the order of the rules; what comes to nothing is left out.
std::vector<PlayEntry> entries_by_rule(const PositionPlay& play) {
  std::vector<PlayEntry> entries = play.entries;
  std::erase_if(entries, [](const PlayEntry& entry) { return entry.tenths == 0; });
  std::ranges::stable_sort(entries, std::less(), &PlayEntry::rule);
  return entries;
}

Json entries_json(const chess::Position& after, const PositionPlay& play) {
  Json json = Json::array();
  for (const PlayEntry& entry : entries_by_rule(play))
    json.push_back({{"rule", numeral(entry.rule)},
                    {"man", entry.man ? Json(man_at(after, *entry.man)) : Json()},
                    {"count", entry.count},
                    {"amount", to_decimal(entry.tenths)}});
  return json;
}

Json line_json(const chess::Position& root, const Candidate& line) {
  return {{"value", line.worth.value.to_double()},
          {"fraction", line.worth.value.to_string()},
          {"moves", to_san(root, line.line)}};
}

Json move_json(const chess::Game& game, const WorksheetMove& move, const Rules& rules) {
  const chess::Position& pos = game.position();
  const Candidate& candidate = move.candidate;
  Json json = {{"uci", notation::to_uci(candidate.move)},
               {"san", notation::to_san(pos, candidate.move)},
               {"value", candidate.worth.value.to_double()},
               {"fraction", candidate.worth.value.to_string()},
               {"pp", to_decimal(candidate.play)},
               {"increment", to_decimal(move.increment)},
               {"best", move.is_best},
               {"star", move.is_starred},
               {"rules", rules_json(move.play)},
               {"entries", entries_json(pos.after(candidate.move), move.play)},
               {"line", to_san(pos, candidate.line)},
               {"lines", Json::array()}};
  for (const Candidate& line : considered_lines(game, candidate.move, rules))
    json["lines"].push_back(line_json(pos, line));
  return json;
}

}  // namespace

std::string worksheet_table(const chess::Game& game, const Worksheet& sheet) {
  const chess::Position& pos = game.position();
  std::vector<TextTable::Column> columns = {
      {"", Align::left}, {"move", Align::left}, {"value", Align::left}, {"pp"}, {"increment", Align::left}};
  for (int i = 0; i < kPlayRules; ++i) columns.push_back({std::string(numeral(rule_at(i)))});
  columns.push_back({"line", Align::left});
  TextTable table(std::move(columns));

  const auto add = [&](std::vector<std::string> cells, const PositionPlay& play, std::string line) {
    for (std::string& cell : rule_cells(play)) cells.push_back(std::move(cell));
    cells.push_back(std::move(line));
    table.add(std::move(cells));
  };
  add({"", "(now)", "", to_text(sheet.play_before.tenths()), ""}, sheet.play_before, "");
  for (const WorksheetMove& move : sheet.moves) {
    const Candidate& candidate = move.candidate;
    add({move.is_best ? ">" : "", notation::to_san(pos, candidate.move), value_text(candidate.worth.value),
         to_text(candidate.play), to_signed_text(move.increment) + (move.is_starred ? "*" : "")},
        move.play, fmt::format("{}", fmt::join(to_san(pos, candidate.line), " ")));
  }
  return table.text();
}

std::string worksheet_move(const chess::Game& game, const WorksheetMove& move, const Rules& rules) {
  const chess::Position& pos = game.position();
  const Candidate& candidate = move.candidate;
  const chess::Position after = pos.after(candidate.move);
  std::string text =
      fmt::format("{}: value {}, position-play {} ({}{}){}\n\n", notation::to_san(pos, candidate.move),
                  value_text(candidate.worth.value), to_text(candidate.play), to_signed_text(move.increment),
                  move.is_starred ? "*" : "", move.is_best ? ", best" : "");

  TextTable numbers({{"rule", Align::left}, {"man", Align::left}, {"counted", Align::left}, {"amount"}});
  for (const PlayEntry& entry : entries_by_rule(move.play))
    numbers.add({std::string(numeral(entry.rule)), entry.man ? man_at(after, *entry.man) : "", counted(entry),
                 to_text(entry.tenths)});
  numbers.add({"", "", "position-play", to_text(candidate.play)});
  text += numbers.text() + '\n';

  TextTable lines({{"value", Align::left}, {"line considered", Align::left}});
  for (const Candidate& line : considered_lines(game, candidate.move, rules))
    lines.add({value_text(line.worth.value), fmt::format("{}", fmt::join(to_san(pos, line.line), " "))});
  return text + lines.text();
}

Json worksheet_json(const chess::Game& game, const Worksheet& sheet, const Rules& rules) {
  Json json = {{"fen", notation::to_fen(game.position())},
               {"pp", to_decimal(sheet.play_before.tenths())},
               {"rules", rules_json(sheet.play_before)},
               {"nodes", sheet.nodes},
               {"moves", Json::array()}};
  for (const WorksheetMove& move : sheet.moves) json["moves"].push_back(move_json(game, move, rules));
  return json;
}

}  // namespace vitrine::cli
