#include "engines/mailbox/mailbox.h"

#include <algorithm>

#include "engines/mailbox/budget.h"
#include "engines/mailbox/search.h"

namespace vitrine::engines {

namespace {

class Mailbox final : public Engine {
 public:
  Mailbox() { options().add({"Depth", SpinOption{.value = 5, .min = 1, .max = mailbox::kMaxDepth}}); }

  [[nodiscard]] Choice choose(const chess::Game& game, const Limits& limits, const Listener& on_report,
                              const Signals& signals) override {
    const chess::Position& pos = game.position();
    if (!pos.has_legal_moves()) {
      if (on_report) on_report({.score = pos.is_check() ? Score::mate_in_plies(0) : Score::centipawns(0)});
      return {};
    }
    mailbox::Budget budget(limits, pos.turn(), signals);
    // It holds a table of lines that a thread's stack need not carry.
    const auto search = std::make_unique<mailbox::Search>(mailbox::Board(game), limits, budget);
    search->run(depth_under(limits), on_report);
    const auto& pv = search->root_moves().front().pv;
    return {.move = pv[0], .ponder = pv.size() > 1 ? std::optional(pv[1]) : std::nullopt};
  }

  [[nodiscard]] std::optional<Score> evaluate(const chess::Position& pos) const override {
    return Score::centipawns(mailbox::Board(pos.to_setup()).evaluate());
  }

 private:
  [[nodiscard]] int depth_under(const Limits& limits) const {
    int depth = mailbox::kMaxDepth;
    if (limits.is_unlimited() && !limits.infinite) depth = static_cast<int>(options().spin("Depth"));
    if (limits.depth) depth = std::min(depth, *limits.depth);
    // A mate in n moves shows after 2n - 1 plies; if it doesn't, there is none.
    if (limits.mate) depth = std::min(depth, 2 * std::min(*limits.mate, mailbox::kMaxDepth) - 1);
    return std::max(depth, 1);
  }
};

}  // namespace

std::unique_ptr<Engine> make_mailbox() { return std::make_unique<Mailbox>(); }

}  // namespace vitrine::engines
