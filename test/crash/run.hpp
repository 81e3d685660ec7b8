#pragma once

#include "test/crash/player.hpp"

#include <functional>
#include <memory>
#include <vector>

namespace orrery::test {

/// A script that is played upon a disk from the beginning, with the restarts that it asks for.
class Run {
public:
  /// @param disk outlives it
  Run(store::SimulatedDisk& disk, const std::vector<Step>& steps) : disk_(disk), player_(steps) {}

  /// Plays to the end, or until the process dies or cannot begin.
  /// @param at_rest called with each step after which everything has come to rest
  void go(const std::function<void(std::size_t step, SimulatedWorld& world)>& at_rest = {});
  /// The process now; null while none is there.
  [[nodiscard]] SimulatedWorld* world() {
    return world_ && world_->has_process() ? world_.get() : nullptr;
  }
  [[nodiscard]] const Player& player() const { return player_; }
  /// Why the last process could not begin, or what it answered instead of the model; empty if
  /// neither was so.
  [[nodiscard]] const std::string& refusal() const { return refusal_; }
  /// What a failed write stopped the process with.
  [[nodiscard]] const std::string& fault() const { return fault_; }
  /// The last transaction that the stores had when their process ended.
  [[nodiscard]] std::uint64_t model_sequence() const { return model_sequence_; }
  [[nodiscard]] std::uint64_t notes_sequence() const { return notes_sequence_; }
  /// What they held then.
  [[nodiscard]] std::uint64_t model_hash() const { return model_hash_; }
  [[nodiscard]] std::uint64_t notes_hash() const { return notes_hash_; }
  /// What no fault excuses.
  [[nodiscard]] const std::string& wrong() const { return wrong_; }
  /// Hands over the process, which ends.
  [[nodiscard]] std::unique_ptr<SimulatedWorld> end();

private:
  bool begin();
  void play(const std::function<void(std::size_t step, SimulatedWorld& world)>& at_rest);
  void end_process();

  store::SimulatedDisk& disk_;
  Player player_;
  std::unique_ptr<SimulatedWorld> world_;
  std::string refusal_;
  std::string fault_;
  std::uint64_t model_sequence_ = 0;
  std::uint64_t notes_sequence_ = 0;
  std::uint64_t model_hash_ = 0;
  std::uint64_t notes_hash_ = 0;
  std::string wrong_;
};

} // namespace orrery::test
