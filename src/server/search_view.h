#pragma once

// What an engine has said of its search so far, for those who look on. The engine's thread only leaves its
// report here; who wants to show it makes JSON of it in a thread of his own.

#include <mutex>
#include <optional>
#include <vector>

#include "chess/position.h"
#include "engines/report.h"
#include "notation/uci_move.h"
#include "server/fields.h"

namespace vitrine::server {

class SearchView {
 public:
  // A new search begins. `style`: how its moves are written.
  void begin(const chess::Position& root, notation::CastlingText style);
  void hear(const engines::Report& report);
  void end();

  // Everything, with the history of its depths.
  [[nodiscard]] Json state() const;

  struct Sample {
    Json search;
    std::vector<Json> finished_depths = {};  // since the last sample
  };
  // What is new since the last sample; nothing: nothing is.
  [[nodiscard]] std::optional<Sample> take_sample();

  // The last score that was more than a bound, for the side to move.
  [[nodiscard]] std::optional<engines::Score> score() const;

 private:
  struct Line {
    engines::Score score;
    std::vector<chess::Move> pv;
    int depth = 0;
  };
  struct Depth {
    int depth = 0;
    engines::Score score;
    std::vector<chess::Move> pv;
    std::uint64_t nodes = 0;
    std::chrono::milliseconds time = {};
    std::shared_ptr<const engines::Statistics> statistics;
  };
  struct Content {
    chess::Position root = chess::Position::initial();
    notation::CastlingText style = notation::CastlingText::standard;
    bool is_thinking = false;
    engines::Report last = {};  // the numbers, whichever line they came with
    std::vector<Line> lines = {};
    std::vector<Depth> history = {};
  };

  void note_depth(const engines::Report& report);
  void finish_depth();
  [[nodiscard]] static Json to_json(const Content& content);
  [[nodiscard]] static Json to_json(const Content& content, const Depth& depth);

  mutable std::mutex mutex_;
  Content content_;
  std::optional<Depth> unfinished_;
  std::optional<engines::Score> exact_score_;
  std::size_t told_ = 0;  // depths of the history that samples have told
  bool is_new_ = false;
};

}  // namespace vitrine::server
