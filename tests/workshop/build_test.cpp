// Bots are really compiled here, and the programs really spoken to.

#include "workshop/build.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "notation/fen.h"
#include "notation/uci_move.h"
#include "protocols/engine_client.h"
#include "support/paths.h"
#include "workshop/template.h"
#include "workshop/tokens.h"

namespace vitrine::workshop {
namespace {

namespace fs = std::filesystem;

fs::path bots() { return fs::path(test::data_path("")).parent_path().parent_path().parent_path() / "bots"; }

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return std::string(std::istreambuf_iterator<char>(in), {});
}

class Build : public testing::Test {
 protected:
  Build() : folder_((fs::temp_directory_path() / "vitrine-build-XXXXXX").string()) {
    EXPECT_NE(::mkdtemp(folder_.data()), nullptr);
  }
  ~Build() override { fs::remove_all(folder_); }

  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(fs::path(folder_) / name) << text;
    return fs::path(folder_) / name;
  }
  BuildSettings settings() const { return {.cache = fs::path(folder_) / "cache"}; }

  std::unique_ptr<engines::Engine> start(const fs::path& source) const {
    const auto bot = build_bot(source, settings());
    EXPECT_TRUE(bot.has_value()) << (bot ? "" : bot.error().message);
    if (!bot) return nullptr;
    return protocols::start_uci_engine({.name = bot->name, .argv = {bot->program.string()}});
  }

  std::string folder_;
};

engines::Limits clock_of(std::chrono::milliseconds left) {
  return {.clock = engines::Clock{.remaining = {left, left}}};
}

std::string answer(engines::Engine& bot, std::string_view fen, const engines::Limits& limits) {
  const auto pos = notation::parse_fen(fen);
  const auto choice = bot.choose(chess::Game(*pos), limits, {}, {});
  return choice.move ? notation::to_uci(*choice.move) : "none";
}

constexpr const char* kFirstMove =
    "#include <vitrine/bot.h>\nMove think(Board& board, const Timer&) { return board.legal_moves()[0]; }\n";

TEST_F(Build, ABotBecomesAnEngine) {
  const auto bot = build_bot(write("first.cpp", kFirstMove), settings());
  ASSERT_TRUE(bot.has_value()) << bot.error().message;
  EXPECT_EQ(bot->name, "first");
  EXPECT_FALSE(bot->is_from_cache);
  const auto engine = protocols::start_uci_engine({.name = "x", .argv = {bot->program.string()}});
  EXPECT_EQ(engine->reported_name(), "first");
  // The only legal move.
  EXPECT_EQ(answer(*engine, "7k/8/8/8/8/8/5q2/7K w - - 0 1", clock_of(std::chrono::seconds(1))), "none");
  EXPECT_EQ(answer(*engine, "7k/8/8/8/8/8/8/r6K w - - 0 1", clock_of(std::chrono::seconds(1))).substr(0, 2),
            "h1");
}

TEST_F(Build, WhatWasBuiltIsFoundAgain) {
  const fs::path source = write("first.cpp", kFirstMove);
  const auto once = build_bot(source, settings());
  const auto again = build_bot(source, settings());
  ASSERT_TRUE(once && again);
  EXPECT_TRUE(again->is_from_cache);
  EXPECT_EQ(again->program, once->program);
  write("first.cpp", std::string(kFirstMove) + "// another text\n");
  EXPECT_FALSE(build_bot(source, settings())->is_from_cache);
}

// A program is found by a hash of what it is made of; another bot under the same hash must not be taken for
// it.
TEST_F(Build, AnotherBotInItsPlaceIsNotTakenForIt) {
  const fs::path source = write("first.cpp", kFirstMove);
  const auto once = build_bot(source, settings());
  ASSERT_TRUE(once.has_value());
  std::ofstream(once->program.parent_path() / "recipe") << "of something else";
  const auto again = build_bot(source, settings());
  ASSERT_TRUE(again.has_value());
  EXPECT_FALSE(again->is_from_cache);
}

// What lies there is run: it must not be a place where others can put a program.
TEST_F(Build, AFolderOfOthersIsNoPlaceForPrograms) {
  const fs::path source = write("first.cpp", kFirstMove);
  fs::create_directory(settings().cache);
  fs::permissions(settings().cache, fs::perms::all);
  EXPECT_THROW((void)build_bot(source, settings()), std::runtime_error);
  fs::remove(settings().cache);
  fs::create_directory(fs::path(folder_) / "elsewhere");
  fs::create_symlink(fs::path(folder_) / "elsewhere", settings().cache);
  EXPECT_THROW((void)build_bot(source, settings()), std::runtime_error);
  if (::geteuid() != 0) return;  // only root can give something away
  fs::remove(settings().cache);
  fs::create_directory(settings().cache);
  ASSERT_EQ(::chown(settings().cache.c_str(), 65534, 65534), 0);
  EXPECT_THROW((void)build_bot(source, settings()), std::runtime_error);
}

