#pragma once

#include "actors/workflow/hook_sight.hpp"
#include "config/settings.hpp"
#include "store/records.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace orrery::agents {

/// A mind (mind.hpp) knows or asks this of its process.
struct Surroundings {
  /// How hooks are tried again just now; asked once an event. Thread-safe.
  std::function<config::RetryPolicy()> policy;
  ModelNames model;
  bool places_are_bounded = true; ///< False: hooks need no place to run.
  std::uint64_t boot = 0;         ///< UnitSight::boot.
  /// The charm of that url, null if none is known. Thread-safe. Empty: none is known.
  std::function<std::shared_ptr<const store::Charm>(const std::string& url)> find_charm{};
};

} // namespace orrery::agents
