#pragma once

#include "actors/rules/dry_model.hpp"
#include "actors/rules/effects.hpp"

#include <functional>
#include <string>
#include <vector>

namespace orrery::foretell {

/// One transaction of the future: which command, and what it changes.
struct DryStep {
  std::string command; ///< As protocol::name_of says it.
  std::vector<rules::Effect> effects;
  bool operator==(const DryStep&) const = default;
};

/// Something that would not get on by itself.
struct DryWait {
  rules::Who who;
  std::string name; ///< As Effect::name.
  std::string why;
  auto operator<=>(const DryWait&) const = default;
};

/// One command of those that were tried.
struct DryCommand {
  std::string command;
  protocol::Answer answer;
  std::vector<rules::Effect> effects; ///< At once, in its own transaction.
};

/// The foretold outcome of a command.
struct DryOutcome {
  std::vector<DryCommand> commands;
  std::vector<DryStep> then;  ///< What the agents would do after it, in a possible order.
  std::vector<DryWait> waits; ///< What would stay behind, or go late, and what for.
  bool complete = true;       ///< False if the future was too long to be told to its end.
};

/// Asked now and then by what takes long.
using GaveUp = std::function<bool()>;
inline bool nobody_gives_up() {
  return false;
}

/// Tries commands on a model and then lets the agents do what they would do, as if every hook and
/// every provider succeeded from now on. What would happen without the commands is left out.
class DryRun {
public:
  DryRun(store::Contents contents, store::Milliseconds now);

  protocol::Answer run(const protocol::Command& command);
  /// The records after the commands.
  [[nodiscard]] const store::Contents& contents() const { return model_.contents(); }
  [[nodiscard]] std::size_t commands() const { return outcome_.commands.size(); }
  /// Lets both futures come to rest, and tells their difference; the last thing that is asked.
  /// @param gave_up says now and then that nobody waits for it any more: it is not complete then
  [[nodiscard]] DryOutcome settle(const GaveUp& gave_up = nobody_gives_up);

private:
  rules::DryModel without_; ///< The commands.
  rules::DryModel model_;
  DryOutcome outcome_;
};

/// Commands that agents gave until nothing was left to do.
struct Settled {
  std::vector<DryStep> steps; ///< Those that change something that people see.
  bool complete = true;       ///< False where a bound was reached first, or somebody gave up.
};
[[nodiscard]] Settled let_settle(rules::DryModel& model, const GaveUp& gave_up = nobody_gives_up);
/// Lists what has not gone, or waits to enter a relation, once a model has settled.
[[nodiscard]] std::vector<DryWait> waits_in(const rules::DryModel& settled);

/// Users' tasks that have not ended, as they are before agents work, each with whom it keeps.
class OpenTasksBefore {
public:
  explicit OpenTasksBefore(const rules::DryModel& model);
  /// Lists the tasks for which something waits that goes until the model has settled: their unit or
  /// machine, or a relation that the unit leaves. Foretelling lets them end.
  [[nodiscard]] std::vector<DryWait> waits_in(const rules::DryModel& settled) const;

private:
  struct Kept {
    rules::Who who;
    std::string name; ///< As Effect::name.
    std::string why;
    bool runs = false;
    std::vector<store::RelationId> scopes; ///< Of a unit whose task runs.
  };
  std::vector<Kept> kept_;
};

} // namespace orrery::foretell
