#pragma once

#include "actors/agents/fault.hpp"
#include "actors/agents/roster.hpp"

#include <tl/expected.hpp>

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace orrery::agents {

/// For the end of a log's line: which, of whom.
[[nodiscard]] std::string fields_of(const Fault& fault);

/// Faults that wait to happen. They belong to the running process, none is on disk. For any thread.
class Faults {
public:
  /// @param roster whom they can happen to; must outlive this.
  explicit Faults(Roster& roster) : roster_(roster) {}

  /// Errors are sentences: nobody to kill, too many hooks.
  [[nodiscard]] tl::expected<void, std::string> inject(const Fault& fault);
  /// Takes the exit code that the unit's hook is to have, and one of its times away. Nothing: the
  /// hook shall run.
  [[nodiscard]] std::optional<std::uint8_t> take(const std::string& unit, const std::string& hook);

private:
  static constexpr std::size_t hooks_max = 1000;
  tl::expected<void, std::string> fail_hook(const FailHook& fault);
  [[nodiscard]] tl::expected<void, std::string> kill_agent(const KillAgent& fault);

  Roster& roster_;
  std::mutex mutex_;
  std::map<std::pair<std::string, std::string>, FailHook> hooks_; ///< By unit and hook.
};

} // namespace orrery::agents
