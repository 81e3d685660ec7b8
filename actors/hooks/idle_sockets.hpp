#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <unordered_map>

namespace orrery::hooks {

/// Which sockets wait for a hook, by unit; that whose last hook ended longest ago is the first to
/// go. Pure: only numbers.
class IdleSockets {
public:
  using Id = std::uint64_t;

  /// @returns who was there for that unit before.
  std::optional<Id> add(const std::string& unit, Id socket);
  [[nodiscard]] std::optional<Id> take(const std::string& unit);
  [[nodiscard]] std::optional<Id> take_oldest();
  [[nodiscard]] std::size_t size() const { return by_unit_.size(); }

private:
  struct Idle {
    std::string unit;
    Id socket;
  };
  std::list<Idle> by_age_; ///< The oldest first.
  std::unordered_map<std::string, std::list<Idle>::iterator> by_unit_;
};

} // namespace orrery::hooks
