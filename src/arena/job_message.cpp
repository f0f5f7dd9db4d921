#include "arena/job_message.h"

#include <algorithm>
#include <concepts>
#include <initializer_list>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "arena/ply_codec.h"
#include "arena/settings.h"
#include "notation/fen.h"
#include "notation/uci_move.h"

namespace vitrine::arena {
namespace {

using Json = nlohmann::ordered_json;

// Of both messages. A worker and a tournament of different versions refuse each other.
constexpr int kVersion = 1;
// Nobody plays games that long; a stranger's message may claim it.
constexpr std::size_t kMostPlies = 20'000;

// Thrown and caught in this file only.
struct Refusal {
  std::string text;
};

std::string to_hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  text.reserve(bytes.size() * 2);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  throw Refusal{"plies: not hexadecimal"};
}

std::string from_hex(std::string_view text) {
  if (text.size() % 2 != 0) throw Refusal{"plies: not hexadecimal"};
  std::string bytes;
  bytes.reserve(text.size() / 2);
  for (std::size_t i = 0; i < text.size(); i += 2)
    bytes += static_cast<char>(digit_of(text[i]) * 16 + digit_of(text[i + 1]));
  return bytes;
}

// --- Reading JSON that may be anything

Json parse_object(std::string_view text) {
  Json json = Json::parse(text.begin(), text.end(), nullptr, false);
  if (!json.is_object()) throw Refusal{"this is no JSON object"};
  return json;
}

void check_keys(const Json& json, std::initializer_list<std::string_view> known) {
  for (const auto& [key, value] : json.items())
    if (std::find(known.begin(), known.end(), key) == known.end())
      throw Refusal{key + ": there is no such key"};
}

const Json& field(const Json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end()) throw Refusal{std::string(key) + ": is missing"};
  return *found;
}

template <std::integral Int>
Int to_number(const Json& json, const char* key, Int least) {
  if (!json.is_number_integer()) throw Refusal{std::string(key) + ": must be a whole number"};
  const bool fits = json.is_number_unsigned() ? std::in_range<Int>(json.get<std::uint64_t>())
                                              : std::in_range<Int>(json.get<std::int64_t>());
  if (!fits || json.get<Int>() < least) throw Refusal{std::string(key) + ": is out of range"};
  return json.get<Int>();
}

template <std::integral Int>
Int read_number(const Json& json, const char* key, Int least) {
  return to_number(field(json, key), key, least);
}

std::string to_string(const Json& json, const char* key) {
  if (!json.is_string()) throw Refusal{std::string(key) + ": must be a text"};
  return json.get<std::string>();
}

std::string read_string(const Json& json, const char* key) { return to_string(field(json, key), key); }

const Json& read_list(const Json& json, const char* key) {
  const Json& list = field(json, key);
  if (!list.is_array()) throw Refusal{std::string(key) + ": must be a list"};
  return list;
}

void check_version(const Json& json) {
  const int version = read_number(json, "version", 0);
  if (version != kVersion)
    throw Refusal{"this is of version " + std::to_string(version) + ", but this program speaks version " +
                  std::to_string(kVersion)};
}

int to_game_number(const Json& json) {
  const int game = to_number(json, "game", 0);
  if (game > 1) throw Refusal{"game: a pair has the games 0 and 1"};
  return game;
}

// --- Openings

Json json_of(const Opening& opening) {
  Json moves = Json::array();
  for (const chess::Move move : opening.moves)
    moves.push_back(notation::to_uci(move, notation::CastlingText::chess960));
  return {{"start", notation::to_fen(opening.start)}, {"moves", std::move(moves)}, {"name", opening.name}};
}

Opening read_opening(const Json& json) {
  if (!json.is_object()) throw Refusal{"opening: must be an object"};
  check_keys(json, {"start", "moves", "name"});
  const auto start =
      notation::parse_fen(read_string(json, "start"), notation::FenMode::strict, chess::Unreachable::allowed);
  if (!start) throw Refusal{"opening: " + start.error().to_string()};
  Opening opening{.start = *start, .name = read_string(json, "name")};
  const Json& moves = read_list(json, "moves");
  if (moves.size() > kMostPlies) throw Refusal{"moves: too many"};
  chess::Position pos = opening.start;
  for (const Json& text : moves) {
    const auto move = notation::parse_uci_move(pos, to_string(text, "moves"));
    if (!move) throw Refusal{"moves: " + move.error().message};
    opening.moves.push_back(*move);
    pos = pos.after(*move);
  }
  return opening;
}

