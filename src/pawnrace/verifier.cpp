#include "pawnrace/verifier.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <unordered_map>
#include <vector>

namespace vitrine::pawnrace {

namespace {

constexpr int kNowhere = -1;

struct Board {
  std::array<char, 64> squares = {};  // 'w', 'b' or 0; a1 is 0, h8 is 63
  char turn = 'w';
  int passed = kNowhere;  // a pawn has just jumped over this square

  bool operator==(const Board&) const = default;
};

struct BoardHash {
  std::size_t operator()(const Board& board) const {
    std::size_t hash = static_cast<std::size_t>(board.turn * 64 + board.passed + 1);
    for (const char c : board.squares) hash = hash * 31 + static_cast<std::size_t>(c);
    return hash ^ hash >> 29;
  }
};

// The four kinds of moves, as in the byte.
enum Kind { step = 0, jump = 1, take_towards_a = 2, take_towards_h = 3 };

struct Ply {
  int from;
  int to;
  int kind;

  [[nodiscard]] int byte() const { return 4 * from + kind; }
};

char other(char side) { return side == 'w' ? 'b' : 'w'; }
int rank_of(int square) { return square / 8; }
int file_of(int square) { return square % 8; }
int up(char side) { return side == 'w' ? 8 : -8; }
int last_rank(char side) { return side == 'w' ? 7 : 0; }
int second_rank(char side) { return side == 'w' ? 1 : 6; }

// In the order of bytes.
std::vector<Ply> moves_of(const Board& board) {
  std::vector<Ply> moves;
  for (int from = 8; from < 56; ++from) {
    if (board.squares[from] != board.turn) continue;
    const int ahead = from + up(board.turn);
    if (board.squares[ahead] == 0) {
      moves.push_back({from, ahead, step});
      const int far = ahead + up(board.turn);
      if (rank_of(from) == second_rank(board.turn) && board.squares[far] == 0)
        moves.push_back({from, far, jump});
    }
    for (const auto& [side_step, kind] : {std::pair{-1, take_towards_a}, std::pair{1, take_towards_h}}) {
      if (file_of(from) + side_step < 0 || file_of(from) + side_step > 7) continue;
      const int target = ahead + side_step;
      if (board.squares[target] == other(board.turn) || target == board.passed)
        moves.push_back({from, target, kind});
    }
  }
  return moves;
}

Board after(const Board& board, const Ply& ply) {
  Board next = board;
  next.squares[ply.from] = 0;
  next.squares[ply.to] = board.turn;
  if (ply.to == board.passed && ply.kind >= take_towards_a) next.squares[ply.to - up(board.turn)] = 0;
  next.turn = other(board.turn);
  // Two positions differ by the passed square only if somebody can take there.
  next.passed = kNowhere;
  if (ply.kind == jump)
    for (const int side_step : {-1, 1}) {
      const int file = file_of(ply.to) + side_step;
      if (file >= 0 && file <= 7 && board.squares[ply.to + side_step] == next.turn)
        next.passed = ply.from + up(board.turn);
    }
  return next;
}

enum class Status { goes_on, white_won, black_won, drawn };

Status status_of(const Board& board) {
  const char mover = other(board.turn);  // who has just moved
  const Status mover_won = mover == 'w' ? Status::white_won : Status::black_won;
  for (int file = 0; file < 8; ++file)
    if (board.squares[8 * last_rank(mover) + file] == mover) return mover_won;
  if (std::count(board.squares.begin(), board.squares.end(), board.turn) == 0) return mover_won;
  return moves_of(board).empty() ? Status::drawn : Status::goes_on;
}

std::string name_of(const Ply& ply) {
  std::string text;
  if (ply.kind >= take_towards_a) text = std::string{static_cast<char>('a' + file_of(ply.from)), 'x'};
  return text + static_cast<char>('a' + file_of(ply.to)) + static_cast<char>('1' + rank_of(ply.to));
}

// Thrown from the depth of the walk.
struct Fault {
  std::string what;
};

struct ParsedClaim {
  Board board;
  char side = 'w';
  bool is_win = true;
};

ParsedClaim parse(std::string_view text) {
  ParsedClaim claim;
  int rank = 7;
  int file = 0;
  std::size_t i = 0;
  for (; i < text.size() && text[i] != ' '; ++i) {
    const char c = text[i];
    if (c == '/') {
      --rank;
      file = 0;
    } else if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
      file += c - '0';
    } else {
      if (rank < 0 || file > 7 || (c != 'P' && c != 'p')) throw Fault{"the position can't be read"};
      claim.board.squares[8 * rank + file++] = c == 'P' ? 'w' : 'b';
    }
  }
  const std::string rest(text.substr(std::min(i, text.size())));
  std::array<char, 16> turn = {};
  std::array<char, 16> passed = {};
  std::array<char, 16> side = {};
  std::array<char, 16> kind = {};
  if (std::sscanf(rest.c_str(), " %15s %15s | %15s %15s", turn.data(), passed.data(), side.data(),
                  kind.data()) != 4)
    throw Fault{"the claim can't be read"};
  claim.board.turn = turn[0];
  if (passed[0] != '-') claim.board.passed = 8 * (passed[1] - '1') + passed[0] - 'a';
  claim.side = side[0];
  claim.is_win = std::string_view(kind.data()) == "wins";
  if ((turn[0] != 'w' && turn[0] != 'b') || (side[0] != 'w' && side[0] != 'b') ||
      (!claim.is_win && std::string_view(kind.data()) != "holds") || claim.board.passed > 63)
    throw Fault{"the claim can't be read"};
  return claim;
}

class Walk {
 public:
  Walk(const ParsedClaim& claim, std::span<const std::uint8_t> strategy, const GoOn& go_on)
      : claim_(claim), strategy_(strategy), go_on_(go_on) {}

