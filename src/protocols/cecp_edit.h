#pragma once

// The board between `edit` and its dot. It tells neither who is to move nor who may castle: the turn stays as
// it was, and king and rook at home may castle.

#include <optional>

#include "chess/setup.h"
#include "protocols/cecp_command.h"

namespace vitrine::protocols {

class CecpEdit {
 public:
  explicit CecpEdit(const chess::Setup& start) : setup_(start) {}

  // The finished board, perhaps an illegal one, after the dot; nothing before.
  [[nodiscard]] std::optional<chess::Setup> obey(const cecp::EditCommand& command);

 private:
  [[nodiscard]] chess::Setup finished() const;

  chess::Setup setup_;
  chess::Color color_ = chess::Color::white;
};

}  // namespace vitrine::protocols
