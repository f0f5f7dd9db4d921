#pragma once

// The sequential probability ratio test: after each finished pair it says whether a strength difference is
// elo0 (H0), elo1 (H1), or whether more games are needed. The log-likelihood ratio is the exact generalized
// one: under either hypothesis the likeliest distribution of results that has the hypothesis' strength.
// Closed approximations fail for one-sided results, so there are none here.

#include <optional>
#include <string>
#include <string_view>

#include "arena/statistics/results.h"

namespace vitrine::arena {

enum class SprtModel : std::uint8_t {
  logistic,    // elo0 and elo1 are Elo as elo() gives it
  normalized,  // they are normalized Elo: the expected number of games doesn't depend on the draws
  bayesian,    // cutechess's: Elo scaled to BayesElo by the share of draws, games taken one by one
};

[[nodiscard]] std::string_view to_string(SprtModel model);
[[nodiscard]] std::optional<SprtModel> parse_sprt_model(std::string_view text);

struct SprtSettings {
  SprtModel model = SprtModel::normalized;
  double elo0 = 0;
  double elo1 = 5;
  double alpha = 0.05;  // the risk of accepting H1 where H0 holds
  double beta = 0.05;   // the risk of accepting H0 where H1 holds
  bool operator==(const SprtSettings&) const = default;
};

// What is wrong with them, "elo0 (5) must be less than elo1 (0)"; nothing if they can be used.
[[nodiscard]] std::optional<std::string> sprt_error(const SprtSettings& settings);

struct SprtBounds {
  double lower;
  double upper;
};
// Contract, here and below: no sprt_error(settings).
[[nodiscard]] SprtBounds sprt_bounds(const SprtSettings& settings);

// The log-likelihood ratio of H1 to H0; 0 before the first result.
[[nodiscard]] double sprt_llr(const Tally& games, const SprtSettings& settings);
// The bayesian model knows no pairs and takes the games in them one by one.
[[nodiscard]] double sprt_llr(const Pentanomial& pairs, const SprtSettings& settings);

enum class SprtVerdict : std::uint8_t { go_on, accept_h0, accept_h1 };

[[nodiscard]] SprtVerdict sprt_verdict(double llr, const SprtSettings& settings);

}  // namespace vitrine::arena
