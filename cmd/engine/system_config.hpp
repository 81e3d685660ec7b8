#pragma once

#include <caf/actor_system_config.hpp>
#include <caf/atom.hpp>

#include <algorithm>
#include <cstddef>
#include <thread>

namespace orrery::cmd {

/// How an orchestrator's actors share threads.
struct SystemConfig : caf::actor_system_config {
  SystemConfig() {
    // Work stealing walks its queues while it holds two locks; a shared queue also sleeps when
    // idle.
    set("scheduler.policy", caf::atom("sharing"));
    set("scheduler.max-threads",
        static_cast<std::size_t>(std::clamp(std::thread::hardware_concurrency(), 2U, 4U)));
    set("scheduler.max-throughput", static_cast<std::size_t>(100));
  }
};

} // namespace orrery::cmd
