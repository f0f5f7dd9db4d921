#include "server/viewer.h"

#include <gtest/gtest.h>

#include <vector>

namespace vitrine::server {
namespace {

Text text(const std::string& words) { return std::make_shared<const std::string>(words); }

struct Watcher {
  int wakes = 0;
  std::vector<std::string> behind = {};
  Viewer viewer{[this] { ++wakes; }, [this](const std::string& table) { behind.push_back(table); }};

  std::vector<std::string> read() {
    std::vector<std::string> all;
    while (const Text next = viewer.next()) all.push_back(*next);
    return all;
  }
};

using Texts = std::vector<std::string>;

TEST(Viewer, keeps_the_order) {
  Watcher w;
  w.viewer.push_state("1", text("state"));
  w.viewer.push_event("1", text("e1"));
  w.viewer.push_answer(text("answer"));
  w.viewer.push_event("1", text("e2"));
  EXPECT_EQ(w.wakes, 4);
  EXPECT_EQ(w.read(), (Texts{"state", "e1", "answer", "e2"}));
}

TEST(Viewer, the_newest_sample_counts_and_overtakes_no_event) {
  Watcher w;
  w.viewer.push_sample("1", "white", text("w1"));
  w.viewer.push_sample("1", "black", text("b1"));
  w.viewer.push_event("1", text("moved"));
  w.viewer.push_sample("1", "white", text("w2"));
  w.viewer.push_sample("2", "white", text("other"));
  EXPECT_EQ(w.read(), (Texts{"b1", "moved", "w2", "other"}));
  for (int i = 0; i < 1000; ++i) w.viewer.push_sample("1", "white", text(std::to_string(i)));
  EXPECT_EQ(w.read(), (Texts{"999"}));
}

TEST(Viewer, the_newest_list_of_tables_counts) {
  Watcher w;
  w.viewer.push_tables(text("one"));
  w.viewer.push_tables(text("two"));
  EXPECT_EQ(w.read(), (Texts{"two"}));
}

TEST(Viewer, who_falls_behind_gets_the_state_and_then_what_follows) {
  Watcher w;
  for (int i = 1; i <= 8; ++i) w.viewer.push_event("1", text("e" + std::to_string(i)));
  EXPECT_TRUE(w.behind.empty());
  w.viewer.push_event("2", text("other table"));
  w.viewer.push_sample("1", "white", text("sample"));
  w.viewer.push_event("1", text("e9"));
  EXPECT_EQ(w.behind, (Texts{"1"}));
  w.viewer.push_event("1", text("e10"));  // until the state comes, nothing
  w.viewer.push_sample("1", "white", text("sample"));
  EXPECT_EQ(w.behind, (Texts{"1"}));
  EXPECT_EQ(w.read(), (Texts{"other table"}));
  w.viewer.push_state("1", text("state 10"));
  w.viewer.push_event("1", text("e11"));
  EXPECT_EQ(w.read(), (Texts{"state 10", "e11"}));
}

TEST(Viewer, a_state_makes_what_waits_of_its_table_needless) {
  Watcher w;
  w.viewer.push_event("1", text("e1"));
  w.viewer.push_depth("1", text("depth 3"));
  w.viewer.push_answer(text("answer"));
  w.viewer.push_state("1", text("state"));
  EXPECT_EQ(w.read(), (Texts{"answer", "state"}));
}

TEST(Viewer, is_full_with_eight_answers) {
  Watcher w;
  for (int i = 0; i < 8; ++i) {
    EXPECT_FALSE(w.viewer.is_full());
    w.viewer.push_answer(text("answer"));
  }
  EXPECT_TRUE(w.viewer.is_full());
  (void)w.viewer.next();
  EXPECT_FALSE(w.viewer.is_full());
}

TEST(Viewer, nothing_is_called_after_the_end) {
  Watcher w;
  w.viewer.close();
  for (int i = 0; i < 20; ++i) w.viewer.push_event("1", text("e"));
  w.viewer.push_answer(text("a"));
  EXPECT_EQ(w.wakes, 0);
  EXPECT_TRUE(w.behind.empty());
  EXPECT_FALSE(w.viewer.next());
}

}  // namespace
}  // namespace vitrine::server
