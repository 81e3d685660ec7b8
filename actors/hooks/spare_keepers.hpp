#pragma once

#include "actors/hooks/keeper_process.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace orrery::hooks {

/// Keepers of whose hooks nothing is left: the next hooks take these, so that none has to be made.
/// They hold nothing, and are killed rather than waited for. For one thread.
class SpareKeepers {
public:
  SpareKeepers() = default;
  ~SpareKeepers();
  SpareKeepers(const SpareKeepers&) = delete;
  SpareKeepers& operator=(const SpareKeepers&) = delete;

  /// Has one of them start a hook. Does not block.
  /// @param request as encode_start() makes it.  @returns nothing if none can.
  [[nodiscard]] std::optional<KeeperProcess> take(const std::string& request);
  /// @pre it has reported that it is spare.
  void keep(KeeperProcess keeper);
  /// Something has come from this one, or it has ended: it is spare no more, unless that was long
  /// ago.
  void look_at(std::uint64_t id);
  /// Ends all of them.
  void clear();
  void add_pids(std::set<pid_t>& pids) const;

private:
  static constexpr std::size_t limit = 64;
  std::map<std::uint64_t, KeeperProcess> spare_;
};

} // namespace orrery::hooks
