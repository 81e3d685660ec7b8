#include "actors/agents/unit_agent.hpp"
#include "actors/runtime/log.hpp"

#include <caf/actor_cast.hpp>
#include <fmt/format.h>

namespace orrery::agents {

bool UnitAgent::has_hook(const Hook& hook) const {
  return agents::has_hook(hook_names_, hook);
}

/// A hook that the charm has not is a success without a process: nothing of it needs to be on disk
/// by itself.
void UnitAgent::queue_hook(const Hook& hook) {
  take(queue(local_, hook));
  if (has_hook(hook))
    return;
  take(start(local_));
  take(finish(local_));
}

void UnitAgent::run_hook() {
  const Hook hook = local_.operation->hook;
  if (!has_hook(hook)) {
    take(start(local_));
    take(finish(local_));
    return step();
  }
  if (!has_slot())
    return;
  take(start(local_));
  report_hook();
  save([this] { read_config(); }); // pending is on disk before anything runs (W4)
}

void UnitAgent::read_config() {
  const caf::actor application =
    services().entities.directory.find(rules::application(options_.application));
  if (!application)
    return; // its unit is gone, too: the observation will say so
  busy_ = true;
  send(application, protocol::ReadConfig{0});
}

/// A hook that waits for its place is still queued: it has not run (W4). What was done before is on disk meanwhile; that this
/// one is queued need not be, for what asks for it is seen again.
bool UnitAgent::has_slot() {
  if (slot_ == Slot::Granted || !services().slots)
    return true;
  if (slot_ == Slot::Wanted)
    return false;
  want_slot();
  const bool has_failed = local_.operation->attempt > 0;
  if (has_failed)
    report_idle(); // that shows meanwhile, too
  if (has_failed || done_unsaved_)
    save([this] { step(); });
  return false;
}

void UnitAgent::want_slot() {
  slot_ = Slot::Wanted;
  running_.emplace(holds(), services().holds, options_.application);
  send(services().slots, protocol::WantSlot{});
}

void UnitAgent::slot_granted(const protocol::SlotGranted&) {
  slot_ = Slot::Granted;
  step();
}

void UnitAgent::free_slot() {
  if (slot_ != Slot::Granted)
    return;
  slot_ = Slot::None;
  running_.reset();
  send(services().slots, protocol::FreeSlot{});
}

void UnitAgent::config_seen(const protocol::ConfigSeen& seen) {
  if (command_began_at_ != 0)
    return start_command(seen);
  if (!local_.operation)
    return;
  running_.emplace(holds(), services().holds, options_.application);
  give_back_place();
  const Hook& hook = local_.operation->hook;
  send(services().hooks, protocol::RunHook{0, sight_of(hook, seen), {}, opening_of(hook)});
}

namespace {

/// Juju's own: the local unit where it or its application goes, otherwise the one that went away.
std::string departing_unit(const Hook& hook, const UnitRemote& remote, const std::string& unit) {
  if (hook.kind != HookKind::RelationDeparted)
    return {};
  const bool leaving =
    remote.life != store::Life::Alive || remote.application_life != store::Life::Alive;
  return leaving ? unit : hook.remote_unit;
}

hooks::RelationSight
relation_sight(store::RelationId id, const RelationProgress& progress, bool peer) {
  hooks::RelationSight sight{id, progress.endpoint, progress.remote_application, peer, {}};
  for (const auto& [member, version] : progress.members)
    sight.members.insert(member);
  return sight;
}

} // namespace

hooks::HookSight UnitAgent::sight_of(const Hook& hook, const protocol::ConfigSeen& seen) const {
  hooks::HookSight sight;
  sight.unit = options_.unit;
  sight.application = options_.application;
  sight.principal = options_.principal;
  sight.model_name = services().model_name;
  sight.model_uuid = services().model_uuid;
  sight.machine = options_.machine;
  sight.address = options_.address;
  sight.hook = hook_name(hook);
  if (hook.relation != 0 || !hook.endpoint.empty())
    sight.relation = hook.relation;
  sight.remote_unit = hook.remote_unit;
  sight.remote_application = hook.remote_application;
  sight.departing_unit = departing_unit(hook, remote_, options_.unit);
  sight.leader = remote_.leader;
  for (const auto& [id, progress] : local_.relations) {
    const auto remote = remote_.relations.find(id);
    if (!progress.broken && remote != remote_.relations.end())
      sight.relations.emplace(id, relation_sight(id, progress, remote->second.peer));
  }
  if (const auto own = sight.relations.find(hook.relation);
      sight.relation && own != sight.relations.end()) {
    if (hook.kind == HookKind::RelationJoined)
      own->second.members.insert(hook.remote_unit);
    if (hook.kind == HookKind::RelationDeparted)
      own->second.members.erase(hook.remote_unit);
  }
  sight.options = seen.charm.options;
  sight.config = seen.values;
  for (const store::CharmEndpoint& endpoint : seen.charm.endpoints)
    sight.endpoints.insert(endpoint.name);
  sight.endpoints.insert("juju-info");
  sight.ports = ports_;
  sight.status = workload_;
  sight.application_status = seen.status;
  sight.leader_settings = seen.leader_settings;
  return sight;
}

void UnitAgent::hook_ended(const protocol::HookEnded& ended) {
  running_.reset();
  free_slot();
  busy_ = false;
  if (ended.state.status)
    workload_ = *ended.state.status;
  if (command_began_at_ != 0)
    return command_ended(ended);
  hook_first_ = false;
  if (ended.end.how == hooks::HookEnd::How::Cancelled) {
    stopping_ = true;
    take(requeue(local_));
    return save([] {});
  }
  if (ended.end.success())
    return flush(ended.state, [this](const std::string& fault) {
      if (!fault.empty())
        return hook_failed(fault);
      if (local_.operation->attempt > 0) // it had failed: what the charm said counts again
        write_unit_log(options_.unit, status_line("workload", workload_.value, workload_.message));
      take(finish(local_));
      step();
    });
  using How = hooks::HookEnd::How;
  std::string why = ended.end.stderr_tail;
  if (ended.end.how == How::TimedOut)
    why += "\nkilled at its deadline";
  else if (ended.end.how == How::Signaled)
    why += fmt::format("\nkilled by signal {}", ended.end.code);
  else if (why.empty())
    why = fmt::format("exit code {}", ended.end.code);
  hook_failed(why);
}

/// What it buffered is applied in one transaction; only then the hook is done (H6).
/// @param then is told why that was refused; empty: it was not.
void UnitAgent::flush(const hooks::HookState& state,
                      std::function<void(const std::string& fault)> then) {
  const protocol::FlushHook flush{options_.unit,
                                  state.unit_changes,
                                  state.application_changes,
                                  {state.opened.begin(), state.opened.end()},
                                  {state.closed.begin(), state.closed.end()}};
  const bool nothing = flush.unit_settings.empty() && flush.application_settings.empty()
                       && flush.open.empty() && flush.close.empty();
  if (nothing)
    return then({});
  act(flush, [this, flush, then = std::move(then)](const protocol::Answer& answer) {
    if (!answer.ok())
      return then(answer.text);
    for (const store::Port& port : flush.close)
      std::erase(ports_, port);
    for (const store::Port& port : flush.open)
      if (std::find(ports_.begin(), ports_.end(), port) == ports_.end())
        ports_.push_back(port);
    then({});
  });
}

void UnitAgent::hook_failed(const std::string& why) {
  const std::string hook = hook_name(local_.operation->hook);
  runtime::log("agent")->warn("hook failed{}",
                              runtime::field("unit", options_.unit) + runtime::field("hook", hook)
                                + runtime::field("try", local_.operation->attempt + 1)
                                + runtime::field("why", why));
  write_unit_log(options_.unit, status_line("workload", "error", "hook failed: \"" + hook + "\""));
  take(fail(local_, why, now(), services().settings.retry));
  step();
}

} // namespace orrery::agents
