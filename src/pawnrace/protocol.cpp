#include "pawnrace/protocol.h"

#include <algorithm>

#include "pawnrace/text.h"

namespace vitrine::pawnrace {

namespace {

template <class... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <class... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;  // clang 14 doesn't deduce it

// The first word, and the rest without blanks around it.
std::pair<std::string_view, std::string_view> split_first(std::string_view line) {
  constexpr std::string_view kBlank = " \t\r";
  line.remove_prefix(std::min(line.find_first_not_of(kBlank), line.size()));
  line = line.substr(0, line.find_last_not_of(kBlank) + 1);
  const std::size_t end = std::min(line.find_first_of(kBlank), line.size());
  std::string_view rest = line.substr(end);
  rest.remove_prefix(std::min(rest.find_first_not_of(kBlank), rest.size()));
  return {line.substr(0, end), rest};
}

std::optional<Outcome> parse_outcome(std::string_view word) {
  if (word == "win") return Outcome::win;
  if (word == "draw") return Outcome::draw;
  if (word == "loss") return Outcome::loss;
  return {};
}

std::string_view name_of(Outcome outcome) {
  return outcome == Outcome::win ? "win" : outcome == Outcome::loss ? "loss" : "draw";
}

}  // namespace

base::Result<Request, TextError> parse_request(std::string_view line) {
  const auto [word, rest] = split_first(line);
  if (word == "pawnrace") {
    if (rest != "1") return TextError{"only version 1 of the protocol is spoken here, not " + quoted(rest)};
    return Request{request::Hello{}};
  }
  if (word == "black") {
    request::HaveBlack black;
    for (const std::string_view text : split_words<std::vector<std::string_view>>(rest)) {
      const auto gaps = parse_gaps(text);
      if (!gaps) return gaps.error();
      black.chosen.push_back(*gaps);
    }
    return Request{black};
  }
  if (word == "white") {
    const auto gaps = parse_gaps(rest);
    if (!gaps) return gaps.error();
    return Request{request::HaveWhite{*gaps}};
  }
  if (word == "move") return Request{request::Moved{std::string(rest)}};
  if (word == "end") {
    const auto [result, reason] = split_first(rest);
    const auto outcome = parse_outcome(result);
    if (!outcome) return TextError{quoted(result) + " is no result: win, draw or loss"};
    return Request{request::Over{*outcome, std::string(reason)}};
  }
  if (word == "quit") return Request{request::Quit{}};
  return TextError{quoted(line) + " is not understood"};
}

std::string to_line(const Request& request) {
  return std::visit(Overloaded{[](const request::Hello&) -> std::string { return "pawnrace 1"; },
                               [](const request::HaveBlack& black) {
                                 std::string line = "black";
                                 for (const Gaps gaps : black.chosen) line += " " + to_text(gaps);
                                 return line;
                               },
                               [](const request::HaveWhite& white) { return "white " + to_text(white.gaps); },
                               [](const request::Moved& moved) { return "move " + moved.move; },
                               [](const request::Over& over) {
                                 return "end " + std::string(name_of(over.outcome)) + " " + over.reason;
                               },
                               [](const request::Quit&) -> std::string { return "quit"; }},
                    request);
}

base::Result<Reply, TextError> parse_reply(std::string_view line) {
  const auto [word, rest] = split_first(line);
  if (word == "ready" && !rest.empty()) return Reply{reply::Ready{std::string(rest)}};
  if (word == "gaps") {
    const auto gaps = parse_gaps(rest);
    if (!gaps) return gaps.error();
    return Reply{reply::ChosenGaps{*gaps}};
  }
  if (word == "move" && !rest.empty()) return Reply{reply::Moved{std::string(rest)}};
  if (word == "invalid") return Reply{reply::Invalid{std::string(rest)}};
  return TextError{quoted(line) + " is no answer"};
}

std::string to_line(const Reply& reply) {
  return std::visit(Overloaded{[](const reply::Ready& ready) { return "ready " + ready.name; },
                               [](const reply::ChosenGaps& chosen) { return "gaps " + to_text(chosen.gaps); },
                               [](const reply::Moved& moved) { return "move " + moved.move; },
                               [](const reply::Invalid& invalid) { return "invalid " + invalid.reason; }},
                    reply);
}

std::optional<std::string> Program::answer(std::string_view line) {
  if (split_first(line).first.empty()) return {};
  const auto request = parse_request(line);
  if (!request) return "# " + request.error().message;
  const auto reply = answer(*request);
  if (!reply) return {};
  return to_line(*reply);
}

std::optional<Reply> Program::answer(const Request& request) {
  return std::visit(
      Overloaded{[&](const request::Hello&) -> std::optional<Reply> { return reply::Ready{name_}; },
                 [&](const request::HaveBlack& black) -> std::optional<Reply> {
                   const Gaps gaps = player_.choose_gaps(black.chosen);
                   start(gaps, Color::black);
                   return reply::ChosenGaps{gaps};
                 },
                 [&](const request::HaveWhite& white) -> std::optional<Reply> {
                   start(white.gaps, Color::white);
                   return play();
                 },
                 [&](const request::Moved& moved) -> std::optional<Reply> {
                   if (!pos_) return reply::Invalid{"there is no game"};
                   const auto move = parse_move(*pos_, moved.move);
                   if (!move) return reply::Invalid{move.error().message};
                   pos_ = pos_->after(*move);
                   if (pos_->end()) return {};
                   return play();
                 },
                 [&](const request::Over&) -> std::optional<Reply> {
                   pos_.reset();
                   return {};
                 },
                 [&](const request::Quit&) -> std::optional<Reply> {
                   is_over_ = true;
                   return {};
                 }},
      request);
}

void Program::start(Gaps gaps, Color side) {
  pos_ = Position::start(gaps);
  player_.start(gaps, side);
}

Reply Program::play() {
  const Move move = player_.choose(*pos_);
  const std::string text = to_text(*pos_, move);
  pos_ = pos_->after(move);
  return reply::Moved{text};
}

}  // namespace vitrine::pawnrace
