#include "eval/nnue/builtin_network.h"

#include <cstddef>
#include <span>
#include <stdexcept>

// Of builtin_network.S.
extern "C" const std::byte vitrine_network_begin[];
extern "C" const std::byte vitrine_network_end[];

namespace vitrine::eval::nnue {

namespace {

std::shared_ptr<const Network> read() {
  auto network = parse_network({vitrine_network_begin, vitrine_network_end});
  if (!network) throw std::runtime_error("the built-in network: " + network.error());
  return std::make_shared<const Network>(*std::move(network));
}

}  // namespace

std::shared_ptr<const Network> builtin_network() {
  static const std::shared_ptr<const Network> network = read();
  return network;
}

}  // namespace vitrine::eval::nnue
