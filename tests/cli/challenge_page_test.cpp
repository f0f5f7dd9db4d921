#include "cli/challenge_page.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace vitrine::cli {

namespace {

class ChallengePage : public testing::Test {
 protected:
  ChallengePage() {
    std::string name = (std::filesystem::temp_directory_path() / "vitrine-page-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no folder for the test");
    folder_ = name;
  }
  ~ChallengePage() override { std::filesystem::remove_all(folder_); }

  // Two bots, one round of a Swiss, and a final, both games of it decided.
  [[nodiscard]] arena::Store played() const {
    arena::TournamentSettings settings;
    settings.event = "Autumn & \"<winter>\"";
    settings.format = arena::Format::swiss_then_knockout;
    settings.seeds = 2;
    for (const char* const name : {"<b>bold</b>", "timid"})
      settings.players.push_back({.name = name, .exhibit = "random", .time = {.depth = 1}});
    arena::Store store = arena::Store::create((folder_ / "event.db").string(), settings, "test");
    for (int round = 0; round < 2; ++round)
      for (int game = 0; game < 2; ++game) {
        arena::StoredGame stored{.id = {round, game}, .round = round, .white = game, .black = 1 - game};
        stored.record.end = arena::GameEnd::checkmate;
        // The first player wins all, but draws one game of the final.
        stored.record.winner = game == 0 ? chess::Color::white : chess::Color::black;
        if (round == 1 && game == 1) {
          stored.record.winner.reset();
          stored.record.end = arena::GameEnd::stalemate;
        }
        store.record(stored);
      }
    return store;
  }

 private:
  std::filesystem::path folder_;
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_F(ChallengePage, TellsStandingsKnockoutAndChampion) {
  arena::Store store = played();
  const ChallengeResults results = read_challenge_results(store, {{"hog", "start: too slow"}});
  ASSERT_EQ(results.knockout.size(), 1u);
  EXPECT_EQ(results.knockout[0].first_points, 1.5);
  EXPECT_EQ(results.knockout[0].second_points, 0.5);
  EXPECT_EQ(results.progress.champion, 0);
  const std::string text = challenge_text(results);
  for (const char* const part :
       {"Champion: <b>bold</b>", "round 1: <b>bold</b> 1.5 : 0.5 timid", "hog: start: too slow"})
    EXPECT_TRUE(contains(text, part)) << part << " is not in " << text;
  const std::string html = challenge_html(results);
  for (const char* const part :
       {"Champion: &lt;b&gt;bold&lt;/b&gt;", "<td>1.5 : 0.5</td>", "hog</strong>: start"})
    EXPECT_TRUE(contains(html, part)) << part << " is not in " << html;
}

// Whatever bots are called or say, it is text; and the page needs nothing but itself.
TEST_F(ChallengePage, IsSafeAndComplete) {
  arena::Store store = played();
  const std::string html =
      challenge_html(read_challenge_results(store, {{"<img src=x>", "\"><script>alert(1)</script>\x1b[2J"}}));
  for (const char* const part :
       {"<b>", "<script", "<img", "<winter>", "\x1b", "http", "src=\"", "href", "url("})
    EXPECT_FALSE(contains(html, part)) << part;
  EXPECT_TRUE(html.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(html.ends_with("</html>\n"));
}

}  // namespace vitrine::cli
