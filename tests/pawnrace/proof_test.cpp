#include "pawnrace/proof.h"

#include <sstream>

#include "base/rng.h"
#include "pawnrace/minimax.h"
#include "pawnrace/random_positions.h"
#include "pawnrace/verifier.h"
#include "support.h"

namespace vitrine::pawnrace {
namespace {

constexpr std::size_t kTable = std::size_t{16} << 20;

Outcome for_white(const Position& pos, Outcome outcome) {
  return pos.turn() == Color::white ? outcome : -outcome;
}

// The verifier alone: a claim and its bytes written by hand.
TEST(PawnRaceVerifier, ChecksWhatPeopleCanCheck) {
  using Bytes = std::vector<std::uint8_t>;
  const auto check = [](const char* claim, const Bytes& bytes) { return verify(claim, bytes); };
  // White steps from a7 (square 48) and wins; or lets the a pawn run, which is the same.
  EXPECT_FALSE(check("8/P7/8/8/8/8/7p/8 w - | white wins", {4 * 48}).fault);
  EXPECT_FALSE(check("8/P7/8/8/8/8/7p/8 w - | white wins", {0}).fault);
  EXPECT_EQ(check("8/P7/8/8/8/8/7p/8 w - | white wins", {}).fault, "no byte is left");
  EXPECT_EQ(check("8/P7/8/8/8/8/7p/8 w - | white wins", {0, 0}).fault, "bytes are left over");
  EXPECT_EQ(check("8/P7/8/8/8/8/7p/8 w - | white wins", {4 * 40}).fault, "byte 160 is no move");
  // With Black to move h1 comes first.
  EXPECT_EQ(check("8/P7/8/8/8/8/7p/8 b - | white wins", {0}).fault, "the opponent has won after h1");
  EXPECT_FALSE(check("8/P7/8/8/8/8/7p/8 b - | black wins", {4 * 7}).fault);
  // A run that is stalemate: a draw is no win, but no loss either.
  EXPECT_EQ(check("8/8/8/p6P/P7/8/8/8 w - | white wins", {4 * 7}).fault, "the game is drawn after h6");
  EXPECT_FALSE(check("8/8/8/p6P/P7/8/8/8 w - | white holds", {4 * 7}).fault);
  EXPECT_FALSE(check("8/8/8/p6P/P7/8/8/8 w - | black holds", {}).fault);
  EXPECT_FALSE(check("8/8/8/p6P/P7/8/8/8 w - | white holds", {224}).fault);
  // A runner that is taken, and one that is stopped.
  EXPECT_EQ(check("8/1p6/8/P7/8/8/7P/8 w - | white wins", {0}).fault, "the runner is taken after a6 bxa6");
  EXPECT_EQ(check("8/p7/8/8/P7/8/7P/8 w - | white wins", {0}).fault, "the runner is stopped after a5 a6");
  // The double step first: five moves, and Black has time for ten plies only.
  EXPECT_FALSE(check("8/7p/8/8/8/8/P7/8 w - | white wins", {1}).fault);
  EXPECT_EQ(check("8/7p/8/8/8/8/P7/8 w - | white wins", {1}).longest_game, 9);
  EXPECT_TRUE(check("8/7p/8/8/8/8/P7/8 w - | white wins", {0}).fault);
  EXPECT_EQ(check("nonsense", {}).fault, "the position can't be read");
  EXPECT_EQ(check("8/P7/8/8/8/8/7p/8 w - | white loses", {0}).fault, "the claim can't be read");
}

// A long check can be stopped, and then shows nothing.
TEST(PawnRaceVerifier, StopsWhenTold) {
  const Position start = Position::start(gaps("ab"), 6);
  Solver solver({.threads = 1, .table_bytes = kTable});
  const auto claims = claims_of(start, *solver.outcome(start));
  const auto proof = prove(claims[0], solver);
  ASSERT_TRUE(proof);
  const std::string claim = proof->claim.to_string();
  std::uint64_t seen = 0;
  EXPECT_FALSE(verify(claim, proof->strategy, [&](std::uint64_t moves) { return (seen = moves) > 0; }).fault);
  EXPECT_GT(seen, 0U);
  const Verification stopped = verify(claim, proof->strategy, [](std::uint64_t) { return false; });
  ASSERT_TRUE(stopped.fault);
  EXPECT_TRUE(stopped.fault->starts_with("stopped"));
}

TEST(PawnRaceProof, ShowsEveryStartOfTheSmallGames) {
  for (const int files : {3, 4, 5}) {
    Solver solver({.threads = 1, .table_bytes = kTable});
    for (int i = 0; i < files * files; ++i) {
      const Position start = Position::start({i / files, i % files}, files);
      const auto outcome = solver.outcome(start);
      ASSERT_TRUE(outcome);
      for (const Claim& claim : claims_of(start, *outcome)) {
        const auto proof = prove(claim, solver);
        ASSERT_TRUE(proof);
        const Verification result = verify(claim.to_string(), proof->strategy);
        EXPECT_FALSE(result.fault) << claim.to_string() << ": " << *result.fault;
        EXPECT_EQ(result.positions, proof->strategy.size());
      }
    }
  }
}

TEST(PawnRaceProof, ShowsLatePositionsOnEightFiles) {
  base::Rng rng(5);
  Solver solver({.threads = 1, .table_bytes = kTable});
  for (int i = 0; i < 100; ++i) {
    const auto [pos, value] = random_late_position(rng);
    for (const Claim& claim : claims_of(pos, for_white(pos, value.outcome))) {
      const auto proof = prove(claim, solver);
      ASSERT_TRUE(proof);
      const Verification result = verify(claim.to_string(), proof->strategy);
      EXPECT_FALSE(result.fault) << claim.to_string() << ": " << *result.fault;
      if (claim.kind == ClaimKind::wins) {
        EXPECT_GE(result.longest_game, value.plies) << claim.to_string();
      }
    }
  }
}

// No bytes whatever prove what is not true: those of the true claim, nor after any change of one of them.
TEST(PawnRaceProof, ShowsNothingThatIsFalse) {
  base::Rng rng(6);
  Solver solver({.threads = 1, .table_bytes = kTable});
  int spoiled = 0;
  for (int i = 0; i < 60; ++i) {
    const auto [pos, value] = random_late_position(rng);
    const Outcome outcome = for_white(pos, value.outcome);
    for (const Claim& claim : claims_of(pos, outcome)) {
      const auto proof = prove(claim, solver);
      ASSERT_TRUE(proof);
      const auto is_shown = [&](const Claim& other, const std::vector<std::uint8_t>& bytes) {
        return !verify(other.to_string(), bytes).fault;
      };
      EXPECT_FALSE(is_shown({pos, !claim.side, ClaimKind::wins}, proof->strategy)) << pos;
      if (outcome == Outcome::draw) {
        EXPECT_FALSE(is_shown({pos, claim.side, ClaimKind::wins}, proof->strategy)) << pos;
      }
      if (proof->strategy.empty()) continue;
      auto bytes = proof->strategy;
      bytes.pop_back();
      EXPECT_FALSE(is_shown(claim, bytes)) << pos;
      // A changed byte may happen to be as good; most are not.
      bytes = proof->strategy;
      bytes[rng.below(bytes.size())] ^= static_cast<std::uint8_t>(1 + rng.below(255));
      spoiled += is_shown(claim, bytes) ? 0 : 1;
    }
  }
  EXPECT_GT(spoiled, 40);
}

std::vector<Proof> read_all(std::istream& in) {
  read_proof_header(in);
  std::vector<Proof> proofs;
  while (auto proof = read_proof(in)) proofs.push_back(std::move(*proof));
  return proofs;
}

TEST(PawnRaceProof, GoesThroughAFile) {
  Solver solver({.threads = 1, .table_bytes = kTable});
  std::stringstream file;
  write_proof_header(file);
  std::vector<Proof> written;
  for (const char* const setup : {"aa", "ab", "ac"}) {
    const Position start = Position::start(gaps(setup), 4);
    for (const Claim& claim : claims_of(start, *solver.outcome(start)))
      written.push_back(*prove(claim, solver));
  }
  for (const Proof& proof : written) write_proof(file, proof);
  const std::string text = file.str();
  const auto read = read_all(file);
  ASSERT_EQ(read.size(), written.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read[i].claim.to_string(), written[i].claim.to_string());
    EXPECT_EQ(read[i].strategy, written[i].strategy);
  }

