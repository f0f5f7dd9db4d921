#include "engines/turochamp/turochamp.h"

#include <algorithm>
#include <limits>
#include <string>

#include "engines/turochamp/deepening.h"
#include "engines/turochamp/evaluation.h"
#include "engines/turochamp/paper_thinking.h"
#include "engines/turochamp/search.h"
#include "engines/turochamp/value.h"

namespace vitrine::engines {

namespace {

using namespace turochamp;

class Turochamp : public Engine {
 public:
  Turochamp() {
    options().add({"Reading", ComboOption{"paper", {"paper", "minimax", "modern"}}});
    options().add({"Seed", SpinOption{0, 0, std::numeric_limits<std::int32_t>::max()}});
    options().add({"MaterialWeight", SpinOption{1, 1, 4}});  // minimax and modern
    add_rule_options(options());                             // paper, but for Depth; 0: as the reading has it
  }

  Choice choose(const chess::Game& game, const Limits& limits, const Listener& on_report,
                const Signals& signals) override {
    const chess::Position& pos = game.position();
    // On paper a position takes long.
    Watch watch(limits, signals, pos.turn(), is_paper() ? 16 : 256);
    if (!pos.has_legal_moves()) {
      if (on_report) on_report({.score = pos.is_check() ? Score::mate_in_plies(0) : Score::centipawns(0)});
      return {};
    }
    if (!is_paper()) return deepen(game, limits, last_depth(limits), material_weight(), watch, on_report);
    Rules rules = rules_from(options());
    // It looks at every move and every reply: less if it must, never more.
    if (limits.depth) rules.plies = std::clamp(*limits.depth, 1, rules.plies);
    const auto seed = static_cast<std::uint64_t>(options().spin("Seed"));
    return think_on_paper(game, limits, rules, seed, watch, on_report);
  }

  [[nodiscard]] std::optional<Score> evaluate(const chess::Position& pos) const override {
    if (!is_paper()) return Score::centipawns(turochamp::evaluate(pos, material_weight()));
    const Rules rules = rules_from(options());
    const Material material = count_material(pos, pos.turn());
    return Score::centipawns(to_centipawns(Value::of(material, rules), material, rules));
  }

 private:
  [[nodiscard]] bool is_paper() const { return options().combo("Reading") == "paper"; }
  [[nodiscard]] int material_weight() const { return static_cast<int>(options().spin("MaterialWeight")); }

  [[nodiscard]] int last_depth(const Limits& limits) const {
    constexpr int kMinimaxDepth = 3;
    const auto fixed = static_cast<int>(options().spin("Depth"));
    const bool is_minimax = options().combo("Reading") == "minimax";
    const int depth = fixed > 0 ? fixed : is_minimax ? kMinimaxDepth : kMaxDepth;
    // A mate in n is seen 2n - 1 plies deep, or it isn't there.
    const int mate_depth = limits.mate ? std::clamp(*limits.mate, 1, kMaxDepth / 2) * 2 - 1 : kMaxDepth;
    return std::min({depth, mate_depth, std::max(limits.depth.value_or(kMaxDepth), 1)});
  }
};

}  // namespace

std::unique_ptr<Engine> make_turochamp() { return std::make_unique<Turochamp>(); }

}  // namespace vitrine::engines
