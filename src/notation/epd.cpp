#include "notation/epd.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "notation/in_quotes.h"
#include "notation/san.h"

namespace vitrine::notation {

using chess::Move;
using chess::Position;

namespace {

constexpr std::size_t kLongestOpcode = 15;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_all_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return number;
}

// Walks along the line; every step returns what is wrong, if anything is.
class EpdReader {
 public:
  using Problem = std::optional<EpdError>;

  EpdReader(std::string_view line, FenMode mode) : line_(line), mode_(mode) {
    // Old files end their lines with anything up to a NUL.
    while (!line_.empty() && line_.back() >= '\0' && line_.back() <= ' ') line_.remove_suffix(1);
  }

  base::Result<Epd, EpdError> read() {
    auto pos = read_position();
    if (!pos) {
      FenError error = pos.error();
      error.column = std::min(error.column, column());  // it may lie in a counter that the line doesn't have
      return EpdError{error.column, error.message, error};
    }
    Epd epd{*std::move(pos)};
    if (auto problem = read_label(epd)) return *std::move(problem);
    if (auto problem = read_operations(epd)) return *std::move(problem);
    if (auto problem = apply_counters(epd)) return *std::move(problem);
    return epd;
  }

 private:
  bool at_end() const { return at_ == line_.size(); }
  char peek() const { return line_[at_]; }
  int column() const { return static_cast<int>(at_) + 1; }
  void skip_spaces() {
    while (!at_end() && is_space(peek())) ++at_;
  }
  std::string_view take_word() {
    const std::size_t start = at_;
    while (!at_end() && !is_space(peek()) && peek() != ';') ++at_;
    return line_.substr(start, at_ - start);
  }

  base::Result<Position, FenError> read_position();
  Problem read_label(Epd& epd);
  Problem read_operations(Epd& epd);
  Problem read_opcode(const Epd& epd, EpdOperation& operation);
  Problem read_operands(EpdOperation& operation);
  Problem apply_counters(Epd& epd);

  std::string_view line_;
  FenMode mode_;
  std::size_t at_ = 0;
};

// The first four words, and two more if they are the counters of a FEN; the FEN reader gets six either way.
base::Result<Position, FenError> EpdReader::read_position() {
  for (int i = 0; i < 4; ++i) {
    if (mode_ == FenMode::lenient || i > 0) skip_spaces();
    if (take_word().empty()) return parse_fen(line_.substr(0, at_), mode_);  // fails, and says why
  }
  std::string fen(line_.substr(0, at_));
  for (const std::string_view otherwise : {" 0", " 1"}) {
    const std::size_t before = at_;
    skip_spaces();
    if (is_all_digits(take_word())) {
      fen = line_.substr(0, at_);
    } else {
      at_ = before;
      fen += otherwise;
    }
  }
  return parse_fen(fen, mode_);
}

// The tuner's "[0.5]" behind the position.
EpdReader::Problem EpdReader::read_label(Epd& epd) {
  skip_spaces();
  if (at_end() || peek() != '[') return {};
  const std::size_t close = line_.find(']', at_);
  if (close == std::string_view::npos) return EpdError{column(), "the bracket is not closed"};
  epd.bracket_label = line_.substr(at_ + 1, close - at_ - 1);
  at_ = close + 1;
  return {};
}

EpdReader::Problem EpdReader::read_operations(Epd& epd) {
  for (;;) {
    while (!at_end() && (is_space(peek()) || peek() == ';')) ++at_;
    if (at_end()) return {};
    EpdOperation operation;
    if (auto problem = read_opcode(epd, operation)) return problem;
    if (auto problem = read_operands(operation)) return problem;
    epd.operations.push_back(std::move(operation));
  }
}

EpdReader::Problem EpdReader::read_opcode(const Epd& epd, EpdOperation& operation) {
  operation.column = column();
  operation.opcode = take_word();
  const std::string& opcode = operation.opcode;
  const auto is_wrong = [](char c) { return !is_letter(c) && !is_digit(c) && c != '_'; };
  if (!is_letter(opcode[0]) || std::any_of(opcode.begin(), opcode.end(), is_wrong))
    return EpdError{operation.column,
                    in_quotes(opcode) + " is not an opcode: a letter, then letters, digits and underscores"};
  if (opcode.size() > kLongestOpcode)
    return EpdError{operation.column, "opcode " + in_quotes(opcode) + " has more than 15 characters"};
  if (epd.find(opcode))
    return EpdError{operation.column, "opcode " + in_quotes(opcode) + " for the second time"};
  return {};
}

EpdReader::Problem EpdReader::read_operands(EpdOperation& operation) {
  for (;;) {
    skip_spaces();
    if (at_end() || peek() == ';') return {};
    if (peek() == '"') {
      const std::size_t close = line_.find('"', at_ + 1);
      if (close == std::string_view::npos) return EpdError{column(), "the string is not closed"};
      operation.operands.emplace_back(line_.substr(at_ + 1, close - at_ - 1));
      operation.quoted = true;
      at_ = close + 1;
      continue;
    }
    const int start = column();
    const std::string_view word = take_word();
    if (const auto quote = word.find('"'); quote != std::string_view::npos)
      return EpdError{start + static_cast<int>(quote), "a quote in the middle of " + in_quotes(word)};
    operation.operands.emplace_back(word);
  }
}

// hmvc and fmvn say the same as the last two fields of a FEN: they go where those go.
EpdReader::Problem EpdReader::apply_counters(Epd& epd) {
  const EpdOperation* clock = epd.find("hmvc");
  const EpdOperation* number = epd.find("fmvn");
  if (!clock && !number) return {};
  chess::Setup setup = epd.position.to_setup();
  const auto apply = [&](const EpdOperation* operation, int& counter) -> Problem {
    if (!operation) return {};
    const auto value =
        operation->operands.size() == 1 ? parse_number<int>(operation->operands[0]) : std::nullopt;
    if (!value) return EpdError{operation->column, operation->opcode + " needs one whole number"};
    counter = *value;
    if (auto pos = Position::from_setup(setup); !pos)
      return EpdError{operation->column, pos.error().message()};
    return {};
  };
  if (auto problem = apply(clock, setup.halfmove_clock)) return problem;
  if (auto problem = apply(number, setup.fullmove_number)) return problem;
  epd.position = *Position::from_setup(setup);
  std::erase_if(epd.operations,
                [](const EpdOperation& o) { return o.opcode == "hmvc" || o.opcode == "fmvn"; });
  return {};
}

// "Qd1 +" and "Nf3," happen: marks may stand alone, and lists may have commas.
std::string_view without_comma(std::string_view text) {
  while (text.ends_with(',')) text.remove_suffix(1);
  return text;
}
bool is_only_marks(std::string_view text) { return text.find_first_not_of("+#!?") == std::string_view::npos; }

// "#3" and "#-2": a mate announced instead of a move.
std::optional<int> parse_mate(std::string_view text) {
  if (!text.starts_with('#')) return {};
  return parse_number<int>(text.substr(1));
}

bool needs_quotes(const EpdOperation& operation) {
  return operation.quoted ||
         std::any_of(operation.operands.begin(), operation.operands.end(), [](const auto& text) {
           return text.empty() || text.find_first_of(" \t;\"") != std::string::npos;
         });
}

std::string to_text(const EpdOperation& operation) {
  const bool is_text = needs_quotes(operation);
  std::string out = operation.opcode;
  for (std::string operand : operation.operands) {
    std::replace(operand.begin(), operand.end(), '"', '\'');  // EPD has no way to write it
    out += is_text ? " \"" + operand + '"' : ' ' + operand;
  }
  return out + ';';
}

}  // namespace

