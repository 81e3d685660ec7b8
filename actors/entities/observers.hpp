#pragma once

#include "actors/entities/token.hpp"

#include <set>
#include <vector>

namespace orrery::entities {

/// Who wants to be told of an entity.
class Observers {
public:
  void add(Recipient observer) { all_.insert(std::move(observer)); }
  void remove(const Recipient& observer) { all_.erase(observer); }
  [[nodiscard]] bool empty() const { return all_.empty(); }
  void tell(std::vector<Delivery>& outbox, const caf::message& what) const {
    for (const Recipient& observer : all_)
      outbox.push_back({observer, what});
  }

private:
  std::set<Recipient> all_;
};

} // namespace orrery::entities
