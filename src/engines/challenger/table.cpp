#include "engines/challenger/table.h"

#include <algorithm>

namespace vitrine::engines::challenger {

void Table::resize(std::size_t megabytes) {
  clear();
  megabytes_ = megabytes;
}

void Table::start_search() {
  ++generation_;
  if (memory_) return;
  memory_ = std::make_unique<base::ZeroedMemory>(megabytes_ << 20);
  entries_ = static_cast<Entry*>(memory_->data());
  size_ = memory_->size() / sizeof(Entry);
}

int Table::full() const {
  constexpr std::size_t kSample = 1000;
  const std::uint8_t now = generation_ & 63U;
  return static_cast<int>(std::count_if(
      entries_, entries_ + std::min(size_, kSample),
      [now](const Entry& entry) { return entry.bound != Bound::none && entry.generation == now; }));
}

}  // namespace vitrine::engines::challenger
