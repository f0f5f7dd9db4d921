#pragma once

// Folders that vanish with the test, and data sets made of random games.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "chess/support.h"
#include "lab/data/dataset.h"

namespace vitrine::lab {

class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "vitrine-lab-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = pattern;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] std::string operator/(const std::string& name) const { return (path_ / name).string(); }

  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(path_))
      names.push_back(entry.path().filename());
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::filesystem::path path_;
};

inline std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_text(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}

// Positions of random games, numbered, with random judgements.
inline std::vector<PackedPosition> random_positions(std::uint64_t seed, int count) {
  std::vector<PackedPosition> positions;
  base::Rng rng(seed);
  chess::for_random_plies(seed, count, [&](const chess::Position& pos, chess::Move) {
    positions.emplace_back(pos, Judgement{.centipawns = static_cast<int>(rng.below(2001)) - 1000,
                                          .result = static_cast<GameResult>(rng.below(4)),
                                          .game = static_cast<std::uint32_t>(positions.size() / 40)});
  });
  return positions;
}

inline void write_set(const std::string& path, const std::vector<PackedPosition>& positions) {
  DatasetWriter writer(path);
  for (const PackedPosition& position : positions) writer.add(position);
  writer.finish();
}

inline std::vector<PackedPosition> read_set(const std::string& path) {
  DatasetReader reader(path);
  std::vector<PackedPosition> all;
  std::vector<PackedPosition> block;
  while (reader.read(block)) all.insert(all.end(), block.begin(), block.end());
  return all;
}

}  // namespace vitrine::lab
