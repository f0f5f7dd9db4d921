// `vitrine pawnrace prove` and `verify`: the solution as something that can be checked without trusting the
// solver.

#include <fmt/format.h>

#include <CLI/App.hpp>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "cli/add_command.h"
#include "cli/pawnrace_examination.h"
#include "cli/pawnrace_subcommands.h"
#include "cli/pawnrace_watch.h"
#include "cli/stop_on_interrupt.h"
#include "cli/usage_error.h"
#include "pawnrace/notation.h"
#include "pawnrace/proof.h"
#include "pawnrace/setups.h"

namespace vitrine::cli::pawnrace_commands {

namespace {

using pawnrace::Claim;
using pawnrace::ClaimKind;
using pawnrace::Color;
using pawnrace::Outcome;
using pawnrace::Position;
using pawnrace::Proof;

constexpr int kFalse = 1;

struct Options {
  Where where;
  Resources resources;
  std::string file;
};

// One position, or all starts that are no mirror images of others.
std::vector<Position> positions_of(const Where& where) {
  if (is_given(where)) return {position_of(where)};
  std::vector<Position> starts;
  for (const pawnrace::Gaps gaps : pawnrace::allowed_setups())
    if (is_canonical(gaps)) starts.push_back(Position::start(gaps));
  return starts;
}

// Solves position after position, and hands out the proofs one by one.
class ProofMaker {
 public:
  ProofMaker(const Options& options, const std::atomic<bool>& stop)
      : positions_(positions_of(options.where)),
        solver_({.threads = options.resources.threads, .table_bytes = options.resources.memory_mb << 20}),
        stop_(stop) {}

  // Positions about which these claims say all are left out, and so are the claims themselves.
  void leave_out(std::set<std::string> claims) { known_ = std::move(claims); }
  // Nothing: that was all, or it was stopped.
  std::optional<Proof> next() {
    while (claims_.empty()) {
      if (next_ == positions_.size() || !find_claims(positions_[next_++])) return {};
    }
    const Claim claim = claims_.back();
    claims_.pop_back();
    const SolverWatch watch(solver_, "proving " + claim.to_string());
    return prove(claim, solver_, &stop_);
  }

 private:
  // False: stopped.
  bool find_claims(const Position& pos) {
    if (is_settled(pos)) return true;
    const SolverWatch watch(solver_, "solving " + to_text(pos));
    const auto outcome = solver_.outcome(pos, {.stop = &stop_});
    if (!outcome) return false;
    for (const Claim& claim : claims_of(pos, pos.turn() == Color::white ? *outcome : -*outcome))
      if (!known_.contains(claim.to_string())) claims_.push_back(claim);
    return true;
  }
  [[nodiscard]] bool is_settled(const Position& pos) const {
    const auto is_known = [&](Color side, ClaimKind kind) {
      return known_.contains(Claim{pos, side, kind}.to_string());
    };
    return is_known(Color::white, ClaimKind::wins) || is_known(Color::black, ClaimKind::wins) ||
           (is_known(Color::white, ClaimKind::holds) && is_known(Color::black, ClaimKind::holds));
  }

