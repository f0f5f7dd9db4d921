#pragma once

// The flagship's search of one thread: principal variation search with everything that the field has found to
// help. It knows nothing of clocks and protocols; `Shared` tells it when to stop. The steps of a node are
// numbered in search.cpp.

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "chess/game.h"
#include "engines/statistics.h"
#include "engines/tablebase.h"
#include "engines/vitrine/busy_moves.h"
#include "engines/vitrine/histories.h"
#include "engines/vitrine/parameters.h"
#include "engines/vitrine/score.h"
#include "engines/vitrine/trace.h"
#include "engines/vitrine/transposition_table.h"
#include "eval/evaluator.h"

namespace vitrine::engines::flagship {

// A line of moves, as far as it is known.
struct Line {
  std::array<chess::Move, kMaxPly> moves;
  int size = 0;

  void set(chess::Move first, const Line& rest);
};

struct RootMove {
  chess::Move move;
  int score = -kInfinity;           // of this iteration; -kInfinity where it was only shown not to be better
  int previous_score = -kInfinity;  // of the iteration before
  Bound bound = Bound::none;        // of `score`, when the window was too narrow for it
  int selective_depth = 0;
  std::uint64_t nodes = 0;  // all that were spent on it in this search
  std::vector<chess::Move> pv;
};

// What the threads of one search have in common.
struct Shared {
  TranspositionTable& table;
  Parameters parameters = {};
  std::optional<eval::PieceSquareModel> model = {};         // none: the built-in evaluation
  std::shared_ptr<const eval::nnue::Network> network = {};  // none: the classical terms
  std::shared_ptr<SyzygyTables> endings = {};               // none: don't ask
  int endings_men = 0;                                      // ask with so many men at most
  int endings_depth = 1;                                    // and from this depth on
  bool has_company = false;                                 // there is more than one thread
  BusyMoves busy_moves = {};
  std::unique_ptr<Histories> histories = std::make_unique<Histories>();
  // The last iteration that some thread has finished. The others leave theirs when they see it.
  std::atomic<int> finished = 0;

  static constexpr int kAllFinished = std::numeric_limits<int>::max();
  void stop() { finished.store(kAllFinished, std::memory_order_relaxed); }
  [[nodiscard]] bool has_stopped() const { return finished.load(std::memory_order_relaxed) == kAllFinished; }
};

class Search {
 public:
  explicit Search(Shared& shared) : shared_(shared), histories_(*shared.histories) {}

  // Called every now and then by the thread that has to watch the limits: it says after how many more nodes
  // to call again; 0: stop.
  using OnLook = std::function<std::uint64_t(std::uint64_t nodes)>;
  void on_look(OnLook on_look) {
    on_look_ = std::move(on_look);
    next_look_ = on_look_ ? 0 : ~0ULL;
  }

  // Whoever wants to look on, from the next look at the root; null: nobody.
  void trace_into(Tracer* tracer) { tracer_ = tracer; }

  void forget();  // a new game begins
  void start(const chess::Game& game, std::vector<RootMove> moves);

  // What follows belongs to this iteration, and is left when another thread has finished it.
  void start_iteration(int number) { iteration_ = number; }
  [[nodiscard]] bool is_over() const {
    return shared_.finished.load(std::memory_order_relaxed) >= iteration_;
  }
  // The best score of the root moves from `line` on, looked at `depth` plies deep; those moves are then
  // sorted. After an interruption the order is still that of what was finished.
  int search_root(int depth, std::size_t line, int alpha, int beta);

