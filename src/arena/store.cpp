#include "arena/store.h"

#include <fcntl.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "arena/ply_codec.h"
#include "notation/fen.h"
#include "notation/game_result.h"

namespace vitrine::arena {
namespace {

constexpr int kApplication = 0x56497472;  // "VItr"
constexpr int kFormat = 1;

constexpr const char* kSchema = R"(
  CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
  CREATE TABLE game(number INTEGER PRIMARY KEY, pair INTEGER NOT NULL, game INTEGER NOT NULL,
    pair_size INTEGER NOT NULL, round INTEGER NOT NULL, white INTEGER NOT NULL, black INTEGER NOT NULL, result TEXT NOT NULL, end TEXT NOT NULL,
    detail TEXT NOT NULL, start TEXT NOT NULL, opening TEXT NOT NULL, opening_moves BLOB NOT NULL,
    plies BLOB NOT NULL, started INTEGER NOT NULL, duration INTEGER NOT NULL, UNIQUE(pair, game));
  CREATE TABLE dropped(player INTEGER PRIMARY KEY, stage INTEGER NOT NULL, why TEXT NOT NULL);
)";

constexpr const char* kInsertGame =
    "INSERT OR IGNORE INTO game(pair, game, pair_size, round, white, black, result, end, detail, start, "
    "opening, opening_moves, plies, started, duration) "
    "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";
constexpr const char* kGameColumns =
    "SELECT pair, game, pair_size, white, black, result, end, round, detail, start, opening, opening_moves, "
    "plies, started, duration FROM game ";

using notation::GameResult;

FileLock lock(const std::string& path) {
  try {
    if (auto acquired = FileLock::acquire(path)) return std::move(*acquired);
  } catch (const std::system_error& error) {
    throw StoreError(path + ": " + error.code().message());
  }
  throw StoreError(path + ": another process is writing this tournament");
}

void add_meta(Database& database, std::string_view key, std::string_view text) {
  Statement statement(database, "INSERT INTO meta VALUES(?1, ?2)");
  statement.bind(1, key);
  statement.bind(2, text);
  (void)statement.step();
}

void sync(const std::string& path) {
  const base::FileDescriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (!file.is_open() || fsync(file.get()) != 0)
    throw StoreError(path + ": " + std::generic_category().message(errno));
}

// In a file with another name, so that under its own name there is never half a tournament, nor a journal
// that a reader couldn't undo.
void build(const std::string& path, const TournamentSettings& settings, const std::string& program) {
  for (const char* rest : {"", "-journal", "-wal", "-shm"}) std::filesystem::remove(path + rest);
  {
    Database database(path, Database::Mode::create);
    database.run("PRAGMA synchronous = OFF");  // one sync at the end is enough
    database.run("PRAGMA application_id = " + std::to_string(kApplication));
    database.run("PRAGMA user_version = " + std::to_string(kFormat));
    database.run(kSchema);
    add_meta(database, "settings", to_json(settings));
    add_meta(database, "program", program);
    Statement created(database, "INSERT INTO meta VALUES('created', ?1)");
    created.bind(1, std::int64_t{std::chrono::system_clock::now().time_since_epoch().count()});
    (void)created.step();
    database.run("PRAGMA journal_mode = WAL");
  }
  sync(path);
}

// The first seven columns.
PlayedGame read_played(const Statement& row) {
  PlayedGame game{.id = {row.number(0), static_cast<int>(row.number(1))},
                  .pair_size = static_cast<int>(row.number(2)),
                  .white = static_cast<int>(row.number(3)),
                  .black = static_cast<int>(row.number(4))};
  const auto result = notation::parse_game_result(row.text(5));
  const auto end = parse_game_end(row.text(6));
  if (!result || result == GameResult::unknown || !end)
    throw StoreError("a game of pair " + std::to_string(game.id.pair) + " has no result");
  if (result != GameResult::draw)
    game.winner = result == GameResult::white_wins ? chess::Color::white : chess::Color::black;
  game.end = *end;
  return game;
}

}  // namespace

