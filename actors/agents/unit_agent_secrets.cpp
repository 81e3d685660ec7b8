#include "actors/agents/unit_agent.hpp"

#include <utility>

/// Reads from the store which hooks secrets ask the unit for: when the agent begins, when the
/// keeper of secrets' times says that there is news, and when the unit comes to lead. The model's
/// answers and news are on disk before they are told, so that what is read is never older.
namespace orrery::agents {

/// An agent that has not begun yet looks when it begins.
void UnitAgent::secrets_stirred(const protocol::LookAtSecrets&) {
  if (begun_)
    look_at_secrets();
}

void UnitAgent::look_at_secrets() {
  tell(SecretHooksRead{model().read_secret_hooks(unit(), leads_)});
}

/// Others were told of what a new leader takes over (SE37, SE45).
void UnitAgent::look_at_leader(const protocol::ApplicationSeen& seen) {
  if (seen.application.name != mind_.acts_for().application)
    return;
  const bool led = std::exchange(leads_, seen.application.leader == unit());
  if (leads_ && !led)
    look_at_secrets();
}

} // namespace orrery::agents
