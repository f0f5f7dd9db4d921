#include "server/fields.h"

#include <cmath>

#include "notation/fen.h"
#include "notation/uci_move.h"

namespace vitrine::server {

namespace {

constexpr std::size_t kMostPlies = 2000;

}  // namespace

Fields::Fields(const Json& object, std::string where) : object_(object), where_(std::move(where)) {
  if (!object.is_object()) throw bad_request("An object is wanted here.", where_);
}

const Json* Fields::find(std::string_view name) const {
  const auto found = object_.find(name);
  return found == object_.end() || found->is_null() ? nullptr : &*found;
}

std::string Fields::place(std::string_view name) const {
  return where_.empty() ? std::string(name) : where_ + "." + std::string(name);
}

std::string Fields::text(std::string_view name) const {
  const Json* const value = find(name);
  if (value == nullptr || !value->is_string()) throw bad_request("A text is wanted here.", place(name));
  return value->get<std::string>();
}

std::string Fields::text(std::string_view name, std::string_view otherwise) const {
  return find(name) == nullptr ? std::string(otherwise) : text(name);
}

bool Fields::flag(std::string_view name, bool otherwise) const {
  const Json* const value = find(name);
  if (value == nullptr) return otherwise;
  if (!value->is_boolean()) throw bad_request("True or false is wanted here.", place(name));
  return value->get<bool>();
}

double Fields::real(std::string_view name, double least, double most) const {
  const Json* const value = find(name);
  const double number = value != nullptr && value->is_number() ? value->get<double>() : std::nan("");
  if (number >= least && number <= most) return number;
  throw bad_request("A number from " + Json(least).dump() + " to " + Json(most).dump() + " is wanted here.",
                    place(name));
}

std::int64_t Fields::number(std::string_view name, std::int64_t least, std::int64_t most) const {
  const Json* const value = find(name);
  // Pages have no whole numbers of their own: 3.0 is 3.
  const double number = value != nullptr && value->is_number() ? value->get<double>() : std::nan("");
  if (number == std::floor(number) && number >= static_cast<double>(least) &&
      number <= static_cast<double>(most))
    return static_cast<std::int64_t>(number);
  throw bad_request(
      "A whole number from " + std::to_string(least) + " to " + std::to_string(most) + " is wanted here.",
      place(name));
}

std::optional<std::int64_t> Fields::find_number(std::string_view name, std::int64_t least,
                                                std::int64_t most) const {
  if (find(name) == nullptr) return {};
  return number(name, least, most);
}

std::optional<Fields> Fields::find_object(std::string_view name) const {
  const Json* const value = find(name);
  if (value == nullptr) return {};
  return Fields(*value, place(name));
}

std::vector<Json> Fields::list(std::string_view name, std::size_t most) const {
  const Json* const value = find(name);
  if (value == nullptr) return {};
  if (!value->is_array()) throw bad_request("A list is wanted here.", place(name));
  if (value->size() > most)
    throw bad_request("At most " + std::to_string(most) + " are taken here.", place(name));
  return value->get<std::vector<Json>>();
}

chess::Color Fields::side(std::string_view name) const {
  const std::string word = text(name);
  if (word == "white") return chess::Color::white;
  if (word == "black") return chess::Color::black;
  throw bad_request("A side is white or black.", place(name));
}

chess::Position read_position(std::string_view fen, const std::string& where) {
  const auto pos = notation::parse_fen(fen, notation::FenMode::lenient);
  if (pos) return *pos;
  const notation::FenError& error = pos.error();
  throw bad_request(error.message, where + ": " + std::string(to_string(error.field)) + ", column " +
                                       std::to_string(error.column));
}

chess::Game read_game_fields(const Fields& fields) {
  chess::Game game(read_position(fields.text("fen", notation::kStartFen), fields.place("fen")));
  const std::vector<Json> moves = fields.list("moves", kMostPlies);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const std::string where = fields.place("moves") + ": ply " + std::to_string(i + 1);
    if (!moves[i].is_string()) throw bad_request("A move is a text.", where);
    const auto move = notation::parse_uci_move(game.position(), moves[i].get<std::string>());
    if (!move) throw bad_request(move.error().message, where);
    game.play_unchecked(*move);
  }
  return game;
}

std::string to_text(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace vitrine::server
