#pragma once

#include "actors/entities/token.hpp"
#include "actors/protocol/agents.hpp"
#include "cmd/simulate/coverage.hpp"

#include <string>

namespace orrery::simulate {

/// Is told what happens in a simulated world, in its order. It may look, and changes nothing.
class Spectator {
public:
  virtual ~Spectator() = default;
  /// A user has asked for something.
  virtual void asked(std::uint64_t /*ticket*/, const protocol::Command& /*command*/) {}
  virtual void answered(const protocol::Answer& /*answer*/) {}
  /// A transaction has ended, and the model's journal gets it; one that changes nothing, too. In
  /// the order of arrival, which need not be that of their numbers.
  virtual void decided(const entities::Token& /*token*/) {}
  /// The model's store has everything up to this number on disk.
  virtual void committed(std::uint64_t /*sequence*/) {}
  /// A provider has carried a task out; this is what it is going to answer.
  virtual void provided(const protocol::ProviderTask& /*task*/,
                        const protocol::ProviderDone& /*outcome*/) {}
  /// A process of the orchestrator's has read its stores, and begins.
  virtual void process_began(const store::Database& /*model*/) {}
  /// Time is about to pass. @param longest_timer until the last that somebody awaits is due
  virtual void time_passes(store::Milliseconds /*longest_timer*/) {}
  /// The process is gone.
  virtual void process_died() {}
  /// Something goes wrong with the process or its host, and so with all models.
  virtual void befell(Trouble /*trouble*/, const std::string& /*what*/) {}
  /// The host's clock is set. @param running while the process runs
  virtual void clock_is_set(store::Milliseconds /*by*/, bool /*running*/) {}
};

} // namespace orrery::simulate
