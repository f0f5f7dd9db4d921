#pragma once

// A CECP server with an engine that does as the test says, and its lines in memory.

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <initializer_list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engines/engine.h"
#include "notation/uci_move.h"
#include "protocols/cecp_server.h"
#include "protocols/line_sink.h"

namespace vitrine::protocols::cecp_testing {

using Lines = std::vector<std::string>;

// Long enough for a loaded machine under a sanitizer; nothing waits for it but a failure.
inline constexpr std::chrono::seconds kPatience{30};

class MemorySink : public LineSink {
 public:
  void send(std::string_view line) override {
    const std::lock_guard lock(mutex_);
    lines_.emplace_back(line);
    changed_.notify_all();
  }
  // Everything up to the first line that starts so, that line included, and takes it away.
  Lines take_until(std::string_view beginning) {
    std::unique_lock lock(mutex_);
    std::size_t count = 0;
    const bool came = changed_.wait_for(lock, kPatience, [&] {
      for (count = 0; count < lines_.size(); ++count)
        if (lines_[count].starts_with(beginning)) return true;
      return false;
    });
    EXPECT_TRUE(came) << "no line starts with '" << beginning << "'";
    if (came) ++count;
    const auto end = lines_.begin() + static_cast<long>(count);
    Lines taken(lines_.begin(), end);
    lines_.erase(lines_.begin(), end);
    return taken;
  }
  Lines take_all() {
    const std::lock_guard lock(mutex_);
    return std::exchange(lines_, {});
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  Lines lines_;
};

// Sleeps until the token is stopped.
inline void wait_for_stop(const std::stop_token& token) {
  while (!token.stop_requested()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

class TestEngine : public engines::Engine {
 public:
  using Act = std::function<engines::Choice(const chess::Game&, const engines::Limits&,
                                            const engines::Listener&, const engines::Signals&)>;

  TestEngine() {
    options().add({"Hash", engines::SpinOption{16, 1, 1024}});
    options().add({"Threads", engines::SpinOption{1, 1, 8}});
    options().add({"Own Book", engines::CheckOption{true}});
    options().add({"Contempt", engines::SpinOption{0, -100, 100}});
    options().add({"Style", engines::ComboOption{"Calm", {"Wild", "Calm"}}});
    options().add({"Clear Hash", engines::ButtonOption{}}, [this](const engines::Option&) { ++presses; });
    options().add({"Net", engines::TextOption{"a \"b\".nnue"}});
  }
  engines::Choice choose(const chess::Game& game, const engines::Limits& limits,
                         const engines::Listener& on_report, const engines::Signals& signals) override {
    {
      const std::lock_guard lock(mutex_);
      last_limits_ = limits;
      ++searches_;
      changed_.notify_all();
    }
    return act(game, limits, on_report, signals);
  }
  void new_game() override { ++new_games; }

  // The limits of the search with this number, counted from 1, once it has begun.
  engines::Limits limits_of(int number) {
    std::unique_lock lock(mutex_);
    EXPECT_TRUE(changed_.wait_for(lock, kPatience, [&] { return searches_ >= number; }))
        << "no search " << number;
    return last_limits_;
  }
  int searches() {
    const std::lock_guard lock(mutex_);
    return searches_;
  }

  // Plays the first legal move at once.
  Act act = [](const chess::Game& game, const auto&, const auto&, const auto&) {
    return engines::Choice{.move = game.position().legal_moves()[0]};
  };
  std::atomic<int> presses = 0;
  std::atomic<int> new_games = 0;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  engines::Limits last_limits_;
  int searches_ = 0;
};

// Plays these moves one after the other, at once, then the first legal one.
inline TestEngine::Act plays(std::vector<std::string> moves) {
  auto next = std::make_shared<std::size_t>(0);
  return [moves, next](const chess::Game& game, const engines::Limits&, const engines::Listener&,
                       const engines::Signals&) {
    if (*next >= moves.size()) return engines::Choice{.move = game.position().legal_moves()[0]};
    return engines::Choice{.move = *notation::parse_uci_move(game.position(), moves[(*next)++])};
  };
}

// Thinks until it is stopped, then plays this move.
inline TestEngine::Act plays_when_stopped(std::string move) {
  return [move](const chess::Game& game, const engines::Limits&, const engines::Listener&,
                const engines::Signals& signals) {
    wait_for_stop(signals.stop);
    return engines::Choice{.move = *notation::parse_uci_move(game.position(), move)};
  };
}

struct Session {
  explicit Session(TestEngine::Act act = {}) {
    if (act) engine->act = std::move(act);
  }

  // False once the server has been told to quit.
  bool say(std::initializer_list<std::string_view> lines) {
    for (const std::string_view line : lines)
      if (!server.handle(line)) return false;
    return true;
  }
  // Says these lines and a ping; what the server says before the pong. Contract: nothing thinks for ever.
  Lines ask(std::initializer_list<std::string_view> lines) {
    say(lines);
    const std::string number = std::to_string(++pings);
    say({"ping " + number});
    Lines answer = sink.take_until("pong " + number);
    if (!answer.empty()) answer.pop_back();
    return answer;
  }

  MemorySink sink;
  TestEngine* engine = new TestEngine;  // the server's
  CecpServer server{std::unique_ptr<engines::Engine>(engine), "Test engine", sink};
  int pings = 1000;
};

}  // namespace vitrine::protocols::cecp_testing
