#include "engines/vitrine/vitrine.h"

#include <algorithm>
#include <exception>
#include <new>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "engines/tablebase.h"
#include "engines/vitrine/strength.h"
#include "engines/vitrine/thinking.h"
#include "engines/vitrine/win_chances.h"
#include "eval/nnue/builtin_network.h"
#include "notation/polyglot.h"

namespace vitrine::engines {

namespace {

using namespace flagship;
using chess::Move;

constexpr int kDefaultHash = 16;
constexpr int kMaxHash = 1 << 18;  // MB
constexpr int kMaxThreads = 1024;

std::vector<Move> moves_to_choose_from(const chess::Position& pos, const Limits& limits) {
  std::vector<Move> moves;
  const chess::MoveList legal = pos.legal_moves();
  for (const Move move : legal)
    if (std::ranges::find(limits.search_moves, move) != limits.search_moves.end()) moves.push_back(move);
  if (moves.empty()) moves.assign(legal.begin(), legal.end());
  return moves;
}

// Some position since the last capture or pawn move has stood on the board before.
bool has_repeated(const chess::Game& game) {
  const auto reach = static_cast<std::size_t>(game.position().halfmove_clock());
  const std::size_t first = game.ply() > reach ? game.ply() - reach : 0;
  for (std::size_t later = first + 1; later <= game.ply(); ++later)
    for (std::size_t earlier = first; earlier < later; ++earlier)
      if (game.position_at(earlier).key() == game.position_at(later).key()) return true;
  return false;
}

class Vitrine : public Engine {
 public:
  Vitrine() {
    options().add({"Hash", SpinOption{kDefaultHash, 1, kMaxHash}},
                  [this](const Option&) { table_.resize(static_cast<std::size_t>(options().spin("Hash"))); });
    options().add({"Clear Hash", ButtonOption{}}, [this](const Option&) { forget(); });
    options().add({"Threads", SpinOption{1, 1, kMaxThreads}}, [this](const Option&) { resize_threads(); });
    options().add({"MultiPV", SpinOption{1, 1, 256}});
    options().add({"Move Overhead", SpinOption{10, 0, 5000}});
    options().add({"SyzygyPath", TextOption{""}}, [this](const Option&) { open_endings(); });
    options().add({"SyzygyProbeDepth", SpinOption{1, 1, 100}});
    options().add({"SyzygyProbeLimit", SpinOption{7, 0, 7}});
    options().add({"UCI_LimitStrength", CheckOption{false}});
    options().add({"UCI_Elo", SpinOption{kWeakestElo, kWeakestElo, kStrongestElo}});
    options().add({"OwnBook", CheckOption{false}});
    options().add({"Book File", TextOption{""}}, [this](const Option&) { open_book(); });
    options().add({"Model", TextOption{""}}, [this](const Option&) { load_model(); });
    options().add({"Eval", ComboOption{"network", {"network", "classical"}}},
                  [this](const Option&) { load_network(); });
    options().add({"EvalFile", TextOption{""}}, [this](const Option&) { load_network(); });
    add_tuning_options();
    resize_threads();
    load_network();
  }

  Choice choose(const chess::Game& game, const Limits& limits, const Listener& on_report,
                const Signals& signals) override {
    const chess::Position& pos = game.position();
    Watch watch(limits, signals, budget(pos, limits));
    if (!pos.has_legal_moves()) {
      if (on_report) on_report({.score = pos.is_check() ? Score::mate_in_plies(0) : Score::centipawns(0)});
      return {};
    }
    tell_troubles(on_report);
    if (const auto move = book_move(pos, limits)) {
      if (on_report)
        on_report({.depth = 1,
                   .selective_depth = 1,
                   .score = evaluate(pos),
                   .pv = {*move},
                   .nodes = 1,
                   .text = "from the book"});
      return {.move = move};
    }
    if (!start_table() && on_report) on_report({.text = "Not enough memory for Hash: playing with 1 MB"});
    if (options().check("UCI_LimitStrength")) return think_weakly(game, limits, on_report, signals);
    return chosen(think(game, limits, on_report, watch).front());
  }

