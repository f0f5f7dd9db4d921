#include "cli/position_argument.h"

#include <algorithm>
#include <iostream>

#include "cli/usage_error.h"
#include "notation/fen.h"

namespace vitrine::cli {

namespace {

// The error, and below it the text with a mark under the place.
std::string explain_with_mark(std::string_view fen, const notation::FenError& error) {
  constexpr std::size_t kLongest = 100;  // any FEN fits
  std::string shown(fen.substr(0, kLongest));
  std::replace_if(
      shown.begin(), shown.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  std::string text = error.to_string() + "\n  " + shown;
  const auto place = static_cast<std::size_t>(error.column - 1);
  if (place <= shown.size()) text += "\n  " + std::string(place, ' ') + '^';
  return text;
}

}  // namespace

chess::Position parse_position_argument(std::string_view option, std::string_view fen,
                                        chess::Unreachable rule) {
  const auto pos = notation::parse_fen(fen, notation::FenMode::lenient, rule);
  if (!pos) throw UsageError(std::string(option) + ": " + explain_with_mark(fen, pos.error()));
  if (const auto ignored = find_ignored_right(fen))
    std::cerr << "note: " << *ignored << ", so the position is read as " << notation::to_fen(*pos) << '\n';
  return *pos;
}

std::optional<std::string> find_ignored_right(std::string_view fen) {
  const auto setup = notation::parse_fen_setup(fen, notation::FenMode::lenient);
  if (!setup || chess::without_impossible_rights(*setup) == *setup) return {};
  const auto as_written = chess::Position::from_setup(*setup, chess::Unreachable::allowed);
  if (as_written) return {};
  return as_written.error().message();
}

}  // namespace vitrine::cli
