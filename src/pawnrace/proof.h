#pragma once

// A proof that anyone can check: a claim about a position, and a strategy that makes it good. The strategy
// says what the claimant plays in every position that can arise while he follows it, whatever the opponent
// does; so whoever knows the rules can walk through all of them and see. The checker (verifier.h) shares no
// code with the solver, nor with the rules that the solver uses.
//
// A strategy is one byte for each position in which the claimant is to move, at the first visit of a
// depth-first walk in which the opponent's moves are tried in the order of their bytes. A move's byte is four
// times the square it starts from (a1 = 0, b1 = 1, ... h8 = 63) plus its kind: 0 a step, 1 a double step, 2 a
// capture towards the a file, 3 a capture towards the h file. As no pawn starts from the first or last rank,
// bytes of these say how to go on to the end of the game without another byte:
//   4 * file       the foremost pawn on that file runs, step by step
//   4 * file + 1   the same, with a double step first
//   224            always the first double step in the order of bytes, or else the first step
//
// A file of proofs begins with the line "vitrine pawnrace proof 1"; then for each claim the line "claim
// POSITION | white wins | N" (or black, or holds, which means: does not lose), N bytes, and an end of line.

#include <atomic>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "pawnrace/position.h"
#include "pawnrace/solver.h"

namespace vitrine::pawnrace {

enum class ClaimKind : std::uint8_t { wins, holds };

struct Claim {
  Position pos;
  Color side = Color::white;
  ClaimKind kind = ClaimKind::wins;

  // "8/... w - | white wins"
  [[nodiscard]] std::string to_string() const;
};

struct Proof {
  Claim claim;
  std::vector<std::uint8_t> strategy;
};

// What follows from an outcome: one claim if somebody wins, two for a draw. The outcome is White's.
[[nodiscard]] std::vector<Claim> claims_of(const Position& pos, Outcome for_white);

// Writes down what the solver knows, asking it again for what its table has lost. Nothing if it was stopped.
// Contract: the claim is true.
[[nodiscard]] std::optional<Proof> prove(const Claim& claim, Solver& solver,
                                         const std::atomic<bool>* stop = nullptr);

void write_proof_header(std::ostream& out);
void write_proof(std::ostream& out, const Proof& proof);
// Both throw std::runtime_error that says what is wrong with the file; if it was cut off, the stream is at
// its end then.
void read_proof_header(std::istream& in);
// The next claim; nothing at the end of the file.
[[nodiscard]] std::optional<Proof> read_proof(std::istream& in);

}  // namespace vitrine::pawnrace
