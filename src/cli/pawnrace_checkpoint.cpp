#include "cli/pawnrace_checkpoint.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "pawnrace/notation.h"
#include "pawnrace/setups.h"

namespace vitrine::cli {

namespace {

using Json = nlohmann::ordered_json;
using pawnrace::Outcome;

Json to_json(const SolveEffort& effort) {
  return {{"outcome_nodes", effort.outcome_nodes},
          {"nodes", effort.nodes},
          {"seconds", effort.seconds},
          {"cpu_seconds", effort.cpu_seconds}};
}

SolveEffort effort_of(const Json& json) {
  return {json.at("outcome_nodes"), json.at("nodes"), json.at("seconds"), json.at("cpu_seconds")};
}

SolvedPosition solved_of(const Json& json) {
  const auto letter = json.at("value").get<std::string>();
  const auto outcome = letter.size() == 1 ? pawnrace::outcome_of_letter(letter[0]) : std::nullopt;
  if (!outcome) throw std::runtime_error("'" + letter + "' is no value");
  return {{*outcome, json.value("plies", 0)}, json.value("line", ""), effort_of(json)};
}

}  // namespace

SolveEffort& SolveEffort::operator+=(const SolveEffort& other) {
  outcome_nodes += other.outcome_nodes;
  nodes += other.nodes;
  seconds += other.seconds;
  cpu_seconds += other.cpu_seconds;
  return *this;
}

std::string describe(const std::string& name, const SolvedPosition& solved) {
  std::string text = fmt::format("{} {}", name, pawnrace::letter_of(solved.value.outcome));
  if (solved.value.plies > 0) text += fmt::format(" in {}", solved.value.plies);
  text += fmt::format("  ({:.1f} M nodes, {:.1f} s)", static_cast<double>(solved.effort.nodes) / 1e6,
                      solved.effort.seconds);
  if (!solved.line.empty()) text += "  " + solved.line;
  return text;
}

Json to_json(const SolvedPosition& solved) {
  Json json{{"value", std::string(1, pawnrace::letter_of(solved.value.outcome))}};
  if (solved.value.plies > 0) json["plies"] = solved.value.plies;
  if (!solved.line.empty()) json["line"] = solved.line;
  json.update(to_json(solved.effort));
  return json;
}

void write_solution(const std::string& path, const SolvedStarts& starts) {
  std::ofstream out(path);
  out << "// Made by `vitrine pawnrace solve --all --out`; solution.cpp says what it means.\n";
  for (const pawnrace::Gaps gaps : pawnrace::allowed_setups()) {
    if (!is_canonical(gaps)) continue;
    const SolvedPosition& solved = starts.at(to_text(gaps));
    out << fmt::format("{{'{}', {}, \"{}\"}},  // {}\n", pawnrace::letter_of(solved.value.outcome),
                       solved.value.plies, solved.line, to_text(gaps));
  }
  if (!out.flush()) throw std::runtime_error(path + ": can't be written");
}

SolveCheckpoint::SolveCheckpoint(std::string folder) : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  std::filesystem::create_directories(folder_);
  journal_.emplace(folder_ + "/starts.jsonl");
}

SolvedStarts SolveCheckpoint::load(pawnrace::Solver& solver, bool is_outcome_enough) {
  SolvedStarts starts;
  if (!journal_) return starts;
  int number = 0;
  for (const std::string& line : journal_->lines()) {
    ++number;
    try {
      read_start(line, starts, is_outcome_enough);
    } catch (const std::exception& error) {
      throw std::runtime_error(fmt::format("{}:{}: {}", journal_->path(), number, error.what()));
    }
  }
  if (std::filesystem::exists(table_path())) solver.table().load(table_path());
  return starts;
}

void SolveCheckpoint::read_start(const std::string& line, SolvedStarts& starts, bool is_outcome_enough) {
  const Json json = Json::parse(line);
  const auto gaps = json.at("gaps").get<std::string>();
  const bool is_solved = json.contains("value") && (is_outcome_enough || json.contains("line"));
  if (is_solved)
    starts[gaps] = solved_of(json);
  else
    unfinished_[gaps] += effort_of(json);
}

void SolveCheckpoint::add(const std::string& gaps, SolvedPosition& solved) {
  solved.effort += unfinished_[gaps];
  Json json{{"gaps", gaps}};
  json.update(to_json(solved));
  if (journal_) journal_->append(json.dump());
}

void SolveCheckpoint::add_unfinished(const std::string& gaps, const SolveEffort& effort) {
  Json json{{"gaps", gaps}};
  json.update(to_json(effort));
  if (journal_) journal_->append(json.dump());
}

void SolveCheckpoint::save_table(pawnrace::Solver& solver) const {
  constexpr std::uint64_t kWorthKeeping = 64;  // nodes; the rest is found again as fast as it is read
  if (journal_) solver.table().save(table_path(), kWorthKeeping);
}

}  // namespace vitrine::cli
