#pragma once

#include "cmd/engine/system_config.hpp"

#include <caf/actor_system.hpp>

#include <cstddef>
#include <memory>
#include <mutex>

namespace orrery::cmd {

/// A few threads for actors that block, of however many models; begun when the first such actor is.
/// For any thread.
class LazyPool {
public:
  explicit LazyPool(std::size_t threads) : threads_(threads) {}

  [[nodiscard]] caf::actor_system& system() {
    std::call_once(begun_, [this] { pool_ = std::make_unique<Pool>(threads_); });
    return pool_->system;
  }

private:
  struct Pool {
    explicit Pool(std::size_t threads) : config(threads) {}
    BlockingConfig config;
    caf::actor_system system{config};
  };
  const std::size_t threads_;
  std::once_flag begun_;
  std::unique_ptr<Pool> pool_;
};

} // namespace orrery::cmd
