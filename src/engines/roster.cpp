#include "engines/roster.h"

#include <algorithm>
#include <array>

#include "engines/challenger/challenger.h"
#include "engines/evil/evil.h"
#include "engines/mailbox/mailbox.h"
#include "engines/negamax/negamax.h"
#include "engines/random/random.h"
#include "engines/turochamp/turochamp.h"
#include "engines/vitrine/vitrine.h"

namespace vitrine::engines {

namespace {

// From the one who knows least. Ratings are those of the ladder in the README. Year 0: its ancestor is not
// dated.
constexpr std::array kRoster = {
    Exhibit{
        .card = {.name = "random",
                 .title = "Random",
                 .year = 0,
                 .origin = "Chess++ 1.2 and 1.3, the first steps of a bot in C++ for xboard",
                 .knows = "The rules. Every legal move is as good as any other, under-promotions included.",
                 .does_not_know = "What a piece is worth, what a threat is, or why one would want to win.",
                 .mended = "Chess++ had file and rank transposed in a table and wrote debug text between its "
                           "moves. Here "
                           "the rules are tested, and a seed repeats a game.",
                 .rating = 685},
        .make = make_random},
    Exhibit{
        .card = {.name = "evil",
                 .title = "Evil",
                 .year = 2023,
                 .origin = "EvilBot, the sparring partner in Sebastian Lague's Chess Challenge",
                 .knows = "Mate in one. Else it takes the most valuable man it can reach (100, 300, 300, "
                          "500, 900), and "
                          "when there is nothing to take it plays at random.",
                 .does_not_know = "That you move next. A queen for a defended pawn is a pawn won.",
                 .mended = "EvilBot looked at what stands on the square it moves to, so a pawn taken en "
                           "passant was no capture to it; here it is one, worth 100. A seed repeats a game.",
                 .rating = 759},
        .make = make_evil},
    Exhibit{
        .card =
            {.name = "mailbox",
             .title = "Mailbox",
             .year = 0,
             .origin = "chess_ai, a program in plain C with an array for a board",
             .knows = "To look five plies ahead and see every line: alpha-beta, captures first. Material "
                      "(knight 350, "
                      "bishop 300) and who stands on d4, e4, d5 and e5. It tells the line it expects.",
             .does_not_know =
                 "Pawns, kings and open lines; and what happens one ply beyond its horizon, where the "
                 "last capture always looks like a gift.",
             .mended =
                 "Castles neither out of nor through check, and no queen move cancels the right; takes en "
                 "passant and under-promotes; stalemate, repetition, fifty moves and bare kings are draws; "
                 "the nearer mate is the better one; keeps to a clock.",
             .rating = 1417},
        .make = make_mailbox},
    Exhibit{
        .card =
            {.name = "turochamp",
             .title = "Turochamp",
             .year = 1948,
             .origin = "Turing and Champernowne's paper machine, which Turing worked by hand against Alick "
                       "Glennie in 1952; and Turochamp, an entry to the Chess Challenge of 2023",
             .knows =
                 "Every move, every reply, and then the captures that matter until the position is dead; "
                 "what both sides are left with, as a ratio. Among equals, mobility, defended pieces, a "
                 "sheltered king, castling, advanced pawns, and the threat of mate. 'vitrine turochamp' "
                 "shows its sums.",
             .does_not_know =
                 "Draws, the endgame, and any plan: Turing drew it from how he thought himself at the "
                 "board, much simplified. When a mate is near it buries its head in the sand.",
             .mended =
                 "The reading 'paper' mends nothing, it is Turing's text; where the text leaves a choice "
                 "there is an option. In 'minimax' and 'modern' the entry of 2023 is mended: either wing's "
                 "castling right counts, the castling bonus is tried for every root move, and mate is seen "
                 "among captures too.",
             .rating = 1051},
        .make = make_turochamp},
    Exhibit{
        .card =
            {.name = "negamax",
             .title = "Negamax",
             .year = 0,
             .origin = "Chess++ 2.1 and 2.2, a bot for xboard; its author counted 62 points of 90 for 2.2 "
                       "against Fairy-Max",
             .knows = "To look deeper as the board empties, six plies with queens and up to nine without. "
                      "Piece-square tables for middle and endgame, attacked squares, the bishop pair, passed "
                      "pawns, "
                      "men near their king.",
             .does_not_know =
                 "When to stop: it judges in the middle of an exchange, and remembers no position from "
                 "one moment to the next.",
             .mended =
                 "Repetition and stalemate, by which the ancestor gave away most of its draws (it took "
                 "stalemate for a win); file and rank are no longer transposed; nothing but the protocol is "
                 "printed; keeps to a clock. The square tables of 2.2 are not known to us: ours stand in for "
                 "them, each a slope towards the centre and forward. 2.1 has the published ones of the "
                 "Simplified Evaluation Function.",
             .rating = 1565},
        .make = make_negamax},
    Exhibit{
        .card =
            {.name = "challenger",
             .title = "Challenger",
             .year = 2023,
             .origin = "an entry to the Chess Challenge that came with a dashboard and 26 numbered versions",
             .knows =
                 "A transposition table, captures to their end, late moves searched less deeply, checks and "
                 "pawns on the seventh searched more. Material in pawns, advance and mobility.",
             .does_not_know =
                 "King safety, pawn structure, and which squares suit which piece: its author bred and "
                 "averaged tables for that, and called both a failure.",
             .mended = "Extensions fire; mobility is no longer lost in an integer division; a draw is what "
                       "the rules "
                       "call one, and a time-out isn't.",
             .rating = 2213},
        .make = make_challenger},
    Exhibit{
        .card =
            {.name = "vitrine",
             .title = "Vitrine",
             .year = 2026,
             .origin = "this cabinet's own engine, with what seventy years of chess programs have taught",
             .knows =
                 "To look deep where it matters: a table of what it has seen, moves ordered by what worked "
                 "before, most of the tree left out for a reason. It judges by a network that learnt from "
                 "its own games or, if asked to (Eval), by a sum of terms that it can show: pawns, "
                 "mobility, king safety, threats, passed pawns, known endings.",
             .does_not_know = "Fortresses, and plans that pay only after its horizon.",
             .mended = "It has no ancestor.",
             .rating = 3344},
        .make = make_vitrine},
};

}  // namespace

std::span<const Exhibit> roster() { return kRoster; }

const Exhibit* find_exhibit(std::string_view name) {
  const auto found =
      std::ranges::find(kRoster, name, [](const Exhibit& exhibit) { return exhibit.card.name; });
  return found == kRoster.end() ? nullptr : &*found;
}

}  // namespace vitrine::engines
