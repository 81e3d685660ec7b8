#include "actors/agents/supervisor.hpp"

#include "actors/agents/forcer.hpp"
#include "actors/agents/janitor.hpp"
#include "actors/agents/machine_agent.hpp"
#include "actors/agents/provisioner.hpp"
#include "actors/runtime/log.hpp"

#include <fmt/format.h>

namespace orrery::agents {

Supervisor::Supervisor(caf::actor_config& config,
                       AgentServices& services,
                       const store::Database& model)
  : Agent(config, services), model_(model) {
  stop_process_on_exception("the supervisor");
  set_down_handler(
    [this](caf::scheduled_actor*, caf::down_msg& down) { handle_down([&] { child_down(down); }); });
}

caf::behavior Supervisor::make_behavior() {
  start({"janitor", [this] { return begin_janitor(); }, 0});
  start({"forcer", [this] { return begin_forcer(); }, 0});
  start(
    {"provisioner", [this] { return home_system().spawn<Provisioner>(std::ref(services())); }, 0});
  observe(rules::model());
  return {on(&Supervisor::answered), on(&Supervisor::model_seen)};
}

caf::actor Supervisor::begin_janitor() {
  const caf::actor janitor = home_system().spawn<Janitor>(std::ref(services()), std::cref(model_));
  services().entities.set_janitor(janitor);
  return janitor;
}

caf::actor Supervisor::begin_forcer() {
  const caf::actor forcer = home_system().spawn<Forcer>(std::ref(services()), std::cref(model_));
  services().entities.set_forcer(forcer);
  return forcer;
}

void Supervisor::model_seen(const protocol::ModelSeen& seen) {
  for (const store::MachineId id : seen.machines)
    start({fmt::format("agent of machine {}", id),
           [this, id] { return home_system().spawn<MachineAgent>(std::ref(services()), id); }, 0});
}

void Supervisor::start(Child child) {
  const caf::actor begun = child.begin();
  monitor(begun);
  children_.emplace(begun.address(), std::move(child));
}

void Supervisor::child_down(const caf::down_msg& down) {
  const auto found = children_.find(down.source);
  if (found == children_.end())
    return;
  Child child = std::move(found->second);
  children_.erase(found);
  if (!down.reason || down.reason == caf::exit_reason::user_shutdown)
    return; // its work is done
  const std::string why = home_system().render(down.reason);
  if (++child.restarts > most_restarts) {
    runtime::log("supervisor")
      ->critical("{} failed {} times and stays down: {}", child.name, child.restarts, why);
    return;
  }
  runtime::log("supervisor")->error("{} failed and starts again: {}", child.name, why);
  start(std::move(child));
}

} // namespace orrery::agents
