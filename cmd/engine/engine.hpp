#pragma once

#include "cmd/session/models.hpp"
#include "cmd/session/orchestrator.hpp"
#include "config/settings.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace orrery::cmd {

struct EngineOptions {
  config::Settings settings;
  std::filesystem::path keeper; ///< The keeper program, absolute.
  std::filesystem::path tool;   ///< The hook-tool program, absolute.
  /// Where control groups of machines are made; empty: where it can be done; `none`: nowhere.
  std::filesystem::path machine_groups;
  std::map<int, std::uint64_t> hook_limits{}; ///< Soft limits of hooks, by resource.
  bool accept_loss = false;  ///< Start although the store is older than its witness.
  bool allow_faults = false; ///< Let clients make things go wrong on purpose.
};

/// The running orchestrator: stores, actors, agents, hook runner, provider, wired together.
class Engine : public Orchestrator, public Models {
public:
  /// Opens the stores, recovers what they hold, makes machine 0 where there is none (M1), begins
  /// the agents.
  /// @returns an error that names the place and the remedy; the process is to end then.
  [[nodiscard]] static tl::expected<std::unique_ptr<Engine>, std::string>
  start(EngineOptions options);
  /// Starts no more hooks, gives those that run `grace` to end, writes what has come so far, closes
  /// the stores. What units left running stays. The process ends after it: nothing can be asked of
  /// the engine any more, nor can it be destroyed.
  virtual void stop(std::chrono::milliseconds grace) = 0;
};

} // namespace orrery::cmd