// --- Pairs

TournamentSettings settings_of(const PairJob& job) {
  return {.players = job.players,
          .rules = job.rules,
          .tablebase_path = job.tablebase_path,
          .tablebase_men = job.tablebase_men};
}

void read_settings(const Json& json, PairJob& job) {
  auto settings = parse_settings(read_string(json, "settings"));
  if (!settings) throw Refusal{"settings: " + settings.error().text};
  if (settings->players.size() != 2) throw Refusal{"settings: a pair has two players"};
  if (const std::string fault = find_fault(*settings); !fault.empty()) throw Refusal{"settings: " + fault};
  job.players = std::move(settings->players);
  job.rules = settings->rules;
  job.tablebase_path = std::move(settings->tablebase_path);
  job.tablebase_men = settings->tablebase_men;
}

PairJob read_job(const Json& json) {
  check_keys(json, {"version", "tournament", "session", "pair", "round", "first", "second", "games",
                    "opening", "settings"});
  PairJob job{.pair = read_number<std::int64_t>(json, "pair", 0),
              .round = read_number(json, "round", 0),
              .first = read_number(json, "first", 0),
              .second = read_number(json, "second", 0)};
  job.games.clear();
  for (const Json& item : read_list(json, "games")) {
    const int game = to_game_number(item);
    if (std::find(job.games.begin(), job.games.end(), game) != job.games.end())
      throw Refusal{"games: one is there twice"};
    job.games.push_back(game);
  }
  if (job.games.empty()) throw Refusal{"games: there are none"};
  job.opening = read_opening(field(json, "opening"));
  read_settings(json, job);
  return job;
}

// --- Results

Json json_of(const FinishedGame& game) {
  const GameRecord& record = game.record;
  Json json = {{"game", game.game},
               {"end", to_string(record.end)},
               {"detail", record.detail},
               {"opening", json_of(record.opening)},
               {"plies", to_hex(encode_plies(record.plies))},
               {"started_ns", std::chrono::nanoseconds(record.started.time_since_epoch()).count()},
               {"duration_ms", record.duration.count()}};
  if (record.winner) json["winner"] = *record.winner == chess::Color::white ? "white" : "black";
  return json;
}

// Whether such an end has a winner; nothing: it may.
std::optional<bool> is_decisive(GameEnd end) {
  switch (end) {
    case GameEnd::checkmate:
    case GameEnd::adjudicated_win:
    case GameEnd::resigned: return true;
    case GameEnd::adjudicated_tablebase: return {};
    default: return is_fault(end);
  }
}

void read_end(const Json& json, GameRecord& record) {
  const auto end = parse_game_end(read_string(json, "end"));
  if (!end || *end == GameEnd::interrupted) throw Refusal{"end: a game doesn't end like this"};
  record.end = *end;
  if (const auto winner = json.find("winner"); winner != json.end()) {
    const std::string color = to_string(*winner, "winner");
    if (color != "white" && color != "black") throw Refusal{"winner: must be white or black"};
    record.winner = color == "white" ? chess::Color::white : chess::Color::black;
  }
  if (const auto decisive = is_decisive(record.end); decisive && *decisive != record.winner.has_value())
    throw Refusal{"winner: does not go with the end"};
}

void read_plies(const Json& json, GameRecord& record) {
  auto plies = decode_plies(from_hex(read_string(json, "plies")));
  if (!plies || plies->size() > kMostPlies) throw Refusal{"plies: can't be read"};
  if (plies->size() < record.opening.moves.size()) throw Refusal{"plies: the opening is not played"};
  chess::Position pos = record.opening.start;
  for (std::size_t i = 0; i < plies->size(); ++i) {
    const chess::Move move = (*plies)[i].move;
    if (!pos.is_legal(move)) throw Refusal{"plies: ply " + std::to_string(i + 1) + " is not legal"};
    if (i < record.opening.moves.size() && move != record.opening.moves[i])
      throw Refusal{"plies: the opening is not played"};
    pos = pos.after(move);
  }
  record.plies = std::move(*plies);
}