TEST_F(Build, AMarkOfUtf8BeforeTheTextIsNoMatter) {
  const auto bot = build_bot(write("marked.cpp", "\xEF\xBB\xBF" + std::string(kFirstMove)), settings());
  EXPECT_TRUE(bot.has_value()) << bot.error().message;
}

TEST_F(Build, ErrorsNameTheBotsOwnLines) {
  const fs::path source = write("wrong.cpp",
                                "#include <vitrine/bot.h>\n\nMove think(Board& board, const Timer&) {\n"
                                "  return board.nonsense();\n}\n");
  const auto bot = build_bot(source, settings());
  ASSERT_FALSE(bot.has_value());
  EXPECT_NE(bot.error().message.find(source.string() + ":4:"), std::string::npos) << bot.error().message;
  EXPECT_NE(bot.error().message.find("nonsense"), std::string::npos);
}

TEST_F(Build, ABotWithoutThinkIsRefused) {
  const auto bot = build_bot(write("empty.cpp", "#include <vitrine/bot.h>\n"), settings());
  ASSERT_FALSE(bot.has_value());
  EXPECT_NE(bot.error().message.find("think"), std::string::npos) << bot.error().message;
  EXPECT_FALSE(build_bot(fs::path(folder_) / "none.cpp", settings()).has_value());
}

TEST_F(Build, DebugLinesAreOnlyCompiledOnRequest) {
  const fs::path source = write("debug.cpp", std::string(kFirstMove) + "int broken = nonsense;  // #DEBUG\n");
  EXPECT_TRUE(build_bot(source, settings()).has_value());
  BuildSettings with_debug = settings();
  with_debug.keeps_debug_lines = true;
  EXPECT_FALSE(build_bot(source, with_debug).has_value());
}

// A table of a gigabyte in the source's one line must not become one on the disk.
TEST_F(Build, AProgramIsOfLimitedSize) {
  const fs::path source = write("large.cpp", "char table[1 << 30] = {1};\n" + std::string(kFirstMove));
  const auto bot = build_bot(source, settings());
  ASSERT_FALSE(bot.has_value());
  EXPECT_NE(bot.error().message.find("may have 256 MB"), std::string::npos) << bot.error().message;
  for (const auto& entry : fs::directory_iterator(settings().cache))
    ADD_FAILURE() << entry.path() << " is left";
}

TEST_F(Build, WithoutACompilerItIsNotTheBotsFault) {
  BuildSettings missing = settings();
  missing.compiler = "no-such-compiler";
  EXPECT_THROW((void)build_bot(write("first.cpp", kFirstMove), missing), std::runtime_error);
}

// The name of a class can be of any length, and must not be there to be read when the bot runs: a virtual
// table has it two steps away.
TEST_F(Build, NamesOfTypesAreNotInTheProgram) {
  const auto engine = start(write("named.cpp",
                                  "#include <vitrine/bot.h>\nstruct Named { virtual ~Named() {} } named;\n"
                                  "Move think(Board& board, const Timer&) {\n"
                                  "  board.visualize((*(uint64_t**)&named)[-1]);\n"
                                  "  return board.legal_moves()[0];\n}\n"));
  ASSERT_NE(engine, nullptr);
  std::string said;
  const auto listen = [&](const engines::Report& report) {
    if (!report.text.empty()) said = report.text;
  };
  (void)engine->choose(chess::Game(), clock_of(std::chrono::seconds(5)), listen, {});
  EXPECT_EQ(said, "bitboard 0x0000000000000000");
}

TEST_F(Build, NoOtherFileOfTheAuthorsCanBeIncluded) {
  write("more.h", "int more = 1;\n");
  EXPECT_FALSE(
      build_bot(write("two.cpp", "#include \"more.h\"\n" + std::string(kFirstMove)), settings()).has_value());
}

TEST_F(Build, AnExceptionEndsTheProgram) {
  const auto engine =
      start(write("thrower.cpp",
                  "#include <vitrine/bot.h>\n#include <stdexcept>\n"
                  "Move think(Board&, const Timer&) { throw std::runtime_error(\"oh no\"); }\n"));
  ASSERT_NE(engine, nullptr);
  try {
    answer(*engine, notation::kStartFen, clock_of(std::chrono::seconds(5)));
    FAIL() << "it went on";
  } catch (const engines::EngineFault& fault) {
    EXPECT_NE(std::string(fault.what()).find("oh no"), std::string::npos) << fault.what();
  }
}

TEST_F(Build, AnIllegalMoveIsSentAsItIs) {
  const auto engine =
      start(write("null.cpp", "#include <vitrine/bot.h>\nMove think(Board&, const Timer&) { return {}; }\n"));
  ASSERT_NE(engine, nullptr);
  EXPECT_THROW(answer(*engine, notation::kStartFen, clock_of(std::chrono::seconds(5))), engines::EngineFault);
}