  const auto error_of = [](const std::string& bytes) -> std::string {
    std::istringstream in(bytes);
    try {
      static_cast<void>(read_all(in));
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(error_of(""), "a file of proofs begins with 'vitrine pawnrace proof 1'");
  EXPECT_NE(error_of(text.substr(0, text.size() - 5)).find("are cut off"), std::string::npos);
  const std::string header = "vitrine pawnrace proof 1\n";
  const std::string start = "8/p7/8/8/8/8/P7/8 w -";
  EXPECT_EQ(error_of(header + "hello\n"),
            "in 'hello': a line 'claim POSITION | SIDE wins | BYTES' should stand here");
  EXPECT_NE(error_of(header + "claim " + start + " | white wins\n").find("a claim has a position"),
            std::string::npos);
  EXPECT_NE(error_of(header + "claim 8/8 w - | white wins | 1\n").find("2 ranks instead of 8"),
            std::string::npos);
  EXPECT_NE(error_of(header + "claim " + start + " | white smiles | 1\n").find("is no claim"),
            std::string::npos);
  EXPECT_NE(error_of(header + "claim " + start + " | white wins | x\n").find("is no number"),
            std::string::npos);
  // A number far beyond any memory, and nothing behind it.
  EXPECT_NE(error_of(header + "claim " + start + " | white wins | 99999999999999999\n!").find("are cut off"),
            std::string::npos);
}

}  // namespace
}  // namespace vitrine::pawnrace
