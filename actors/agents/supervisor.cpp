#include "actors/agents/supervisor.hpp"

#include "actors/agents/forcer.hpp"
#include "actors/agents/janitor.hpp"
#include "actors/agents/machine_agent.hpp"
#include "actors/agents/provisioner.hpp"
#include "actors/agents/secret_keeper.hpp"
#include "actors/runtime/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <utility>

namespace orrery::agents {

namespace {

/// Calls back with each key that begins so.
void scan_keys(const store::Database& notes,
               const std::string& prefix,
               const std::function<void(std::string_view)>& key) {
  const auto scanned = notes.snapshot()->scan(prefix, [&](std::string_view found, auto) {
    key(found);
    return true;
  });
  if (!scanned)
    throw std::runtime_error(scanned.error().text); // ends the process: nobody supervises this
}

/// Whether the model has that unit or `machine-3`, which hold notes.
bool is_there(const Model& model, std::string_view holder) {
  constexpr std::string_view machine = "machine-";
  if (holder.find('/') != std::string_view::npos || !holder.starts_with(machine))
    return model.find_unit(std::string(holder)).has_value();
  store::MachineId id = 0;
  std::from_chars(holder.data() + machine.size(), holder.data() + holder.size(), id);
  return model.has(rules::machine(id));
}

} // namespace

Supervisor::Supervisor(caf::actor_config& config,
                       const AgentServices& services,
                       const store::Database& model)
  : HostAgent(config, services), model_(model) {
  stop_process_on_exception("the supervisor");
  set_down_handler(
    [this](caf::scheduled_actor*, caf::down_msg& down) { handle_down([&] { child_down(down); }); });
  set_exit_handler([this](caf::scheduled_actor*, caf::exit_msg& message) {
    end_with_agents(std::move(message.reason));
  });
}

caf::behavior Supervisor::make_behavior() {
  forget_leftovers();
  start(
    {"janitor", [this] { return home_system().spawn<Janitor>(services(), std::cref(model_)); }});
  start({"forcer", [this] { return home_system().spawn<Forcer>(services(), std::cref(model_)); }});
  start({"keeper of secrets' times",
         [this] { return home_system().spawn<SecretKeeper>(services(), std::cref(model_)); }});
  start({"provisioner", [this] { return home_system().spawn<Provisioner>(services()); }});
  observe(rules::model());
  return {on(&Supervisor::answered), on(&Supervisor::model_seen)};
}

/// A crash came after the holder's own removal and before that of its notes. No agent will read
/// them: a name with a number comes never again (L6).
void Supervisor::forget_leftovers() {
  const Model& model = this->model();
  std::set<std::string, std::less<>> held; // gone from the model, but some holder will recall them
  std::vector<store::Change> leftovers;
  const auto look = [&](std::string_view key, bool of_machine) {
    const std::size_t blank = key.find(' ', 2); // `d HOLDER UNIT`
    const std::string_view holder = key.substr(2, blank - 2);
    if (of_machine == (holder.find('/') != std::string_view::npos))
      return;
    if (!is_there(model, holder) && !held.contains(holder))
      leftovers.push_back({std::string(key), std::nullopt});
    else if (const std::string_view unit = key.substr(blank + 1); !is_there(model, unit))
      held.emplace(unit);
  };
  scan_keys(*of_model().notes, "d ", [&](std::string_view key) { look(key, true); });
  scan_keys(*of_model().notes, "d ", [&](std::string_view key) { look(key, false); });
  scan_keys(*of_model().notes, "l", [&](std::string_view key) {
    const std::string_view unit = key.substr(1, key.find(':') - 1);
    if (!is_there(model, unit) && !held.contains(unit))
      leftovers.push_back({std::string(key), std::nullopt});
  });
  for (const store::Change& note : leftovers)
    if (note.key.starts_with('d') && of_host().unit_recalled)
      of_host().unit_recalled(note.key.substr(note.key.rfind(' ') + 1));
  if (!leftovers.empty())
    note(std::move(leftovers), [] {});
}

/// A look that is answered anew names machines once more whose agents have begun, or have ended
/// with them. No number comes again, and greater ones come later (L6).
void Supervisor::model_seen(const protocol::ModelSeen& seen) {
  const store::MachineId first_new = next_machine_;
  for (const store::MachineId id : seen.machines) {
    if (id < first_new)
      continue;
    next_machine_ = std::max(next_machine_, id + 1);
    start({fmt::format("agent of machine {}", id),
           [this, id] { return home_system().spawn<MachineAgent>(services(), id); }});
  }
}

void Supervisor::start(Child child) {
  child.agent = child.begin();
  monitor(child.agent);
  const caf::actor_addr address = child.agent.address();
  children_.emplace(address, std::move(child));
}

void Supervisor::end_with_agents(caf::error reason) {
  for (const auto& [address, child] : children_)
    send_exit(child.agent, caf::exit_reason::user_shutdown);
  quit(std::move(reason));
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
  if (!child.failures.may_begin_again(now())) {
    runtime::log("supervisor")
      ->critical("it failed again and again and stays down{}",
                 runtime::field("who", child.name) + runtime::field("times", child.failures.count())
                   + runtime::field("why", why) + of_model().log_fields());
    return;
  }
  runtime::log("supervisor")
    ->error("it failed and starts again{}", runtime::field("who", child.name)
                                              + runtime::field("why", why)
                                              + of_model().log_fields());
  start(std::move(child));
}

} // namespace orrery::agents
