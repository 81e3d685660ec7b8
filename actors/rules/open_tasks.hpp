#pragma once

#include "actors/rules/decision.hpp"
#include "store/rare.hpp"

#include <map>
#include <string>

/// Tasks that a unit or a machine is to run, as it knows of them.
namespace orrery::rules {

struct OpenTask {
  store::TaskId operation = 0;
  store::TaskStatus status = store::TaskStatus::Pending;
  bool operator==(const OpenTask&) const = default;
};
/// All that have not ended, in the order in which they are run (A18).
using OpenTasks = std::map<store::TaskId, OpenTask>;

/// Takes in a write of one of the receiver's tasks. @returns whether it has changed what is open.
bool absorb_task(store::Rare<OpenTasks>& open, const store::Task& task, bool deleted);

/// The receiver goes: what it has not ended is cancelled with it (A15, A17).
void cancel_with_receiver(Decision& decision,
                          const store::Rare<OpenTasks>& open,
                          const std::string& why);

} // namespace orrery::rules
