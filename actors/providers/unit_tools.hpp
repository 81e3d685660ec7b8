#pragma once

#include "actors/providers/process_provider.hpp"
#include "actors/providers/unit_users.hpp"

#include <filesystem>
#include <mutex>

namespace orrery::providers {

/// Links to the hook-tool program, by the names of all tools; one directory of them for all units.
/// For any thread.
class UnitTools {
public:
  /// Gives a unit's directory a link to them, which are made once a process: an upgrade may have
  /// moved the program, and brought further tools.
  [[nodiscard]] tl::expected<void, ProviderError>
  link(const ProcessProviderOptions& options, const UnitUsers& users, const UnitPlace& unit);

private:
  [[nodiscard]] tl::expected<void, ProviderError> make(const ProcessProviderOptions& options,
                                                       const UnitUsers& users);

  std::mutex mutex_;
  bool made_ = false; ///< In this process; never false again.
};

} // namespace orrery::providers
