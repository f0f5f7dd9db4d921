#pragma once

// SQLite with owners for its handles and exceptions for its error codes; only what the store needs.

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace vitrine::arena {

// "games.vt: database or disk is full". Nothing that was committed is lost.
class StoreError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Database {
 public:
  enum class Mode { create, write, read };
  // All functions here throw StoreError.
  Database(std::string path, Mode mode);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Statements that answer nothing of interest.
  void run(const std::string& sql);
  // The first number of the answer; 0 if there is none.
  [[nodiscard]] std::int64_t number(std::string_view sql);
  // How many rows the last statement changed.
  [[nodiscard]] int changes() const;
  [[nodiscard]] const std::string& path() const { return path_; }
  [[noreturn]] void fail() const;

 private:
  friend class Statement;
  std::string path_;
  sqlite3* handle_ = nullptr;
};

// A question with places for values ("?1"), counted from 1; columns are counted from 0.
class Statement {
 public:
  Statement(Database& database, std::string_view sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  void bind(int place, std::int64_t value);
  void bind(int place, std::string_view text);
  void bind_blob(int place, std::string_view bytes);
  // True: a row is there.
  [[nodiscard]] bool step();
  // Ready to be asked again, with new values.
  void reset();

  [[nodiscard]] std::int64_t number(int column) const;
  // Text or bytes.
  [[nodiscard]] std::string text(int column) const;

 private:
  void check(int code) const;

  Database& database_;
  sqlite3_stmt* handle_ = nullptr;
};

// Everything until commit() happens, or nothing does.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;

  void commit();

 private:
  Database& database_;
  bool is_open_ = true;
};

}  // namespace vitrine::arena
