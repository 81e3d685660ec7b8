#include "actors/hooks/idle_sockets.hpp"

#include <iterator>

namespace orrery::hooks {

std::optional<IdleSockets::Id> IdleSockets::add(const std::string& unit, Id socket) {
  const std::optional<Id> before = take(unit);
  by_age_.push_back({unit, socket});
  by_unit_.emplace(unit, std::prev(by_age_.end()));
  return before;
}

std::optional<IdleSockets::Id> IdleSockets::take(const std::string& unit) {
  const auto found = by_unit_.find(unit);
  if (found == by_unit_.end())
    return std::nullopt;
  const Id socket = found->second->socket;
  by_age_.erase(found->second);
  by_unit_.erase(found);
  return socket;
}

std::optional<IdleSockets::Id> IdleSockets::take_oldest() {
  return by_age_.empty() ? std::nullopt : take(std::string(by_age_.front().unit));
}

} // namespace orrery::hooks
