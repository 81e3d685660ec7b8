#pragma once

#include "store/records.hpp"

#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace orrery::entities {

/// The charms of the model, shared by the applications that use them; each is immutable.
/// Thread-safe.
class Charms {
public:
  std::shared_ptr<const store::Charm> put(const store::Charm& charm);
  void remove(const std::string& url);
  /// @returns null if there is no such charm.
  [[nodiscard]] std::shared_ptr<const store::Charm> find(const std::string& url) const;

private:
  mutable std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<const store::Charm>> charms_;
};

} // namespace orrery::entities
