// The challenge's counting rules, applied to C++ as docs/workshop.md says.

#include "workshop/tokens.h"

#include <gtest/gtest.h>

#include <string>

namespace vitrine::workshop {
namespace {

int count(std::string_view source) {
  const auto tokens = count_tokens(source);
  EXPECT_TRUE(tokens.has_value()) << source << ": " << (tokens ? "" : tokens.error().to_string());
  return tokens ? tokens->total : -1;
}

TEST(Tokens, CountAsTheRulesSay) {
  struct Row {
    std::string_view source;
    int tokens;
  };
  for (const auto& [source, tokens] : {
           Row{"", 0},
           Row{"int a_very_long_name;", 2},
           Row{"int values[] = {1, 2, 3};", 8},  // int values [ = { 1 2 3
           Row{"f(a, b);", 4},                   // f ( a b
           Row{"a[b[c]]", 5},                    // a [ b [ c
           Row{"x += y << 3;", 5},               // x += y << 3
           Row{"a <=> b", 3},
           Row{"p->*m", 3},
           Row{"std::vector<std::vector<int>> v;", 11},  // the >> is one
           Row{"f<::g>()", 6},                           // f < :: g > (, for <: is no bracket here
           Row{"int a<:3:>;", 4},                        // int a <: 3
           Row{"<% %>", 1},
           Row{"template <class... Ts>", 6},
           // Access is free, and so is its colon; const is what readonly is there.
           Row{"struct A { public: int a; private: const int b; };", 7},
           Row{"struct A : public B {};", 5},  // struct A : B {
           Row{"a ? b : c", 5},
           Row{"constexpr int a = 1;", 5},
           // Comments and white space.
           Row{"// a b c\nint /* d e */ f;\n\n", 2},
           Row{"a /* b\n c */ d // e", 2},
           Row{"int a;\r\n// b\r\nint c;\r\n", 4},
           Row{"\xEF\xBB\xBF#include <vitrine/bot.h>", 3},  // a mark that editors put before UTF-8
           // Literals.
           Row{"\"abc\"", 5},
           Row{"\"a\\\"b\"", 6},
           Row{"\"\"", 2},
           Row{"u8\"abc\"", 7},
           Row{"R\"(a\"b)\"", 8},
           Row{"R\"x(a)\"b)x\"", 11},
           Row{"\"abc\"s", 6},
           Row{"'a' + '\\n' + L'x'", 5},
           Row{"'ab'_x", 6},
           Row{"1 1.5 .5 1e-5 0xFFull 1'000'000u 0b101 1uz 0x1.8p3f 017", 10},
           Row{"123456789_big", 13},  // a suffix of one's own can hold anything
           Row{"5ms", 3},
           Row{"1+-2", 4},
           // Attributes are tokens as any other, the preprocessor's too.
           Row{"[[likely]] x", 4},
           Row{"#include <vitrine/bot.h>\n", 3},
           Row{"# include <algorithm> // for std::max\n", 3},
           Row{"#pragma GCC optimize(\"O3\")\n", 9},
       })
    EXPECT_EQ(count(source), tokens) << source;
}

TEST(Tokens, DebugLinesDontCount) {
  EXPECT_EQ(count("int a;\nprint(a); // #DEBUG\nint b;"), 4);
  EXPECT_EQ(count("int a; /* #DEBUG */ int c;\nint b;"), 2);
  EXPECT_EQ(count("\"// #DEBUG\""), 11);                // text, no comment
  EXPECT_EQ(count("int a; /* #DEBUG\n */ int b;"), 4);  // a comment of two lines marks none
  EXPECT_EQ(without_debug_lines("a\nb // #DEBUG\nc\n"), "a\n\nc\n");
  EXPECT_EQ(count_tokens("a; // #DEBUG\nb; // #DEBUG")->debug_lines, 2);
}

// What is compiled is what is counted, even where the line left out would have opened a comment.
TEST(Tokens, NothingHidesBehindADebugLine) {
  constexpr std::string_view kTrick = "/* #DEBUG */ /*\nint a;\n// */\n";
  EXPECT_EQ(without_debug_lines(kTrick), "\nint a;\n// */\n");
  EXPECT_EQ(count(kTrick), 2);
}

TEST(Tokens, RefusesWhatWouldMakeCountingPointless) {
  struct Row {
    std::string_view source;
    int line;
    std::string_view message;
  };
  for (const auto& [source, line, message] : {
           Row{"#define FOR for (int i = 0; i < 9; ++i)", 1, "#define"},
           Row{"int a;\n%: define X", 2, "#define"},
           Row{"#if 0\n#endif", 1, "#if"},
           Row{"#\nint a;", 2, "lone #"},
           Row{"#include MACRO", 1, "#include needs"},
           Row{"int a;\\\nint b;", 1, "backslash"},
           Row{"// a \\\nint b;", 1, "backslash"},
           // The compiler sees a line's end behind these too, or, if it is clang, in a lone \r.
           Row{"// a \\ \t\f\v\n/*\nint b;\n// */", 1, "backslash"},
           Row{std::string_view("// a \\\0\n/*\nint b;\n// */", 23), 1, "backslash"},
           Row{"/* a *\\\n/ int b; /* */", 1, "backslash"},
           Row{"int a;\n// b \r int c;\n", 2, "carriage return"},
           Row{"int a; \r#define X\n", 1, "carriage return"},
           Row{"\xEF\xBB\xBF#define X", 1, "#define"},
           Row{"auto n = __PRETTY_FUNCTION__;", 1, "names"},
           Row{"typeid(int).name()", 1, "names"},
           Row{"f.target_type().name()", 1, "names"},
           Row{"const std::type_info* type;", 1, "names"},
           Row{"std::current_exception().__cxa_exception_type()", 1, "names"},
           Row{"__builtin_source_location()", 1, "names"},
           Row{"__builtin_dump_struct(&s, print)", 1, "names"},
           Row{"vitrine::chess::Position p;", 1, "behind it"},
           Row{"\"abc", 1, "not closed"},
           Row{"int a;\n/* ", 2, "not closed"},
           Row{"R\"(abc", 1, "not closed"},
           Row{"int @;", 1, "no use"},
       }) {
    const auto tokens = count_tokens(source);
    ASSERT_FALSE(tokens.has_value()) << source;
    EXPECT_EQ(tokens.error().line, line) << source;
    EXPECT_NE(tokens.error().message.find(message), std::string::npos)
        << source << ": " << tokens.error().message;
  }
}

TEST(Tokens, TellsWhereTheyWent) {
  const auto tokens = count_tokens(
      "#include <vitrine/bot.h>\n\nint values[] = {1, 2};\n\nint f(int a) {  // a comment\n  return a + "
      "1;\n}\n");
  ASSERT_TRUE(tokens.has_value());
  ASSERT_EQ(tokens->parts.size(), 3u);
  EXPECT_EQ(tokens->parts[0].title, "#include <vitrine/bot.h>");
  EXPECT_EQ(tokens->parts[1].tokens, 7);
  EXPECT_EQ(tokens->parts[2].line, 5);
  EXPECT_EQ(tokens->parts[2].title, "int f(int a)");
  EXPECT_EQ(tokens->parts[2].tokens, 10);
  EXPECT_EQ(tokens->by_line, (std::vector<int>{3, 0, 7, 0, 6, 4, 0, 0}));
  EXPECT_EQ(tokens->by_kind[static_cast<int>(TokenKind::number)], 3);
  ASSERT_EQ(tokens->includes.size(), 1u);
  EXPECT_EQ(tokens->includes[0].header, "<vitrine/bot.h>");
}

TEST(Tokens, TheBarHasItsColours) {
  EXPECT_EQ(fullness(0), Fullness::green);
  EXPECT_EQ(fullness(716), Fullness::green);
  EXPECT_EQ(fullness(717), Fullness::yellow);
  EXPECT_EQ(fullness(870), Fullness::yellow);
  EXPECT_EQ(fullness(871), Fullness::orange);
  EXPECT_EQ(fullness(1024), Fullness::orange);
  EXPECT_EQ(fullness(1025), Fullness::red);
}

}  // namespace
}  // namespace vitrine::workshop
