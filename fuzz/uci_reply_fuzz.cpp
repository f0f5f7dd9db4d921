// What an engine says in UCI: any bytes are read, and what comes out keeps its promises.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <variant>

#include "engines/options.h"
#include "protocols/uci_reply.h"

using namespace vitrine;

namespace {

void require(bool ok) {
  if (!ok) __builtin_trap();
}

bool is_clean(std::string_view text) {
  return std::ranges::none_of(text, [](unsigned char c) { return c < ' ' || c == 0x7F; });
}

struct Checker {
  void operator()(const protocols::UciUnknown&) const {}
  void operator()(const protocols::UciOk&) const {}
  void operator()(const protocols::UciReadyOk&) const {}
  void operator()(const protocols::UciName& name) const { require(is_clean(name.text)); }
  void operator()(const protocols::UciAuthor& author) const { require(is_clean(author.text)); }
  void operator()(const protocols::UciRegistration& registration) const {
    require(is_clean(registration.status));
  }
  void operator()(const protocols::UciBestMove& best) const {
    require(is_clean(best.move) && is_clean(best.ponder));
  }
  void operator()(const protocols::UciInfo& info) const {
    const engines::Report& report = info.report;
    require(report.depth >= 0 && report.line >= 1 && report.time.count() >= 0 && is_clean(report.text));
    require(!report.score || std::abs(report.score->value) <= protocols::kMaxCentipawns);
  }
  void operator()(const protocols::UciOptionOffer& offer) const {
    require(!offer.option.name.empty() && is_clean(offer.option.name));
    engines::Options options;
    options.add(offer.option);
    static_cast<void>(options.set(offer.option.name, "1"));
  }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  for (std::size_t begin = 0; begin <= input.size();) {
    const std::size_t end = std::min(input.find('\n', begin), input.size());
    std::visit(Checker{}, protocols::parse_uci_reply(input.substr(begin, end - begin)));
    begin = end + 1;
  }
  return 0;
}
