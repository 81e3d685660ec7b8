#pragma once

#include "actors/rules/dry_model.hpp"
#include "actors/rules/effects.hpp"

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
  std::vector<DryWait> waits; ///< What would stay behind, and what for.
  bool complete = true;       ///< False if the future was too long to be told to its end.
};

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
  [[nodiscard]] DryOutcome settle();

private:
  rules::DryModel without_; ///< The commands.
  rules::DryModel model_;
  DryOutcome outcome_;
};

/// Commands that agents gave until nothing was left to do.
struct Settled {
  std::vector<DryStep> steps; ///< Those that change something that people see.
  bool complete = true;       ///< False where a bound was reached first.
};
[[nodiscard]] Settled let_settle(rules::DryModel& model);
/// Lists what has not gone, or waits to enter a relation, once a model has settled.
[[nodiscard]] std::vector<DryWait> waits_in(const rules::DryModel& settled);

} // namespace orrery::foretell
