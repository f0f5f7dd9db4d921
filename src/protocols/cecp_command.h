#pragma once

// The lines an xboard (CECP) GUI sends to an engine, as values. Pure: what a command means in which state is
// the server's business (cecp_server.h).

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "base/result.h"
#include "chess/color.h"
#include "chess/piece.h"
#include "chess/square.h"

namespace vitrine::protocols::cecp {

using Milliseconds = std::chrono::milliseconds;

// --- Hello and goodbye
struct Xboard {};
struct Protover {
  int version;
};
struct FeatureAnswer {
  bool is_accepted;
  std::string name;
};
struct Quit {};

// --- The game
struct New {};
struct Variant {
  std::string name;
};
struct Force {};
struct Go {};
struct PlayOther {};
struct SetTurn {  // the obsolete `white` and `black`
  chess::Color turn;
};
struct UserMove {
  std::string text;
};
struct MoveNow {};
struct OfferDraw {};
struct GameResult {
  std::string result;   // 1-0, 0-1, 1/2-1/2 or *
  std::string comment;  // without its braces
};
struct SetBoard {
  std::string fen;
};
struct Edit {};
struct Undo {};
struct Remove {};

// --- Time
struct Level {
  int moves;  // until the base time is added again; 0: never
  Milliseconds base;
  Milliseconds increment;
};
struct MoveTime {
  Milliseconds time;
};
struct Depth {
  int plies;
};
struct NodeRate {
  std::int64_t nodes_per_second;
};
struct OwnTime {
  Milliseconds time;
};
struct OpponentTime {
  Milliseconds time;
};

// --- Thinking
struct Pondering {  // hard and easy
  bool is_on;
};
struct Posting {  // post and nopost
  bool is_on;
};
struct Analyze {};
struct Exit {};
struct Status {};  // the dot
struct Hint {};
struct Book {};
struct Pause {};
struct Resume {};
struct Exclusion {  // exclude and include
  bool is_excluded;
  std::string move;  // or "all"
};
struct SetScore {
  int centipawns;
  int depth;
};

// --- Settings
struct Memory {
  int megabytes;
};
struct Cores {
  int count;
};
struct TableBasePath {
  std::string type;
  std::string path;
};
struct SetOption {
  std::string name;
  std::optional<std::string> value;  // nothing for a button
};

// --- Talk
struct Ping {
  std::int64_t number;
};
struct OpponentName {
  std::string name;
};
struct Rating {
  int own;
  int opponent;
};
struct Ics {
  std::string host;
};
struct Computer {};
struct Random {};
struct Help {};     // not in the protocol: for people at a terminal
struct Ignored {};  // an empty line, a hand over a square, bughouse talk

using Command =
    std::variant<Xboard, Protover, FeatureAnswer, Quit, New, Variant, Force, Go, PlayOther, SetTurn, UserMove,
                 MoveNow, OfferDraw, GameResult, SetBoard, Edit, Undo, Remove, Level, MoveTime, Depth,
                 NodeRate, OwnTime, OpponentTime, Pondering, Posting, Analyze, Exit, Status, Hint, Book,
                 Pause, Resume, Exclusion, SetScore, Memory, Cores, TableBasePath, SetOption, Ping,
                 OpponentName, Rating, Ics, Computer, Random, Help, Ignored>;

// What the GUI is told as "Error (type): line".
struct CommandError {
  std::string type;
};

// Anything shaped like a move is one, with or without `usermove`; whether it can be played is not asked here.
[[nodiscard]] base::Result<Command, CommandError> parse_command(std::string_view line);

// --- Between `edit` and its dot the lines mean something else.
struct ClearBoard {};
struct SwitchColor {};
struct PutPiece {
  chess::PieceType type;
  chess::Square square;
};
struct ClearSquare {
  chess::Square square;
};
struct EndEdit {};

using EditCommand = std::variant<ClearBoard, SwitchColor, PutPiece, ClearSquare, EndEdit>;
[[nodiscard]] base::Result<EditCommand, CommandError> parse_edit_command(std::string_view line);

}  // namespace vitrine::protocols::cecp
