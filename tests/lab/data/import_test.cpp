#include "lab/data/import.h"

#include <zlib.h>
#include <zstd.h>

#include "lab/data/dataset_support.h"
#include "lab/data/game_file.h"
#include "lab/data/unpacked_source.h"
#include "notation/san.h"

namespace vitrine::lab {
namespace {

struct Imported {
  std::vector<PackedPosition> positions;
  ImportCounts counts;
  std::vector<std::string> faults;
};

Imported import(const Folder& folder, const std::vector<std::string>& names, ImportOptions options = {}) {
  Imported imported;
  DatasetWriter writer(folder / "out.set");
  Importer importer(options, writer, [&](const std::string& fault) { imported.faults.push_back(fault); });
  for (const std::string& name : names) importer.read(folder / name, {}, {});
  writer.finish();
  imported.counts = importer.counts();
  imported.positions = read_set(folder / "out.set");
  return imported;
}

std::vector<std::optional<int>> evaluations(const Imported& imported) {
  std::vector<std::optional<int>> all;
  for (const PackedPosition& position : imported.positions) all.push_back(position.judgement().centipawns);
  return all;
}

using Evaluations = std::vector<std::optional<int>>;

TEST(Import, JudgesThePositionAfterALichessComment) {
  const Folder folder;
  write_text(
      folder / "a.pgn",
      "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 { [%eval 0.31] [%clk 0:03:00] } (1. d4 { [%eval 9.0] }) e5 "
      "{ [%eval #-3] } 2. Nf3 1-0\n\n[Event \"b\"]\n[Result \"*\"]\n\n1. d4 { [%eval -1.5,18] } *\n");
  const Imported imported = import(folder, {"a.pgn"});
  EXPECT_EQ(evaluations(imported), (Evaluations{31, -29'997, -150}));
  EXPECT_EQ(imported.counts.games, 2U);
  EXPECT_EQ(imported.positions[0].side_to_move(), chess::Color::black);
  EXPECT_EQ(imported.positions[0].judgement().result, GameResult::white_won);
  EXPECT_EQ(imported.positions[2].judgement().result, GameResult::unknown);
  EXPECT_EQ(imported.positions[0].game(), imported.positions[1].game());
  EXPECT_NE(imported.positions[0].game(), imported.positions[2].game());
}

// An engine's comment tells what it found before its move.
TEST(Import, JudgesThePositionBeforeAnEnginesMove) {
  const Folder folder;
  write_text(folder / "a.pgn",
             "[Result \"1/2-1/2\"]\n\n{WhiteEngineOptions: wv=7.0}\n1. d4 {d=33, mt=37918, wv=0.60, R50=50,} "
             "e6 {d=19, "
             "wv=-M12, } 2. c4 {book, mb=+0+0,} d5 {+0.25/18 1.2s} 1/2-1/2\n");
  const Imported imported = import(folder, {"a.pgn"});
  EXPECT_EQ(evaluations(imported), (Evaluations{60, -29'988, -25}));
  EXPECT_TRUE(imported.positions[0].unpack()->is_same_position(chess::Position::initial()));
}

TEST(Import, BrokenGamesAreToldAndKeptUpToThere) {
  const Folder folder;
  write_text(
      folder / "a.pgn",
      "[Event \"a\"]\n\n1. e4 {[%eval 0.1]} e4 {[%eval 0.2]} *\n\n[Event \"b\"]\n\n1. e4 {[%eval nan]} e5 "
      "{[%eval 999.0]} 2. d4 {wv=1e9} d5 {[%eval 0.3]} *\n");
  const Imported imported = import(folder, {"a.pgn"});
  EXPECT_EQ(evaluations(imported), (Evaluations{10, 30}));
  ASSERT_EQ(imported.faults.size(), 4U);
  EXPECT_TRUE(imported.faults[0].starts_with((folder / "a.pgn") + ":3: game 1: ")) << imported.faults[0];
  EXPECT_TRUE(imported.faults[1].starts_with((folder / "a.pgn") + ":5: game 2, ply 1: "))
      << imported.faults[1];
}

TEST(Import, GamesWithoutEvaluationsCountOnRequest) {
  const Folder folder;
  write_text(folder / "a.pgn", "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n");
  EXPECT_EQ(import(folder, {"a.pgn"}).positions.size(), 0U);
  const Imported all = import(folder, {"a.pgn"}, {.without_evaluation = true});
  EXPECT_EQ(all.positions.size(), 4U) << "the mate itself needs no judgement";
  EXPECT_EQ(all.counts.filtered, 1U);
}

TEST(Import, TextFaultsHaveFileAndLine) {
  const Folder folder;
  const std::string fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
  write_text(folder / "a.txt", "# a comment\n" + fen + " | 120 | 1.0\n\n4k3/8/8/8 w - - 0 1 | 1 | 1\n" + fen +
                                   " | nan | 1.0\n" + fen + " | 99999 | 1.0\n" + fen + ";0.5\n" +
                                   std::string(100'000, 'x') + "\n" + fen + ",7");
  const Imported imported = import(folder, {"a.txt"});
  EXPECT_EQ(evaluations(imported), (Evaluations{120, {}, 7}));
  ASSERT_EQ(imported.faults.size(), 4U);
  for (const auto& [i, line] : {std::pair{0, 4}, {1, 5}, {2, 6}, {3, 8}})
    EXPECT_TRUE(imported.faults[static_cast<std::size_t>(i)].starts_with((folder / "a.txt") + ":" +
                                                                         std::to_string(line) + ": "))
        << imported.faults[static_cast<std::size_t>(i)];
  EXPECT_EQ(imported.counts.faults, 4U);
  EXPECT_THROW((void)import(folder, {"a.txt"}, {.strict = true}), std::runtime_error);
  EXPECT_EQ(import(folder, {"a.txt"}, {.limit = 2}).positions.size(), 2U);
}

TEST(Import, JsonListsAndLines) {
  const Folder folder;
  const std::string good = R"({"fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "eval": 0.5})";
  write_text(folder / "list.json",
             "[\n" + good + ",\n {\"fen\":\n \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 1\",\n\"eval\": \"#2\"}\n]\n");
  write_text(folder / "lines", good + "\n{\"fen\": \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\", \"eval\": 0.5\n" +
                                   good + "\n{\"fen\": \"4k3\n" + good + "\nnonsense\n" + good + good +
                                   "\n{\"fen\": ");
  EXPECT_EQ(evaluations(import(folder, {"list.json"})), (Evaluations{50, 29'998}));
  const Imported lines = import(folder, {"lines"});
  EXPECT_EQ(lines.positions.size(), 5U);
  ASSERT_EQ(lines.faults.size(), 4U);
  for (const auto& [i, line] : {std::pair{0, 2}, {1, 4}, {2, 6}, {3, 8}})
    EXPECT_TRUE(lines.faults[static_cast<std::size_t>(i)].starts_with((folder / "lines") + ":" +
                                                                      std::to_string(line) + ": "))
        << lines.faults[static_cast<std::size_t>(i)];
}

TEST(Import, QuietPositionsOnly) {
  for (const auto& [fen, is_quiet_one] :
       {std::pair{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true},
        {"4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", false},   // a pawn takes a queen
        {"4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1", true},  // exd5 cxd5 is even
        {"4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", true},   // the queen would be lost
        {"4k3/4R3/8/8/8/8/8/4K3 b - - 0 1", false},     // check
        {"8/P3k3/8/8/8/8/8/4K3 w - - 0 1", false}})     // a pawn becomes a queen
    EXPECT_EQ(is_quiet(chess::position(fen)), is_quiet_one) << fen;
}

std::string gzip(const std::string& text) {
  z_stream stream = {};
  EXPECT_EQ(::deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string packed(::deflateBound(&stream, text.size()) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  EXPECT_EQ(::deflate(&stream, Z_FINISH), Z_STREAM_END);
  packed.resize(stream.total_out);
  ::deflateEnd(&stream);
  return packed;
}

std::string zstd(const std::string& text) {
  const std::unique_ptr<ZSTD_CCtx, decltype(&::ZSTD_freeCCtx)> context(::ZSTD_createCCtx(), ::ZSTD_freeCCtx);
  ::ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);  // as the zstd program does
  std::string packed(::ZSTD_compressBound(text.size()), '\0');
  packed.resize(::ZSTD_compress2(context.get(), packed.data(), packed.size(), text.data(), text.size()));
  return packed;
}

std::string unpacked(const std::string& path) {
  UnpackedSource source(path);
  std::string text;
  std::vector<char> buffer(1'000);
  for (std::size_t count = 0; (count = source.read(buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), count);
  return text;
}

TEST(UnpackedSource, GzipAndZstdByTheirFirstBytes) {
  const Folder folder;
  base::Rng rng(1);
  std::string text;
  while (text.size() < 3'000'000) text += std::to_string(rng.next() % 100'000) + "\n";
  for (const std::string& packed :
       {text, gzip(text), zstd(text), gzip(text.substr(0, 10)) + gzip(text.substr(10)),
        zstd(text.substr(0, 10)) + zstd(text.substr(10))}) {
    write_text(folder / "file", packed);
    EXPECT_TRUE(unpacked(folder / "file") == text) << packed.size();
  }
  for (const std::string& tiny : {std::string(), std::string("x"), std::string("\x28\xB5")}) {
    write_text(folder / "file", tiny);
    EXPECT_EQ(unpacked(folder / "file"), tiny);
  }
}

TEST(UnpackedSource, DamageIsReported) {
  const Folder folder;
  base::Rng rng(2);
  std::string text;
  while (text.size() < 100'000) text += std::to_string(rng.next());
  const auto error = [&]() -> std::string {
    try {
      return unpacked(folder / "file") == text ? "nothing noticed, nothing lost" : "nothing noticed";
    } catch (const std::runtime_error& what) {
      return what.what();
    }
  };
  for (const std::string& packed : {gzip(text), zstd(text)}) {
    write_text(folder / "file", packed.substr(0, packed.size() - 3));
    EXPECT_EQ(error(), (folder / "file") + ": the compressed file ends early");
    std::string damaged = packed;
    damaged[packed.size() / 2] = static_cast<char>(damaged[packed.size() / 2] ^ 0x55);
    write_text(folder / "file", damaged);
    EXPECT_TRUE(error().starts_with((folder / "file") + ": the compressed file is damaged")) << error();
  }
  EXPECT_THROW(UnpackedSource(folder / "none"), std::system_error);
}

// 1. Kd2 is quiet, 1... Kd7 comes from check, then a capture; the first ply is the 15th.
TEST(Import, GamesOfSelfplayAreFiltered) {
  const Folder folder;
  SelfplayGame game{.first_ply = 15, .start = chess::position("4k3/8/8/8/8/8/p7/R3K3 w - - 0 1")};
  game.result = GameResult::white_won;
  chess::Position pos = game.start;
  for (const auto& [uci, score] : {std::pair{"e1d2", 100},
                                   {"e8d8", 200},
                                   {"d2e3", 300},
                                   {"d8c8", 400},
                                   {"a1a2", 500},
                                   {"c8b8", 600},
                                   {"a2b2", 700},
                                   {"b8c8", 800}}) {
    const auto move = notation::parse_uci_move(pos, uci);
    ASSERT_TRUE(move) << uci;
    game.moves.push_back({*move, static_cast<std::int16_t>(score)});
    pos = pos.after(*move);
  }
  GameFileWriter(folder / "a.games", "x").add(game);
  const Imported imported = import(folder, {"a.games"});
  EXPECT_EQ(evaluations(imported), (Evaluations{200, 300, 400, 600, 700}))
      << "not the 15th ply, nor the capture, nor the check";
  EXPECT_EQ(imported.counts.filtered, 3U);
  EXPECT_EQ(imported.positions[0].judgement().result, GameResult::white_won);
  EXPECT_EQ(evaluations(import(folder, {"a.games"}, {.first_ply = 0, .with_noisy_moves = true})),
            (Evaluations{100, 200, 300, 400, 500, 600, 700}));
}

TEST(Import, DataSetsAreJoinedAndTheirGamesStayApart) {
  const Folder folder;
  const auto a = random_positions(1, 200);
  const auto b = random_positions(2, 100);
  write_set(folder / "a", a);
  write_set(folder / "b", b);
  const Imported both = import(folder, {"a", "b"});
  ASSERT_EQ(both.positions.size(), 300U);
  EXPECT_EQ(both.positions[199].game(), a[199].game());
  EXPECT_EQ(both.positions[200].game(), a[199].game() + 1);
  EXPECT_EQ(both.positions[299].board_key(), b[99].board_key());
}

}  // namespace
}  // namespace vitrine::lab
