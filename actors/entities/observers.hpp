#pragma once

#include "actors/entities/token.hpp"

#include <cstdint>
#include <iterator>
#include <set>
#include <vector>

namespace orrery::entities {

/// Who wants to be told of an entity.
class Observers {
public:
  void add(Recipient observer) { all_.insert(std::move(observer)); }
  void remove(const Recipient& observer) { all_.erase(observer); }
  [[nodiscard]] bool empty() const { return all_.empty(); }
  /// @param turn decides who of them is the first. Whoever hears first that nobody leads will lead: were it always the same
  /// one, units that are removed in that order could lead one after the other, and each would have all others told.
  void tell(std::vector<Delivery>& outbox, const caf::message& what, std::uint64_t turn) const {
    if (all_.empty())
      return;
    constexpr std::uint64_t spread =
      0x9E3779B97F4A7C15; // of Fibonacci hashing: turns in a row lie far apart
    constexpr int upper_half = 32;
    const auto first = std::next(
      all_.begin(), static_cast<std::ptrdiff_t>((turn * spread >> upper_half) % all_.size()));
    for (auto observer = first; observer != all_.end(); ++observer)
      outbox.push_back({*observer, what});
    for (auto observer = all_.begin(); observer != first; ++observer)
      outbox.push_back({*observer, what});
  }

private:
  std::set<Recipient> all_;
};

} // namespace orrery::entities
