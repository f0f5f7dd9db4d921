#pragma once

// The fields of a command, read with care: what is missing or of the wrong kind is thrown as an ApiError that
// says which and where, and caught in the one place that answers.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/color.h"
#include "chess/game.h"
#include "server/api_error.h"

namespace vitrine::server {

using Json = nlohmann::ordered_json;

[[nodiscard]] inline ApiError bad_request(std::string what, std::string where = {}, int status = 400) {
  return {status, std::move(what), std::move(where)};
}

class Fields {
 public:
  // `where` is what errors call the object: "white"; empty: the request itself. The object must outlive this.
  explicit Fields(const Json& object, std::string where = {});

  // A field that is null is not there.
  [[nodiscard]] const Json* find(std::string_view name) const;
  [[nodiscard]] std::string text(std::string_view name) const;
  [[nodiscard]] std::string text(std::string_view name, std::string_view otherwise) const;
  [[nodiscard]] bool flag(std::string_view name, bool otherwise) const;
  [[nodiscard]] std::int64_t number(std::string_view name, std::int64_t least, std::int64_t most) const;
  [[nodiscard]] std::optional<std::int64_t> find_number(std::string_view name, std::int64_t least,
                                                        std::int64_t most) const;
  [[nodiscard]] double real(std::string_view name, double least, double most) const;
  [[nodiscard]] std::optional<Fields> find_object(std::string_view name) const;
  [[nodiscard]] std::vector<Json> list(std::string_view name, std::size_t most) const;  // empty: not there
  [[nodiscard]] chess::Color side(std::string_view name) const;
  [[nodiscard]] const Json& json() const { return object_; }
  // "white.engine"
  [[nodiscard]] std::string place(std::string_view name) const;

 private:
  const Json& object_;
  std::string where_;
};

// The game of the fields `fen` (nothing: the start position) and `moves`, in UCI.
[[nodiscard]] chess::Game read_game_fields(const Fields& fields);
[[nodiscard]] chess::Position read_position(std::string_view fen, const std::string& where);

// As texts go out: whatever they hold, it is valid UTF-8.
[[nodiscard]] std::string to_text(const Json& json);

}  // namespace vitrine::server
