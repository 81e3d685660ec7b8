#include "cmd/simulate/world.hpp"

#include <caf/exit_reason.hpp>
#include <caf/send.hpp>

/// Troubles of a simulated world with its disk and its agents.
namespace orrery::simulate {

/// A write that failed stops the process; a person starts it again.
void World::disk_failed(const store::StoreError& error) {
  if (is_dead())
    return;
  if (!process_.owns_disk()) {
    fault_ = error.text;
    return die();
  }
  if (!process_.disk_may_fail())
    findings_.add(error.text);
  crash_after(0);
}

void World::slow_disk(bool model, store::Milliseconds milliseconds) {
  process_.slow_down(model ? journal_ : agents_->model.notebook, milliseconds);
}

void World::slow_agent(const std::string& whose, store::Milliseconds milliseconds) {
  process_.slow_down(agent_of(whose), milliseconds);
}

void World::slow_entity(const rules::Who& who, store::Milliseconds milliseconds) {
  if (const caf::actor entity = services_->directory.find(who))
    process_.slow_down(entity, milliseconds);
}

bool World::fail_agent(const std::string& task) {
  return fail(provider_.last_asker(task));
}

bool World::fail_agent_of(const std::string& whose) {
  return fail(agent_of(whose));
}

bool World::fail(const caf::actor& agent) {
  if (agent)
    caf::anon_send_exit(agent,
                        caf::exit_reason::kill); // others it would handle, and end in good order
  return static_cast<bool>(agent);
}

} // namespace orrery::simulate
