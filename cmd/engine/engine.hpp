#pragma once

#include "cmd/session/models.hpp"
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

/// A running orchestrator: the process, which has its settings, threads, hook places and trash once
/// (ProcessParts) and holds its models, each with its stores, actors and agents (ModelHome).
class Engine : public Models {
public:
  /// Opens the stores of the model, recovers what they hold, begins its agents, makes machine 0
  /// where there is none (M1).
  /// @returns an error that names the place and the remedy; the process is to end then.
  [[nodiscard]] static tl::expected<std::unique_ptr<Engine>, std::string>
  start(EngineOptions options);
  /// Starts no more hooks, gives those that run `grace` to end, writes what has come so far, closes
  /// the stores. What units left running stays. The process ends after it: nothing can be asked of
  /// the engine any more, nor can it be destroyed.
  virtual void stop(std::chrono::milliseconds grace) = 0;
};

} // namespace orrery::cmd
