#pragma once

#include "cmd/conditions/condition.hpp"
#include "cmd/session/session.hpp"

#include <optional>
#include <string>

namespace orrery::cmd::console {

/// How a condition was found to be.
struct Decided {
  bool holds = false;
  std::string why;            ///< If not: why, one sentence a line.
  std::uint64_t sequence = 0; ///< Of the last transaction that was looked at.
};

/// Looks whether it holds of what is on disk now; nothing, and an ERROR printed, if that cannot be
/// read. Costs what decides it.
[[nodiscard]] std::optional<Decided> decide(Session& session, const Condition& condition);

} // namespace orrery::cmd::console
