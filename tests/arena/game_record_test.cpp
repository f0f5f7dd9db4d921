#include "arena/game_record.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace vitrine::arena {

namespace {

using chess::Color;

constexpr int kEnds = static_cast<int>(GameEnd::interrupted) + 1;

}  // namespace

TEST(GameRecord, EveryEndHasAWord) {
  std::set<std::string_view> words;
  for (int i = 0; i < kEnds; ++i) {
    const auto end = static_cast<GameEnd>(i);
    EXPECT_EQ(parse_game_end(to_string(end)), end) << i;
    words.insert(to_string(end));
  }
  EXPECT_EQ(words.size(), static_cast<std::size_t>(kEnds));
  EXPECT_EQ(to_string(GameEnd::time_forfeit), "time_forfeit");
  EXPECT_EQ(parse_game_end("mate"), std::nullopt);
  EXPECT_EQ(parse_game_end(""), std::nullopt);
}

TEST(GameRecord, EveryEndHasASentence) {
  std::set<std::string> sentences;
  for (int i = 0; i < kEnds; ++i)
    for (const Color winner : {Color::white, Color::black})
      sentences.insert(describe(static_cast<GameEnd>(i), winner));
  // Eight ends have no winner; the rest have two sentences.
  constexpr int kWithoutWinner = 8;
  EXPECT_EQ(sentences.size(), static_cast<std::size_t>(2 * (kEnds - kWithoutWinner) + kWithoutWinner));
  EXPECT_EQ(describe(GameEnd::checkmate, Color::white), "White mates");
  EXPECT_EQ(describe(GameEnd::time_forfeit, Color::white), "Black loses on time");
  EXPECT_EQ(describe(GameEnd::resigned, Color::black), "White resigns");
  EXPECT_EQ(describe(GameEnd::adjudicated_tablebase, {}), "Draw by adjudication: SyzygyTB");
}

TEST(GameRecord, SaysWhoWonAndWhoIsToBlame) {
  GameRecord record{.winner = Color::white, .end = GameEnd::crash};
  EXPECT_EQ(record.result(), "1-0");
  EXPECT_EQ(record.at_fault(), Color::black);
  record.end = GameEnd::checkmate;
  EXPECT_EQ(record.at_fault(), std::nullopt) << "losing is no fault";
  record = {.winner = Color::black, .end = GameEnd::illegal_move};
  EXPECT_EQ(record.result(), "0-1");
  EXPECT_EQ(record.at_fault(), Color::white);
  EXPECT_EQ((GameRecord{.end = GameEnd::stalemate}).result(), "1/2-1/2");
  EXPECT_EQ((GameRecord{.end = GameEnd::interrupted}).result(), "*");
}

}  // namespace vitrine::arena
