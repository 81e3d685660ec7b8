#pragma once

#include <cstdint>
#include <string>

namespace orrery::store {

/// Where a model that a process has beside its first one stands; only ever advances (MD1).
enum class HostedState : std::uint8_t {
  Making, ///< Its directory and stores are being made; a start that finds it so takes it away.
  Alive,
  Dying, ///< Until nothing is left of it.
};

/// A model that a process has beside its first one, in whose store this record is. Owner: the first
/// model.
struct HostedModel {
  std::string uuid;
  std::string name;
  std::string owner; ///< A user's name; with `name` unique, Dying ones included (MD1, MD32).
  HostedState state = HostedState::Making;
  std::int64_t created = 0; ///< Milliseconds since the Unix epoch, as `since`.
  std::int64_t since = 0;   ///< When it got this state; of a Dying one, or its end last changed.
  // How a Dying one is destroyed (MD7, MD8).
  bool force = false;
  std::int64_t max_wait = 60'000; ///< Of each forced step, in milliseconds.
  bool has_timeout = false;
  std::int64_t timeout = 0; ///< From `since` on, in milliseconds; of a forced end only.
  bool operator==(const HostedModel&) const = default;
};

} // namespace orrery::store
