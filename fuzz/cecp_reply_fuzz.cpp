// What an engine says in CECP: any bytes are read, and what comes out keeps its promises. Moves and lines are
// tried on the first board, where only legal ones may come out.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "chess/position.h"
#include "protocols/cecp_reply.h"
#include "protocols/cecp_setup.h"
#include "protocols/uci_reply.h"

using namespace vitrine;

namespace {

void require(bool ok) {
  if (!ok) __builtin_trap();
}

bool is_clean(std::string_view text) {
  return std::ranges::none_of(text, [](unsigned char c) { return c < ' ' || c == 0x7F; });
}

void check_move(std::string_view text) {
  const chess::Position pos = chess::Position::initial();
  const chess::Move move = protocols::parse_cecp_move(pos, text);
  require(move.is_none() || pos.is_legal(move));
}

struct Checker {
  void operator()(const protocols::CecpUnknown&) const {}
  void operator()(const protocols::CecpResign&) const {}
  void operator()(const protocols::CecpDrawOffer&) const {}
  void operator()(const protocols::CecpPong&) const {}
  void operator()(const protocols::CecpHint& hint) const { check_move(hint.move); }
  void operator()(const protocols::CecpMove& move) const { check_move(move.text); }
  void operator()(const protocols::CecpTell& tell) const { require(is_clean(tell.text)); }
  void operator()(const protocols::CecpIllegal& illegal) const { require(is_clean(illegal.text)); }
  void operator()(const protocols::CecpError& error) const {
    require(is_clean(error.type) && is_clean(error.command));
  }
  void operator()(const protocols::CecpResult& result) const { require(is_clean(result.comment)); }
  void operator()(const protocols::CecpFeatures& features) const {
    for (const auto& [name, value] : features.features) {
      require(!name.empty() && is_clean(name) && is_clean(value));
      const auto option = protocols::parse_cecp_option(value);
      require(!option || (!option->name.empty() && is_clean(option->name)));
    }
  }
  void operator()(const protocols::CecpThinking& thinking) const {
    const engines::Report& report = thinking.report;
    require(report.depth >= 0 && report.time.count() >= 0 && report.score && is_clean(report.text));
    require(std::abs(report.score->value) <= protocols::kMaxCentipawns);
    for (const std::string& word : thinking.pv) check_move(word);
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  for (std::size_t begin = 0; begin <= input.size();) {
    const std::size_t end = std::min(input.find('\n', begin), input.size());
    std::visit(Checker{}, protocols::parse_cecp_reply(input.substr(begin, end - begin)));
    begin = end + 1;
  }
  return 0;
}
