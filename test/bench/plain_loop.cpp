#include "test/bench/plain_loop.hpp"

#include "test/bench/fresh_store.hpp"

#include <algorithm>

namespace orrery::bench {

namespace {

using Transactions = std::vector<std::vector<store::Change>>::iterator;

std::vector<store::Change> merged(Transactions begin, Transactions end) {
  std::vector<store::Change*> all;
  for (; begin != end; ++begin)
    for (store::Change& change : *begin)
      all.push_back(&change);
  std::stable_sort(all.begin(), all.end(),
                   [](const auto* a, const auto* b) { return a->key < b->key; });
  std::vector<store::Change> newest;
  newest.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i + 1 == all.size() || all[i + 1]->key != all[i]->key)
      newest.push_back(std::move(*all[i]));
  return newest;
}

} // namespace

void run_plain_loop(Recording recording, std::size_t batch, store::Database& database) {
  std::uint64_t sequence = database.sequence();
  for (auto at = recording.begin(); at != recording.end();) {
    const auto left = static_cast<std::size_t>(recording.end() - at);
    const auto end = at + static_cast<std::ptrdiff_t>(std::min(batch, left));
    sequence += static_cast<std::uint64_t>(end - at);
    if (const auto written = database.write(merged(at, end), sequence); !written)
      give_up(written.error().text);
    at = end;
  }
}

} // namespace orrery::bench
