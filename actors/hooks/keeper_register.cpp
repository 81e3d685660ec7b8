#include "actors/hooks/keeper_register.hpp"

#include "actors/hooks/keepers.hpp"

namespace orrery::hooks {

KeeperRegister::KeeperRegister(const std::filesystem::path& data_directory) {
  for (const Keeper& keeper : find_keepers(data_directory))
    owners_.emplace(keeper.machine, keeper.unit);
}

void KeeperRegister::begins(std::uint32_t machine, const std::string& unit) {
  const std::lock_guard lock(mutex_);
  owners_.emplace(machine, unit);
}

bool KeeperRegister::may_have(std::uint32_t machine, const std::string& unit) const {
  const std::lock_guard lock(mutex_);
  if (!unit.empty())
    return owners_.contains({machine, unit});
  const auto first = owners_.lower_bound({machine, {}});
  return first != owners_.end() && first->first == machine;
}

void KeeperRegister::ended(std::uint32_t machine, const std::string& unit) {
  const std::lock_guard lock(mutex_);
  if (!unit.empty())
    owners_.erase({machine, unit});
  else
    owners_.erase(owners_.lower_bound({machine, {}}), owners_.lower_bound({machine + 1, {}}));
}

} // namespace orrery::hooks