  [[nodiscard]] std::optional<Score> evaluate(const chess::Position& pos) const override {
    if (pos.is_check()) return {};
    const auto evaluator = std::make_unique<eval::Evaluator>();
    evaluator->use(shared_.model ? &*shared_.model : nullptr);
    evaluator->use(shared_.network.get());
    evaluator->start(pos);
    return to_report_score(evaluator->evaluate(pos), pos);
  }

  [[nodiscard]] int bench_depth() const override { return 14; }

  void new_game() override { forget(); }

 private:
  void forget() {
    // More threads than a few don't clear memory faster.
    table_.clear(std::min<std::size_t>(searches_.size(), 8));
    shared_.histories->clear();
    for (const auto& search : searches_) search->forget();
  }

  // In a build made for tuning every parameter of the search is an option.
  void add_tuning_options() {
#ifdef VITRINE_TUNABLE
    for_each_parameter(shared_.parameters, [this](const char* name, int& value, int smallest, int largest) {
      options().add({name, SpinOption{value, smallest, largest}},
                    [this, name, &value](const Option&) { value = static_cast<int>(options().spin(name)); });
    });
#endif
  }

  void resize_threads() {
    const auto threads = static_cast<std::size_t>(options().spin("Threads"));
    searches_.resize(std::min(searches_.size(), threads));
    while (searches_.size() < threads) searches_.push_back(std::make_unique<Search>(shared_));
  }

  void open_endings() {
    const std::string& path = options().text("SyzygyPath");
    endings_.reset();
    if (path.empty()) return;
    try {
      endings_ = SyzygyTables::open(path);
    } catch (const std::exception& error) {
      troubles_.push_back(std::string("SyzygyPath not used: ") + error.what());
    }
  }

  void open_book() {
    const std::string& path = options().text("Book File");
    book_.reset();
    if (path.empty()) return;
    if (auto book = notation::PolyglotBook::open(path))
      book_ = *std::move(book);
    else
      troubles_.push_back("Book File not used: " + book.error());
  }

  void load_network() {
    const bool had_one = shared_.network != nullptr;
    shared_.network.reset();
    network_trouble_.clear();
    if (options().combo("Eval") == "network") shared_.network = chosen_network();
    if (had_one || shared_.network) forget();  // what it knows are values of the evaluation it had
  }

  // That of EvalFile if it can be read, else the built-in one.
  [[nodiscard]] std::shared_ptr<const eval::nnue::Network> chosen_network() {
    const std::string& path = options().text("EvalFile");
    if (path.empty()) return eval::nnue::builtin_network();
    if (auto network = eval::nnue::load_network(path))
      return std::make_shared<const eval::nnue::Network>(*std::move(network));
    else
      network_trouble_ = "EvalFile not used: " + network.error();
    return eval::nnue::builtin_network();
  }

  void load_model() {
    const std::string& path = options().text("Model");
    shared_.model.reset();
    forget();  // what it knows are values of the evaluation it had
    if (path.empty()) return;
    if (auto model = eval::load_model(path))
      shared_.model = *std::move(model);
    else
      troubles_.push_back("Model not used: " + model.error().to_string());
  }

  void tell_troubles(const Listener& on_report) {
    if (!network_trouble_.empty()) troubles_.push_back(std::exchange(network_trouble_, {}));
    if (on_report)
      for (const std::string& trouble : troubles_) on_report({.text = trouble});
    troubles_.clear();
  }

  [[nodiscard]] std::optional<TimeBudget> budget(const chess::Position& pos, const Limits& limits) const {
    if (!limits.clock) return {};
    const int us = index(pos.turn());
    return budget_for({limits.clock->remaining[us], limits.clock->increment[us], limits.clock->moves_to_go},
                      Milliseconds(options().spin("Move Overhead")));
  }

