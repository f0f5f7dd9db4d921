#include "arena/job_message.h"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "arena/game_support.h"
#include "base/rng.h"

namespace vitrine::arena {
namespace {

using Json = nlohmann::ordered_json;

PairMessage message_with_everything() {
  Player engine{.name = "Motor ♞", .command = {"/usr/games/stockfish", "--a b", "\"c\""}};
  engine.protocol = Protocol::cecp;
  engine.directory = "/srv";
  engine.options = {{"Z", "1"}, {"A", ""}, {"Z", "2"}};  // in this order, one twice
  engine.init_strings = {"easy", "hard"};
  engine.time.clock = TimeControl::Clock{.base = 90s, .increment = 500ms, .moves = 40};
  engine.restart = Restart::always;
  PairJob job{.pair = 1'234'567'890'123, .round = 7, .first = 3, .second = 1};
  job.players = {engine, {.name = "B", .exhibit = "evil", .time = {.nodes = 5'000'000'000}}};
  // Chess960, a right with a file's letter, and castling as the last move.
  job.opening = opening_of("1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 3 12", {"b1a1", "e8b8"});
  job.opening.name = "line 3 of \"x\"";
  job.games = {1};
  job.rules = {.adjudication = {.resign = ResignRule{4, 700, true}, .max_moves = 20}, .longest_move = 2s};
  job.tablebase_path = "/a:/b";
  job.tablebase_men = 5;
  return {"0123abcd", "s1", job};
}

ResultMessage result_with_everything() {
  Opening opening = opening_of(notation::kStartFen, {"e2e4", "e7e5"});
  opening.name = "Open Game";
  GameRecord mate{.opening = opening, .winner = chess::Color::white, .end = GameEnd::checkmate};
  chess::Game game(opening.start);
  for (const char* text : {"e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"}) {
    const chess::Move move = move_in(game, text);
    PlyRecord ply{.move = move, .is_book = game.ply() < 2};
    if (!ply.is_book) {
      ply.score = engines::Score{engines::Score::Kind::centipawns, -31};
      ply.depth = 5;
      ply.nodes = 123'456'789'012;
      ply.time = std::chrono::microseconds(1'234);
      ply.clock_left = 0ms;
    }
    mate.plies.push_back(ply);
    game.play_unchecked(move);
  }
  EXPECT_EQ(game.outcome(chess::DrawClaims::made)->reason, chess::EndReason::checkmate);
  mate.started = std::chrono::system_clock::time_point(1'700'000'000'123'456'789ns);
  mate.duration = 98'765ms;
  GameRecord crash{.opening = opening, .winner = chess::Color::black, .end = GameEnd::crash};
  crash.plies = {mate.plies.begin(), mate.plies.begin() + 3};
  crash.detail = "killed by SIGSEGV \"quoted\"\n\x01 ♞";
  return {"s1", "host (12)", 17, {{17, 0, mate}, {17, 1, crash}}};
}

TEST(JobMessage, PairComesThereAsItWas) {
  const PairMessage sent = message_with_everything();
  const auto got = parse_pair_message(to_text(sent));
  ASSERT_TRUE(got) << got.error().text;
  EXPECT_EQ(got->tournament, sent.tournament);
  EXPECT_EQ(got->session, sent.session);
  EXPECT_EQ(got->job.pair, sent.job.pair);
  EXPECT_EQ(got->job.round, sent.job.round);
  EXPECT_EQ(got->job.first, sent.job.first);
  EXPECT_EQ(got->job.second, sent.job.second);
  EXPECT_EQ(got->job.players, sent.job.players);
  EXPECT_EQ(got->job.opening, sent.job.opening);
  EXPECT_EQ(got->job.games, sent.job.games);
  EXPECT_EQ(got->job.rules, sent.job.rules);
  EXPECT_EQ(got->job.tablebase_path, sent.job.tablebase_path);
  EXPECT_EQ(got->job.tablebase_men, sent.job.tablebase_men);
}

TEST(JobMessage, ResultComesBackAsItWas) {
  const ResultMessage sent = result_with_everything();
  const auto got = parse_result_message(to_text(sent));
  ASSERT_TRUE(got) << got.error().text;
  EXPECT_EQ(got->session, sent.session);
  EXPECT_EQ(got->worker, sent.worker);
  EXPECT_EQ(got->pair, sent.pair);
  ASSERT_EQ(got->games.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(got->games[i].pair, 17);
    EXPECT_EQ(got->games[i].game, static_cast<int>(i));
    EXPECT_EQ(got->games[i].record, sent.games[i].record);
  }
}

TEST(JobMessage, RefusalComesBack) {
  const auto got = parse_result_message(to_text(ResultMessage{"s", "w", 3, {}, "no such program"}));
  ASSERT_TRUE(got);
  EXPECT_EQ(got->refusal, "no such program");
  EXPECT_TRUE(got->games.empty());
}

// Text that is no UTF-8 must not stop a game from being reported.
TEST(JobMessage, StrangeBytesBecomeReplacementCharacters) {
  ResultMessage sent = result_with_everything();
  sent.games[1].record.detail = "a\xFF z";
  const auto got = parse_result_message(to_text(sent));
  ASSERT_TRUE(got);
  EXPECT_EQ(got->games[1].record.detail, "a\xEF\xBF\xBD z");
}

struct Change {
  const char* what;
  std::function<void(Json&)> make;
  const char* error;  // a part of it
};

TEST(JobMessage, SaysWhatIsWrongWithAPair) {
  const std::string good = to_text(message_with_everything());
  for (const Change& change : std::initializer_list<Change>{
           {"version", [](Json& j) { j["version"] = 2; }, "version 2"},
           {"no pair", [](Json& j) { j.erase("pair"); }, "pair: is missing"},
           {"negative", [](Json& j) { j["pair"] = -1; }, "pair: is out of range"},
           {"large", [](Json& j) { j["round"] = 4'000'000'000; }, "round: is out of range"},
           {"text", [](Json& j) { j["first"] = "1"; }, "first: must be a whole number"},
           {"id", [](Json& j) { j["tournament"] = "../x"; }, "tournament:"},
           {"unknown key", [](Json& j) { j["shell"] = "rm"; }, "shell: there is no such key"},
           {"third game",
            [](Json& j) {
              j["games"] = {0, 2};
            },
            "the games 0 and 1"},
           {"same game",
            [](Json& j) {
              j["games"] = {1, 1};
            },
            "twice"},
           {"no games", [](Json& j) { j["games"] = Json::array(); }, "there are none"},
           {"no kings", [](Json& j) { j["opening"]["start"] = "8/8/8/8/8/8/8/8 w - - 0 1"; }, "opening:"},
           {"illegal", [](Json& j) { j["opening"]["moves"] = {"e1e8"}; }, "moves:"},
           {"settings", [](Json& j) { j["settings"] = "{\"players\": 3}"; }, "settings: players"},
           {"one player",
            [](Json& j) { j["settings"] = R"({"players": [{"name": "A", "exhibit": "evil"}]})"; },
            "two players"}}) {
    Json json = Json::parse(good);
    change.make(json);
    const auto got = parse_pair_message(json.dump());
    ASSERT_FALSE(got) << change.what;
    EXPECT_NE(got.error().text.find(change.error), std::string::npos) << got.error().text;
  }
}

// Where a worker can tell who sent a pair that it can't read, it can answer.
TEST(JobMessage, ErrorKnowsTheSenderIfThatCanBeRead) {
  Json json = Json::parse(to_text(message_with_everything()));
  json["version"] = 99;
  const MessageError error = parse_pair_message(json.dump()).error();
  EXPECT_EQ(error.tournament, "0123abcd");
  EXPECT_EQ(error.session, "s1");
  EXPECT_EQ(error.pair, 1'234'567'890'123);
  json["tournament"] = "Not An Id";
  EXPECT_EQ(parse_pair_message(json.dump()).error().tournament, "");
}

TEST(JobMessage, SaysWhatIsWrongWithAResult) {
  const std::string good = to_text(result_with_everything());
  const auto game = [](Json& j) -> Json& { return j["games"][0]; };
  for (const Change& change : std::initializer_list<Change>{
           {"no winner", [&](Json& j) { game(j).erase("winner"); }, "winner:"},
           {"winner of a draw", [&](Json& j) { game(j)["end"] = "stalemate"; }, "winner:"},
           {"interrupted", [&](Json& j) { game(j)["end"] = "interrupted"; }, "end:"},
           {"no such end", [&](Json& j) { game(j)["end"] = "boredom"; }, "end:"},
           {"not hex", [&](Json& j) { game(j)["plies"] = "zz"; }, "hexadecimal"},
           {"half a byte", [&](Json& j) { game(j)["plies"] = "abc"; }, "hexadecimal"},
           {"illegal move", [&](Json& j) { game(j)["opening"]["moves"] = {"d2d4"}; }, "plies:"},
           {"without opening", [&](Json& j) { game(j)["plies"] = ""; }, "the opening is not played"},
           {"three games", [&](Json& j) { j["games"].push_back(game(j)); }, "too many"},
           {"both", [](Json& j) { j["refusal"] = "no"; }, "refusal:"}}) {
    Json json = Json::parse(good);
    change.make(json);
    const auto got = parse_result_message(json.dump());
    ASSERT_FALSE(got) << change.what;
    EXPECT_NE(got.error().text.find(change.error), std::string::npos) << got.error().text;
  }
}

// Whatever comes, it is refused or it is a message: one that is written and read again as the same text.
void expect_harmless(const std::string& text) {
  if (const auto pair = parse_pair_message(text)) {
    EXPECT_EQ(to_text(*parse_pair_message(to_text(*pair))), to_text(*pair));
  }
  if (const auto result = parse_result_message(text)) {
    EXPECT_EQ(to_text(*parse_result_message(to_text(*result))), to_text(*result));
  }
}

TEST(JobMessage, NothingHarmsTheReader) {
  for (const std::string& good : {to_text(message_with_everything()), to_text(result_with_everything())}) {
    for (std::size_t size = 0; size < good.size(); ++size) {
      EXPECT_FALSE(parse_pair_message(good.substr(0, size)));
      EXPECT_FALSE(parse_result_message(good.substr(0, size)));
    }
    base::Rng rng(4);
    for (int round = 0; round < 20'000; ++round) {
      std::string text = good;
      for (std::uint64_t changes = 1 + rng.below(3); changes > 0; --changes) {
        const std::size_t place = rng.below(text.size());
        switch (rng.below(3)) {
          case 0: text[place] = static_cast<char>(rng.next()); break;
          case 1: text[place] = "0123456789-.eE[]{}\",:"[rng.below(21)]; break;
          default: text.erase(place, rng.below(20)); break;
        }
      }
      expect_harmless(text);
    }
  }
  // As deep as a parser that calls itself would not survive.
  expect_harmless(std::string(1'000'000, '['));
  expect_harmless(R"({"tournament":)" + std::string(1'000'000, '[') + std::string(1'000'000, ']') + "}");
}

}  // namespace
}  // namespace vitrine::arena
