#pragma once

#include "test/crash/step.hpp"

#include <functional>
#include <vector>

namespace orrery::test {

/// An operator with a script, who outlives the orchestrator: whoever got no answer looks whether
/// the command took effect before giving it again.
class Player {
public:
  explicit Player(const std::vector<Step>& steps) : steps_(&steps) {}

  /// Plays on until the end, until the world's process dies or is to begin again, or until it is
  /// told to stop.
  /// @param at_rest called with each step after which everything has come to rest; false stops
  /// @returns what went wrong; empty if nothing has
  [[nodiscard]] std::string play(SimulatedWorld& world,
                                 const std::function<bool(std::size_t step)>& at_rest);
  /// The step that is under way; the number of steps at the end.
  [[nodiscard]] std::size_t step() const { return step_; }
  [[nodiscard]] bool is_done() const { return step_ == steps_->size(); }
  /// Whether the process is to end here, and to begin again.
  [[nodiscard]] bool wants_restart() const { return wants_restart_; }
  /// The greatest sequence number that an answer has told.
  [[nodiscard]] std::uint64_t acknowledged() const { return acknowledged_; }
  /// Whether what the last answered step was for is there. True if none waits.
  [[nodiscard]] bool has_what_was_answered(const store::Contents& contents) const;

private:
  [[nodiscard]] std::string ask(SimulatedWorld& world);

  const std::vector<Step>* steps_;
  std::size_t step_ = 0;
  bool happened_ = false; ///< The step's event.
  bool wants_restart_ = false;
  bool asked_ = false;
  bool answered_ = false;
  std::uint64_t acknowledged_ = 0;
};

} // namespace orrery::test