  Verification run() {
    Verification result;
    try {
      result.longest_game = visit(claim_.board);
      if (used_ != strategy_.size()) throw Fault{"bytes are left over"};
    } catch (const Fault& fault) {
      result.fault = fault.what;
      for (const Ply& ply : line_) *result.fault += (&ply == &line_.front() ? " after " : " ") + name_of(ply);
    }
    result.positions = used_;
    result.moves = moves_;
    return result;
  }

 private:
  // The longest game from here, in plies.
  int visit(const Board& board) {
    const Status status = status_of(board);
    if (status != Status::goes_on) {
      check_end(status);
      return 0;
    }
    if (board.turn != claim_.side) return visit_all(board, [this](const Board& next) { return visit(next); });
    if (const auto known = lengths_.find(board); known != lengths_.end()) return known->second;
    if (used_ == strategy_.size()) throw Fault{"no byte is left"};
    const int length = follow(board, strategy_[used_++]);
    lengths_[board] = length;
    return length;
  }

  int follow(const Board& board, int byte) {
    constexpr int kFirstMove = 224;
    if (byte == kFirstMove) return visit_first_moves(board);
    if (byte < 32 && byte % 4 <= 1) {
      int foremost = kNowhere;
      for (int square = byte / 4; square < 64; square += 8)
        if (board.squares[square] == claim_.side && (foremost == kNowhere || claim_.side == 'w'))
          foremost = square;
      return run_with(board, foremost, byte % 4 == 1 ? jump : step);
    }
    for (const Ply& ply : moves_of(board))
      if (ply.byte() == byte) return 1 + play(board, ply, [this](const Board& next) { return visit(next); });
    throw Fault{"byte " + std::to_string(byte) + " is no move"};
  }

  // The claimant moves this pawn and no other.
  int run_with(const Board& board, int pawn, int kind) {
    for (const Ply& ply : moves_of(board)) {
      if (ply.from != pawn || ply.kind != kind) continue;
      return 1 + play(board, ply, [&](const Board& next) {
               if (const Status status = status_of(next); status != Status::goes_on) {
                 check_end(status);
                 return 0;
               }
               return visit_all(next, [&](const Board& answered) {
                 if (const Status status = status_of(answered); status != Status::goes_on) {
                   check_end(status);
                   return 0;
                 }
                 if (answered.squares[ply.to] != claim_.side) throw Fault{"the runner is taken"};
                 return run_with(answered, ply.to, step);
               });
             });
    }
    throw Fault{"the runner is stopped"};
  }

  int visit_first_moves(const Board& board) {
    const Status status = status_of(board);
    if (status != Status::goes_on) {
      check_end(status);
      return 0;
    }
    const auto again = [this](const Board& next) { return visit_first_moves(next); };
    if (board.turn != claim_.side) return visit_all(board, again);
    if (const auto known = first_move_lengths_.find(board); known != first_move_lengths_.end())
      return known->second;
    for (const int kind : {jump, step})
      for (const Ply& ply : moves_of(board))
        if (ply.kind == kind) return first_move_lengths_[board] = 1 + play(board, ply, again);
    throw Fault{"there is no step"};
  }

  template <class Next>
  int visit_all(const Board& board, Next next) {
    int longest = 0;
    for (const Ply& ply : moves_of(board)) longest = std::max(longest, 1 + play(board, ply, next));
    return longest;
  }

  template <class Next>
  int play(const Board& board, const Ply& ply, Next next) {
    constexpr std::uint64_t kInterval = std::uint64_t{1} << 16;
    if (++moves_ % kInterval == 0 && go_on_ && !go_on_(moves_)) throw Fault{"stopped"};
    line_.push_back(ply);
    const int length = next(after(board, ply));
    line_.pop_back();
    return length;
  }

  void check_end(Status status) const {
    const Status wanted = claim_.side == 'w' ? Status::white_won : Status::black_won;
    if (status == wanted || (!claim_.is_win && status == Status::drawn)) return;
    throw Fault{status == Status::drawn ? "the game is drawn" : "the opponent has won"};
  }

  ParsedClaim claim_;
  std::span<const std::uint8_t> strategy_;
  const GoOn& go_on_;
  std::size_t used_ = 0;
  std::uint64_t moves_ = 0;
  std::vector<Ply> line_;
  std::unordered_map<Board, int, BoardHash> lengths_;
  std::unordered_map<Board, int, BoardHash> first_move_lengths_;
};

}  // namespace

Verification verify(std::string_view claim, std::span<const std::uint8_t> strategy, const GoOn& go_on) {
  try {
    return Walk(parse(claim), strategy, go_on).run();
  } catch (const Fault& fault) {
    return {.fault = fault.what};
  }
}

}  // namespace vitrine::pawnrace
