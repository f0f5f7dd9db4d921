#include "lab/spsa/spsa_workers.h"

#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace vitrine::lab {

namespace {

class Workers {
 public:
  Workers(Spsa& spsa, const std::function<void(const SpsaStep&, const SpsaOutcome&)>& on_applied)
      : spsa_(spsa), on_applied_(on_applied) {}

  void work(const PlayStepMaker& make_player, std::stop_source& all) {
    try {
      const PlayStep play = make_player();
      while (const auto step = take(all)) finish(*step, play(*step, all.get_token()));
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::current_exception();
      all.request_stop();
    }
  }

  // Contract: nobody works any more.
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::optional<SpsaStep> take(const std::stop_source& all) {
    const std::lock_guard lock(mutex_);
    if (all.stop_requested()) return {};
    return spsa_.take();
  }

  void finish(const SpsaStep& step, const std::optional<SpsaOutcome>& outcome) {
    const std::lock_guard lock(mutex_);
    if (!outcome) return spsa_.give_back(step);
    // After an error what is written is what was written before it.
    if (error_) return;
    try {
      spsa_.apply(step, *outcome);
      on_applied_(step, *outcome);
    } catch (...) {  // noted while the others wait, or one of them would write after it
      error_ = std::current_exception();
      throw;
    }
  }

  Spsa& spsa_;
  const std::function<void(const SpsaStep&, const SpsaOutcome&)>& on_applied_;
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace

void run_spsa(Spsa& spsa, int threads, const PlayStepMaker& make_player,
              const std::function<void(const SpsaStep&, const SpsaOutcome&)>& on_applied,
              const std::stop_token& stop) {
  std::stop_source all;
  const std::stop_callback stop_all(stop, [&all] { all.request_stop(); });
  Workers workers(spsa, on_applied);
  {
    std::vector<std::jthread> running;
    try {
      for (int i = 0; i < threads; ++i) running.emplace_back([&] { workers.work(make_player, all); });
    } catch (...) {  // the system has no thread left
      all.request_stop();
      throw;
    }
  }
  workers.rethrow();
}

}  // namespace vitrine::lab
