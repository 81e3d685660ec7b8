#pragma once

#include "actors/runtime/scheduling.hpp"

#include <caf/actor_system_config.hpp>

#include <algorithm>
#include <cstddef>
#include <thread>

namespace orrery::cmd {

/// How an orchestrator's actors share threads.
struct SystemConfig : caf::actor_system_config {
  SystemConfig() {
    runtime::use_workers(
      *this, static_cast<std::size_t>(std::clamp(std::thread::hardware_concurrency(), 2U, 4U)));
  }
};

/// How actors that block share so many threads.
struct BlockingConfig : caf::actor_system_config {
  explicit BlockingConfig(std::size_t threads) { runtime::use_workers(*this, threads); }
};

} // namespace orrery::cmd
