#include "options.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <stdexcept>

namespace vitrine::trainer {

namespace {

double number(const std::string& name, const std::string& text, double least, double most) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= least && value <= most))
    throw std::invalid_argument(name + ": '" + text + "' is no number from " + std::to_string(least) +
                                " to " + std::to_string(most));
  return value;
}

// 512 neurons, eight last ones, and sets of inputs by where the king stands on the half board that mirroring
// leaves: bucket(rank, file from the edge).
template <class Bucket>
eval::nnue::Architecture with_king_buckets(int count, Bucket bucket) {
  eval::nnue::Architecture architecture{
      .width = 512, .output_buckets = 8, .king_buckets = count, .is_mirrored = true};
  for (std::size_t sq = 0; sq < 64; ++sq) {
    const std::size_t file = std::min(sq & 7, 7 - (sq & 7));
    architecture.bucket_of_king[sq] = static_cast<std::uint8_t>(bucket(sq >> 3, file));
  }
  return architecture;
}

// Castled, at home in the middle, on the second rank, or out on the board.
std::size_t castle_bucket(std::size_t rank, std::size_t file) {
  return rank == 0 ? file / 2 : std::min<std::size_t>(rank, 2) + 1;
}

// By its own rank, the first two by file too.
std::size_t king_bucket(std::size_t rank, std::size_t file) {
  if (rank == 0) return file;
  return rank == 1 ? 4 + file / 2 : 4 + std::min<std::size_t>(rank, 5);
}

}  // namespace

eval::nnue::Architecture architecture_named(const std::string& name) {
  static const std::map<std::string, eval::nnue::Architecture> known = {
      {"tiny", {.width = 32}},
      {"small", {.width = 64, .output_buckets = 8, .is_mirrored = true}},
      {"medium", {.width = 128, .output_buckets = 8, .is_mirrored = true}},
      {"large", {.width = 256, .output_buckets = 8, .is_mirrored = true}},
      {"wide", {.width = 512, .output_buckets = 8, .is_mirrored = true}},
      {"castle", with_king_buckets(4, castle_bucket)},
      {"king", with_king_buckets(10, king_bucket)},
  };
  const auto found = known.find(name);
  if (found == known.end())
    throw std::invalid_argument("there is no architecture '" + name +
                                "'; tiny, small, medium, large, wide, castle and king are known");
  return found->second;
}

const char* help_text() {
  return R"(vitrine-trainer: learns a network from games of self-play

Usage: vitrine-trainer [OPTIONS] GAMES...

GAMES are files of `vitrine lab selfplay`; of their positions those are learnt from that are not in check, that were not
answered by a capture or promotion, and come after ply 16.

  --out FILE             the network (default: network.nnue); written at the end and at every checkpoint
  --architecture NAME    tiny    (768 -> 32)x2 -> 1
                         small   (768 -> 64)x2 -> 8, mirrored (default)
                         medium, large, wide: the same with 128, 256, 512
                         castle  (3072 -> 512)x2 -> 8, mirrored: four king buckets, with a factoriser
                         king    (7680 -> 512)x2 -> 8, mirrored: ten king buckets, with a factoriser
  --name TEXT            kept in the network, for people
  --epochs N             times that every position is seen (default: 20)
  --batch N              positions a step (default: 16384)
  --rate X               learning rate at first (default: 0.001); it falls by a cosine to 0.00243 of that
  --result-weight X      0: learn the scores, 1: the results (default: 0)
  --scale X              a score of X centipawns is worth 0.73 points on average: 1 / (1 + exp(-score / X)) (default: 220)
  --power X              mistakes, in points, are made small on average to this power: the higher it is, the more the
                         large ones count (default: 2.7; the held-out loss is always of their squares)
  --imitate N            learn to say what the classical evaluation says, of N positions around each one of the games;
                         scores and results play no part
  --start NETWORK        go on with the weights of a network of the same architecture, or of one that differs in having
                         no king buckets
  --held-out X           share of the games that is only for measuring (default: 0.01)
  --seed N               same seed, same machine: same network (default: 1)
  --device NAME          auto, cpu or cuda (default: auto)
  --threads N            for reading, and for training on the CPU (default: all)
  --reference FILE       what the network says of the first 10,000 positions of GAMES, in whole numbers computed here:
                         a test for other programs that read the network
  --checkpoint FILE      to go on after a stop (default: FILE of --out + .checkpoint)
  --checkpoint-seconds N (default: 60)
  --profile              learn nothing, but say where the time of a step goes, and how fast memory is copied

Examples:
  vitrine-trainer data/sample.games --architecture tiny --batch 1024       a first try, in seconds, on any machine
  vitrine lab selfplay --out gen1.games --games 100000 --nodes 1500 --threads 16
  vitrine-trainer gen1.games --imitate 8 --epochs 1 --architecture small --out start.nnue
  vitrine-trainer gen1.games --start start.nnue --architecture small --out gen1.nnue
  vitrine match -engine exhibit=vitrine option.EvalFile=gen1.nnue -engine exhibit=vitrine option.Eval=classical -each tc=2+0.02

Ctrl-C stops after the step; the same command goes on. Exit status: 0 trained, 1 something failed, 2 the command line is
wrong, 130 stopped.
)";
}