  std::vector<Position> positions_;
  pawnrace::Solver solver_;
  const std::atomic<bool>& stop_;
  std::set<std::string> known_;
  std::vector<Claim> claims_;  // about the position that is being proven
  std::size_t next_ = 0;
};

// Throws std::runtime_error that names the file.
template <class Read>
auto reading(const std::string& path, Read read) {
  try {
    return read();
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(path + ": " + error.what());
  }
}

// The claims that the file holds already; what an earlier run was writing when it was stopped is cut off.
// A file that is not there begins.
std::set<std::string> claims_in(const std::string& path) {
  std::set<std::string> claims;
  if (!std::filesystem::exists(path)) {
    std::ofstream out(path, std::ios::binary);
    pawnrace::write_proof_header(out);
    if (!out.flush()) throw std::runtime_error(path + ": can't be written");
    return claims;
  }
  std::ifstream in(path, std::ios::binary);
  reading(path, [&] { pawnrace::read_proof_header(in); });
  std::streamoff whole = in.tellg();
  try {
    while (const auto proof = pawnrace::read_proof(in)) {
      claims.insert(proof->claim.to_string());
      whole = in.tellg();
    }
  } catch (const std::runtime_error& error) {
    if (!in.eof()) throw std::runtime_error(path + ": " + error.what());
  }
  in.close();
  std::filesystem::resize_file(path, static_cast<std::uintmax_t>(whole));
  return claims;
}

int run_prove(const Options& options) {
  if (options.file.empty()) throw UsageError("where to? Give --out FILE");
  StopOnInterrupt interrupt;
  ProofMaker maker(options, interrupt.flag());
  auto known = claims_in(options.file);
  for (const std::string& claim : known) std::cout << claim << ": is there already\n";
  maker.leave_out(std::move(known));
  std::ofstream out(options.file, std::ios::binary | std::ios::app);
  while (const auto proof = maker.next()) {
    write_proof(out, *proof);
    if (!out.flush()) throw std::runtime_error(options.file + ": can't be written");
    std::cout << fmt::format("{}: {} positions\n", proof->claim.to_string(), proof->strategy.size())
              << std::flush;
  }
  return interrupt.flag() ? kStopped : 0;
}

// Takes proof after proof from where they come, and checks them on several threads: the solver, if there is
// one, works for the next while others check the last.
template <class Next>
void examine(Examination& examination, int threads, Next next) {
  std::mutex mutex;
  std::exception_ptr failure;
  const auto work = [&] {
    try {
      for (;;) {
        std::unique_lock lock(mutex);
        const std::optional<Proof> proof = failure ? std::nullopt : next();
        lock.unlock();
        if (!proof || !examination.add(*proof)) return;
      }
    } catch (...) {
      const std::scoped_lock lock(mutex);
      failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    for (int i = 1; i < threads; ++i) others.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

int run_verify(const Options& options) {
  if (!options.file.empty() && is_given(options.where))
    throw UsageError(
        "a file of proofs says itself which positions it is about: leave out --gaps and --position");
  StopOnInterrupt interrupt;
  Examination examination(interrupt.flag());
  if (options.file.empty()) {
    ProofMaker maker(options, interrupt.flag());
    examine(examination, options.resources.threads, [&] { return maker.next(); });
  } else {
    std::ifstream in(options.file, std::ios::binary);
    if (!in) throw std::runtime_error(options.file + ": can't be read");
    reading(options.file, [&] { pawnrace::read_proof_header(in); });
    examine(examination, options.resources.threads,
            [&] { return reading(options.file, [&] { return pawnrace::read_proof(in); }); });
  }
  std::cout << examination.summary();
  if (examination.false_claims() > 0) return kFalse;
  if (interrupt.flag()) return kStopped;
  const bool is_about_all = options.file.empty() && !is_given(options.where);
  return is_about_all && examination.count_shown_starts() < pawnrace::kSetups ? kFalse : 0;
}

constexpr const char* kProveExamples = R"(Examples:
  vitrine pawnrace prove --out proofs.vpr                 all starts
  vitrine pawnrace prove --out af.vpr --gaps af

Solves, and writes down for each claim what the claimant plays in every position that he can meet, one byte each. The
format is described in docs/pawnrace.md, so that others can check it with programs of their own. Claims that the file
holds already are left out: after Ctrl-C the same command goes on.
Exit status: 0 all is proven, 1 something failed, 2 the command line is wrong, 130 stopped by Ctrl-C.)";

constexpr const char* kVerifyExamples = R"(Examples:
  vitrine pawnrace verify                                 solve everything, prove it, and check the proofs
  vitrine pawnrace verify proofs.vpr --threads 4          check a file of proofs, which needs no solver
  vitrine pawnrace verify --gaps af

The checker walks through every position that a strategy leads to, down to the last move of every game. It has its own
board and rules, and shares no code with the solver.
Exit status: 0 all claims are true (and, without a file, all values are as published), 1 not so, or something failed, 2
the command line is wrong, 130 stopped by Ctrl-C.)";

}  // namespace

void add_prove(CLI::App& parent, int& exit_code) {
  CLI::App* command = add_command(parent, "prove", "Write proofs of who wins, for others to check");
  auto options = std::make_shared<Options>();
  add_where(*command, options->where);
  add_resources(*command, options->resources);
  command->add_option("--out", options->file, "The file to write, or to go on with")->type_name("FILE");
  command->footer(kProveExamples);
  command->callback([options, &exit_code] { exit_code = run_prove(*options); });
}

void add_verify(CLI::App& parent, int& exit_code) {
  CLI::App* command = add_command(parent, "verify", "Check the solution, with rules of its own");
  auto options = std::make_shared<Options>();
  add_where(*command, options->where);
  add_resources(*command, options->resources);
  command->add_option("file", options->file, "Proofs that 'prove' has written; without it they are made anew")
      ->type_name("FILE");
  command->footer(kVerifyExamples);
  command->callback([options, &exit_code] { exit_code = run_verify(*options); });
}

}  // namespace vitrine::cli::pawnrace_commands
