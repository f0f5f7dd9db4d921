#include "cli/tune_command.h"

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "cli/add_command.h"
#include "cli/stop_on_interrupt.h"
#include "cli/usage_error.h"
#include "eval/classical/weights.h"
#include "lab/labelled_position.h"
#include "lab/texel.h"
#include "lab/weights_text.h"

namespace vitrine::cli {

namespace {

struct Options {
  std::vector<std::string> data;
  std::string out;
  std::string state;
  double result_share = 0.2;
  std::optional<std::uint64_t> limit;
  lab::TexelOptions texel;
};

// A label, kept until the scale of the collection's centipawns is known.
struct Label {
  float result;
  std::optional<int> centipawns;
};

struct Collection {
  lab::Samples samples;
  std::vector<Label> labels;
  std::uint64_t left_out = 0;
};

void read_lines(std::istream& in, const std::string& name, const Options& options,
                const std::stop_token& stop, Collection& into) {
  std::uint64_t number = 0;
  for (std::string line; std::getline(in, line) && !stop.stop_requested();) {
    ++number;
    if (line.empty()) continue;
    if (options.limit && into.samples.size() >= *options.limit) return;
    const auto judged = lab::parse_labelled_position(line);
    if (!judged) throw std::runtime_error(fmt::format("{}:{}: {}", name, number, judged.error()));
    if (into.samples.add(judged->position, 0))
      into.labels.push_back({static_cast<float>(judged->result), judged->centipawns});
    else
      ++into.left_out;
  }
}

Collection read_data(const Options& options, const std::stop_token& stop) {
  Collection collection;
  for (const std::string& name : options.data) {
    if (name == "-") {
      read_lines(std::cin, "standard input", options, stop, collection);
      continue;
    }
    std::ifstream file(name);
    if (!file) throw std::runtime_error("can't read " + name);
    read_lines(file, name, options, stop, collection);
  }
  if (collection.samples.is_empty()) throw std::runtime_error("no position to learn from");
  return collection;
}

// The scale under which the collection's centipawns foretell its results best; nothing if it has none.
std::optional<double> fit_label_scale(const std::vector<Label>& labels) {
  const auto loss = [&](double scale) {
    double sum = 0;
    for (const Label& label : labels) {
      if (!label.centipawns) continue;
      const double error = lab::expected_points(*label.centipawns, scale) - label.result;
      sum += error * error;
    }
    return sum;
  };
  if (loss(400) == 0) return {};
  double best = 100;
  for (double scale = 100; scale <= 1'000; scale += 20)
    if (loss(scale) < loss(best)) best = scale;
  return best;
}

void set_targets(Collection& collection, double result_share) {
  const auto scale = fit_label_scale(collection.labels);
  if (scale) fmt::print("centipawns of the labels: an advantage of {:.0f} is ten to one\n", *scale);
  for (std::size_t i = 0; i < collection.labels.size(); ++i) {
    const Label& label = collection.labels[i];
    double target = label.result;
    if (label.centipawns && scale)
      target = result_share * target + (1 - result_share) * lab::expected_points(*label.centipawns, *scale);
    collection.samples[i].target = static_cast<float>(target);
  }
}

void write_file(const std::string& path, const std::string& text) {
  // Whole or not at all: a stop in between must not cost the old file.
  const std::string draft = path + ".tmp";
  std::ofstream file(draft);
  file << text;
  file.close();
  if (!file || std::rename(draft.c_str(), path.c_str()) != 0) throw std::runtime_error("can't write " + path);
}

std::optional<lab::TexelState> read_state(const std::string& path) {
  std::ifstream file(path);
  if (path.empty() || !file) return {};
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  auto state = lab::parse_texel_state(text);
  if (!state) throw std::runtime_error(path + ": " + state.error());
  return *std::move(state);
}

int run(const Options& options) {
  const StopOnInterrupt interrupt;
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  Collection collection = read_data(options, interrupt.token());
  fmt::print("{} positions read in {:.0f} s, {} left out (check, or an ending whose value is known)\n",
             collection.samples.size(), seconds(), collection.left_out);
  set_targets(collection, options.result_share);

  lab::Texel texel(collection.samples, lab::to_parameters(eval::classical::kBuiltInWeights), options.texel);
  if (auto state = read_state(options.state)) {
    fmt::print("going on after epoch {} of {}\n", state->epoch, options.state);
    texel.resume(*std::move(state));
  }
  lab::Epoch last{};
  const auto tell = [&](const lab::Epoch& epoch) {
    if (epoch.number == 0)
      fmt::print("curve: an advantage of {:.0f} centipawns is ten to one\n", texel.state().scale);
    fmt::print("epoch {:3}  training {:.6f}  validation {:.6f}{}  {:.0f} s\n", epoch.number,
               epoch.training_loss, epoch.validation_loss, epoch.is_best ? " *" : "  ", seconds());
    std::fflush(stdout);
    last = epoch;
    if (!options.state.empty()) write_file(options.state, lab::to_text(texel.state()));
  };
  texel.run(tell, interrupt.token());

  if (!options.out.empty()) {
    const std::string provenance = fmt::format(
        "Written by `vitrine tune`: {} positions, {} epochs, squared error {:.6f} on those held out.",
        collection.samples.size(), texel.state().epoch, texel.state().best_loss);
    write_file(options.out, lab::to_inc_text(lab::to_weights(texel.state().best), provenance));
    fmt::print("wrote {}\n", options.out);
  }
  return interrupt.token().stop_requested() ? 130 : 0;
}

constexpr const char* kExamples = R"(Examples:
  vitrine tune positions.txt --out weights.inc
  zstdcat *.zst | vitrine tune - --epochs 60 --threads 4 --out weights.inc --state tuner.state
  vitrine tune positions.txt --epochs 0               only measure how well the built-in weights foretell

Each line of DATA is a quiet position that somebody has judged: 'FEN | centipawns for White | result' or
'FEN;result', the result 1-0, 0-1, 1/2-1/2 or White's points (1.0, 0.5, 0.0). All are kept in memory, about 600 bytes
each. The built-in weights are the start; the epoch that does best on the positions held out (marked *) is written
to --out, as the C++ data that replaces src/eval/classical/weights.inc. The same data, options and number of threads
give the same weights.
Ctrl-C ends it early and writes the best so far. With --state, a later run with the same data goes on from there.
Exit status: 0 all is well, 1 something failed, 2 the command line is wrong, 130 stopped by Ctrl-C.)";

}  // namespace

void add_tune_command(CLI::App& app, int& exit_code) {
  CLI::App* command = add_command(app, "tune", "Find the evaluation's weights from judged positions");
  auto options = std::make_shared<Options>();
  lab::TexelOptions& texel = options->texel;
  command->add_option("data", options->data, "Files of judged positions; - is standard input")
      ->required()
      ->type_name("DATA");
  command->add_option("--epochs", texel.epochs, "How often to go through the data (default: 40)")
      ->type_name("N")
      ->check(CLI::Range(0, 100'000));
  command->add_option("--out", options->out, "Where to write the weights (default: nowhere)")
      ->type_name("FILE");
  command->add_option("--state", options->state, "Keep the state here after each epoch, and go on from it")
      ->type_name("FILE");
  command
      ->add_option("--result", options->result_share,
                   "Share of the game's result in the target; the rest are the centipawns (default: 0.2)")
      ->type_name("SHARE")
      ->check(CLI::Range(0.0, 1.0));
  command->add_option("--rate", texel.rate, "Centipawns a step at first (default: 1)")
      ->type_name("CP")
      ->check(CLI::Range(0.0001, 100.0));
  command->add_option("--pull", texel.pull, "Loss for each squared centipawn from the start (default: 1e-10)")
      ->type_name("LOSS")
      ->check(CLI::Range(0.0, 1.0));
  command->add_option("--batch", texel.batch, "Positions for each step (default: 16384)")
      ->type_name("N")
      ->check(CLI::Range(1, 100'000'000));
  command->add_option("--threads", texel.threads, "How many threads (default: 2)")
      ->type_name("N")
      ->check(CLI::Range(1, 256));
  command->add_option("--held-out", texel.held_out, "Share of the positions to validate with (default: 0.01)")
      ->type_name("SHARE")
      ->check(CLI::Range(0.0, 0.9));
  command->add_option("--seed", texel.seed, "For the order of the positions (default: 1)")->type_name("N");
  command->add_option("--limit", options->limit, "Read no more positions than this")
      ->type_name("N")
      ->check(CLI::PositiveNumber);
  command->footer(kExamples);
  command->callback([options, &exit_code] { exit_code = run(*options); });
}

}  // namespace vitrine::cli
