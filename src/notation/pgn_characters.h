#pragma once

// The alphabet of PGN: what each byte can start, and the signs that stand for NAGs. For the lexer only.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace vitrine::notation::detail {

enum class ByteClass : std::uint8_t { ignored, blank, zero, digit, word, sign };

constexpr std::array<ByteClass, 256> make_classes() {
  std::array<ByteClass, 256> classes{};
  for (const char c : {' ', '\t', '\n', '\r', '\v', '\f'})
    classes[static_cast<unsigned char>(c)] = ByteClass::blank;
  classes[0] = ByteClass::zero;
  for (int c = '0'; c <= '9'; ++c) classes[c] = ByteClass::digit;
  for (int c = 'a'; c <= 'z'; ++c) classes[c] = classes[c - 'a' + 'A'] = ByteClass::word;
  classes['@'] = classes['_'] = ByteClass::word;
  // Letters outside ASCII are never part of a move. They make words of their own all the same: a knight
  // written with its figurine must not be read as the pawn move that would be left.
  for (int c = 0x80; c < 0x100; ++c) classes[c] = ByteClass::word;
  for (const char c : {'+', '-', '=', '/'}) classes[static_cast<unsigned char>(c)] = ByteClass::sign;
  return classes;
}
inline constexpr std::array<ByteClass, 256> kClasses = make_classes();

constexpr std::array<bool, 256> make_symbol_characters() {
  std::array<bool, 256> is_symbol{};
  for (int c = 0; c < 256; ++c)
    is_symbol[c] =
        kClasses[c] == ByteClass::digit || kClasses[c] == ByteClass::word || kClasses[c] == ByteClass::sign;
  is_symbol['#'] = is_symbol[':'] = true;
  return is_symbol;
}
inline constexpr std::array<bool, 256> kIsSymbol = make_symbol_characters();

inline ByteClass class_of(char c) { return kClasses[static_cast<unsigned char>(c)]; }
inline bool is_symbol(char c) { return kIsSymbol[static_cast<unsigned char>(c)]; }
inline bool is_blank(char c) { return class_of(c) == ByteClass::blank; }
inline bool is_newline(char c) { return c == '\n' || c == '\r'; }
inline bool is_outside_ascii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

// Evaluations as programs print them, and the NAGs that say the same.
struct Sign {
  std::string_view text;
  int nag;
};
inline constexpr std::array kSigns = {
    Sign{"=", 10},   Sign{"∞", 13},  Sign{"+=", 14},  Sign{"+/=", 14}, Sign{"⩲", 14},   Sign{"=+", 15},
    Sign{"=/+", 15}, Sign{"⩱", 15},  Sign{"+/-", 16}, Sign{"±", 16},   Sign{"-/+", 17}, Sign{"∓", 17},
    Sign{"+-", 18},  Sign{"-+", 19}, Sign{"!", 1},    Sign{"?", 2},    Sign{"!!", 3},   Sign{"??", 4},
    Sign{"!?", 5},   Sign{"?!", 6},  Sign{"□", 7},
};

inline std::optional<int> nag_of(std::string_view text) {
  for (const Sign& sign : kSigns)
    if (sign.text == text) return sign.nag;
  return {};
}

}  // namespace vitrine::notation::detail
