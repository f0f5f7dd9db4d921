#include "arena/sqlite.h"

#include <sqlite3.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace vitrine::arena {
namespace {

// Readers of a running tournament may hold a writer up for a moment.
constexpr int kPatienceMs = 5000;

int flags(Database::Mode mode) {
  switch (mode) {
    case Database::Mode::create: return SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    case Database::Mode::write: return SQLITE_OPEN_READWRITE;
    case Database::Mode::read: break;
  }
  return SQLITE_OPEN_READONLY;
}

}  // namespace

Database::Database(std::string path, Mode mode) : path_(std::move(path)) {
  // A name that begins with a dash or "file:" is a file too.
  const std::string name = path_.starts_with('/') ? path_ : "./" + path_;
  if (sqlite3_open_v2(name.c_str(), &handle_, flags(mode) | SQLITE_OPEN_NOMUTEX, nullptr) != SQLITE_OK) {
    try {
      fail();
    } catch (...) {
      sqlite3_close(handle_);
      throw;
    }
  }
  sqlite3_extended_result_codes(handle_, 1);
  sqlite3_busy_timeout(handle_, kPatienceMs);
}

Database::~Database() { sqlite3_close(handle_); }

void Database::fail() const {
  const int last = errno;
  std::string text = path_ + ": " + (handle_ ? sqlite3_errmsg(handle_) : "out of memory");
  const int code = handle_ ? sqlite3_errcode(handle_) & 0xFF : SQLITE_NOMEM;
  // SQLite tells the system's reason only sometimes.
  int system = handle_ ? sqlite3_system_errno(handle_) : 0;
  if (system == 0) system = last;
  if (system != 0 && (code == SQLITE_IOERR || code == SQLITE_CANTOPEN))
    text += std::string(" (") + std::strerror(system) + ")";
  throw StoreError(text);
}

void Database::run(const std::string& sql) {
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

std::int64_t Database::number(std::string_view sql) {
  Statement statement(*this, sql);
  return statement.step() ? statement.number(0) : 0;
}

int Database::changes() const { return sqlite3_changes(handle_); }

Statement::Statement(Database& database, std::string_view sql) : database_(database) {
  check(sqlite3_prepare_v2(database.handle_, sql.data(), static_cast<int>(sql.size()), &handle_, nullptr));
}

Statement::~Statement() { sqlite3_finalize(handle_); }

void Statement::check(int code) const {
  if (code != SQLITE_OK) database_.fail();
}

void Statement::bind(int place, std::int64_t value) { check(sqlite3_bind_int64(handle_, place, value)); }

void Statement::bind(int place, std::string_view text) {
  check(sqlite3_bind_text64(handle_, place, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
}

void Statement::bind_blob(int place, std::string_view bytes) {
  check(sqlite3_bind_blob64(handle_, place, bytes.data(), bytes.size(), SQLITE_TRANSIENT));
}

bool Statement::step() {
  const int code = sqlite3_step(handle_);
  if (code != SQLITE_ROW && code != SQLITE_DONE) database_.fail();
  return code == SQLITE_ROW;
}

void Statement::reset() {
  sqlite3_reset(handle_);  // repeats the last step's error, which step() has told already
  check(sqlite3_clear_bindings(handle_));
}

std::int64_t Statement::number(int column) const { return sqlite3_column_int64(handle_, column); }

std::string Statement::text(int column) const {
  const void* bytes = sqlite3_column_blob(handle_, column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(handle_, column));
  return bytes ? std::string(static_cast<const char*>(bytes), size) : std::string();
}

Transaction::Transaction(Database& database) : database_(database) { database_.run("BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
  if (!is_open_) return;
  try {
    database_.run("ROLLBACK");
  } catch (const StoreError&) {
    // A full disk has rolled it back already; otherwise the next opener does.
  }
}

void Transaction::commit() {
  database_.run("COMMIT");
  is_open_ = false;
}

}  // namespace vitrine::arena
