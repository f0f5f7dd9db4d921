#pragma once

// The weights with their names, in the order of the struct.

#include "eval/classical/weights.h"

namespace vitrine::eval::classical {

namespace detail {

// One field as a flat span, and how many of it make a row of its table.
template <class T, class Visit>
void visit_field(Visit& visit, std::string_view name, T& field) {
  using Plain = std::remove_const_t<T>;
  if constexpr (std::is_same_v<Plain, Tapered> || std::is_same_v<Plain, int>)
    visit(name, std::span<T>(&field, 1), std::size_t{1});
  else if constexpr (requires { field[0][0]; })
    visit(name, std::span(field[0].data(), field.size() * field[0].size()), field[0].size());
  else
    visit(name, std::span(field.data(), field.size()), field.size());
}

}  // namespace detail

// Calls visit(name, values, columns) for each field: `name` is "topic.field", `values` a span of Tapered or
// int, `columns` the length of a row if the field is a table.
template <class SomeWeights, class Visit>
void for_each_weight(SomeWeights& w, Visit visit) {
  const auto field = [&](std::string_view name, auto& it) { detail::visit_field(visit, name, it); };
  field("material.value", w.material.value);
  field("material.bishop_pair", w.material.bishop_pair);
  field("material.knight_pair", w.material.knight_pair);
  field("material.rook_pair", w.material.rook_pair);
  field("material.queen_with_rook", w.material.queen_with_rook);
  field("material.knight_pawns", w.material.knight_pawns);
  field("material.bishop_pawns", w.material.bishop_pawns);
  field("material.rook_pawns", w.material.rook_pawns);
  field("squares.man", w.squares.man);
  field("mobility.knight", w.mobility.knight);
  field("mobility.bishop", w.mobility.bishop);
  field("mobility.rook", w.mobility.rook);
  field("mobility.queen", w.mobility.queen);
  field("pawns.isolated", w.pawns.isolated);
  field("pawns.backward", w.pawns.backward);
  field("pawns.doubled", w.pawns.doubled);
  field("pawns.doubled_unsupported", w.pawns.doubled_unsupported);
  field("pawns.attacked_twice", w.pawns.attacked_twice);
  field("pawns.island", w.pawns.island);
  field("pawns.phalanx", w.pawns.phalanx);
  field("pawns.supported", w.pawns.supported);
  field("pawns.blocked", w.pawns.blocked);
  field("pawns.candidate", w.pawns.candidate);
  field("passed.rank", w.passed.rank);
  field("passed.file", w.passed.file);
  field("passed.free_stop", w.passed.free_stop);
  field("passed.safe_stop", w.passed.safe_stop);
  field("passed.safe_path", w.passed.safe_path);
  field("passed.free_path", w.passed.free_path);
  field("passed.supported", w.passed.supported);
  field("passed.own_king", w.passed.own_king);
  field("passed.enemy_king", w.passed.enemy_king);
  field("passed.connected", w.passed.connected);
  field("passed.rook_behind", w.passed.rook_behind);
  field("passed.enemy_rook_behind", w.passed.enemy_rook_behind);
  field("passed.unstoppable", w.passed.unstoppable);
  field("minors.knight_outpost", w.minors.knight_outpost);
  field("minors.knight_outpost_reachable", w.minors.knight_outpost_reachable);
  field("minors.bishop_outpost", w.minors.bishop_outpost);
  field("minors.behind_pawn", w.minors.behind_pawn);
  field("minors.knight_king_distance", w.minors.knight_king_distance);
  field("minors.bishop_king_distance", w.minors.bishop_king_distance);
  field("minors.bad_bishop", w.minors.bad_bishop);
  field("minors.bad_bishop_blocked", w.minors.bad_bishop_blocked);
  field("minors.bishop_enemy_pawns", w.minors.bishop_enemy_pawns);
  field("minors.long_diagonal", w.minors.long_diagonal);
  field("majors.rook_open_file", w.majors.rook_open_file);
  field("majors.rook_half_open_file", w.majors.rook_half_open_file);
  field("majors.rook_closed_file", w.majors.rook_closed_file);
  field("majors.rook_queen_file", w.majors.rook_queen_file);
  field("majors.rook_seventh", w.majors.rook_seventh);
  field("majors.rook_trapped", w.majors.rook_trapped);
  field("majors.rook_trapped_for_good", w.majors.rook_trapped_for_good);
  field("majors.queen_seventh", w.majors.queen_seventh);
  field("majors.queen_discovery", w.majors.queen_discovery);
  field("king.shelter", w.king.shelter);
  field("king.storm", w.king.storm);
  field("king.blocked_storm", w.king.blocked_storm);
  field("king.open_file", w.king.open_file);
  field("king.half_open_file", w.king.half_open_file);
  field("king.flank_attack", w.king.flank_attack);
  field("king.flank_defence", w.king.flank_defence);
  field("king.pawnless_flank", w.king.pawnless_flank);
  field("king.pawn_distance", w.king.pawn_distance);
  field("threats.by_minor", w.threats.by_minor);
  field("threats.by_rook", w.threats.by_rook);
  field("threats.by_king", w.threats.by_king);
  field("threats.by_safe_pawn", w.threats.by_safe_pawn);
  field("threats.by_pawn_push", w.threats.by_pawn_push);
  field("threats.hanging", w.threats.hanging);
  field("threats.overloaded", w.threats.overloaded);
  field("threats.restricted", w.threats.restricted);
  field("threats.knight_on_queen", w.threats.knight_on_queen);
  field("threats.slider_on_queen", w.threats.slider_on_queen);
  field("space.square", w.space.square);
  field("other.tempo", w.other.tempo);
  field("danger.base", w.danger.base);
  field("danger.attacker", w.danger.attacker);
  field("danger.attackers", w.danger.attackers);
  field("danger.touch", w.danger.touch);
  field("danger.weak_ring", w.danger.weak_ring);
  field("danger.safe_check", w.danger.safe_check);
  field("danger.safe_checks", w.danger.safe_checks);
  field("danger.unsafe_check", w.danger.unsafe_check);
  field("danger.pinned", w.danger.pinned);
  field("danger.flank_attack", w.danger.flank_attack);
  field("danger.flank_defence", w.danger.flank_defence);
  field("danger.no_queen", w.danger.no_queen);
  field("danger.knight_defender", w.danger.knight_defender);
  field("danger.bishop_defender", w.danger.bishop_defender);
  field("danger.shelter", w.danger.shelter);
  field("danger.storm", w.danger.storm);
  field("complexity.base", w.complexity.base);
  field("complexity.pawn", w.complexity.pawn);
  field("complexity.passed", w.complexity.passed);
  field("complexity.both_flanks", w.complexity.both_flanks);
  field("complexity.outflanking", w.complexity.outflanking);
  field("complexity.infiltration", w.complexity.infiltration);
  field("complexity.pawns_only", w.complexity.pawns_only);
  field("complexity.unwinnable", w.complexity.unwinnable);
}

}  // namespace vitrine::eval::classical
