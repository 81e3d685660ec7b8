#include "cmd/simulate/force_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace orrery::simulate {

namespace {

/// Longer than any single hindrance of a simulation, shorter than the --max-wait that is the
/// default.
constexpr store::Milliseconds moment = 50'000;
/// Until the forcer of a process that has begun meets a wish: time may pass while messages wait.
constexpr store::Milliseconds moment_of_start = 4 * moment;
/// Tasks of the provider that fail are tried again after ever longer pauses.
constexpr store::Milliseconds moment_of_provider = 600'000;

template <class Map, class Key>
bool is_going(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found != map.end() && found->second.life != store::Life::Alive;
}

/// False of what is gone already, and of another by the same name.
bool is_going(const store::Contents& contents, store::EntityKind kind, const std::string& name) {
  switch (kind) {
  case store::EntityKind::Unit:
    return is_going(contents.units, name);
  case store::EntityKind::Application:
    return is_going(contents.applications, name);
  case store::EntityKind::Relation:
    return is_going(contents.relations, static_cast<store::RelationId>(std::stoul(name)));
  case store::EntityKind::Machine:
    return is_going(contents.machines, static_cast<store::MachineId>(std::stoul(name)));
  }
  return false;
}

} // namespace

std::optional<ForceTime::Forced> ForceTime::forced_by(const protocol::Command& command) {
  using store::EntityKind;
  const auto forced = [](EntityKind kind, std::string name,
                         const protocol::Removal& how) -> std::optional<Forced> {
    if (!how.force)
      return std::nullopt;
    return Forced{{kind, std::move(name)}, how.max_wait};
  };
  if (const auto* unit = std::get_if<protocol::RemoveUnit>(&command))
    return forced(EntityKind::Unit, unit->unit, unit->how);
  if (const auto* application = std::get_if<protocol::RemoveApplication>(&command))
    return forced(EntityKind::Application, application->application, application->how);
  if (const auto* relation = std::get_if<protocol::RemoveRelation>(&command))
    return forced(EntityKind::Relation, std::to_string(relation->relation), relation->how);
  if (const auto* machine = std::get_if<protocol::RemoveMachine>(&command))
    return forced(EntityKind::Machine, std::to_string(machine->machine), machine->how);
  return std::nullopt;
}

void ForceTime::asked(std::uint64_t ticket, const protocol::Command& command) {
  if (auto forced = forced_by(command))
    asked_.emplace(ticket, std::move(*forced));
}

void ForceTime::answered(const protocol::Answer& answer,
                         const store::Contents& contents,
                         store::Milliseconds now) {
  const auto asked = asked_.extract(answer.ticket);
  if (!asked || answer.verdict != protocol::Verdict::Done)
    return;
  if (const auto& [kind, name] = asked.mapped().entity; !is_going(contents, kind, name))
    return;
  const store::Milliseconds max_wait = asked.mapped().max_wait;
  const store::Milliseconds waited = now + max_wait;
  const auto [found, first] =
    due_.try_emplace(asked.mapped().entity, Due{max_wait, waited, waited + moment});
  if (first)
    return;
  found->second.waited = std::min(found->second.waited, waited);
  found->second.by = std::max(now, found->second.waited) + moment;
}

void ForceTime::struck(Trouble trouble, store::Milliseconds now) {
  if (trouble == Trouble::Machine || trouble == Trouble::Hook)
    return;
  const auto more = trouble == Trouble::Provider ? moment_of_provider : moment;
  for (auto& [entity, due] : due_)
    due.by = std::max(due.by, std::max(now, due.waited) + more);
}

void ForceTime::clock_jumped(store::Milliseconds now, store::Milliseconds by) {
  for (auto& [entity, due] : due_) {
    due.waited = by > 0 ? std::min(due.waited, std::max(now, due.waited - by))
                        : std::min(due.waited - by, now + moment_of_start + due.max_wait);
    due.by = std::max(now, due.waited) + moment;
  }
}

void ForceTime::applied(const Applied& transaction, store::Milliseconds now) {
  for (const LifeChange& change : transaction.lives) {
    const auto found = due_.find({change.kind, change.name});
    if (found == due_.end() || change.to != rules::Stage::Removed)
      continue;
    if (resting_ && now > found->second.by)
      findings_.add(fmt::format("F5: {} was forced, and goes {} s after its --max-wait",
                                name_of(change), (now - found->second.waited) / 1000));
    due_.erase(found);
  }
}

void ForceTime::rest_begins(store::Milliseconds now) {
  resting_ = true;
  for (auto& [entity, due] : due_)
    due.by = std::max(now, due.waited) + moment;
}

void ForceTime::rest_ends() {
  resting_ = false;
  for (const auto& [entity, due] : due_)
    findings_.add(fmt::format("F5: all rests, and {} was forced and is still there",
                              name_of({entity.first, entity.second, {}, {}})));
  due_.clear();
}

} // namespace orrery::simulate