FinishedGame read_game(const Json& json, std::int64_t pair) {
  using Clock = std::chrono::system_clock;
  if (!json.is_object()) throw Refusal{"games: must be objects"};
  check_keys(json, {"game", "end", "winner", "detail", "opening", "plies", "started_ns", "duration_ms"});
  FinishedGame game{.pair = pair, .game = to_game_number(field(json, "game"))};
  GameRecord& record = game.record;
  read_end(json, record);
  record.detail = read_string(json, "detail");
  record.opening = read_opening(field(json, "opening"));
  read_plies(json, record);
  const std::chrono::nanoseconds started(read_number<std::int64_t>(json, "started_ns", 0));
  record.started = Clock::time_point(std::chrono::duration_cast<Clock::duration>(started));
  record.duration = Milliseconds(read_number<std::int64_t>(json, "duration_ms", 0));
  return game;
}

ResultMessage read_result(const Json& json) {
  check_keys(json, {"version", "session", "worker", "pair", "games", "refusal"});
  check_version(json);
  ResultMessage result{.session = read_string(json, "session"),
                       .worker = read_string(json, "worker"),
                       .pair = read_number<std::int64_t>(json, "pair", 0)};
  if (json.contains("refusal")) {
    result.refusal = read_string(json, "refusal");
    if (result.refusal.empty() || json.contains("games")) throw Refusal{"refusal: must be all or nothing"};
    return result;
  }
  for (const Json& game : read_list(json, "games")) result.games.push_back(read_game(game, result.pair));
  if (result.games.empty()) throw Refusal{"games: there are none"};
  if (result.games.size() > 2) throw Refusal{"games: too many"};
  return result;
}

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

}  // namespace

bool is_tournament_id(std::string_view text) {
  constexpr std::size_t kLongest = 32;
  return !text.empty() && text.size() <= kLongest &&
         text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789") == std::string_view::npos;
}

std::string to_text(const PairMessage& message) {
  const PairJob& job = message.job;
  // The settings travel as a text of their own: they have their own reader.
  return dump({{"version", kVersion},
               {"tournament", message.tournament},
               {"session", message.session},
               {"pair", job.pair},
               {"round", job.round},
               {"first", job.first},
               {"second", job.second},
               {"games", job.games},
               {"opening", json_of(job.opening)},
               {"settings", to_json(settings_of(job))}});
}

base::Result<PairMessage, MessageError> parse_pair_message(std::string_view text) {
  MessageError error;
  try {
    const Json json = parse_object(text);
    const std::string tournament = read_string(json, "tournament");
    const std::string session = read_string(json, "session");
    error.pair = read_number<std::int64_t>(json, "pair", 0);
    if (!is_tournament_id(tournament)) throw Refusal{"tournament: must be letters a-z and digits"};
    error.tournament = tournament;
    error.session = session;
    check_version(json);
    return PairMessage{tournament, session, read_job(json)};
  } catch (const Refusal& refusal) {
    error.text = refusal.text;
  } catch (const Json::exception& exception) {
    error.text = exception.what();
  }
  return error;
}

std::string to_text(const ResultMessage& message) {
  Json json = {{"version", kVersion},
               {"session", message.session},
               {"worker", message.worker},
               {"pair", message.pair}};
  if (!message.refusal.empty()) {
    json["refusal"] = message.refusal;
    return dump(json);
  }
  Json games = Json::array();
  for (const FinishedGame& game : message.games) games.push_back(json_of(game));
  json["games"] = std::move(games);
  return dump(json);
}

base::Result<ResultMessage, MessageError> parse_result_message(std::string_view text) {
  try {
    return read_result(parse_object(text));
  } catch (const Refusal& refusal) {
    return MessageError{refusal.text};
  } catch (const Json::exception& exception) {
    return MessageError{exception.what()};
  }
}

}  // namespace vitrine::arena
