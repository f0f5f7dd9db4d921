#include "arena/game_record.h"

#include <algorithm>
#include <array>

namespace vitrine::arena {

namespace {

struct EndWord {
  GameEnd end;
  std::string_view word;
};

constexpr std::array kWords = {
    EndWord{GameEnd::checkmate, "checkmate"},
    EndWord{GameEnd::stalemate, "stalemate"},
    EndWord{GameEnd::insufficient_material, "insufficient_material"},
    EndWord{GameEnd::threefold_repetition, "threefold_repetition"},
    EndWord{GameEnd::fifty_moves, "fifty_moves"},
    EndWord{GameEnd::adjudicated_win, "adjudicated_win"},
    EndWord{GameEnd::adjudicated_draw, "adjudicated_draw"},
    EndWord{GameEnd::adjudicated_tablebase, "adjudicated_tablebase"},
    EndWord{GameEnd::move_limit, "move_limit"},
    EndWord{GameEnd::resigned, "resigned"},
    EndWord{GameEnd::agreed_draw, "agreed_draw"},
    EndWord{GameEnd::illegal_move, "illegal_move"},
    EndWord{GameEnd::time_forfeit, "time_forfeit"},
    EndWord{GameEnd::crash, "crash"},
    EndWord{GameEnd::disconnect, "disconnect"},
    EndWord{GameEnd::stall, "stall"},
    EndWord{GameEnd::cannot_start, "cannot_start"},
    EndWord{GameEnd::protocol_fault, "protocol_fault"},
    EndWord{GameEnd::interrupted, "interrupted"},
};
static_assert(kWords.size() == static_cast<std::size_t>(GameEnd::interrupted) + 1);

}  // namespace

std::string_view to_string(GameEnd end) { return std::ranges::find(kWords, end, &EndWord::end)->word; }

std::optional<GameEnd> parse_game_end(std::string_view word) {
  const auto* const found = std::ranges::find(kWords, word, &EndWord::word);
  if (found == kWords.end()) return {};
  return found->end;
}

bool is_fault(GameEnd end) {
  switch (end) {
    case GameEnd::illegal_move:
    case GameEnd::time_forfeit:
    case GameEnd::crash:
    case GameEnd::disconnect:
    case GameEnd::stall:
    case GameEnd::cannot_start:
    case GameEnd::protocol_fault: return true;
    default: return false;
  }
}

// Mostly cutechess's and fastchess's words, which other tools look for.
std::string describe(GameEnd end, std::optional<chess::Color> winner) {
  const bool is_white = winner == chess::Color::white;
  const std::string better = is_white ? "White" : "Black";
  const std::string worse = is_white ? "Black" : "White";
  switch (end) {
    case GameEnd::checkmate: return better + " mates";
    case GameEnd::stalemate: return "Draw by stalemate";
    case GameEnd::insufficient_material: return "Draw by insufficient mating material";
    case GameEnd::threefold_repetition: return "Draw by 3-fold repetition";
    case GameEnd::fifty_moves: return "Draw by fifty moves rule";
    case GameEnd::adjudicated_win: return better + " wins by adjudication";
    case GameEnd::adjudicated_draw: return "Draw by adjudication";
    case GameEnd::adjudicated_tablebase:
      return winner ? better + " wins by adjudication: SyzygyTB" : "Draw by adjudication: SyzygyTB";
    case GameEnd::move_limit: return "Draw by adjudication: maximum number of moves";
    case GameEnd::resigned: return worse + " resigns";
    case GameEnd::agreed_draw: return "Draw by agreement";
    case GameEnd::illegal_move: return worse + " makes an illegal move";
    case GameEnd::time_forfeit: return worse + " loses on time";
    case GameEnd::crash: return worse + " crashes";
    case GameEnd::disconnect: return worse + " disconnects";
    case GameEnd::stall: return worse + "'s connection stalls";
    case GameEnd::cannot_start: return worse + " cannot be started";
    case GameEnd::protocol_fault: return worse + " breaks the protocol";
    case GameEnd::interrupted: break;
  }
  return "Game was interrupted";
}

std::string_view GameRecord::result() const {
  if (end == GameEnd::interrupted) return "*";
  if (!winner) return "1/2-1/2";
  return *winner == chess::Color::white ? "1-0" : "0-1";
}

std::optional<chess::Color> GameRecord::at_fault() const {
  if (!is_fault(end) || !winner) return {};
  return !*winner;
}

}  // namespace vitrine::arena
