#pragma once

#include "cmd/engine/model_home.hpp"
#include "store/hosted_records.hpp"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>

namespace orrery::cmd {

/// Empties a model that is Dying, and buries it once nothing is left or its time is over (MD3,
/// MD8). A thread of its own, which sleeps until the model's records change; there is one for each
/// model that dies. What is on disk says what is left to do, so a start begins another that goes
/// on. For any thread.
class Undertaker : public std::enable_shared_from_this<Undertaker> {
public:
  /// Takes the model away; called once, on the undertaker's thread.
  using Bury = std::function<void()>;

  /// @param model outlives the thread, as `clock`.
  Undertaker(ModelHome& model, const runtime::Clock& clock, Bury bury)
    : model_(model), clock_(clock), bury_(std::move(bury)) {}

  /// Begins the thread, or has it go by this from now on (MD6).
  void arm(const store::HostedModel& how);
  /// Leaves the model as far as it has come, and blocks until the thread has ended. The process
  /// ends.
  void stop();

private:
  enum class Found { Empty, TimeOver, Rearmed, Stopped };
  void run();
  [[nodiscard]] std::optional<store::HostedModel> next();
  [[nodiscard]] Found wait(const store::HostedModel& how);
  [[nodiscard]] std::optional<Found> told();

  ModelHome& model_;
  const runtime::Clock& clock_;
  const Bury bury_;
  std::mutex mutex_;
  std::condition_variable ended_;
  std::optional<store::HostedModel> armed_; ///< Not yet acted upon.
  bool runs_ = false;                       ///< From the first arm() until the thread has ended.
  bool is_stopped_ = false;                 ///< For good.
};

} // namespace orrery::cmd