std::string EpdError::to_string() const {
  return fen_error ? fen_error->to_string() : "column " + std::to_string(column) + ": " + message;
}

const EpdOperation* Epd::find(std::string_view opcode) const {
  const auto found = std::find_if(operations.begin(), operations.end(),
                                  [&](const EpdOperation& operation) { return operation.opcode == opcode; });
  return found == operations.end() ? nullptr : &*found;
}

std::optional<std::string> Epd::text(std::string_view opcode) const {
  const EpdOperation* operation = find(opcode);
  if (!operation) return {};
  std::string joined;
  for (const std::string& operand : operation->operands) joined += (joined.empty() ? "" : " ") + operand;
  return joined;
}

std::optional<long long> Epd::number(std::string_view opcode) const {
  const EpdOperation* operation = find(opcode);
  if (!operation || operation->operands.empty()) return {};
  return parse_number<long long>(operation->operands[0]);
}

base::Result<std::vector<Move>, EpdError> Epd::moves(std::string_view opcode) const {
  std::vector<Move> list;
  const EpdOperation* operation = find(opcode);
  if (!operation) return list;
  for (const std::string& operand : operation->operands) {
    const std::string_view text = without_comma(operand);
    if (is_only_marks(text) || parse_mate(text)) continue;
    const auto move = parse_san(position, text);
    if (!move) return EpdError{operation->column, std::string(opcode) + ": " + move.error().message};
    list.push_back(*move);
  }
  return list;
}

std::optional<int> Epd::mate_in() const {
  if (const EpdOperation* dm = find("dm"); dm && !dm->operands.empty())
    return parse_number<int>(dm->operands[0]);
  if (const EpdOperation* bm = find("bm"); bm && !bm->operands.empty()) return parse_mate(bm->operands[0]);
  return {};
}

std::optional<double> Epd::white_score() const {
  const std::string label = bracket_label ? *bracket_label : text("c9").value_or("");
  if (label == "1-0") return 1.0;
  if (label == "0-1") return 0.0;
  if (label == "1/2-1/2") return 0.5;
  const auto score = parse_number<double>(label);
  if (score == 0.0 || score == 0.5 || score == 1.0) return score;
  return {};
}

base::Result<Epd, EpdError> parse_epd(std::string_view line, FenMode mode) {
  return EpdReader(line, mode).read();
}

std::string to_epd(const Epd& epd) {
  std::string out = to_fen(epd.position);
  for (int counters = 0; counters < 2; ++counters) out.resize(out.rfind(' '));

  std::vector<EpdOperation> operations = epd.operations;
  if (epd.position.halfmove_clock() != 0)
    operations.push_back({"hmvc", {std::to_string(epd.position.halfmove_clock())}});
  if (epd.position.fullmove_number() != 1)
    operations.push_back({"fmvn", {std::to_string(epd.position.fullmove_number())}});
  std::sort(operations.begin(), operations.end(),
            [](const EpdOperation& a, const EpdOperation& b) { return a.opcode < b.opcode; });

  if (epd.bracket_label) out += " [" + *epd.bracket_label + ']';
  for (const EpdOperation& operation : operations) out += ' ' + to_text(operation);
  return out;
}

}  // namespace vitrine::notation
