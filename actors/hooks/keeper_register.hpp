#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <utility>

namespace orrery::hooks {

/// Units whose hooks may have a keeper: those of an earlier orchestrator, found once, and all that
/// began since. Whoever ends what a unit left running looks through all processes only if there is
/// something to be found. For any thread.
class KeeperRegister {
public:
  /// Looks through all processes. @pre no hook of an earlier orchestrator begins any more.
  explicit KeeperRegister(const std::filesystem::path& data_directory);

  /// A keeper is about to be started. @param unit empty: for a command on the machine itself.
  void begins(std::uint32_t machine, const std::string& unit);
  /// @param unit empty: any of the machine.
  [[nodiscard]] bool may_have(std::uint32_t machine, const std::string& unit) const;
  /// None is left. @param unit empty: none of the machine.
  void ended(std::uint32_t machine, const std::string& unit);

private:
  using Owner = std::pair<std::uint32_t, std::string>;
  mutable std::mutex mutex_;
  std::set<Owner> owners_; ///< Bounded by the units that have run a hook.
};

} // namespace orrery::hooks
