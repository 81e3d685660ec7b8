#pragma once

#include "cmd/session/models.hpp"
#include "cmd/session/session.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace orrery::cmd {

/// Counts of what holds a model that is destroyed (MD3).
struct ModelRemains {
  std::size_t machines = 0;
  std::size_t applications = 0;
  bool operator==(const ModelRemains&) const = default;
};

/// Waits until a model that is destroyed has gone, and says meanwhile what is left in it (MD16).
/// For one use, by a session's thread.
class ModelGoing {
public:
  /// @param model known to the session's models, which it has.
  ModelGoing(Session& session, const ModelFacts& model);

  /// @returns what to exit with: Failed where it is interrupted (MD9), TimedOut where the session's
  /// time for a wait is over. Both leave the model going, and say what holds it.
  int wait();

private:
  using Clock = std::chrono::steady_clock;

  [[nodiscard]] bool is_gone() const;
  void look();
  void tell();
  int end_interrupted();
  int end_late();
  void explain_what_is_left();
  /// Waits for a change of the model, for a while at most, which gets longer while nothing changes.
  void rest(Clock::time_point until, Clock::duration at_least);

  Session& session_;
  const ModelFacts& model_;
  std::shared_ptr<Orchestrator> opened_; ///< Null: it has gone.
  std::optional<store::Contents> contents_;
  std::uint64_t sequence_ = 0; ///< Of the model as it was looked at.
  std::optional<ModelRemains> told_;
  Clock::time_point told_at_;
  std::chrono::milliseconds patience_;
};

} // namespace orrery::cmd
