#pragma once

// A value or the reason why there is none. Parsers and validators return it, so that a caller can't
// use a value that isn't there and can't overlook why.

#include <cassert>
#include <utility>
#include <variant>

namespace vitrine::base {

template <class Value, class Error>
class [[nodiscard]] Result {
 public:
  Result(Value value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  // Contract: has_value(). What a temporary result holds is handed over by value, so that
  // `for (auto& word : *parse_words(text))` and `const auto& pos = *parse_fen(text)` don't look at the dead.
  const Value& value() const& { return assert(has_value()), *std::get_if<0>(&state_); }
  Value& value() & { return assert(has_value()), *std::get_if<0>(&state_); }
  Value value() && { return assert(has_value()), std::move(*std::get_if<0>(&state_)); }
  const Value& operator*() const& { return value(); }
  Value& operator*() & { return value(); }
  Value operator*() && { return std::move(*this).value(); }
  const Value* operator->() const { return &value(); }
  Value* operator->() { return &value(); }

  // Contract: !has_value().
  const Error& error() const& { return assert(!has_value()), *std::get_if<1>(&state_); }
  Error error() && { return assert(!has_value()), std::move(*std::get_if<1>(&state_)); }

 private:
  std::variant<Value, Error> state_;
};

}  // namespace vitrine::base
