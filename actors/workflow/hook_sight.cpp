#include "actors/workflow/hook_sight.hpp"

namespace orrery::agents {

namespace {

/// Juju's own: the local unit where it or its application goes, otherwise the one that went away.
std::string departing_unit(const Hook& hook, const UnitSight& remote, const std::string& unit) {
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

/// The relations that are not broken for the unit. A joined hook sees its member already, a
/// departed hook no more.
void show_relations(hooks::HookSight& sight, const HookView& view, const Hook& hook) {
  for (const auto& [id, progress] : view.local.relations) {
    const auto remote = view.remote.relations.find(id);
    if (!progress.broken && remote != view.remote.relations.end())
      sight.relations.emplace(id, relation_sight(id, progress, remote->second.peer));
  }
  if (!sight.relation)
    return;
  // Force may have taken the relation from the model while its hooks are still to run: they have
  // its endpoint and members as noted (H3).
  RelationProgress progress;
  if (const auto noted = view.local.relations.find(hook.relation);
      noted != view.local.relations.end()) {
    progress = noted->second;
  } else {
    progress.endpoint = hook.endpoint;
    progress.remote_application = hook.remote_application;
  }
  const bool is_peer = progress.remote_application == view.acts_for.application;
  const auto own =
    sight.relations.emplace(hook.relation, relation_sight(hook.relation, progress, is_peer)).first;
  if (hook.kind == HookKind::RelationJoined)
    own->second.members.insert(hook.remote_unit);
  if (hook.kind == HookKind::RelationDeparted)
    own->second.members.erase(hook.remote_unit);
}

} // namespace

hooks::HookSight
hook_sight(const HookView& view, const Hook& hook, const protocol::ConfigSeen& config) {
  hooks::HookSight sight;
  sight.unit = view.acts_for.unit;
  sight.application = view.acts_for.application;
  sight.principal = view.acts_for.principal;
  sight.model_name = view.model.name;
  sight.model_uuid = view.model.uuid;
  sight.machine = view.acts_for.machine;
  sight.address = view.acts_for.address;
  sight.hook = hook_name(hook);
  if (hook.relation != 0 || !hook.endpoint.empty())
    sight.relation = hook.relation;
  sight.remote_unit = hook.remote_unit;
  sight.remote_application = hook.remote_application;
  sight.departing_unit = departing_unit(hook, view.remote, view.acts_for.unit);
  sight.leader = view.remote.leader;
  sight.leaving = view.remote.life != store::Life::Alive;
  show_relations(sight, view, hook);
  sight.storage = hook.storage;
  if (is_secret_hook(hook.kind)) {
    const bool tells = hook.kind == HookKind::SecretExpired || hook.kind == HookKind::SecretRemove;
    sight.secret = {hook.secret.id, hook.secret.label,
                    tells ? static_cast<std::uint32_t>(hook.version) : 0};
  }
  const auto behind = view.remote.places_behind.find(hook.storage);
  const bool was_taken = behind != view.remote.places_behind.end(); // by force, as the hook began
  for (const auto& [id, storage] : view.remote.storages)
    if (!was_taken || id != hook.storage)
      sight.storages.push_back({id, storage.location});
  if (was_taken)
    sight.storages.push_back({hook.storage, behind->second});
  for (const auto& [id, relation] : view.remote.relations)
    sight.wanted_relations.push_back(id);
  sight.options = config.charm.options;
  sight.config = config.values;
  for (const store::CharmEndpoint& endpoint : config.charm.endpoints)
    sight.bindings.insert(endpoint.name);
  sight.bindings.insert("juju-info");
  sight.bindings.insert(config.charm.extra_bindings.begin(), config.charm.extra_bindings.end());
  sight.ports = view.ports;
  sight.status = view.workload;
  sight.application_status = config.status;
  sight.leader_settings = config.leader_settings;
  return sight;
}

} // namespace orrery::agents