  [[nodiscard]] std::optional<Move> book_move(const chess::Position& pos, const Limits& limits) {
    if (!options().check("OwnBook") || !book_ || limits.infinite || limits.ponder) return {};
    if (!limits.search_moves.empty()) return {};  // they want one of these
    return book_->choose(pos, rng_);
  }

  // False if there was only memory for the smallest one.
  bool start_table() {
    try {
      return table_.start_search(), true;
    } catch (const std::bad_alloc&) {
      table_.resize(1);
      return table_.start_search(), false;
    }
  }

  static Choice chosen(const RootMove& best) {
    Choice choice{.move = best.move};
    if (best.pv.size() > 1) choice.ponder = best.pv[1];
    return choice;
  }

  // With the eyes of a weaker player. The line shown last is that of the move it chose.
  Choice think_weakly(const chess::Game& game, Limits limits, const Listener& on_report,
                      const Signals& signals) {
    const Handicap handicap = handicap_for(static_cast<int>(options().spin("UCI_Elo")));
    const int shown = limits.multi_pv;
    limits.nodes = std::min(handicap.nodes, limits.nodes.value_or(handicap.nodes));
    if (handicap.carelessness > 0) limits.multi_pv = std::max(shown, kLinesToChooseFrom);
    Report last;
    const Listener listen = [&](const Report& report) {
      last = report;
      if (on_report && report.line <= shown) on_report(report);
    };
    Watch watch(limits, signals, budget(game.position(), limits));
    const std::vector<RootMove> lines = think(game, limits, listen, watch);
    std::vector<int> scores;
    for (const RootMove& line : lines) scores.push_back(line.score);
    const RootMove& choice = lines[choose_carelessly(scores, handicap, rng_)];
    if (on_report && choice.move != lines.front().move) {
      last.line = 1;
      last.score = to_report_score(choice.score, game.position());
      last.pv = choice.pv;
      on_report(last);
    }
    return chosen(choice);
  }

  std::vector<RootMove> think(const chess::Game& game, const Limits& limits, const Listener& on_report,
                              Watch& watch) {
    std::vector<Move> moves = moves_to_choose_from(game.position(), limits);
    const std::optional<int> table_score = keep_what_tables_allow(game, moves);
    shared_.endings = endings_;
    shared_.endings_men =
        endings_ ? std::min(endings_->men(), static_cast<int>(options().spin("SyzygyProbeLimit"))) : 0;
    shared_.endings_depth = static_cast<int>(options().spin("SyzygyProbeDepth"));
    return Thinking({game, limits, shared_, watch, on_report, std::move(moves),
                     static_cast<std::size_t>(std::max(1, limits.multi_pv)), table_score},
                    searches_)
        .run();
  }

  // Where the root is a solved ending, only moves that keep its value and make headway are left.
  std::optional<int> keep_what_tables_allow(const chess::Game& game, std::vector<Move>& moves) {
    if (!endings_ || game.position().occupied().count() > options().spin("SyzygyProbeLimit")) return {};
    const auto best = endings_->best_moves(game.position(), has_repeated(game));
    if (!best) return {};
    std::vector<Move> kept;
    for (const Move move : moves)
      if (std::ranges::find(best->moves, move) != best->moves.end()) kept.push_back(move);
    if (kept.empty()) return {};  // those who asked for certain moves get one of them
    moves = std::move(kept);
    switch (best->answer) {
      case SyzygyAnswer::win: return kTableWin;
      case SyzygyAnswer::loss: return -kTableWin;
      default: return kDraw;
    }
  }

  TranspositionTable table_{kDefaultHash};
  Shared shared_{.table = table_};
  std::vector<std::unique_ptr<Search>> searches_;
  std::shared_ptr<SyzygyTables> endings_;
  std::optional<notation::PolyglotBook> book_;
  base::Rng rng_{std::random_device{}()};
  std::vector<std::string> troubles_;  // to be told at the next move
  std::string network_trouble_;        // the same; the two options that choose it may be set in any order
};

}  // namespace

std::unique_ptr<Engine> make_vitrine() { return std::make_unique<Vitrine>(); }

}  // namespace vitrine::engines