Store Store::create(const std::string& path, const TournamentSettings& settings, const std::string& program) {
  std::optional<FileLock> held(lock(path));
  try {
    if (std::filesystem::exists(path))
      throw StoreError(path + ": this file exists; continue its tournament or choose another name");
    const std::string unfinished = path + "-new";
    build(unfinished, settings, program);
    std::filesystem::rename(unfinished, path);
  } catch (const std::filesystem::filesystem_error& error) {
    throw StoreError(path + ": " + error.code().message());
  }
  return Store(path, Access::write, std::move(held));
}

Store Store::open(const std::string& path, Access access) {
  if (!std::filesystem::exists(path)) throw StoreError(path + ": there is no such file");
  if (access == Access::read) return Store(path, access, {});
  return Store(path, access, lock(path));
}

Store::Store(std::string path, Access access, std::optional<FileLock> held)
    : path_(std::move(path)), lock_(std::move(held)) {
  const bool writes = access == Access::write;
  database_ = std::make_unique<Database>(path_, writes ? Database::Mode::write : Database::Mode::read);
  check_format();
  if (writes) {
    // The process may die at any moment, and loses nothing; waiting for the disk after each game would
    // only help against a power cut, and make short games several times slower.
    database_->run("PRAGMA synchronous = NORMAL");
    insert_game_ = std::make_unique<Statement>(*database_, kInsertGame);
  }
  find_game_ =
      std::make_unique<Statement>(*database_, std::string(kGameColumns) + "WHERE pair = ?1 AND game = ?2");
  read_settings();
}

void Store::check_format() {
  if (database_->number("PRAGMA application_id") != kApplication)
    throw StoreError(path_ + ": this is not a tournament of Vitrine");
  const std::int64_t format = database_->number("PRAGMA user_version");
  if (format > kFormat)
    throw StoreError(path_ + ": this tournament was made by a newer version of Vitrine (format " +
                     std::to_string(format) + ", this program knows up to " + std::to_string(kFormat) + ")");
  Statement check(*database_, "PRAGMA quick_check(1)");
  if (!check.step() || check.text(0) != "ok")
    throw StoreError(path_ + ": this file is damaged: " + check.text(0));
}

void Store::read_settings() {
  Statement statement(*database_, "SELECT value FROM meta WHERE key = 'settings'");
  if (!statement.step()) throw StoreError(path_ + ": the settings are missing");
  auto settings = parse_settings(statement.text(0));
  if (!settings) throw StoreError(path_ + ": " + settings.error().text);
  settings_ = std::move(*settings);
  const std::string fault = find_fault(settings_);
  if (!fault.empty()) throw StoreError(path_ + ": " + fault);
}

std::string Store::program() const {
  Statement statement(*database_, "SELECT value FROM meta WHERE key = 'program'");
  return statement.step() ? statement.text(0) : std::string();
}

std::optional<std::int64_t> Store::meta_number(std::string_view key) const {
  Statement statement(*database_, "SELECT value FROM meta WHERE key = ?1");
  statement.bind(1, key);
  if (!statement.step()) return {};
  return statement.number(0);
}

std::chrono::system_clock::time_point Store::created() const {
  using Clock = std::chrono::system_clock;
  return Clock::time_point(Clock::duration(meta_number("created").value_or(0)));
}

std::optional<std::int64_t> Store::pgn_begin() const { return meta_number("pgn_begin"); }

void Store::set_pgn_begin(std::int64_t bytes) {
  Statement statement(*database_, "INSERT OR REPLACE INTO meta VALUES('pgn_begin', ?1)");
  statement.bind(1, bytes);
  (void)statement.step();
}

