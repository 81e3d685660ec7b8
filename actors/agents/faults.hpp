#pragma once

#include "actors/agents/fault.hpp"

#include <caf/actor.hpp>
#include <caf/actor_addr.hpp>
#include <tl/expected.hpp>

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace orrery::agents {

/// Faults that wait to happen, and whom they can happen to. They belong to the running process, none
/// is on disk. For any thread.
class Faults {
public:
  /// Errors are sentences: nobody to kill, too many hooks.
  [[nodiscard]] tl::expected<void, std::string> inject(const Fault& fault);
  /// What the unit's hook is to exit with; takes one of its times away. Nothing: it shall run.
  [[nodiscard]] std::optional<std::uint8_t> take(const std::string& unit, const std::string& hook);
  /// A unit's agent has begun, has ended.
  void agent_begun(const std::string& unit, const caf::actor_addr& agent);
  void agent_ended(const std::string& unit, const caf::actor_addr& agent);

private:
  static constexpr std::size_t hooks_max = 1000;
  tl::expected<void, std::string> fail_hook(const FailHook& fault);
  tl::expected<void, std::string> kill_agent(const KillAgent& fault);

  std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, FailHook> hooks_; ///< By unit and hook.
  std::map<std::string, caf::actor_addr> agents_;                 ///< By unit; those that run.
};

} // namespace orrery::agents
