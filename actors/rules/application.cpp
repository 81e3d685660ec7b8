#include "actors/rules/application.hpp"

#include "actors/rules/application_settings.hpp"
#include "actors/rules/force.hpp"
#include "actors/rules/new_units.hpp"
#include "actors/rules/refresh.hpp"
#include "actors/rules/relating.hpp"
#include "actors/rules/resources.hpp"
#include "actors/rules/secret_hooks.hpp"
#include "actors/rules/step_cases.hpp"
#include "actors/rules/storage_ranges.hpp"
#include "actors/rules/unit_charms.hpp"

#include <fmt/format.h>

namespace orrery::rules {

namespace {

using store::Life;

/// Changes the application's secrets and its units' own, for a hook that has succeeded.
Decision change_secrets(const ApplicationState& application,
                        const ChangeSecrets& changed,
                        const Context& context) {
  if (changed.as_leader)
    if (Decision leads = assert_leader(application, changed.unit);
        leads.verdict != Verdict::Proceed)
      return leads;
  return change_secrets(application.secrets,
                        {application.record.name, changed.unit,
                         application.record.leader == changed.unit,
                         application.record.life == Life::Alive},
                        changed.changes, context);
}

/// A hook that adds storage may change secrets, too.
Decision grow_with_secrets(const ApplicationState& application,
                           const GrowStorage& more,
                           const Context& context) {
  Decision grown = grow_storage(application, more);
  if (more.secrets.empty() || grown.verdict != Verdict::Proceed)
    return grown;
  Decision changed = change_secrets(
    application, ChangeSecrets{more.unit, !more.leader.empty(), more.secrets}, context);
  if (changed.verdict == Verdict::Refuse)
    return changed;
  for (Write& write : changed.writes)
    grown.writes.push_back(std::move(write));
  for (Visit& visit : changed.visits)
    grown.visits.push_back(std::move(visit));
  return grown;
}

/// A6: record and settings go in this transaction, and the name is free again.
Decision remove(const ApplicationState& application) {
  Decision decision;
  decision.writes.push_back(erase(application.record));
  decision.writes.push_back(erase(application.config));
  if (application.leader_settings.version > 0)
    decision.writes.push_back(erase(application.leader_settings));
  drop_resources(decision, application.resources);
  drop_force(decision, application.force);
  decision.visits.push_back(
    {model(), ForgetApplications{{{application.record.name, application.record.next_unit,
                                   charms_of(application.record)}}}});
  return decision;
}

/// References go (U9, R6, S9), and the application with its last one, whoever's unit it was (A7).
Decision release(const ApplicationState& application, const Release& gone) {
  store::Application after = application.record;
  after.unit_count -= gone.unit.empty() ? 0 : 1;
  after.relation_count -= static_cast<std::uint32_t>(gone.relations.size());
  if (after.life != Life::Alive && after.unit_count == 0 && after.relation_count == 0)
    return remove(application);
  if (!gone.unit.empty() && after.leader == gone.unit)
    after.leader.clear();
  Decision decision;
  if (!gone.unit.empty())
    drop_charm(decision, after, gone.charm);
  decision.writes.push_back(put(std::move(after)));
  return decision;
}

std::vector<store::RelationId> ids(const std::map<store::RelationId, store::Relation>& relations) {
  std::vector<store::RelationId> all;
  for (const auto& [id, relation] : relations)
    all.push_back(id);
  return all;
}

/// A3's route: every relation first, then the application with the set it was read with.
std::vector<Visit> removal_route(const ApplicationState& application,
                                 const protocol::Removal& how) {
  std::vector<Visit> route;
  for (const auto& [id, relation] : application.relations)
    route.push_back({rules::relation(id), RemoveWith{application.record.name, how}});
  route.push_back({rules::application(application.record.name),
                   RemoveWithRelations{ids(application.relations), how}});
  return route;
}

std::uint32_t relations_removed(const Writes& so_far) {
  std::uint32_t removed = 0;
  for (const Write& write : so_far)
    removed += write.deleted && std::holds_alternative<store::Relation>(write.record) ? 1 : 0;
  return removed;
}

/// Decides what is asked beyond Dying: for an application that is Dying already, too.
Decision remove_further(const ApplicationState& application,
                        const protocol::Removal& how,
                        const Context& context,
                        Decision decision) {
  if ((how.skip_failed_hooks && !application.record.skip_failed_hooks)
      || (how.destroy_storage && !application.record.destroy_storage)) {
    if (decision.writes.empty())
      decision.writes.push_back(put(application.record));
    auto& after = std::get<store::Application>(decision.writes.front().record);
    after.skip_failed_hooks |= how.skip_failed_hooks;
    after.destroy_storage |= how.destroy_storage; // ST44
  }
  add_force(decision, application.force,
            force_on(store::EntityKind::Application, 0, application.record.name), how, context);
  return decision.writes.empty() ? nothing() : decision; // L3
}

Decision remove_application(const ApplicationState& application,
                            const RemoveWithRelations& removal,
                            const Context& context) {
  if (application.record.life != Life::Alive)
    return remove_further(application, removal.how, context, proceed());
  if (removal.relations != ids(application.relations))
    return again(removal_route(application, removal.how));
  const std::uint32_t removed = relations_removed(*context.so_far); // A3
  if (application.record.unit_count == 0 && removed == application.record.relation_count)
    return remove(application);                  // A5
  store::Application dying = application.record; // A4
  dying.life = Life::Dying;
  dying.turn = {context.now, context.cause};
  dying.relation_count -= removed;
  Decision decision;
  decision.writes.push_back(put(std::move(dying)));
  return remove_further(application, removal.how, context, std::move(decision));
}

/// B6: other subordinates of a principal are a place for a subordinate, other applications are not.
Decision assert_subordinate(const ApplicationState& application, const AssertSubordinate& asked) {
  if (application.record.subordinate)
    return proceed();
  return refuse(
    protocol::Code::CannotEnterScope,
    fmt::format("unit {} has no place in a container relation with application \"{}\": that "
                "is neither its principal's nor a subordinate",
                asked.unit, application.record.name));
}

Decision carry_out(const ApplicationState& application,
                   const protocol::Command& command,
                   const Context& context) {
  if (const auto* add = std::get_if<protocol::AddUnit>(&command))
    return add_unit(application, *add, context);
  if (const auto* removal = std::get_if<protocol::RemoveApplication>(&command))
    return remove_application(application, RemoveWithRelations{{}, removal->how}, context);
  if (std::holds_alternative<protocol::ForceRemoval>(command))
    return remove_application(application, RemoveWithRelations{{}, at_once()}, context);
  if (const auto* wanted = std::get_if<protocol::RefreshApplication>(&command))
    return refresh(application, RefreshWith{*wanted, {}, {}}, context);
  if (const auto* upload = std::get_if<protocol::AttachResource>(&command))
    return attach_resource(application, *upload, context);
  if (const auto* read = std::get_if<protocol::TrackSecret>(&command))
    return track_secret(application.secrets, *read);
  if (const auto* ended = std::get_if<protocol::EndSecretHook>(&command))
    return end_secret_hook(application.secrets, *ended, context);
  if (std::holds_alternative<protocol::NoteSecretsDue>(command))
    return note_secrets_due(application.secrets, context);
  if (const auto* anew = std::get_if<protocol::ResealSecret>(&command))
    return reseal_secret(application.secrets, *anew);
  return change_settings(application, command);
}

Decision decide_own(const ApplicationState& application, const Step& step, const Context& context) {
  if (application.gone && !std::holds_alternative<ReleaseSecrets>(step))
    return refuse(protocol::Code::NotFound,
                  fmt::format("application \"{}\" not found", application.record.name));
  const Cases cases{
    [](const ReleaseSecrets&) { return proceed(); },
    [](const Witness&) { return proceed(); },
    [&](const Release& references) { return release(application, references); },
    [&](const RemoveWithRelations& removal) {
      return remove_application(application, removal, context);
    },
    [&](const RefreshWith& with) { return refresh(application, with, context); },
    [&](const MoveUnit& move) { return move_unit(application, move); },
    [&](const AddSubordinate& add) { return add_subordinate(application, add, context); },
    [&](const Relate& first) { return relate(application, first); },
    [&](const RelateWith& second) { return relate_with(application, second, context); },
    [&](const AssertSubordinate& place) { return assert_subordinate(application, place); },
    [&](const AssertLeader& leader) { return assert_leader(application, leader.unit); },
    [&](const GrowStorage& more) { return grow_with_secrets(application, more, context); },
    [&](const ShrinkStorage& less) { return shrink_storage(application, less); },
    [&](const DieWith& with) { return die_with_storage(application, with, context); },
    [&](const ChangeSecrets& changed) { return change_secrets(application, changed, context); },
    [&](const protocol::Command& command) { return carry_out(application, command, context); },
  };
  return decide_by<ApplicationSteps>(cases, step);
}

} // namespace

Decision decide(const ApplicationState& application, const Step& step, const Context& context) {
  Decision decision = decide_own(application, step, context);
  settle_secrets(decision, application.secrets, context);
  return decision;
}

namespace {

/// Life and settings concern all agents, counts none, and a new leader those who are told of it.
bool absorb_own(ApplicationState& application, const store::Application& record, bool deleted) {
  application.gone = application.gone || deleted;
  if (deleted)
    return true;
  const bool notable = record.life != application.record.life
                       || record.config_version != application.record.config_version
                       || record.charm != application.record.charm
                       || record.charm_changes != application.record.charm_changes
                       || record.force_units != application.record.force_units
                       || record.skip_failed_hooks != application.record.skip_failed_hooks;
  application.record = record;
  return notable;
}

} // namespace

bool absorb(ApplicationState& application, const Write& write) {
  absorb_force(application.force, store::EntityKind::Application, 0, application.record.name,
               write);
  const std::string& name = application.record.name;
  absorb_secrets(application.secrets, name, write);
  if (const auto* record = std::get_if<store::Application>(&write.record))
    return record->name == name && absorb_own(application, *record, write.deleted);
  if (const auto* charm = std::get_if<store::Charm>(&write.record);
      charm != nullptr && charm->url == application.record.charm
      && application.charm->url != charm->url)
    application.charm = std::make_shared<const store::Charm>(*charm); // of a refresh
  if (const auto* config = std::get_if<store::ApplicationConfig>(&write.record);
      config != nullptr && config->application == name && !write.deleted)
    application.config = *config;
  absorb_resources(application, write);
  if (const auto* settings = std::get_if<store::LeaderSettings>(&write.record);
      settings != nullptr && settings->application == name && !write.deleted) {
    application.leader_settings = *settings;
    return true;
  }
  const auto* relation = std::get_if<store::Relation>(&write.record);
  if (relation == nullptr)
    return false;
  if (write.deleted) {
    application.relations.erase(relation->id); // it tells by itself who has met it
    return false;
  }
  for (const store::RelationEnd& end : relation->ends)
    if (end.application == name && application.relations.emplace(relation->id, *relation).second)
      return true;
  return false;
}

} // namespace orrery::rules
