#include "lab/data/import.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/data/game_file.h"
#include "lab/data/json_objects.h"
#include "lab/data/line_source.h"
#include "lab/data/pgn_judgements.h"
#include "lab/data/unpacked_source.h"
#include "notation/pgn_reader.h"

namespace vitrine::lab {

namespace {

constexpr std::uint32_t kGameMask = (1U << 24) - 1;

// Tells its first bytes without taking them.
class PeekSource : public notation::ByteSource {
 public:
  explicit PeekSource(notation::ByteSource& source) : source_(source) {
    ahead_.resize(512);
    ahead_.resize(source_.read(ahead_.data(), ahead_.size()));
  }
  [[nodiscard]] std::string_view first_bytes() const { return ahead_; }
  [[nodiscard]] std::size_t read(char* into, std::size_t capacity) override {
    const std::size_t count = std::min(capacity, ahead_.size() - used_);
    if (count == 0) return source_.read(into, capacity);
    std::copy_n(ahead_.data() + used_, count, into);
    used_ += count;
    return count;
  }

 private:
  notation::ByteSource& source_;
  std::string ahead_;
  std::size_t used_ = 0;
};

ImportFormat format_of(std::string_view path, std::string_view first_bytes) {
  for (const std::string_view packed : {".gz", ".zst"})
    if (path.ends_with(packed)) path.remove_suffix(packed.size());
  const auto has = [&](std::initializer_list<std::string_view> ends) {
    return std::any_of(ends.begin(), ends.end(), [&](std::string_view end) { return path.ends_with(end); });
  };
  if (has({".pgn", ".PGN"})) return ImportFormat::pgn;
  if (has({".json", ".jsonl", ".ndjson"})) return ImportFormat::json;
  if (has({".epd", ".csv", ".txt", ".fen"})) return ImportFormat::text;
  if (first_bytes.starts_with("\xEF\xBB\xBF")) first_bytes.remove_prefix(3);
  const std::size_t first = first_bytes.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return ImportFormat::text;
  first_bytes.remove_prefix(first);
  if (first_bytes.starts_with('{')) return ImportFormat::json;
  if (!first_bytes.starts_with('[')) return ImportFormat::text;
  const char second = first_bytes.size() > 1 ? first_bytes[1] : '\0';
  return (second >= 'A' && second <= 'Z') || (second >= 'a' && second <= 'z') ? ImportFormat::pgn
                                                                              : ImportFormat::json;
}

bool is_noisy(const chess::Position& pos, chess::Move move) {
  return pos.is_capture(move) || move.is_promotion();
}

}  // namespace

bool is_quiet(const chess::Position& pos) {
  if (pos.is_check()) return false;
  for (const chess::Move move : pos.legal_moves())
    if (is_noisy(pos, move) && pos.exchange_gains(move, 1)) return false;
  return true;
}

struct Importer::Job {
  const std::string& path;
  std::string name;  // in messages
  notation::ByteSource& source;
  const std::stop_token& stop;
  std::function<void()> progress;

