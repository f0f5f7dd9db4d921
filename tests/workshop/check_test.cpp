#include "workshop/check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "workshop/tokens.h"

namespace vitrine::workshop {

namespace {

constexpr const char* kBot = "Move think(Board& board, const Timer&) { return board.legal_moves()[0]; }\n";

std::string bot(const std::string& before) { return before + "\n" + kBot; }

}  // namespace

TEST(SourceCheck, AcceptsWhatBotsUse) {
  for (const char* const text :
       {"#include <vitrine/bot.h>",
        "#include <algorithm>\n#include <array>\n#include <unordered_map>\n#include <variant>",
        "# include<vector> // <fstream>", "/* #include <thread> */", "const char* text = \"asm\";",
        "#include <fstream> // #DEBUG", "[[gnu::always_inline]] inline int f() { return g[h[0]]; }",
        "[[gnu::target(\"avx2\")]] int f();",
        "__attribute__((optimize(\"O3\"))) int f(); char a[] = \"b\";"}) {
    const SourceCheck check = check_source(bot(text));
    EXPECT_TRUE(check.is_fit()) << text << ": " << check.token_problem
                                << (check.forbidden_uses.empty() ? "" : check.forbidden_uses.front());
    EXPECT_GT(check.tokens, 0);
  }
}

TEST(SourceCheck, NamesWhatTheyMayNot) {
  struct Row {
    const char* text;
    const char* use;
  };
  for (const auto& [text, use] :
       {Row{"#include <fstream>", "line 1: <fstream>"}, Row{"\n\n#include <thread>", "line 3: <thread>"},
        Row{"#include <sys/socket.h>", "<sys/socket.h>"}, Row{"#include <unistd.h>", "<unistd.h>"},
        Row{"#include <filesystem>", "<filesystem>"},
        Row{"#include <chess/position.h>", "<chess/position.h>"},
        Row{"#include </etc/passwd>", "</etc/passwd>"}, Row{"%: include <fstream>", "<fstream>"},
        Row{"# /* here */ include /* too */ <fstream>", "<fstream>"},
        Row{"asm(\".incbin \\\"/etc/passwd\\\"\");", "line 1: asm"},
        Row{"void f() { __asm__ volatile(\"nop\"); }", "line 1: __asm__"},
        // Names of types as data, and text that the compiler hands on to the assembler.
        Row{"#include <any>", "<any>"}, Row{"#include <typeindex>", "<typeindex>"},
        Row{"[[gnu::section(\".x\\n.incbin \\\"/etc/passwd\\\"\")]] int a = 1;", "line 1: section"},
        Row{"[[gnu::unused, gnu::section((\".x\"))]] int a = 1;", "section"},
        Row{"<:<:gnu::section(\".x\"):>:> int a = 1;", "section"},
        Row{"\nint a __attribute__((unused, section(\".x\"))) = 1;", "line 2: section"},
        Row{"extern int a __attribute((alias(\"b\")));", "alias"}}) {
    const SourceCheck check = check_source(bot(text));
    ASSERT_FALSE(check.forbidden_uses.empty()) << text;
    EXPECT_NE(check.forbidden_uses.front().find(use), std::string::npos) << check.forbidden_uses.front();
    EXPECT_FALSE(check.is_fit());
  }
}

// What the list can't see is refused as well, also where the number of tokens is not asked: a header by
// another way, a line that goes on in the next, text that we read otherwise than the compiler does.
TEST(SourceCheck, LeavesNoWayAround) {
  for (const char* const text :
       {"#include \"/etc/passwd\"", "#define HEADER <fstream>\n#include HEADER", "#incl\\\nude <fstream>",
        "#include_next <fstream>", "#import <fstream>", "#line 1 \"x\"",
        "#define A(x) as##x\nA(m)(\".incbin \\\"/etc/passwd\\\"\");", "// \\\n#include <fstream>",
        "\xEF\xBB\xBF#include </etc/passwd>", "int a; // \r#include <fstream>"}) {
    EXPECT_FALSE(check_source(bot(text)).forbidden_uses.empty()) << text;
    EXPECT_FALSE(check_source(bot(text)).is_fit()) << text;
  }
}

TEST(SourceCheck, KnowsTheLimit) {
  const int own = check_source(kBot).tokens;
  std::string text = kBot;
  for (int tokens = own; tokens + 4 <= kTokenLimit; tokens += 4)
    text += "int a = 1;\n";  // four each: `;` is free
  EXPECT_TRUE(check_source(text).token_problem.empty());
  text += "int a = 1;\n";
  const SourceCheck check = check_source(text);
  EXPECT_EQ(check.tokens, own + 4 * std::count(text.begin(), text.end(), '=')) << check.token_problem;
  EXPECT_NE(check.token_problem.find("the limit is 1024"), std::string::npos) << check.token_problem;
}

}  // namespace vitrine::workshop