Recorded Store::record(const StoredGame& game, const std::optional<Drop>& drop) {
  assert(game.record.end != GameEnd::interrupted);
  Transaction transaction(*database_);
  insert(game);
  if (database_->changes() == 0) {
    const auto known = find(game.id);
    return known == game ? Recorded::known : Recorded::contradicts;
  }
  if (drop) insert(*drop);
  transaction.commit();
  return Recorded::added;
}

void Store::insert(const StoredGame& game) {
  const GameRecord& record = game.record;
  Statement& row = *insert_game_;
  row.reset();
  row.bind(1, game.id.pair);
  row.bind(2, std::int64_t{game.id.game});
  row.bind(3, std::int64_t{game.pair_size});
  row.bind(4, std::int64_t{game.round});
  row.bind(5, std::int64_t{game.white});
  row.bind(6, std::int64_t{game.black});
  row.bind(7, notation::to_string(notation::to_game_result(record.winner)));
  row.bind(8, to_string(record.end));
  row.bind(9, std::string_view(record.detail));
  row.bind(10, std::string_view(notation::to_fen(record.opening.start)));
  row.bind(11, std::string_view(record.opening.name));
  row.bind_blob(12, encode_moves(record.opening.moves));
  row.bind_blob(13, encode_plies(record.plies));
  row.bind(14, std::int64_t{record.started.time_since_epoch().count()});
  row.bind(15, std::int64_t{record.duration.count()});
  (void)row.step();
}

void Store::insert(const Drop& drop) {
  Statement row(*database_, "INSERT OR IGNORE INTO dropped VALUES(?1, ?2, ?3)");
  row.bind(1, std::int64_t{drop.player});
  row.bind(2, std::int64_t{drop.stage});
  row.bind(3, std::string_view(drop.why));
  (void)row.step();
}

StoredGame Store::read_game(const Statement& row) const {
  const PlayedGame played = read_played(row);
  const auto start = notation::parse_fen(row.text(9), notation::FenMode::strict, chess::Unreachable::allowed);
  auto moves = decode_moves(row.text(11));
  auto plies = decode_plies(row.text(12));
  if (!start || !moves || !plies)
    throw StoreError(path_ + ": game " + std::to_string(played.id.game) + " of pair " +
                     std::to_string(played.id.pair) + " is damaged");
  using Clock = std::chrono::system_clock;
  return {.id = played.id,
          .pair_size = played.pair_size,
          .round = static_cast<int>(row.number(7)),
          .white = played.white,
          .black = played.black,
          .record = {.opening = {*start, std::move(*moves), row.text(10)},
                     .plies = std::move(*plies),
                     .winner = played.winner,
                     .end = played.end,
                     .detail = row.text(8),
                     .started = Clock::time_point(Clock::duration(row.number(13))),
                     .duration = Milliseconds(row.number(14))}};
}

std::optional<StoredGame> Store::find(const GameId& id) {
  find_game_->reset();
  find_game_->bind(1, id.pair);
  find_game_->bind(2, std::int64_t{id.game});
  if (!find_game_->step()) return {};
  StoredGame game = read_game(*find_game_);
  find_game_->reset();  // a statement in the middle of its answer would hold the log's old part
  return game;
}

void Store::for_each_game(const std::function<void(const StoredGame&)>& visit) {
  Statement row(*database_, std::string(kGameColumns) + "ORDER BY number");
  while (row.step()) visit(read_game(row));
}

void Store::for_each_played(const std::function<void(const PlayedGame&)>& visit) {
  Statement row(*database_,
                "SELECT pair, game, pair_size, white, black, result, end FROM game ORDER BY number");
  while (row.step()) visit(read_played(row));
}

std::vector<Drop> Store::drops() const {
  std::vector<Drop> drops;
  Statement row(*database_, "SELECT player, stage, why FROM dropped ORDER BY player");
  while (row.step())
    drops.push_back({static_cast<int>(row.number(0)), static_cast<int>(row.number(1)), row.text(2)});
  return drops;
}

}  // namespace vitrine::arena
