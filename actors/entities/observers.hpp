#pragma once

#include "actors/entities/token.hpp"

#include <map>
#include <vector>

namespace orrery::entities {

/// Who wants to be told of an entity, in the order of their beginning (so that a simulation repeats
/// itself).
class Observers {
public:
  void add(const caf::actor& observer) { all_.emplace(observer.id(), observer); }
  void remove(const caf::actor& observer) { all_.erase(observer.id()); }
  [[nodiscard]] bool empty() const { return all_.empty(); }
  void tell(std::vector<Delivery>& outbox, const caf::message& what) const {
    for (const auto& [id, observer] : all_)
      outbox.push_back({observer, what});
  }

private:
  std::map<caf::actor_id, caf::actor> all_;
};

} // namespace orrery::entities
