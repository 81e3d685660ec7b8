#pragma once

#include "store/records.hpp"

#include <caf/actor.hpp>
#include <caf/actor_addr.hpp>

#include <map>
#include <mutex>
#include <string>

namespace orrery::agents {

/// The agents of units and machines that run now, for those who are no agents themselves. For any thread.
class Roster {
public:
  /// A unit's name, or `machine 3`: names hold no blanks.
  [[nodiscard]] static std::string machine(store::MachineId id);

  void begun(const std::string& whose, const caf::actor_addr& agent);
  /// Another may have begun in its place already: that one stays.
  void ended(const std::string& whose, const caf::actor_addr& agent);
  /// @returns nobody if none runs.
  [[nodiscard]] caf::actor find(const std::string& whose) const;

private:
  mutable std::mutex mutex_;
  std::map<std::string, caf::actor_addr> agents_;
};

} // namespace orrery::agents