// A bot that would think for an hour answers when told to, because it looks at its clock.
TEST_F(Build, StopEmptiesTheClock) {
  const auto engine = start(write("hour.cpp",
                                  "#include <vitrine/bot.h>\nMove think(Board& board, const Timer& timer) {\n"
                                  "  while (timer.elapsed_ms() < 3600000) {}\n"
                                  "  return board.legal_moves()[0];\n}\n"));
  ASSERT_NE(engine, nullptr);
  std::stop_source stop;
  stop.request_stop();
  const auto begin = std::chrono::steady_clock::now();
  const auto choice = engine->choose(chess::Game(), {.infinite = true}, {}, {.stop = stop.get_token()});
  EXPECT_TRUE(choice.move.has_value());
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
}

TEST_F(Build, ANewGameIsToldToTheBot) {
  // Counts the games it has heard of, and shows the count on the board.
  const auto engine = start(write("counter.cpp",
                                  "#include <vitrine/bot.h>\nint games;\nvoid new_game() { ++games; }\n"
                                  "Move think(Board& board, const Timer&) {\n"
                                  "  board.visualize(games);\n  return board.legal_moves()[0];\n}\n"));
  ASSERT_NE(engine, nullptr);
  std::string said;
  const auto listen = [&](const engines::Report& report) {
    if (!report.text.empty()) said = report.text;
  };
  engine->new_game();
  (void)engine->choose(chess::Game(), clock_of(std::chrono::seconds(5)), listen, {});
  const std::string first = said;
  engine->new_game();
  (void)engine->choose(chess::Game(), clock_of(std::chrono::seconds(5)), listen, {});
  EXPECT_EQ(first.substr(0, 11), "bitboard 0x");
  EXPECT_EQ(said.back() - first.back(), 1) << first << " then " << said;
}

TEST_F(Build, TheStarterPlaysAndIsSmall) {
  const std::string text = starter_bot("mine");
  const auto tokens = count_tokens(text);
  ASSERT_TRUE(tokens.has_value());
  EXPECT_LT(tokens->total, 512);
  const auto engine = start(write("mine.cpp", text));
  ASSERT_NE(engine, nullptr);
  EXPECT_EQ(answer(*engine, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", clock_of(std::chrono::seconds(10))), "a1a8");
}

TEST_F(Build, OurBotsKeepTheLimitAndFindTheMate) {
  for (const char* const name : {"evil", "challenger", "champion", "turochamp"}) {
    const fs::path source = bots() / (std::string(name) + ".cpp");
    const auto tokens = count_tokens(text_of(source));
    ASSERT_TRUE(tokens.has_value()) << name << ": " << tokens.error().to_string();
    EXPECT_GT(tokens->total, 0) << name;
    EXPECT_LE(tokens->total, kTokenLimit) << name;
    const auto engine = start(source);
    ASSERT_NE(engine, nullptr);
    EXPECT_EQ(answer(*engine, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", clock_of(std::chrono::seconds(10))),
              "a1a8")
        << name;
    EXPECT_EQ(answer(*engine, "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1", clock_of(std::chrono::seconds(10))),
              "a8a1")
        << name;
  }
}

// Rows of the strict reading of Turing's text, which was made for this project: the position and its one best
// move.
TEST_F(Build, TheBotTurochampFollowsTuring) {
  struct Row {
    std::string_view fen, move;
  };
  const auto engine = start(bots() / "turochamp.cpp");
  ASSERT_NE(engine, nullptr);
  for (const auto& [fen, move] : {
           Row{notation::kStartFen, "e2e3"},
           Row{"4kb1r/2p1n1pp/8/7P/6p1/2B4N/2P2P2/R3K3 w Q - 0 25", "h3f4"},
           Row{"r1bBk2r/pppp1p2/n6p/6p1/1bP3PP/1P1Q4/P2Nn3/RN2KB1R w KQkq g6 0 12", "d8g5"},
           Row{"4k3/3n4/3p1p2/p6p/B7/R4P1N/7P/1N2K2R w - - 0 29", "a4d7"},
           Row{"3k3r/p6p/8/8/p2P3K/2p5/8/8 b - - 1 31", "h8e8"},
           Row{"rn1qkbnr/ppp1pp1p/3pb3/6N1/P7/1P6/2PPPPPP/RNBQKB1R b KQkq - 0 4", "e6d7"},
           Row{"1nbqkbr1/1p1ppppp/7n/2p5/1P2PP2/2P2Q2/2NP2PP/5KNR b - - 1 12", "c5b4"},
           Row{"5k1r/2pR3p/2b2p2/5p2/8/b1K5/4q2P/2n2B2 w - - 0 27", "d7d8"},
           Row{"r7/1p1Rpp2/N2k4/p2p4/6b1/4P3/PPPPNP2/R1BQKB2 b Q - 0 17", "g4d7"},
           Row{"rn1qk1r1/2p2p1p/p2p1n2/5P2/2PbN2p/P7/RP2BP1P/2BQK2R b q - 0 16", "d4b2"},
       })
    EXPECT_EQ(answer(*engine, fen, clock_of(std::chrono::minutes(1))), move) << fen;
}

}  // namespace
}  // namespace vitrine::workshop
