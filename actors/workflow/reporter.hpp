#pragma once

#include "actors/protocol/commands.hpp"
#include "actors/workflow/status_line.hpp"
#include "actors/workflow/unit_notes.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orrery::agents {

/// Words of a unit's agent about the unit (W5), and those that it has said already: each thing is
/// said once. Pure.
class Reporter {
public:
  explicit Reporter(std::string unit) : unit_(std::move(unit)) {}

  /// Takes over what the model shows of the unit when its agent begins.
  /// @param rested the last agent went to rest: what that has said need not be said again.
  void take_over(const store::UnitStatus& status, bool rested);

  /// Says what has changed since it was said last, in one transaction.
  /// @param workload what it has become, if the agent gives it a word
  /// @returns nothing where all has been said.
  [[nodiscard]] std::optional<protocol::ReportUnit>
  report(const store::Status& agent,
         const UnitNotes& local,
         const config::RetryPolicy& policy,
         std::optional<store::Status> workload = {});
  /// @returns what the unit's log is to say, unless it has said so last.
  [[nodiscard]] std::optional<UnitLine> next_line(const store::Status& agent);
  /// Says whether people see the unit idle or executing, and no failed hook: a further hook is no
  /// news then.
  [[nodiscard]] bool is_well() const;

  /// The workload's status, as far as this agent knows it.
  [[nodiscard]] const store::Status& workload() const { return workload_; }
  void set_workload(const store::Status& workload) { workload_ = workload; }

private:
  std::string unit_;
  store::Status workload_;
  std::string logged_agent_;                         ///< What the unit's log says.
  std::string reported_agent_;                       ///< What was said last.
  std::unique_ptr<store::HookError> reported_error_; ///< Null: that there is none, or nothing yet.
  std::string reported_workflow_;
};

/// The agent's status while a hook runs.
[[nodiscard]] store::Status executing(const Hook& hook, store::Milliseconds now);
/// Adds to a status whose debug session that is in.
[[nodiscard]] store::Status debugged_by(store::Status status, const std::string& user);

} // namespace orrery::agents