  [[nodiscard]] std::string line(std::size_t number) const { return name + ":" + std::to_string(number); }
};

Importer::Importer(ImportOptions options, DatasetWriter& into, OnFault on_fault)
    : options_(options), into_(into), on_fault_(std::move(on_fault)) {}

void Importer::read(const std::string& path, const OnProgress& on_progress, const std::stop_token& stop) {
  notation::TextSource none("");
  Job job{path, path == "-" ? "standard input" : path, none, stop, [] {}};
  const bool may_look = path != "-" && options_.format == ImportFormat::automatic;
  if (options_.format == ImportFormat::dataset || (may_look && DatasetReader::is_dataset(path)))
    return read_dataset(job);
  if (options_.format == ImportFormat::games || (may_look && GameFileReader::is_game_file(path)))
    return read_games(job);

  UnpackedSource source(path);
  PeekSource peek(source);
  Job text{path, job.name, peek, stop, [&] {
             if (on_progress) on_progress(source.bytes_taken());
           }};
  const ImportFormat format =
      options_.format == ImportFormat::automatic ? format_of(path, peek.first_bytes()) : options_.format;
  if (format == ImportFormat::pgn) return read_pgn(text);
  if (format == ImportFormat::json) return read_json(text);
  read_text(text);
}

void Importer::fault(const std::string& where, const std::string& what) {
  if (options_.strict) throw std::runtime_error(where + ": " + what);
  ++counts_.faults;
  if (on_fault_) on_fault_(where + ": " + what);
}

bool Importer::is_wanted(const chess::Position& pos) const {
  // A finished game needs no evaluation.
  return options_.quiet_only ? is_quiet(pos) && pos.has_legal_moves() : pos.has_legal_moves();
}

void Importer::add(const chess::Position& pos, Judgement judgement) {
  if (is_full()) return;
  if (!is_wanted(pos)) {
    ++counts_.filtered;
    return;
  }
  judgement.game = static_cast<std::uint32_t>(counts_.games) & kGameMask;
  into_.add(PackedPosition(pos, judgement));
  ++counts_.kept;
}

void Importer::add_alone(JudgedPosition&& judged) {
  const std::uint64_t before = counts_.kept;
  add(judged.position, judged.judgement);
  counts_.games += counts_.kept - before;
}

void Importer::read_text(Job& job) {
  LineSource lines(job.source);
  for (std::string line; !is_full() && !job.stop.stop_requested() && lines.next(line);) {
    job.progress();
    if (lines.is_too_long()) {
      fault(job.line(lines.number()), "the line is too long");
      continue;
    }
    auto judged = parse_judged_line(line, options_.habits);
    if (!judged)
      fault(job.line(lines.number()), judged.error());
    else if (*judged)
      add_alone(**std::move(judged));
  }
}

void Importer::read_json(Job& job) {
  JsonObjects objects(job.source);
  for (JsonObjects::Piece piece; !is_full() && !job.stop.stop_requested() && objects.next(piece);) {
    job.progress();
    if (!piece.fault.empty()) {
      fault(job.line(piece.line), piece.fault);
      continue;
    }
    auto judged = parse_judged_json(piece.text, options_.habits);
    if (!judged)
      fault(job.line(piece.line), judged.error());
    else
      add_alone(*std::move(judged));
  }
}

void Importer::read_pgn(Job& job) {
  notation::PgnReader reader(job.source, job.name);
  for (PgnJudgements game; !is_full() && !job.stop.stop_requested() && reader.read(game);) {
    job.progress();
    if (const auto& error = game.error())
      fault(job.line(error->line), "game " + std::to_string(error->game) + ": " + error->reason);
    for (const auto& [ply, what] : game.faults())
      fault(job.line(reader.game_line()),
            "game " + std::to_string(reader.game_number()) + ", ply " + std::to_string(ply) + ": " + what);
    game.for_each(options_.without_evaluation,
                  [&](const chess::Position& pos, const Judgement& judgement) { add(pos, judgement); });
    ++counts_.games;
  }
}

void Importer::read_games(Job& job) {
  GameFileReader reader(job.path);
  for (std::size_t number = 1; !is_full() && !job.stop.stop_requested(); ++number) {
    auto game = reader.read();
    if (!game) break;
    if (*game)
      add_game(**game);
    else
      fault(job.name + ": game " + std::to_string(number), game->error());
  }
  if (reader.is_torn()) fault(job.name, "the last game was not finished");
}

void Importer::add_game(const SelfplayGame& game) {
  chess::Position pos = game.start;
  int ply = game.first_ply;
  for (const ScoredMove& scored : game.moves) {
    const bool is_dropped = ply < options_.first_ply || pos.is_check() ||
                            (!options_.with_noisy_moves && is_noisy(pos, scored.move));
    if (is_dropped)
      ++counts_.filtered;
    else
      add(pos, {.centipawns = scored.centipawns, .result = game.result});
    pos = pos.after(scored.move);
    ++ply;
  }
  ++counts_.games;
}

void Importer::read_dataset(Job& job) {
  DatasetReader reader(job.path);
  const std::uint64_t before = counts_.games;
  std::uint64_t most = 0;
  std::vector<PackedPosition> block;
  while (!is_full() && !job.stop.stop_requested() && reader.read(block)) {
    for (PackedPosition& packed : block) {
      if (is_full()) break;
      // The positions of a game may lie anywhere: each keeps its number, counted from where the last file
      // ended.
      Judgement judgement = packed.judgement();
      most = std::max<std::uint64_t>(most, judgement.game + 1);
      judgement.game = static_cast<std::uint32_t>(before + judgement.game) & kGameMask;
      packed.set_judgement(judgement);
      if (options_.quiet_only) {
        const auto pos = packed.unpack();
        if (!pos) {
          fault(job.name, pos.error());
          continue;
        }
        if (!is_quiet(*pos)) {
          ++counts_.filtered;
          continue;
        }
      }
      into_.add(packed);
      ++counts_.kept;
    }
  }
  counts_.games = before + most;
}

}  // namespace vitrine::lab
