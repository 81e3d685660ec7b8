#include "actors/entities/charms.hpp"

namespace orrery::entities {

std::shared_ptr<const store::Charm> Charms::put(const store::Charm& charm) {
  auto shared = std::make_shared<const store::Charm>(charm);
  const std::lock_guard lock(mutex_);
  charms_[charm.url] = shared;
  return shared;
}

void Charms::remove(const std::string& url) {
  const std::lock_guard lock(mutex_);
  charms_.erase(url);
}

std::shared_ptr<const store::Charm> Charms::find(const std::string& url) const {
  const std::lock_guard lock(mutex_);
  const auto found = charms_.find(url);
  return found == charms_.end() ? nullptr : found->second;
}

} // namespace orrery::entities
