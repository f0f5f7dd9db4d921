#include "arena/statistics/cholesky.h"

#include <cassert>
#include <cmath>

namespace vitrine::arena {

Cholesky::Cholesky(const SymmetricMatrix& matrix)
    : size_(static_cast<std::size_t>(matrix.size())), lower_(size_ * size_, 0.0) {
  for (std::size_t row = 0; row < size_; ++row)
    for (std::size_t column = 0; column <= row; ++column) {
      double rest = matrix.at(static_cast<int>(row), static_cast<int>(column));
      for (std::size_t k = 0; k < column; ++k) rest -= at(row, k) * at(column, k);
      assert(row != column || rest > 0);
      at(row, column) = row == column ? std::sqrt(rest) : rest / at(column, column);
    }
}

std::vector<double> Cholesky::solve(std::span<const double> right_side) const {
  assert(right_side.size() == size_);
  std::vector<double> x(right_side.begin(), right_side.end());
  for (std::size_t row = 0; row < size_; ++row) {
    for (std::size_t k = 0; k < row; ++k) x[row] -= at(row, k) * x[k];
    x[row] /= at(row, row);
  }
  for (std::size_t row = size_; row-- > 0;) {
    for (std::size_t k = row + 1; k < size_; ++k) x[row] -= at(k, row) * x[k];
    x[row] /= at(row, row);
  }
  return x;
}

SymmetricMatrix Cholesky::inverse() const {
  SymmetricMatrix result(static_cast<int>(size_));
  std::vector<double> unit(size_, 0.0);
  for (std::size_t column = 0; column < size_; ++column) {
    unit[column] = 1;
    const std::vector<double> x = solve(unit);
    unit[column] = 0;
    for (std::size_t row = column; row < size_; ++row)
      result.add(static_cast<int>(row), static_cast<int>(column), x[row]);
  }
  return result;
}

}  // namespace vitrine::arena
