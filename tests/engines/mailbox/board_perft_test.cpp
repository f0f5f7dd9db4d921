#include <gtest/gtest.h>

#include "chess/perft.h"
#include "engines/mailbox/board_support.h"

namespace vitrine::engines::mailbox {

TEST(MailboxBoard, CountsWhatEverybodyCounts) {
  for (const auto& [fen, depth, nodes] : kPerftRows) {
    const chess::Position pos = chess::position(fen);
    Board board(pos.to_setup());
    EXPECT_EQ(perft(board, depth), nodes) << fen;
    EXPECT_EQ(chess::perft(pos, depth).nodes, nodes) << fen;
  }
}

}  // namespace vitrine::engines::mailbox
