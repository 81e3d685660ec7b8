#include "actors/rules/unit_reports.hpp"

#include "actors/protocol/hook_bounds.hpp"
#include "actors/rules/secrets.hpp"
#include "actors/rules/unexpected.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery::rules {

namespace {

/// A status that says the same is not a change: its `since` stays.
bool take_over(store::Status& status, const std::optional<store::Status>& reported) {
  if (!reported || (status.value == reported->value && status.message == reported->message))
    return false;
  status = *reported;
  return true;
}

template <class T>
bool take_over(T& value, const std::optional<T>& reported) {
  if (!reported || value == *reported)
    return false;
  value = *reported;
  return true;
}

Decision put_status(store::UnitStatus status) {
  Decision decision;
  decision.writes.push_back(put(std::move(status)));
  return decision;
}

Decision
report_status(const UnitState& unit, const protocol::ReportUnit& said, const Context& context) {
  store::UnitStatus status = unit.status.unpack();
  bool changed = take_over(status.workload, said.workload);
  changed |= take_over(status.agent, said.agent);
  changed |= take_over(status.workflow, said.workflow);
  changed |= take_over(status.error, said.error);
  changed |= take_over(status.version, said.version);
  if (!changed)
    return nothing();
  // Whoever says that it is lost has seen it until then. What is said later is said of it, not by
  // it (W6).
  if (status.agent.value != "lost" || unit.status.unpack().agent.value != "lost")
    status.last_seen = context.now;
  return put_status(std::move(status));
}

Decision resolve(const UnitState& unit, const protocol::Resolve& resolved) {
  if (unit.record.life == store::Life::Dead)
    return refuse(protocol::Code::NotAlive,
                  fmt::format("unit {} is Dead: there is nothing to resolve", unit.record.name));
  if (unit.status.unpack().error.hook.empty())
    return refuse(protocol::Code::NotInError,
                  fmt::format("unit \"{}\" is not in an error state: there is nothing to resolve",
                              unit.record.name)); // D1
  if (unit.record.resolved != store::Resolved::None)
    return refuse(
      protocol::Code::AlreadyResolved,
      fmt::format(
        "cannot set resolved mode for unit \"{}\": already resolved: its agent has yet to "
        "act on it",
        unit.record.name));
  store::Unit marked = unit.record;
  marked.resolved = resolved.retry ? store::Resolved::Retry : store::Resolved::NoRetry; // W3
  Decision decision;
  decision.writes.push_back(put(std::move(marked)));
  return decision;
}

Decision clear_resolved(const UnitState& unit) {
  if (unit.record.resolved == store::Resolved::None)
    return nothing();
  store::Unit cleared = unit.record;
  cleared.resolved = store::Resolved::None;
  Decision decision;
  decision.writes.push_back(put(std::move(cleared)));
  return decision;
}

std::vector<store::Port> ports_after(const std::vector<store::Port>& open,
                                     const protocol::FlushHook& flush) {
  std::vector<store::Port> after = open;
  for (const store::Port& port : flush.close)
    std::erase(after, port);
  for (const store::Port& port : flush.open)
    if (std::find(after.begin(), after.end(), port) == after.end())
      after.push_back(port);
  std::sort(after.begin(), after.end());
  return after;
}

/// Writes what the hook leaves for later ones, in place of what there was (CS1).
void keep(Decision& decision, const UnitState& unit, const store::Settings& values) {
  if (!values.empty())
    decision.writes.push_back(put(store::CharmState{unit.record.name, values}));
  else if (unit.keeps)
    decision.writes.push_back(erase(store::CharmState{unit.record.name, {}}));
}

std::size_t bytes_changed(const protocol::SecretChanges& changes) {
  std::size_t size = 0;
  for (const auto& [id, change] : changes)
    size += protocol::size_of(change);
  return size;
}

std::size_t count_removals(const protocol::SecretChanges& changes) {
  return static_cast<std::size_t>(
    std::count_if(changes.begin(), changes.end(),
                  [](const auto& change) { return protocol::only_takes_away(change.second); }));
}

std::uint64_t instances_asked(const std::map<std::string, std::uint32_t>& counts) {
  std::uint64_t sum = 0;
  for (const auto& [name, count] : counts)
    sum += count;
  return sum;
}

/// Says which bound a hook has gone beyond; the tools have refused that already. Empty: none.
std::string beyond_bounds(const UnitState& unit, const protocol::FlushHook& flush) {
  const std::string& name = unit.record.name;
  if (flush.kept && store::size_of(*flush.kept) > protocol::kept_bytes_max)
    return fmt::format("max allowed size ({}) exceeded by what {} would keep with state-set: "
                       "keep large data in files",
                       protocol::kept_bytes_max, name);
  const std::size_t removed = count_removals(flush.secrets);
  if (const std::size_t changed = flush.secrets.size() - removed;
      changed > protocol::changed_secrets_max)
    return fmt::format("one hook may change at most {} secrets: {} has changed {}",
                       protocol::changed_secrets_max, name, changed);
  if (removed > protocol::removed_secrets_max)
    return fmt::format("one hook may remove at most {} secrets: {} has removed {}",
                       protocol::removed_secrets_max, name, removed);
  if (bytes_changed(flush.secrets) > protocol::changed_secrets_bytes_max)
    return fmt::format("one hook may change at most {} bytes of secrets in all, and {} "
                       "has changed more: store large data elsewhere",
                       protocol::changed_secrets_bytes_max, name);
  if (instances_asked(flush.storage) > protocol::added_storage_max)
    return fmt::format("one hook may add at most {} instances of storage in all: {} has asked "
                       "for more",
                       protocol::added_storage_max, name);
  return {};
}

/// Opens and closes ports; no more are open after that than may be, unless there are fewer.
/// @returns why not; empty: done
std::string
change_ports(Decision& decision, const UnitState& unit, const protocol::FlushHook& flush) {
  store::UnitStatus status = unit.status.unpack();
  std::vector<store::Port> ports = ports_after(status.ports, flush);
  if (ports.size() > protocol::open_ports_max && ports.size() > status.ports.size())
    return fmt::format("unit {} would have more than {} ranges open: use a range for many ports",
                       unit.record.name, protocol::open_ports_max);
  std::swap(status.ports, ports);
  if (status.ports != ports)
    decision.writes.push_back(put(std::move(status)));
  return {};
}

/// Applies what a successful hook buffered: the unit's ports and state here, its settings with each
/// relation (H6).
Decision flush_hook(const UnitState& unit, const protocol::FlushHook& flush) {
  if (std::string text = beyond_bounds(unit, flush); !text.empty())
    return refuse(protocol::Code::LimitExceeded, std::move(text));
  Decision decision;
  if (flush.kept)
    keep(decision, unit, *flush.kept);
  if (!flush.open.empty() || !flush.close.empty())
    if (std::string text = change_ports(decision, unit, flush); !text.empty())
      return refuse(protocol::Code::LimitExceeded, std::move(text));
  std::map<store::RelationId, WriteBags> shares;
  const auto share = [&](store::RelationId id) -> WriteBags& {
    return shares
      .try_emplace(id, WriteBags{unit.record.name, unit.record.application, {}, {}, false})
      .first->second;
  };
  for (const auto& [id, settings] : flush.unit_settings)
    if (unit.scopes.contains(id)) // a relation that is gone has no settings left to write
      share(id).unit_settings = settings;
  bool as_leader = false;
  for (const auto& [id, settings] : flush.application_settings)
    if (unit.scopes.contains(id)) {
      share(id).application_settings = settings;
      as_leader = true;
    }
  for (const store::RelationId id : granted_over(flush.secrets)) {
    if (!unit.scopes.contains(id))
      return refuse(protocol::Code::NotAlive, no_scope_to_grant_in(id));
    share(id).grants_secret = true;
  }
  for (auto& [id, bags] : shares)
    decision.visits.push_back({relation(id), std::move(bags)});
  const bool is_alive = unit.record.life == store::Life::Alive;
  if (!flush.storage.empty() && is_alive) // ST32: its attachments would hold a unit that goes
    add_storage_of_hook(decision, unit, flush, as_leader ? unit.record.name : "");
  else if (!flush.secrets.empty())
    decision.visits.push_back({application(unit.record.application),
                               ChangeSecrets{unit.record.name, as_leader, flush.secrets}});
  else if (as_leader)
    decision.visits.push_back(
      {application(unit.record.application), AssertLeader{unit.record.name}});
  return decision;
}

/// Goes on to the secret's owner, whatever the unit's life: what it reads is its own business.
Decision track(const protocol::TrackSecret& read) {
  Decision decision;
  decision.visits.push_back({holder_of_secrets(read.owner), read});
  return decision;
}

/// Has all that the task changes take effect with its end (A25).
Decision finish_task(const UnitState& unit, const protocol::FinishTask& finish) {
  Decision decision = finish.changes ? flush_hook(unit, *finish.changes) : proceed();
  if (decision.verdict == Verdict::Proceed)
    decision.visits.push_back({operation(finish.operation), finish});
  return decision;
}

} // namespace

Decision report(const UnitState& unit, const protocol::Command& command, const Context& context) {
  if (const auto* said = std::get_if<protocol::ReportUnit>(&command))
    return report_status(unit, *said, context);
  if (const auto* resolved = std::get_if<protocol::Resolve>(&command))
    return resolve(unit, *resolved);
  if (std::holds_alternative<protocol::ClearResolved>(command))
    return clear_resolved(unit);
  if (const auto* flush = std::get_if<protocol::FlushHook>(&command))
    return flush_hook(unit, *flush);
  if (const auto* finish = std::get_if<protocol::FinishTask>(&command))
    return finish_task(unit, *finish);
  if (const auto* read = std::get_if<protocol::TrackSecret>(&command))
    return track(*read);
  return unexpected_step(command);
}

} // namespace orrery::rules
