#include "arena/statistics/cholesky.h"

#include <gtest/gtest.h>

namespace vitrine::arena {
namespace {

// [[4,2],[2,3]] has the determinant 8 and the inverse [[3,-2],[-2,4]] / 8.
TEST(Cholesky, SolvesByHand) {
  SymmetricMatrix matrix(2);
  matrix.add(0, 0, 4);
  matrix.add(1, 0, 2);
  matrix.add(1, 1, 3);
  EXPECT_EQ(matrix.at(0, 1), 2);
  const Cholesky factor(matrix);
  const std::vector<double> right_side = {8, 16};
  const std::vector<double> x = factor.solve(right_side);
  EXPECT_NEAR(x[0], -1, 1e-12);
  EXPECT_NEAR(x[1], 6, 1e-12);
  const SymmetricMatrix inverse = factor.inverse();
  EXPECT_NEAR(inverse.at(0, 0), 0.375, 1e-12);
  EXPECT_NEAR(inverse.at(0, 1), -0.25, 1e-12);
  EXPECT_NEAR(inverse.at(1, 0), -0.25, 1e-12);
  EXPECT_NEAR(inverse.at(1, 1), 0.5, 1e-12);
}

// Hilbert's matrix of order 5: the inverse is known in whole numbers, and starts with 25.
TEST(Cholesky, InvertsHilbertsMatrix) {
  SymmetricMatrix matrix(5);
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j <= i; ++j) matrix.add(i, j, 1.0 / (i + j + 1));
  const SymmetricMatrix inverse = Cholesky(matrix).inverse();
  EXPECT_NEAR(inverse.at(0, 0), 25, 1e-6);
  EXPECT_NEAR(inverse.at(0, 1), -300, 1e-5);
  EXPECT_NEAR(inverse.at(4, 4), 44100, 1e-3);
}

}  // namespace
}  // namespace vitrine::arena
