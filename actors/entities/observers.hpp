#pragma once

#include "actors/entities/token.hpp"

#include <set>
#include <string>
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
  /// Those who look in their own name, for no unit.
  void tell_actors(std::vector<Delivery>& outbox, const caf::message& what) const {
    for (auto observer = all_.begin(); observer != all_.end() && observer->actor(); ++observer)
      outbox.push_back({*observer, what});
  }
  [[nodiscard]] bool has_unit(const std::string& name) const {
    return all_.contains(Recipient(name));
  }
  /// @returns the unit whose name comes next behind that one; null if none does.
  [[nodiscard]] const std::string* unit_behind(const std::string& name) const {
    const auto next = all_.upper_bound(Recipient(name));
    return next == all_.end() ? nullptr : &next->unit();
  }

private:
  std::set<Recipient> all_;
};

} // namespace orrery::entities
