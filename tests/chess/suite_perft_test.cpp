// The published perft counts. Each line is counted to the greatest depth that has fewer than five million
// nodes. VITRINE_PERFT_ALL=1 counts every depth of every line, some 535 thousand million nodes, and prints
// its progress. That takes longer than the ten minutes after which CTest stops a test, so run the program
// itself:
//   VITRINE_PERFT_ALL=1 build/release/tests/chess_perft

#include <cstdlib>
#include <iostream>
#include <thread>
#include <utility>

#include "chess/perft.h"
#include "chess/support.h"

namespace vitrine::chess {
namespace {

struct Count {
  int depth;
  std::uint64_t nodes;
};

struct Entry {
  std::string fen;
  std::vector<Count> counts;
};

bool counts_all() { return std::getenv("VITRINE_PERFT_ALL") != nullptr; }

std::vector<Count> chosen(const std::vector<Count>& counts, std::uint64_t most) {
  if (counts_all()) return counts;
  std::vector<Count> best;
  for (const Count& count : counts)
    if (count.nodes < most && (best.empty() || count.depth > best[0].depth)) best = {count};
  return best;
}

void expect_counts(const Position& pos, std::string_view name, const std::vector<Count>& counts,
                   std::uint64_t most = 5'000'000) {
  const PerftOptions options{.threads = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()))};
  for (const auto& [depth, nodes] : chosen(counts, most)) {
    EXPECT_EQ(perft(pos, depth, options).nodes, nodes) << name << ", depth " << depth;
    if (counts_all() && nodes > 100'000'000) std::cout << name << " D" << depth << " " << nodes << std::endl;
  }
}

// "FEN ;D1 20 ;D2 400"
Entry parse_line(std::string line) {
  Entry entry;
  const std::size_t end = line.find(';');
  entry.fen = line.substr(0, line.find_last_not_of(' ', end - 1) + 1);
  std::ranges::replace(line, ';', ' ');
  const auto fields = words(std::string_view(line).substr(end));
  for (std::size_t i = 0; i + 1 < fields.size(); i += 2)
    entry.counts.push_back({std::stoi(fields[i].substr(1)), std::stoull(fields[i + 1])});
  return entry;
}

// Read as lenient programs do: some positions no game can reach, which is no reason not to count.
void expect_entry(std::string_view id, const Entry& entry) {
  ASSERT_FALSE(entry.counts.empty()) << id;
  const auto pos = notation::parse_fen(entry.fen, notation::FenMode::lenient, Unreachable::allowed);
  ASSERT_TRUE(pos) << id << ": " << pos.error().to_string();
  expect_counts(*pos, id, entry.counts);
}

void expect_file(const std::string& name, std::size_t lines) {
  const auto entries = data_lines(name);
  ASSERT_EQ(entries.size(), lines);
  for (const std::string& line : entries) {
    const Entry entry = parse_line(line);
    expect_entry(entry.fen, entry);
  }
}

TEST(PerftSuite, Standard) { expect_file("standard.epd", 128); }
TEST(PerftSuite, Fischer) { expect_file("fischer.epd", 960); }

struct Tricky {
  std::string id;
  Entry entry;
};

// Lines "id name", "epd four fields", "perft depth nodes"; # starts a comment.
std::vector<Tricky> parse_tricky() {
  std::vector<Tricky> all;
  for (const std::string& line : data_lines("tricky.perft")) {
    const auto fields = words(line);
    if (fields.empty() || fields[0].starts_with('#')) continue;
    if (fields[0] == "id") all.push_back({fields.at(1), {}});
    if (fields[0] == "epd") all.back().entry.fen = line.substr(4);
    if (fields[0] == "perft")
      all.back().entry.counts.push_back({std::stoi(fields.at(1)), std::stoull(fields.at(2))});
  }
  return all;
}

TEST(PerftSuite, Tricky) {
  const auto all = parse_tricky();
  ASSERT_EQ(all.size(), 19u);
  for (const auto& [id, entry] : all) expect_entry(id, entry);
}

// Values that several engines agree on, too deep for the files.
TEST(PerftSuite, Oracles) {
  for (const auto& [fen, counts] : {
           Entry{std::string(notation::kStartFen), {{5, 4865609}, {6, 119060324}, {7, 3195901860}}},
           Entry{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", {{5, 193690690}}},
           Entry{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {{7, 178633661}}},
           Entry{"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", {{6, 706045033}}},
           Entry{"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", {{5, 89941194}}},
           Entry{"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
                 {{5, 164075551}}},
           Entry{"r7/4p3/5p1q/3P4/4pQ2/4pP2/6pp/R3K1kr w Q - 1 3", {{5, 11609488}}},
           Entry{"1rqbkrbn/1ppppp1p/1n6/p1N3p1/8/2P4P/PP1PPPP1/1RQBKRBN w FBfb - 0 9", {{6, 191762235}}},
           Entry{"4rrb1/1kp3b1/1p1p4/pP1Pn2p/5p2/1PR2P2/2P1NB1P/2KR1B2 w D - 0 21", {{6, 872323796}}},
           Entry{"rr6/2kpp3/1ppn2p1/p2b1q1p/P4P1P/1PNN2P1/2PP4/1K2RR2 w E - 0 20", {{3, 37340}}},
       })
    expect_counts(position(fen), fen, counts, 200'000'000);
}

}  // namespace
}  // namespace vitrine::chess
