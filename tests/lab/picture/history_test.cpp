#include "lab/picture/history.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "lab/picture/board_apng.h"
#include "lab/picture/board_svg.h"

namespace vitrine::lab {
namespace {

using namespace std::chrono_literals;
using eval::PieceSquareModel;

class HistoryFolder : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = std::filesystem::temp_directory_path() / "vitrine-history-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ + "/" + name) << text;
  }
  void write_models(int count) const {
    for (int i = 0; i < count; ++i) {
      PieceSquareModel model;
      model.set_weight(eval::Phase::middlegame, chess::PieceType::rook, chess::Square::e1, chess::Square::a1,
                       static_cast<float>(i));
      std::string name = std::to_string(i);
      name.insert(0, 4 - name.size(), '0');
      eval::save_model(model, folder_ + "/" + name + ".txt");
    }
  }
  [[nodiscard]] float corner(const HistoryStep& step) const {
    return step.model.weight(eval::Phase::middlegame, chess::PieceType::rook, chess::Square::e1,
                             chess::Square::a1);
  }
  [[nodiscard]] std::string problem() const { return problem_of(folder_); }
  [[nodiscard]] static std::string problem_of(const std::string& folder) {
    try {
      static_cast<void>(read_history(folder, 10));
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  }

  std::string folder_;
};

TEST_F(HistoryFolder, ReadsModelsAndLosses) {
  write_models(3);
  write("loss.csv", "step,training,held_out\n0,2.5,2.6\n10,1.5,\n20,1.25,nan\n");
  const History history = read_history(folder_, 10);
  ASSERT_EQ(history.steps.size(), 3u);
  EXPECT_EQ(corner(history.steps[2]), 2);
  EXPECT_EQ(caption_of(history.steps[0]), "step 0  training 2.5000  held out 2.6000");
  EXPECT_EQ(caption_of(history.steps[2]), "step 20  training 1.2500");
  const auto lines = history.lines();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].points.size(), 3u);
  EXPECT_EQ(lines[1].points.size(), 1u);
}

TEST_F(HistoryFolder, ChoosesStepsEvenlyWithFirstAndLast) {
  write_models(11);
  write("loss.csv", "step,training,held_out\n");
  const History history = read_history(folder_, 3);
  ASSERT_EQ(history.steps.size(), 3u);
  EXPECT_EQ(corner(history.steps[0]), 0);
  EXPECT_EQ(corner(history.steps[1]), 5);
  EXPECT_EQ(corner(history.steps[2]), 10);
  EXPECT_EQ(corner(read_history(folder_, 1).steps[0]), 10);
}

TEST_F(HistoryFolder, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(problem(), folder_ + "/0000.txt: there is no such file; 'vitrine lab train --history' writes it");
  write_models(2);
  EXPECT_EQ(problem(), folder_ + "/loss.csv: can't be read");
  write("loss.csv", "");
  EXPECT_EQ(problem(), "");  // killed before its first line
  write("loss.csv", "a,b\n");
  EXPECT_EQ(problem(), folder_ + "/loss.csv:1: expected the heading step,training,held_out, found 'a,b'");
  write("loss.csv", "step,training,held_out\n0,1,1\n1,x,1\n");
  EXPECT_EQ(problem(), folder_ + "/loss.csv:3: 'x' is no number");
  write("loss.csv", "step,training,held_out\n0\n");
  EXPECT_EQ(problem(), folder_ + "/loss.csv:2: expected step,training,held_out");
  write("loss.csv", "step,training,held_out\n");
  write("0001.txt", "rubbish\n");
  EXPECT_NE(problem().find("line 1: expected 'vitrine piece-square model 1', found 'rubbish'"),
            std::string::npos);
  eval::save_model(PieceSquareModel(eval::ModelKind::piece_square, true), folder_ + "/0001.txt");
  EXPECT_EQ(problem(), folder_ + "/0001.txt: a model of another kind than " + folder_ + "/0000.txt");
  EXPECT_EQ(problem_of(folder_ + "/nowhere"), folder_ + "/nowhere: there is no such folder");
}

TEST_F(HistoryFolder, AnimatesInBothForms) {
  write_models(3);
  write("loss.csv", "step,training,held_out\n0,2.5,2.6\n10,1.5,1.6\n20,1.25,1.5\n");
  const History history = read_history(folder_, 10);
  const std::string png = animated_png(history, "title", 200ms);
  const std::size_t control = png.find("acTL");
  ASSERT_NE(control, std::string::npos);
  EXPECT_EQ(png[control + 7], 3);  // frames
  const std::string svg = animated_svg(history, {"title"}, 0.5);
  EXPECT_NE(svg.find("dur=\"1.50s\""), std::string::npos);
  // Where animations aren't shown, the last step is.
  EXPECT_NE(
      svg.find("<g visibility=\"visible\"><animate attributeName=\"visibility\" values=\"hidden;visible\" "
               "keyTimes=\"0;0.6667\""),
      std::string::npos);
  EXPECT_NE(svg.find("rook +0.03"), std::string::npos);  // 2 pawns of 64 squares
}

}  // namespace
}  // namespace vitrine::lab
