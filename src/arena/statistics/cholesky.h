#pragma once

// Linear equations with a symmetric positive definite matrix, as the fit of ratings has them.

#include <cstddef>
#include <span>
#include <vector>

namespace vitrine::arena {

class SymmetricMatrix {
 public:
  explicit SymmetricMatrix(int size) : size_(static_cast<std::size_t>(size)), cells_(size_ * size_, 0.0) {}

  [[nodiscard]] int size() const { return static_cast<int>(size_); }
  [[nodiscard]] double at(int row, int column) const { return cells_[cell(row, column)]; }
  // Adds to both halves; once on the diagonal.
  void add(int row, int column, double value) {
    cells_[cell(row, column)] += value;
    if (row != column) cells_[cell(column, row)] += value;
  }

 private:
  [[nodiscard]] std::size_t cell(int row, int column) const {
    return static_cast<std::size_t>(row) * size_ + static_cast<std::size_t>(column);
  }

  std::size_t size_;
  std::vector<double> cells_;
};

class Cholesky {
 public:
  // Contract: positive definite.
  explicit Cholesky(const SymmetricMatrix& matrix);

  // Contract: as many numbers as the matrix has rows.
  [[nodiscard]] std::vector<double> solve(std::span<const double> right_side) const;
  [[nodiscard]] SymmetricMatrix inverse() const;

 private:
  [[nodiscard]] double& at(std::size_t row, std::size_t column) { return lower_[row * size_ + column]; }
  [[nodiscard]] double at(std::size_t row, std::size_t column) const { return lower_[row * size_ + column]; }

  std::size_t size_;
  std::vector<double> lower_;
};

}  // namespace vitrine::arena
