// Blocks of self-play as messages: a line of JSON, and behind it the games as they stand in a file.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lab/selfplay/selfplay_farm.h"

namespace vitrine::lab {

namespace {

using nlohmann::json;

constexpr std::uint32_t kMostGames = 10'000;  // of a block
constexpr std::uint64_t kMostNodes = 1'000'000'000;
constexpr int kMostRandomPlies = 1'000;

bool is_run_id(std::string_view text) {
  return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
  });
}

struct BadMessage {
  std::string what;
};

std::uint64_t number(const json& object, const char* name, std::uint64_t least, std::uint64_t most) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number_unsigned())
    throw BadMessage{std::string("no number ") + name};
  const auto value = found->get<std::uint64_t>();
  if (value < least || value > most) throw BadMessage{std::string(name) + " is out of range"};
  return value;
}

std::string text_of(const json& object, const char* name) {
  const auto found = object.find(name);
  if (found == object.end() || !found->is_string()) throw BadMessage{std::string("no text ") + name};
  return found->get<std::string>();
}

// Reads a JSON object by `read`; every fault becomes an error.
template <class Message, class Read>
base::Result<Message, std::string> read_object(std::string_view text, Read read) {
  try {
    const json object = json::parse(text);
    if (!object.is_object()) return std::string("no JSON object");
    return read(object);
  } catch (const json::exception&) {
    return std::string("not JSON");
  } catch (const BadMessage& bad) {
    return bad.what;
  }
}

}  // namespace

std::string to_text(const BlockMessage& message) {
  return json{{"run", message.run},           {"signature", message.signature},
              {"nodes", message.rules.nodes}, {"random_plies", message.rules.random_plies},
              {"seed", message.rules.seed},   {"first", message.first},
              {"count", message.count}}
      .dump(-1, ' ', false, json::error_handler_t::replace);
}

base::Result<BlockMessage, std::string> parse_block_message(std::string_view text) {
  return read_object<BlockMessage>(text, [](const json& object) {
    BlockMessage message{.run = text_of(object, "run"), .signature = text_of(object, "signature")};
    if (!is_run_id(message.run)) throw BadMessage{"run is no id"};
    message.rules.nodes = number(object, "nodes", 1, kMostNodes);
    message.rules.random_plies = static_cast<int>(number(object, "random_plies", 0, kMostRandomPlies));
    message.rules.seed = number(object, "seed", 0, UINT64_MAX);
    message.first = static_cast<std::uint32_t>(number(object, "first", 0, UINT32_MAX - kMostGames));
    message.count = static_cast<std::uint32_t>(number(object, "count", 1, kMostGames));
    return message;
  });
}

std::string to_text(const BlockResult& result) {
  std::string text =
      json{{"first", result.first}, {"worker", result.worker}, {"refusal", result.refusal}}.dump(
          -1, ' ', false, json::error_handler_t::replace);
  text += '\n';
  for (const SelfplayGame& game : result.games) text += to_bytes(game);
  return text;
}

base::Result<BlockResult, std::string> parse_block_result(std::string_view text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return std::string("no line of JSON");
  auto result = read_object<BlockResult>(text.substr(0, end), [](const json& object) {
    return BlockResult{.first = static_cast<std::uint32_t>(number(object, "first", 0, UINT32_MAX)),
                       .worker = text_of(object, "worker"),
                       .refusal = text_of(object, "refusal")};
  });
  text.remove_prefix(end + 1);
  while (result && !text.empty()) {
    const auto size = first_game_size(text);
    if (!size) return std::string("a game is cut off");
    auto game = parse_game_bytes(text.substr(0, *size));
    if (!game) return game.error();
    result->games.push_back(*std::move(game));
    text.remove_prefix(*size);
  }
  return result;
}

}  // namespace vitrine::lab
