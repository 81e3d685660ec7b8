#include "actors/workflow/resting.hpp"

#include "actors/rules/workload_words.hpp"

#include <algorithm>

namespace orrery::agents {

bool may_rest(const UnitNotes& local, const UnitSight& remote, const config::RetryPolicy& policy) {
  if (remote.life != store::Life::Alive || local.operation || is_upgrading(local)
      || !remote.tasks.empty() || local.relations.size() > most_members_at_rest)
    return false;
  const bool in_all = std::all_of(remote.relations.begin(), remote.relations.end(),
                                  [](const auto& entry) { return entry.second.in_scope; });
  std::size_t members = 0;
  for (const auto& [id, progress] : local.relations)
    members += progress.members.size();
  return in_all && members <= most_members_at_rest
         && std::holds_alternative<Idle>(next(local, remote, 0, policy));
}

std::string idle_message(const UnitNotes& local) {
  return local.operation || local.last_end.start_due ? std::string() : local.last_end.what;
}

bool has_said_all(const UnitNotes& local,
                  const store::UnitStatus& status,
                  const config::RetryPolicy& policy) {
  return status.agent.value == "idle" && status.agent.message == idle_message(local)
         && status.workflow == workflow_state(local, policy) && status.error == store::HookError{}
         && !(local.started && rules::is_agents_own_word(status.workload));
}

} // namespace orrery::agents
