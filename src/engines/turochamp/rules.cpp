#include "engines/turochamp/rules.h"

#include <algorithm>
#include <initializer_list>
#include <string>

namespace vitrine::engines::turochamp {

namespace {

using Names = std::initializer_list<const char*>;  // of an enumeration's values, in their order

struct Range {
  int min;
  int max;
};

// Each choice with the name of its option and what its values are called.
template <class Visit>
void for_each_rule(Rules& rules, Visit visit) {
  visit("Material", rules.material, Names{"ratio", "difference"});
  visit("Considerable", rules.extension, Names{"turing", "captures", "none"});
  visit("PawnIsPiece", rules.pawn_is_piece);
  visit("QuietMate", rules.quiet_mate);
  visit("QuietPromotion", rules.promotion);
  visit("StandPat", rules.stand_pat, Names{"always", "unless-checked", "never"});
  visit("MateDistance", rules.mate_distance);
  visit("Stalemate", rules.stalemate, Names{"level", "material"});
  visit("BareKing", rules.bare_king, Names{"below-mate", "number"});
  visit("KnowsDraws", rules.draws);
  visit("PositionPlay", rules.play_taken, Names{"after-move", "at-leaf", "added"});
  visit("PositionPlayOf", rules.play_of, Names{"own", "difference"});
  visit("CastlingInFull", rules.castling_in_full);
  visit("CastleNext", rules.castle_next, Names{"own-move", "opponent-move"});
  visit("MateThreat", rules.mate_threat, Names{"if-passed", "opponents", "ignored"});
  visit("Defenders", rules.defenders, Names{"contact", "x-ray", "legal"});
  visit("KingDefends", rules.king_defends);
  visit("DefenceCapped", rules.defence_capped);
  visit("KingCapture", rules.king_capture, Range{0, 2});
  visit("VulnerableCapture", rules.vulnerable_capture, Range{1, 2});
  visit("Ties", rules.ties, Names{"first", "random"});
}

struct Add {
  Options& options;
  void operator()(const char* name, bool value) const { options.add({name, CheckOption{value}}); }
  void operator()(const char* name, int value, Range range) const {
    options.add({name, SpinOption{value, range.min, range.max}});
  }
  template <class Enum>
  void operator()(const char* name, Enum value, Names names) const {
    const auto chosen = static_cast<std::size_t>(value);
    options.add({name, ComboOption{names.begin()[chosen], {names.begin(), names.end()}}});
  }
};

struct Read {
  const Options& options;
  void operator()(const char* name, bool& value) const { value = options.check(name); }
  void operator()(const char* name, int& value, Range) const { value = static_cast<int>(options.spin(name)); }
  template <class Enum>
  void operator()(const char* name, Enum& value, Names names) const {
    const auto chosen = std::find(names.begin(), names.end(), options.combo(name));
    value = static_cast<Enum>(chosen - names.begin());
  }
};

}  // namespace

void add_rule_options(Options& options) {
  options.add({"Depth", SpinOption{0, 0, kMaxDepth}});
  Rules defaults;
  for_each_rule(defaults, Add{options});
}

Rules rules_from(const Options& options) {
  Rules rules;
  if (const auto depth = options.spin("Depth"); depth > 0) rules.plies = static_cast<int>(depth);
  for_each_rule(rules, Read{options});
  return rules;
}

}  // namespace vitrine::engines::turochamp