  [[nodiscard]] std::vector<RootMove>& root_moves() { return root_moves_; }
  [[nodiscard]] const std::vector<RootMove>& root_moves() const { return root_moves_; }
  // May be asked by other threads while it searches.
  [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::uint64_t table_base_hits() const {
    return endings_hits_.load(std::memory_order_relaxed);
  }
  [[nodiscard]] const Counters& counters() const { return counters_; }
  // The root move being searched, and its place in the order, from 1.
  [[nodiscard]] chess::Move current_move() const { return current_move_; }
  [[nodiscard]] int current_move_number() const { return current_move_number_; }
  // What the position at the root is worth at first sight.
  [[nodiscard]] int evaluate_root();

 private:
  enum class Node { root, pv, other };

  // What the search remembers of each ply of the line it is in.
  struct Frame {
    chess::Move move;  // being searched; none when passing
    chess::Move excluded;
    chess::Move killer;
    ContinuationHistory* continuation;  // what follows upon `move`
    int evaluation;                     // kNoScore in check
    int double_extensions;              // on the way here
    int cutoffs;                        // of its children
    bool was_pv;
    bool is_check;
    bool is_quiet;             // of `move`
    chess::Bitboard attacked;  // by the enemy
    Line pv;
  };

  // `traced`: somebody looks on. What nobody looks at is compiled without a trace of that.
  template <Node kind, bool traced>
  int search(const chess::Position& pos, int ply, int depth, int alpha, int beta, bool is_cut_node);
  template <bool is_pv, bool traced>
  int quiescence(const chess::Position& pos, int ply, int alpha, int beta);

  // The same, as one node visits another.
  template <Node kind, bool traced>
  int visit(const chess::Position& pos, int ply, int depth, int alpha, int beta, bool is_cut_node,
            const Visit& why = {});
  template <bool is_pv, bool traced>
  int visit_quiescence(const chess::Position& pos, int ply, int alpha, int beta, const Visit& why = {});

  // What is told to the one who looks on.
  template <bool traced>
  int because(TraceReason why, int score) {
    if constexpr (traced) tracer_->ends(why);
    return score;
  }
  template <bool traced>
  void note_skipped(chess::Move move, TraceReason why) {
    if constexpr (traced) tracer_->skips(move, why);
  }
  template <bool traced>
  void note_quiets_skipped(TraceReason why) {
    if constexpr (traced) tracer_->skips_quiets(why);
  }
  template <bool traced>
  void note_known(const std::optional<Known>& known, int score) {
    if constexpr (traced)
      if (known) tracer_->found_in_table(*known, score);
  }

  // Parts of a node, in the order of its steps.
  [[nodiscard]] bool must_stop();
  [[nodiscard]] bool is_drawn(const chess::Position& pos, int ply) const;
  [[nodiscard]] bool can_repeat(const chess::Position& pos, int ply) const;
  [[nodiscard]] std::optional<Known> look_up(const chess::Position& pos, int depth);
  void count_cutoff(const Known& known, int depth);
  // The line that the table knows: `first`, and its best moves from there on.
  void follow_table(const chess::Position& pos, chess::Move first, Line& line) const;
  // In a node of the principal variation, through the table: a better move as soon as it is found.
  void tell_others(const chess::Position& pos, int ply, Known found);
  [[nodiscard]] std::optional<Known> better_by_others(const chess::Position& pos, int ply, int depth,
                                                      int alpha) const;
  [[nodiscard]] std::optional<int> ask_endings(const chess::Position& pos, int ply, int depth);
  [[nodiscard]] int corrected(const chess::Position& pos, int ply, int evaluation) const;
  [[nodiscard]] bool is_improving(int ply) const;
  template <bool traced>
  [[nodiscard]] int null_move_score(const chess::Position& pos, int ply, int depth, int beta, int evaluation,
                                    bool is_cut_node);
  template <bool traced>
  [[nodiscard]] std::optional<int> probcut(const chess::Position& pos, int ply, int depth, int beta,
                                           int evaluation, const std::optional<Known>& known,
                                           bool is_cut_node);
  [[nodiscard]] std::array<ContinuationHistory*, 3> continuations(int ply) const;
  [[nodiscard]] int quiet_history(const chess::Position& pos, int ply, chess::Move move,
                                  chess::Bitboard attacked);
  void learn_from_cutoff(const chess::Position& pos, int ply, int depth, chess::Move best,
                         const chess::MoveList& quiets, const chess::MoveList& captures,
                         chess::Bitboard attacked);
  void learn_from_evaluation(const chess::Position& pos, int ply);
  void learn_quiet(const chess::Position& pos, int ply, chess::Move move, int bonus,
                   chess::Bitboard attacked);
  void learn_continuation(int ply, int man, chess::Square to, int bonus);
  void learn_correction(const chess::Position& pos, int ply, int depth, int score);
  [[nodiscard]] Corrections::Place correction_place(const chess::Position& pos, int ply) const;
  RootMove* find_root_move(chess::Move move);
  void note_root_score(RootMove& root_move, int score, int alpha, int beta, bool is_first,
                       std::uint64_t nodes);

  // Makes the move as the one of this ply, and takes it back.
  [[nodiscard]] chess::Position make(const chess::Position& pos, int ply, chess::Move move);
  [[nodiscard]] chess::Position make_null(const chess::Position& pos, int ply);
  void unmake();

  Frame& frame(int ply) { return frames_[static_cast<std::size_t>(ply + kFramesBefore)]; }
  [[nodiscard]] const Frame& frame(int ply) const {
    return frames_[static_cast<std::size_t>(ply + kFramesBefore)];
  }

  // From there on the fifty moves may be nearer than a score of the table knows.
  static constexpr int kUnsafeClock = 90;
  static constexpr int kFramesBefore = 6;  // so that a node near the root may look back

  Shared& shared_;
  Tracer* tracer_ = nullptr;
  OnLook on_look_;
  std::uint64_t next_look_ = ~0ULL;

  eval::Evaluator evaluator_;
  Histories& histories_;
  Corrections corrections_;
  std::optional<chess::Position> root_;
  std::vector<RootMove> root_moves_;
  std::size_t root_line_ = 0;
  int root_depth_ = 0;
  int iteration_ = 0;
  int null_move_from_ = 0;  // no passing before this ply, while a null move is being verified
  int selective_depth_ = 0;
  chess::Move current_move_ = chess::Move::none();
  int current_move_number_ = 0;

  // The keys of the game and of the line being searched; how many plies back each can be repeated.
  struct Passed {
    chess::Key key;
    int reach;
  };
  std::vector<Passed> path_;
  std::size_t root_index_ = 0;  // of the root in it

  std::array<Frame, kMaxPly + kFramesBefore + 4> frames_;
  std::atomic<std::uint64_t> nodes_ = 0;
  std::atomic<std::uint64_t> endings_hits_ = 0;
  ReductionTable reductions_;
  Counters counters_;  // all but `nodes`
};

template <Search::Node kind, bool traced>
int Search::visit(const chess::Position& pos, int ply, int depth, int alpha, int beta, bool is_cut_node,
                  const Visit& why) {
  if constexpr (!traced) {
    return search<kind, false>(pos, ply, depth, alpha, beta, is_cut_node);
  } else {
    if (depth <= 0) return visit_quiescence<kind != Node::other, true>(pos, ply, alpha, beta, why);
    const TraceKind trace_kind = kind != Node::other ? TraceKind::pv
                                 : is_cut_node       ? TraceKind::cut
                                                     : TraceKind::all;
    tracer_->enter({why, trace_kind, frame(ply - 1).move, ply, depth, alpha, beta}, nodes());
    const int score = search<kind, true>(pos, ply, depth, alpha, beta, is_cut_node);
    tracer_->leave(score, nodes(), is_over());
    return score;
  }
}

template <bool is_pv, bool traced>
int Search::visit_quiescence(const chess::Position& pos, int ply, int alpha, int beta, const Visit& why) {
  if constexpr (!traced) {
    return quiescence<is_pv, false>(pos, ply, alpha, beta);
  } else {
    tracer_->enter({why, TraceKind::quiescence, frame(ply - 1).move, ply, 0, alpha, beta}, nodes());
    const int score = quiescence<is_pv, true>(pos, ply, alpha, beta);
    tracer_->leave(score, nodes(), is_over());
    return score;
  }
}

}  // namespace vitrine::engines::flagship
