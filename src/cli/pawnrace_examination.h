#pragma once

// Checks proofs of Pawn Race as they come, prints what it finds, and adds up what of the published solution
// they show. Several threads may hand in proofs.

#include <atomic>
#include <mutex>
#include <set>
#include <string>

#include "cli/status_line.h"
#include "pawnrace/proof.h"

namespace vitrine::cli {

class Examination {
 public:
  explicit Examination(const std::atomic<bool>& stop) : stop_(stop) {}

  // False: stopped before it was done.
  [[nodiscard]] bool add(const pawnrace::Proof& proof);

  // When all have been handed in:
  [[nodiscard]] int false_claims() const { return false_claims_; }
  // The number of starts whose published value is shown, mirror images included.
  [[nodiscard]] int count_shown_starts() const;
  [[nodiscard]] std::string summary() const;

 private:
  const std::atomic<bool>& stop_;
  std::mutex mutex_;  // of all below
  StatusLine line_;
  int claims_ = 0;
  int false_claims_ = 0;
  std::set<std::string> shown_;
};

}  // namespace vitrine::cli
