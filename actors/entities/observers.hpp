#pragma once

#include "actors/entities/token.hpp"
#include "store/rare.hpp"

#include <set>
#include <string>
#include <vector>

namespace orrery::entities {

/// Observers of one entity.
class Observers {
public:
  void add(Recipient observer) {
    if (!all_)
      all_ = std::set<Recipient>{};
    all_->insert(std::move(observer));
  }
  void remove(const Recipient& observer) {
    if (all_ && all_->erase(observer) > 0 && all_->empty())
      all_.reset();
  }
  [[nodiscard]] bool empty() const { return !all_; }
  void tell(std::vector<Delivery>& outbox, const caf::message& what) const {
    if (all_)
      for (const Recipient& observer : *all_)
        outbox.push_back({observer, what});
  }
  /// Tells observers that look in their own name, for no unit.
  void tell_actors(std::vector<Delivery>& outbox, const caf::message& what) const {
    if (all_)
      for (auto observer = all_->begin(); observer != all_->end() && observer->actor(); ++observer)
        outbox.push_back({*observer, what});
  }
  /// Whether somebody looks in his own name.
  [[nodiscard]] bool has_actors() const { return all_ && all_->begin()->actor(); }
  [[nodiscard]] bool has_unit(const std::string& name) const {
    return all_ && all_->contains(Recipient(name));
  }
  /// @returns the unit whose name comes next behind that one; null if none does.
  [[nodiscard]] const std::string* unit_behind(const std::string& name) const {
    if (!all_)
      return nullptr;
    const auto next = all_->upper_bound(Recipient(name));
    return next == all_->end() ? nullptr : &next->unit();
  }

private:
  store::Rare<std::set<Recipient>>
    all_; ///< Never an empty set: most entities are observed by nobody.
};

} // namespace orrery::entities
