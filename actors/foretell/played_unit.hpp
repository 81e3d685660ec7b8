#pragma once

#include "actors/rules/states.hpp"
#include "actors/workflow/unit_notes.hpp"

#include <functional>
#include <map>
#include <string>

/// Commands that a unit's agent, and whoever deploys the unit, would give.
namespace orrery::foretell {

/// Runs a command.  @returns whether it changed something
using Attempt = std::function<bool(const protocol::Command&)>;

/// Units whose agents are played on records, each hook a success: by the agents' own ladder
/// (workflow.hpp), so that nothing of it stands twice. What was played stays noted for each unit.
class PlayedUnits {
public:
  /// Plays on for one unit until its agent would wait, or a command changes nothing.
  /// @param states changed by `attempt`
  void play(const rules::States& states, const std::string& name, const Attempt& attempt);

private:
  std::map<std::string, agents::UnitNotes> notes_;
};

} // namespace orrery::foretell
