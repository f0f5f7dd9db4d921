#include "arena/game_pgn.h"

#include <chrono>
#include <cstdio>
#include <ctime>
#include <optional>

#include "notation/pgn_writer.h"

namespace vitrine::arena {

namespace {

using chess::Color;
using engines::Score;
using SystemClock = std::chrono::system_clock;

template <class... Arguments>
std::string format(const char* pattern, Arguments... arguments) {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, pattern, arguments...);
  return buffer;
}

std::tm utc(SystemClock::time_point time) {
  const std::time_t seconds = SystemClock::to_time_t(std::chrono::floor<std::chrono::seconds>(time));
  std::tm parts = {};
  gmtime_r(&seconds, &parts);
  return parts;
}

std::string date_text(SystemClock::time_point time) {
  const std::tm parts = utc(time);
  return format("%04d.%02d.%02d", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

// "2026-03-01T12:34:56.789 +0000", as cutechess does.
std::string moment_text(SystemClock::time_point time) {
  const std::tm t = utc(time);
  const auto milliseconds = std::chrono::floor<Milliseconds>(time.time_since_epoch()).count() % 1000;
  return format("%04d-%02d-%02dT%02d:%02d:%02d.%03d +0000", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday,
                t.tm_hour, t.tm_min, t.tm_sec, static_cast<int>(milliseconds));
}

// "00:01:02", and with tenths or thousandths "0:01:02.345" as [%clk] has it.
std::string duration_text(Milliseconds time) {
  const auto seconds = time.count() / 1000;
  return format("%02lld:%02d:%02d", static_cast<long long>(seconds / 3600),
                static_cast<int>(seconds / 60 % 60), static_cast<int>(seconds % 60));
}
std::string clock_text(Milliseconds time) {
  const auto seconds = time.count() / 1000;
  return format("%lld:%02d:%02d.%03d", static_cast<long long>(seconds / 3600),
                static_cast<int>(seconds / 60 % 60), static_cast<int>(seconds % 60),
                static_cast<int>(time.count() % 1000));
}

// "+0.25", "-M6": for the side that moved, mates in plies.
std::string score_text(const Score& score) {
  if (score.kind == Score::Kind::centipawns) return format("%+.2f", score.value / 100.0);
  return score.value > 0 ? format("+M%d", 2 * score.value - 1) : format("-M%d", -2 * score.value);
}

// "[%eval 0.25,18]", "[%eval #-3,9]": for White, mates in moves.
std::string eval_tag(const PlyRecord& ply, Color mover) {
  const int value = mover == Color::white ? ply.score->value : -ply.score->value;
  const std::string worth =
      ply.score->kind == Score::Kind::mate ? format("#%d", value) : format("%.2f", value / 100.0);
  return "[%eval " + worth + (ply.depth > 0 ? format(",%d", ply.depth) : "") + "]";
}

std::string tagged_comment(const PlyRecord& ply, Color mover) {
  std::string text = ply.score ? eval_tag(ply, mover) + " " : "";
  if (ply.clock_left) return text + "[%clk " + clock_text(*ply.clock_left) + "]";
  return text + "[%emt " + clock_text(std::chrono::round<Milliseconds>(ply.time)) + "]";
}

std::string plain_comment(const PlyRecord& ply) {
  const std::string time = format("%.3fs", static_cast<double>(ply.time.count()) / 1e6);
  return ply.score ? score_text(*ply.score) + format("/%d ", ply.depth) + time : time;
}

std::string comment(const PlyRecord& ply, Color mover, const PgnSettings& style) {
  if (ply.is_book) return "book";
  return style.with_tags ? tagged_comment(ply, mover) : plain_comment(ply);
}

// How the game ended, in a sentence; of a fault also the first line of what is known about it.
std::string last_words(const GameRecord& record) {
  std::string text = describe(record.end, record.winner);
  if (is_fault(record.end) && !record.detail.empty())
    text += " (" + record.detail.substr(0, record.detail.find('\n')) + ")";
  return text;
}

notation::PgnLine moves_of(const GameRecord& record, const PgnSettings& style) {
  notation::PgnLine line;
  Color mover = record.opening.start.turn();
  for (const PlyRecord& ply : record.plies) {
    notation::PgnMove node{.move = ply.move};
    if (!style.is_minimal) node.comment = comment(ply, mover, style);
    line.moves.push_back(std::move(node));
    mover = !mover;
  }
  if (style.is_minimal) return line;
  if (line.moves.empty())
    line.comment = last_words(record);
  else
    line.moves.back().comment += ", " + last_words(record);
  return line;
}

bool has_eco(std::string_view name) {
  return name.size() >= 3 && name[0] >= 'A' && name[0] <= 'E' && name[1] >= '0' && name[1] <= '9' &&
         name[2] >= '0' && name[2] <= '9' && (name.size() == 3 || name[3] == ' ');
}

void set_time_tags(notation::PgnTags& tags, const GameRecord& record, const GameHeading& heading) {
  const std::string white = to_string(heading.white_time);
  const std::string black = to_string(heading.black_time);
  if (white == black) {
    tags.set("TimeControl", white);
  } else {
    tags.set("WhiteTimeControl", white);
    tags.set("BlackTimeControl", black);
  }
  tags.set("GameDuration", duration_text(record.duration));
  tags.set("GameStartTime", moment_text(record.started));
  tags.set("GameEndTime", moment_text(record.started + record.duration));
}

notation::PgnTags tags_of(const GameRecord& record, const GameHeading& heading, const PgnSettings& style) {
  notation::PgnTags tags;
  const auto set_known = [&tags](std::string_view name, const std::string& value) {
    if (!value.empty()) tags.set(name, value);
  };
  set_known("Event", heading.event);
  set_known("Site", heading.site);
  tags.set("Date", date_text(record.started));
  set_known("Round", heading.round);
  set_known("White", heading.white);
  set_known("Black", heading.black);
  if (style.is_minimal) return tags;
  set_time_tags(tags, record, heading);
  tags.set("Termination", pgn_termination(record.end));
  tags.set("PlyCount", std::to_string(record.plies.size()));
  // A name that begins with a code is an opening's; others say where the opening is from.
  const std::string& name = record.opening.name;
  if (has_eco(name)) {
    tags.set("ECO", name.substr(0, 3));
    if (name.size() > 4) tags.set("Opening", name.substr(4));
  }
  return tags;
}

}  // namespace

std::string_view pgn_termination(GameEnd end) {
  switch (end) {
    case GameEnd::adjudicated_win:
    case GameEnd::adjudicated_draw:
    case GameEnd::adjudicated_tablebase:
    case GameEnd::move_limit: return "adjudication";
    case GameEnd::illegal_move: return "illegal move";
    case GameEnd::time_forfeit: return "time forfeit";
    case GameEnd::crash:
    case GameEnd::disconnect:
    case GameEnd::stall:
    case GameEnd::cannot_start: return "abandoned";
    case GameEnd::protocol_fault: return "rules infraction";
    case GameEnd::interrupted: return "unterminated";
    default: return "normal";
  }
}

std::string to_pgn(const GameRecord& record, const GameHeading& heading, const PgnSettings& style) {
  notation::PgnGame game;
  game.tags = tags_of(record, heading, style);
  game.start = record.opening.start;
  game.main_line = moves_of(record, style);
  game.result = notation::parse_game_result(record.result()).value_or(notation::GameResult::unknown);
  return notation::to_pgn(game);
}

}  // namespace vitrine::arena
