#include "server/search_view.h"

#include <algorithm>

#include "notation/san.h"
#include "server/game_json.h"

namespace vitrine::server {

namespace {

constexpr std::size_t kMostLines = 16;
constexpr std::size_t kMostMoves = 60;  // of a line
constexpr std::size_t kMostDepths = 256;

// As far as the moves are legal: what came from a program may be nonsense.
void add_line(Json& json, const chess::Position& root, const std::vector<chess::Move>& moves,
              notation::CastlingText style, bool with_san) {
  Json uci = Json::array();
  Json san = Json::array();
  chess::Position pos = root;
  for (std::size_t i = 0; i < std::min(moves.size(), kMostMoves) && pos.is_legal(moves[i]); ++i) {
    uci.push_back(notation::to_uci(moves[i], style));
    if (with_san) san.push_back(notation::to_san(pos, moves[i]));
    pos = pos.after(moves[i]);
  }
  json["pv"] = std::move(uci);
  if (with_san) json["san"] = std::move(san);
}

// Without the empty end of a table.
template <class Table, class Write>
Json filled(const Table& table, Write write) {
  Json json = Json::array();
  std::size_t zeros = 0;
  for (const auto& entry : table) {
    Json cell = write(entry);
    const bool is_zero = cell == Json(0U) || (cell.is_object() && cell["probes"] == 0U);
    zeros = is_zero ? zeros + 1 : 0;
    json.push_back(std::move(cell));
  }
  json.erase(json.end() - static_cast<long>(zeros), json.end());
  return json;
}

Json statistics_json(const engines::Statistics& statistics) {
  const engines::Counters& counters = statistics.counters;
  return {{"nodes", counters.nodes},
          {"quiescence_nodes", counters.quiescence_nodes},
          {"extensions", counters.extensions},
          {"reductions", counters.reductions},
          {"failed_reductions", counters.failed_reductions},
          {"cutoffs_by_move", filled(counters.cutoffs_by_move, [](std::uint64_t n) { return Json(n); })},
          {"table_by_depth", filled(counters.table_by_depth,
                                    [](const engines::TableUse& use) {
                                      return Json{{"probes", use.probes},
                                                  {"hits", use.hits},
                                                  {"alpha", use.alpha_cutoffs},
                                                  {"beta", use.beta_cutoffs},
                                                  {"exact", use.exact_cutoffs}};
                                    })},
          {"table_full", statistics.table_full}};
}

}  // namespace

void SearchView::begin(const chess::Position& root, notation::CastlingText style) {
  const std::lock_guard lock(mutex_);
  content_ = {.root = root, .style = style, .is_thinking = true};
  unfinished_.reset();
  exact_score_.reset();
  told_ = 0;
  is_new_ = true;
}

void SearchView::hear(const engines::Report& report) {
  const std::lock_guard lock(mutex_);
  is_new_ = true;
  engines::Report& last = content_.last;
  if (report.depth > 0) last.depth = report.depth;
  if (report.selective_depth > 0) last.selective_depth = report.selective_depth;
  if (report.nodes > 0) last.nodes = report.nodes;
  if (report.time.count() > 0) last.time = report.time;
  if (report.hash_full) last.hash_full = report.hash_full;
  if (report.table_base_hits) last.table_base_hits = report.table_base_hits;
  if (report.statistics) last.statistics = report.statistics;
  last.current_move = report.current_move ? report.current_move : last.current_move;
  if (report.current_move) last.current_move_number = report.current_move_number;
  const auto line = static_cast<std::size_t>(std::max(report.line, 1)) - 1;
  if (!report.score || line >= kMostLines) return;
  if (content_.lines.size() <= line) content_.lines.resize(line + 1);
  Line& place = content_.lines[line];
  // A bound without moves does not take the moves away.
  place = {*report.score, report.pv.empty() ? std::move(place.pv) : report.pv, report.depth};
  if (line == 0) note_depth(report);
}

void SearchView::note_depth(const engines::Report& report) {
  if (report.score->bound != engines::Score::Bound::exact) return;
  exact_score_ = report.score;
  if (report.pv.empty() || report.depth <= 0) return;
  if (unfinished_ && report.depth > unfinished_->depth) finish_depth();
  Depth depth{report.depth, *report.score, report.pv, report.nodes, report.time, report.statistics};
  if (!content_.history.empty() && content_.history.back().depth >= report.depth) {
    if (content_.history.back().depth == report.depth) content_.history.back() = std::move(depth);
    return;
  }
  unfinished_ = std::move(depth);
  // Our own engines say when they are done with a depth; of others one learns it by the next one.
  const auto& statistics = report.statistics;
  if (statistics && !statistics->iterations.empty() && statistics->iterations.back().depth == report.depth)
    finish_depth();
}

void SearchView::finish_depth() {
  if (content_.history.size() < kMostDepths) content_.history.push_back(*std::move(unfinished_));
  unfinished_.reset();
}

void SearchView::end() {
  const std::lock_guard lock(mutex_);
  if (unfinished_) finish_depth();
  content_.is_thinking = false;
  is_new_ = true;
}

std::optional<engines::Score> SearchView::score() const {
  const std::lock_guard lock(mutex_);
  return exact_score_;
}

Json SearchView::state() const {
  Content content;
  {
    const std::lock_guard lock(mutex_);
    content = content_;
  }
  Json json = to_json(content);
  Json& history = json["history"] = Json::array();
  for (const Depth& depth : content.history) history.push_back(to_json(content, depth));
  return json;
}

std::optional<SearchView::Sample> SearchView::take_sample() {
  Content content;
  std::size_t told = 0;
  {
    const std::lock_guard lock(mutex_);
    if (!is_new_) return {};
    is_new_ = false;
    content = content_;
    told = std::exchange(told_, content_.history.size());
  }
  Sample sample{.search = to_json(content)};
  for (std::size_t i = told; i < content.history.size(); ++i)
    sample.finished_depths.push_back(to_json(content, content.history[i]));
  return sample;
}

Json SearchView::to_json(const Content& content) {
  const engines::Report& last = content.last;
  Json json = {{"thinking", content.is_thinking},        {"depth", last.depth},
               {"seldepth", last.selective_depth},       {"nodes", last.nodes},
               {"nps", last.nodes_per_second()},         {"time", last.time.count()},
               {"hashfull", last.hash_full.value_or(0)}, {"lines", Json::array()}};
  if (last.table_base_hits) json["tbhits"] = *last.table_base_hits;
  for (const Line& line : content.lines) {
    Json entry = {{"score", server::to_json(line.score, content.root.turn())}, {"depth", line.depth}};
    add_line(entry, content.root, line.pv, content.style, true);
    json["lines"].push_back(std::move(entry));
  }
  if (last.current_move && content.root.is_legal(*last.current_move))
    json["current"] = {{"uci", notation::to_uci(*last.current_move, content.style)},
                       {"number", last.current_move_number}};
  if (last.statistics) json["stats"] = statistics_json(*last.statistics);
  return json;
}

Json SearchView::to_json(const Content& content, const Depth& depth) {
  const chess::Color turn = content.root.turn();
  Json json = {{"depth", depth.depth},
               {"score", server::to_json(depth.score, turn)},
               {"nodes", depth.nodes},
               {"time", depth.time.count()}};
  add_line(json, content.root, depth.pv, content.style, false);
  if (!depth.statistics) return json;
  json["stats"] = statistics_json(*depth.statistics);
  Json& roots = json["roots"] = Json::array();
  for (const engines::RootMoveScore& root : depth.statistics->root_moves)
    if (content.root.is_legal(root.move))
      roots.push_back({{"uci", notation::to_uci(root.move, content.style)},
                       {"san", notation::to_san(content.root, root.move)},
                       {"cp", turn == chess::Color::white ? root.centipawns : -root.centipawns},
                       {"nodes", root.nodes}});
  return json;
}

}  // namespace vitrine::server