Options parse_options(int argc, const char* const* argv) {
  Options options;
  const auto text = [](std::string& to) {
    return [&to](const std::string&, const std::string& value) { to = value; };
  };
  const auto real = [](double& to, double least, double most) {
    return [&to, least, most](const std::string& name, const std::string& value) {
      to = number(name, value, least, most);
    };
  };
  const auto whole = [](auto& to, double least, double most) {
    return [&to, least, most](const std::string& name, const std::string& value) {
      to = static_cast<std::decay_t<decltype(to)>>(number(name, value, least, most));
    };
  };
  double rate = options.rate;
  const std::map<std::string, std::function<void(const std::string&, const std::string&)>> known = {
      {"--out", text(options.out)},
      {"--architecture", text(options.architecture)},
      {"--name", text(options.name)},
      {"--reference", text(options.reference)},
      {"--start", text(options.start)},
      {"--device", text(options.device)},
      {"--checkpoint", text(options.checkpoint)},
      {"--epochs", real(options.epochs, 0.001, 1e6)},
      {"--rate", real(rate, 1e-9, 1)},
      {"--result-weight", real(options.result_weight, 0, 1)},
      {"--scale", real(options.scale, 1, 10'000)},
      {"--power", real(options.power, 1, 10)},
      {"--held-out", real(options.held_out, 0, 0.5)},
      {"--imitate", whole(options.imitate, 0, 1'000)},
      {"--batch", whole(options.batch, 1, 1 << 24)},
      {"--seed", whole(options.seed, 0, 1e15)},
      {"--threads", whole(options.threads, 1, 1024)},
      {"--checkpoint-seconds", whole(options.checkpoint_seconds, 1, 86'400)},
  };
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--help" || argument == "-h") return {};
    if (!argument.starts_with("--")) {
      options.games.push_back(argument);
      continue;
    }
    if (argument == "--profile") {
      options.is_profile = true;
      continue;
    }
    const auto option = known.find(argument);
    if (option == known.end()) throw std::invalid_argument("unknown option " + argument);
    if (++i == argc) throw std::invalid_argument(argument + " needs a value");
    option->second(argument, argv[i]);
  }
  if (options.games.empty())
    throw std::invalid_argument("which games? Give a file of `vitrine lab selfplay`");
  if (options.device != "auto" && options.device != "cpu" && options.device != "cuda")
    throw std::invalid_argument("--device: auto, cpu or cuda, not '" + options.device + "'");
  options.rate = rate;
  options.last_rate = rate * 0.00243;
  static_cast<void>(architecture_named(options.architecture));
  if (options.checkpoint.empty()) options.checkpoint = options.out + ".checkpoint";
  if (options.name.empty()) options.name = options.architecture;
  return options;
}

}  // namespace vitrine::trainer
