#pragma once

// Who takes part in a tournament: a player of this program, or a program of others in a process of its own.
// Whatever goes wrong with it ends in a Forfeit that says what it was.

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/child_process.h"
#include "base/line_reader.h"
#include "pawnrace/player.h"
#include "pawnrace/protocol.h"

namespace vitrine::pawnrace {

struct Forfeit : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class Contestant {
 public:
  using Clock = std::chrono::steady_clock;

  virtual ~Contestant() = default;
  [[nodiscard]] virtual const std::string& name() const = 0;
  // Sends a request and waits for the answer. Throws Forfeit, and std::system_error if this machine is at
  // fault.
  [[nodiscard]] virtual Reply ask(const Request& request, Clock::duration longest) = 0;
  // For what needs no answer.
  virtual void tell(const Request& request) = 0;
};

// A player in this process. Who thinks too long here is found out when it is done.
class PlayerContestant : public Contestant {
 public:
  PlayerContestant(std::string name, std::unique_ptr<Player> player)
      : name_(std::move(name)), player_(std::move(player)), program_(name_, *player_) {}

  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] Reply ask(const Request& request, Clock::duration longest) override;
  void tell(const Request& request) override { static_cast<void>(program_.answer(to_line(request))); }

 private:
  std::string name_;
  std::unique_ptr<Player> player_;
  Program program_;
};

// A program of others. It runs on no more cores than the rules allow it threads, so that more would not help
// it. One that has died or was silent is started again for its next game.
class ProgramContestant : public Contestant {
 public:
  struct Settings {
    std::string name;  // empty: what it calls itself
    std::vector<std::string> command;
    std::vector<int> cores;  // empty: all
    std::chrono::milliseconds start_time{10'000};
  };
  explicit ProgramContestant(Settings settings) : settings_(std::move(settings)), name_(settings_.name) {
    if (name_.empty()) name_ = settings_.command.front();
  }
  ~ProgramContestant() override;

  [[nodiscard]] const std::string& name() const override { return name_; }
  [[nodiscard]] Reply ask(const Request& request, Clock::duration longest) override;
  void tell(const Request& request) override;

 private:
  void start();
  void send(const Request& request, Clock::time_point deadline);
  [[nodiscard]] Reply receive(Clock::time_point deadline, const std::string& what);
  [[noreturn]] void fail(const std::string& what);

  Settings settings_;
  std::string name_;
  std::optional<base::ChildProcess> process_;
  std::optional<base::LineReader> lines_;
};

// The cores for the first or the second of two programs: as many as the rules allow each, and not the same
// ones where there are enough.
[[nodiscard]] std::vector<int> cores_for(int seat);

}  // namespace vitrine::pawnrace
