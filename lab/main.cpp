#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <thread>

#include "options.h"
#include "reference.h"
#include "repeated.h"
#include "trainer.h"
#include "training_set.h"

namespace {

using namespace vitrine::trainer;

std::atomic<bool> is_stopped = false;  // a signal's handler has nothing else to write to

void ask_to_stop(int) { is_stopped = true; }

Splits read(const Options& options, int threads) {
  std::uint64_t bytes = 0;
  const auto begin = std::chrono::steady_clock::now();
  const ReadRules rules{
      .held_out = options.held_out, .threads = threads, .imitate = options.imitate, .seed = options.seed};
  Splits splits = read_games(options.games, rules, [&](std::uint64_t more) {
    bytes += more;
    std::fprintf(stderr, "\rreading: %.0f MB", static_cast<double>(bytes) / 1e6);
  });
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::fprintf(stderr, "\r%llu games, %llu broken; %zu positions to learn from, %zu held out; %.1f s\n",
               static_cast<unsigned long long>(splits.games), static_cast<unsigned long long>(splits.broken),
               splits.training.size(), splits.held_out.size(), seconds);
  return splits;
}

double copied_bytes_per_second(torch::Device device) {
  const torch::Tensor from = torch::zeros({1 << 28}, device);  // 1 GiB, more than any cache
  torch::Tensor to = torch::empty_like(from);
  to.copy_(from);
  wait_for(device);
  const auto begin = std::chrono::steady_clock::now();
  constexpr int kTimes = 10;
  for (int i = 0; i < kTimes; ++i) to.copy_(from);
  wait_for(device);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return 2.0 * kTimes * static_cast<double>(from.nbytes()) / seconds;
}

int profile(Trainer& trainer) {
  const auto batch = static_cast<double>(trainer.batch());
  std::printf("%-24s %16s %16s %20s\n", "up to and with", "by orders", "recorded", "M positions/s");
  for (const PartTime& part : trainer.profile())
    std::printf("%-24s %13.3f ms %13.3f ms %9.2f %10.2f\n", part.name, part.by_orders, part.recorded,
                batch / part.by_orders / 1e3, batch / part.recorded / 1e3);
  std::printf("memory: %.2f TB/s read and written by a copy\n",
              copied_bytes_per_second(trainer.device()) / 1e12);
  return 0;
}

int train(const Options& options) {
  const int threads =
      options.threads > 0 ? options.threads : static_cast<int>(std::thread::hardware_concurrency());
  torch::set_num_threads(threads);
  auto splits = std::make_unique<Splits>(read(options, threads));
  Trainer trainer(options, *splits);
  splits.reset();  // the device has it now
  std::fprintf(stderr, "%s on %s\n", architecture_named(options.architecture).to_string().c_str(),
               trainer.device().str().c_str());
  if (options.is_profile) return profile(trainer);
  const bool is_done = trainer.run(
      [](const Progress& p) {
        std::fprintf(stderr, "\rstep %lld of %lld, loss %.6f, %.2f M positions/s, %.0f s left   ",
                     static_cast<long long>(p.step), static_cast<long long>(p.steps), p.loss,
                     p.positions_per_second / 1e6, p.seconds_left);
      },
      is_stopped);
  std::fprintf(stderr, "\n");
  const auto loss = trainer.held_out_loss();
  std::printf("%s: %s%s\n", options.out.c_str(),
              loss ? ("held-out loss " + std::to_string(*loss)).c_str() : "no game was held out",
              is_done ? "" : ", stopped: the same command goes on");
  if (is_done && !options.reference.empty())
    write_reference(trainer.model(), options.games, 10'000, options.reference);
  return is_done ? 0 : 130;
}

}  // namespace

int main(int argc, char** argv) {
  std::signal(SIGINT, ask_to_stop);
  std::signal(SIGTERM, ask_to_stop);
  try {
    const Options options = parse_options(argc, argv);
    if (options.games.empty()) {
      std::fputs(help_text(), stdout);
      return 0;
    }
    return train(options);
  } catch (const std::invalid_argument& error) {
    std::fprintf(stderr, "vitrine-trainer: %s\nTry 'vitrine-trainer --help'.\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vitrine-trainer: %s\n", error.what());
    return 1;
  }
}
