// Perft against counts that an independent, naive generator found.

#include "pawnrace/perft.h"

#include "support.h"

namespace vitrine::pawnrace {
namespace {

TEST(PawnRacePerft, AgreesWithTheNaiveGenerator) {
  const struct {
    const char* gaps;
    std::uint64_t lines[5];  // of 3 to 7 plies
  } rows[] = {
      {"aa", {2553, 33223, 403504, 4891018, 55575044}}, {"ah", {2554, 33274, 404949, 4926250, 56261389}},
      {"ab", {2554, 33274, 404948, 4926151, 56260027}}, {"ad", {2553, 33236, 403814, 4900528, 55752948}},
      {"da", {2553, 33236, 403813, 4900662, 55753721}}, {"bb", {2551, 33147, 401240, 4840032, 54569400}},
      {"be", {2552, 33198, 402682, 4875146, 55252520}}, {"dd", {2551, 33147, 401232, 4839628, 54556100}},
  };
  for (const auto& row : rows) {
    const Position start = Position::start(gaps(row.gaps));
    EXPECT_EQ(perft(start, 0), 1U);
    EXPECT_EQ(perft(start, 1), 14U);
    EXPECT_EQ(perft(start, 2), 196U);
    for (int depth = 3; depth <= 7; ++depth)
      EXPECT_EQ(perft(start, depth), row.lines[depth - 3]) << row.gaps << depth;
  }
}

TEST(PawnRacePerft, AgreesOnThreeFilesToTheEnd) {
  const std::uint64_t middle[] = {1, 4, 16, 46, 122, 208, 266, 200, 70, 0};
  const std::uint64_t edge[] = {1, 4, 16, 48, 138, 304, 562, 854, 1144, 1514};
  for (int depth = 0; depth < 10; ++depth) {
    EXPECT_EQ(perft(Position::start(gaps("bb"), 3), depth), middle[depth]) << depth;
    EXPECT_EQ(perft(Position::start(gaps("aa"), 3), depth), edge[depth]) << depth;
  }
}

}  // namespace
}  // namespace vitrine::pawnrace
