#pragma once

// The lines that a runner and a program exchange, over the program's standard input and output.
// docs/pawnrace.md describes them for those who write such programs.
//
// clang-format off
//   runner                    program
//   pawnrace 1                ready NAME
//   black CHOSEN...           gaps af           You have Black: choose, but none of these again, nor mirrored.
//   white af                  move e4           You have White, with these gaps.
//   move e5                   move exd5         The opponent's move. Or: invalid REASON
//   end win|draw|loss REASON  (no answer)       The game is over.
//   quit                      (no answer)
// clang-format on
//
// Lines of a program that begin with # are for people, and ignored.

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "pawnrace/notation.h"
#include "pawnrace/player.h"

namespace vitrine::pawnrace {

namespace request {
struct Hello {};
struct HaveBlack {
  std::vector<Gaps> chosen;
};
struct HaveWhite {
  Gaps gaps;
};
struct Moved {
  std::string move;
};
struct Over {
  Outcome outcome;  // for the program
  std::string reason;
};
struct Quit {};
}  // namespace request
using Request = std::variant<request::Hello, request::HaveBlack, request::HaveWhite, request::Moved,
                             request::Over, request::Quit>;

[[nodiscard]] base::Result<Request, TextError> parse_request(std::string_view line);
[[nodiscard]] std::string to_line(const Request& request);

namespace reply {
struct Ready {
  std::string name;
};
struct ChosenGaps {
  Gaps gaps;
};
struct Moved {
  std::string move;
};
struct Invalid {
  std::string reason;
};
}  // namespace reply
using Reply = std::variant<reply::Ready, reply::ChosenGaps, reply::Moved, reply::Invalid>;

[[nodiscard]] base::Result<Reply, TextError> parse_reply(std::string_view line);
[[nodiscard]] std::string to_line(const Reply& reply);

// A player as a program: answers the runner's lines.
class Program {
 public:
  Program(std::string name, Player& player) : name_(std::move(name)), player_(player) {}

  // The line to send, if any.
  [[nodiscard]] std::optional<std::string> answer(std::string_view line);
  [[nodiscard]] bool is_over() const { return is_over_; }

 private:
  [[nodiscard]] std::optional<Reply> answer(const Request& request);
  [[nodiscard]] Reply play();
  void start(Gaps gaps, Color side);

  std::string name_;
  Player& player_;
  std::optional<Position> pos_;
  bool is_over_ = false;
};

}  // namespace vitrine::pawnrace
