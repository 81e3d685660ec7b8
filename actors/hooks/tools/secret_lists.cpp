// secret-ids and secret-info-get: what the caller manages (SE10, SE24).
#include "actors/hooks/tools/format.hpp"
#include "actors/hooks/tools/relation.hpp"
#include "actors/hooks/tools/secret_arguments.hpp"
#include "config/secret_reference.hpp"
#include "config/secret_times.hpp"

#include <set>

namespace orrery::hooks {
namespace {

using config::Data;

ToolOutcome secret_ids(Task& task) {
  if (const ToolDone extra = no_more_than(task, 0); extra.reply.code != 0)
    return extra;
  SecretState& state = task.state.secrets;
  if (!state.managed)
    return NeedSecret{NeedSecret::What::Managed};
  std::set<std::string> ids;
  for (const SecretSight& secret : *state.managed)
    ids.insert(secret.record.id);
  for (const auto& [id, pending] : state.pending)
    if (pending.change.removed)
      ids.erase(id);
    else if (pending.change.added_for)
      ids.insert(id);
  return printed(task, Data::list({ids.begin(), ids.end()}));
}

/// Grants of a secret, as `access` shows them.
Data access_of(const SecretGrants& grants, const Task& task) {
  Data access = Data::list();
  for (const auto& [subject, over] : grants) {
    const bool is_unit = subject.find('/') != std::string::npos;
    const store::RelationId id = over.value_or(0); // a charm's own has a relation
    const auto relation = task.sight.relations.find(id);
    const std::string scope =
      "relation-"
      + (relation == task.sight.relations.end() ? std::to_string(id)
                                                : relation_text(relation->second));
    access.push(Data::map()
                  .add("target", (is_unit ? "unit-" : "application-") + subject)
                  .add("scope", scope)
                  .add("role", "view"));
  }
  return access;
}

/// A secret with what this hook has changed of it so far; its revision counts only what is on disk.
Data info_of(const SecretSight& seen, const std::string& id, const Task& task) {
  const auto changed = task.state.secrets.pending.find(id);
  const PendingSecret* const pending =
    changed == task.state.secrets.pending.end() ? nullptr : &changed->second;
  store::Secret record = seen.record;
  std::int64_t expires = record.revisions.empty() ? 0 : record.revisions.back().expires;
  if (pending != nullptr) {
    const protocol::SecretChange& change = pending->change;
    record.label = change.label.value_or(record.label);
    record.description = change.description.value_or(record.description);
    record.rotation = change.rotation.value_or(record.rotation);
    expires = change.expires.value_or(pending->content ? 0 : expires);
  }
  const std::uint32_t revision = record.revisions.empty() ? 1 : store::latest_revision(record);
  const bool of_unit = record.owner.find('/') != std::string::npos;
  return Data::map()
    .add("revision", revision)
    .add("label", record.label)
    .add("owner", of_unit ? "unit" : "application")
    .add_text("description", record.description)
    .add_text("rotation", record.rotation)
    .add_text("expiry", expires == 0 ? "" : config::secret_time_text(expires))
    .add_text("rotates", record.rotates == 0 ? "" : config::secret_time_text(record.rotates))
    .add_filled("access", access_of(grants_now(task, id), task));
}

ToolOutcome secret_info_get(Task& task) {
  const std::string label = task.flags.text("label");
  const bool has_uri = !task.flags.positional.empty();
  if (!has_uri && label.empty())
    return misused("require either a secret URI or label");
  if (has_uri && !label.empty())
    return misused("specify either a secret URI or label but not both");
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return extra;
  std::string id;
  if (has_uri) {
    const auto given = secret_of(task);
    if (!given)
      return given.error();
    id = *given;
  }
  SecretState& state = task.state.secrets;
  if (!has_uri)
    id = newly_labelled(state, label);
  if (const auto added = state.pending.find(id);
      added != state.pending.end() && added->second.change.added_for) {
    SecretSight fresh;
    fresh.record.owner = *added->second.change.added_for;
    return printed(task, Data::map().add(id, info_of(fresh, id, task)));
  }
  if (const auto need =
        look_for(task, {id.empty() ? NeedSecret::What::ByLabel : NeedSecret::What::ById,
                        id.empty() ? label : id}))
    return *need;
  const auto pending =
    state.found ? state.pending.find(state.found->record.id) : state.pending.end();
  const bool is_there = state.found && state.found->manages
                        && !(pending != state.pending.end() && pending->second.change.removed)
                        && (has_uri || !has_lost_label(state, label));
  if (!is_there)
    return unknown_secret(has_uri ? id : label);
  const std::string& found = state.found->record.id;
  return printed(task, Data::map().add(found, info_of(*state.found, found, task)));
}

} // namespace

std::vector<Tool> secret_list_tools() {
  Tool info;
  info.name = "secret-info-get";
  info.arguments = "[URI]";
  info.purpose = "Print what is known of a secret, without its content.";
  info.prints = true;
  info.flags = {{{"label"}, false, "", "The secret with this label"}};
  info.run = secret_info_get;
  info.has_smart = false;
  return {{"secret-ids", "", "List the secrets that the unit manages.", true, {}, secret_ids},
          std::move(info)};
}

} // namespace orrery::hooks
