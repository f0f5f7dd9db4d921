#pragma once

// What the UCI tests share: a sink that remembers, engines that do what the test says, and transcripts.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "notation/fen.h"
#include "notation/uci_move.h"
#include "protocols/uci_server.h"

namespace vitrine::protocols::uci_testing {

using namespace std::chrono_literals;
using engines::Choice;
using engines::Limits;
using engines::Listener;
using engines::Report;
using engines::Signals;

class MemorySink : public LineSink {
 public:
  void send(std::string_view line) override {
    const std::lock_guard lock(mutex_);
    lines_.emplace_back(line);
    changed_.notify_all();
  }
  [[nodiscard]] std::vector<std::string> lines() const {
    const std::lock_guard lock(mutex_);
    return lines_;
  }
  [[nodiscard]] std::size_t count(std::string_view prefix) const {
    const std::lock_guard lock(mutex_);
    return count_unlocked(prefix);
  }
  // The line at this place, when it has come; nothing if it doesn't in time.
  [[nodiscard]] std::optional<std::string> wait_for(std::size_t index,
                                                    std::chrono::milliseconds patience = 10s) {
    std::unique_lock lock(mutex_);
    if (!changed_.wait_for(lock, patience, [&] { return lines_.size() > index; })) return {};
    return lines_[index];
  }
  bool wait_for_count(std::string_view prefix, std::size_t wanted, std::chrono::milliseconds patience = 10s) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return count_unlocked(prefix) >= wanted; });
  }

 private:
  [[nodiscard]] std::size_t count_unlocked(std::string_view prefix) const {
    return static_cast<std::size_t>(std::count_if(
        lines_.begin(), lines_.end(), [=](const std::string& line) { return line.starts_with(prefix); }));
  }

  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> lines_;
};

// Waits for a stop, for a ponder hit if `for_ponder_hit`, or for the time to pass.
inline void wait_for_signal(const Signals& signals, bool for_ponder_hit,
                            std::chrono::milliseconds patience = 1h) {
  std::mutex mutex;
  std::condition_variable_any changed;
  const auto wake = [&] {
    const std::lock_guard lock(mutex);
    changed.notify_all();
  };
  const std::stop_callback on_stop(signals.stop, wake);
  const std::stop_callback on_hit(signals.ponder_hit, wake);
  std::unique_lock lock(mutex);
  changed.wait_for(lock, patience, [&] {
    return signals.stop.stop_requested() || (for_ponder_hit && signals.ponder_hit.stop_requested());
  });
}

// The legal move with the first text: a2a3 at the start.
inline chess::Move first_move(const chess::Position& pos, const Limits& limits = {}) {
  std::vector<chess::Move> moves = limits.search_moves;
  if (moves.empty()) {
    const chess::MoveList all = pos.legal_moves();
    moves.assign(all.begin(), all.end());
  }
  return *std::min_element(moves.begin(), moves.end(), [](chess::Move a, chess::Move b) {
    return notation::to_uci(a) < notation::to_uci(b);
  });
}

// Reports one line and plays its move, when the limits say so. Obeys all signals.
inline Choice play_by_the_book(const chess::Game& game, const Limits& limits, const Listener& on_report,
                               const Signals& signals) {
  const chess::Move move = first_move(game.position(), limits);
  on_report({.depth = limits.depth.value_or(1),
             .score = engines::Score::centipawns(25),
             .pv = {move},
             .nodes = 42});
  const bool is_timed = limits.move_time && !limits.infinite && !limits.ponder;
  if (limits.infinite || limits.ponder || limits.is_unlimited() || limits.move_time)
    wait_for_signal(signals, limits.ponder, is_timed ? *limits.move_time : 1h);
  return {.move = move};
}

class FakeEngine : public engines::Engine {
 public:
  using Behaviour = std::function<Choice(const chess::Game&, const Limits&, const Listener&, const Signals&)>;

  explicit FakeEngine(Behaviour behaviour = play_by_the_book) : behaviour_(std::move(behaviour)) {}
  [[nodiscard]] Choice choose(const chess::Game& game, const Limits& limits, const Listener& on_report,
                              const Signals& signals) override {
    return behaviour_(game, limits, on_report, signals);
  }
  void new_game() override { ++new_games; }

  std::atomic<int> new_games = 0;

 private:
  Behaviour behaviour_;
};

// A server with an engine that has an option of every kind.
class Session {
 public:
  explicit Session(FakeEngine::Behaviour behaviour = play_by_the_book) {
    auto made = std::make_unique<FakeEngine>(std::move(behaviour));
    engine = made.get();
    made->options().add({"Hash", engines::SpinOption{.value = 16, .min = 1, .max = 1024}});
    made->options().add({"MultiPV", engines::SpinOption{.value = 1, .min = 1, .max = 256}});
    made->options().add({"Clear Hash", engines::ButtonOption{}},
                        [this](const engines::Option&) { ++presses; });
    made->options().add(
        {"Style", engines::ComboOption{.value = "Solid", .choices = {"Solid", "Risky Business"}}});
    made->options().add({"Book File", engines::TextOption{.value = ""}});
    made->options().add({"Explosive", engines::CheckOption{.value = false}},
                        [](const engines::Option& option) {
                          if (std::get<engines::CheckOption>(option.kind).value)
                            throw std::runtime_error("no memory for that");
                        });
    server = std::make_unique<UciServer>(std::move(made), EngineIdentity{"Test 1", "Nobody"}, sink);
  }

  bool say(std::string_view line) { return server->handle(line); }

  // Each line is "> what we send", "< the line that must come next" (a * at its end stands for any rest), or
  // "-": nothing more comes for a moment.
  void follow(std::string_view transcript) {
    while (!transcript.empty()) {
      const std::size_t end = transcript.find('\n');
      const std::string_view line = transcript.substr(0, end);
      transcript.remove_prefix(end == std::string_view::npos ? transcript.size() : end + 1);
      if (line.starts_with("> ")) {
        if (!say(line.substr(2))) has_quit = true;
      } else if (line.starts_with("< ")) {
        expect(line.substr(2));
      } else if (line == "-") {
        const auto extra = sink.wait_for(read_, 30ms);
        EXPECT_FALSE(extra.has_value()) << "unexpected: " << *extra;
      }
      if (::testing::Test::HasFatalFailure() || ::testing::Test::HasNonfatalFailure()) return;
    }
  }

  MemorySink sink;
  std::unique_ptr<UciServer> server;
  FakeEngine* engine = nullptr;
  int presses = 0;
  bool has_quit = false;

 private:
  void expect(std::string_view wanted) {
    const auto line = sink.wait_for(read_);
    ASSERT_TRUE(line.has_value()) << "nothing came instead of: " << wanted;
    ++read_;
    if (wanted.ends_with('*'))
      EXPECT_TRUE(line->starts_with(wanted.substr(0, wanted.size() - 1)))
          << *line << "\ninstead of: " << wanted;
    else
      EXPECT_EQ(*line, wanted);
  }

  std::size_t read_ = 0;
};

}  // namespace vitrine::protocols::uci_testing
