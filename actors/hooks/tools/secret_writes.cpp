// secret-add, secret-set and secret-remove: kept aside until the hook succeeds (SE13).
#include "actors/hooks/tools/format.hpp"
#include "actors/hooks/tools/secret_arguments.hpp"

#include <algorithm>

namespace orrery::hooks {
namespace {

bool adds_label(const SecretState& state, const std::string& label) {
  return std::any_of(state.pending.begin(), state.pending.end(), [&](const auto& entry) {
    return entry.second.change.added_for && entry.second.change.label == label;
  });
}

ToolOutcome secret_add(Task& task) {
  auto content = given_content(task, 0);
  if (!content)
    return content.error();
  if (!*content)
    return misused("missing secret value or filename"); // SE15
  PendingSecret added;
  if (const auto taken = take_secret_flags(task, added.change); !taken)
    return taken.error();
  const std::string owner = task.flags.text("owner");
  if (owner != "application" && owner != "unit")
    return misused("secret owner " + in_quotes(owner) + " not valid");
  if (owner == "application" && !task.sight.leader)
    return failed("this unit is not the leader"); // SE9
  if (task.sight.leaving)
    return failed("cannot reserve secret for owner "
                  + in_quotes(owner == "unit" ? task.sight.unit : task.sight.application)
                  + " which is not alive"); // SE15
  if (added.change.label && adds_label(task.state.secrets, *added.change.label))
    return failed("secret with label " + in_quotes(*added.change.label) + " already exists");
  if (task.state.secrets.new_id.empty())
    return NeedSecret{NeedSecret::What::NewId};
  added.change.added_for = owner == "unit" ? task.sight.unit : task.sight.application;
  added.content = std::move(*content);
  forget_files(task);
  const std::string id = task.state.secrets.new_id;
  task.state.secrets.pending[id] = std::move(added);
  ToolDone outcome = done();
  outcome.reply.output = "secret://" + task.sight.model_uuid + "/" + id + "\n"; // SE2
  return outcome;
}

/// Several sets of a hook are one change, and the last content counts (SE18).
ToolOutcome secret_set(Task& task) {
  const auto id = secret_of(task);
  if (!id)
    return id.error();
  auto content = given_content(task, 1);
  if (!content)
    return content.error();
  protocol::SecretChange change;
  if (const auto taken = take_secret_flags(task, change); !taken)
    return taken.error();
  forget_files(task);
  if (!*content && change == protocol::SecretChange{})
    return done();
  PendingSecret& pending = pending_secret(task, *id);
  pending.change.removed = false;
  if (change.label)
    pending.change.label = change.label;
  if (change.description)
    pending.change.description = change.description;
  if (change.rotation)
    pending.change.rotation = change.rotation;
  if (*content) {
    pending.content = std::move(*content);
    pending.change.expires.reset(); // SE18
  }
  if (change.expires)
    pending.change.expires = change.expires;
  return done();
}

ToolOutcome secret_remove(Task& task) {
  const auto id = secret_of(task);
  if (!id)
    return id.error();
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return extra;
  const std::string text = task.flags.text("revision");
  const auto revision = text.empty() ? std::nullopt : store::parse_id(text);
  if (!text.empty() && (!revision || *revision == 0))
    return misused("revision must be a positive integer");
  auto& pending = task.state.secrets.pending;
  const auto present = pending.find(*id);
  const bool is_added = present != pending.end() && present->second.change.added_for;
  if (is_added && revision.value_or(1) != 1)
    return done(); // there is no such revision, and there need not be
  if (is_added) {
    pending.erase(present);
    return done();
  }
  if (revision) {
    pending_secret(task, *id).change.pruned.insert(*revision);
    return done();
  }
  PendingSecret removed;
  removed.change.removed = true;
  pending[*id] = std::move(removed);
  return done();
}

} // namespace

std::vector<Tool> secret_write_tools() {
  std::vector<Flag> adding = secret_flags();
  adding.push_back({{"owner"}, false, "application", "Whose it is: application or unit"});
  return {{"secret-add", "[key[#base64|#file]=value...]", "Add a secret, once the hook succeeds.",
           false, std::move(adding), secret_add},
          {"secret-remove",
           "URI",
           "Remove a secret, once the hook succeeds.",
           false,
           {{{"revision"}, false, "", "Remove this revision only"}},
           secret_remove},
          {"secret-set", "URI [key[#base64|#file]=value...]",
           "Change a secret, once the hook succeeds.", false,
           [] {
             std::vector<Flag> setting = secret_flags();
             setting.push_back({{"owner"}, false, "", "Not used: an owner stays"});
             return setting;
           }(),
           secret_set}};
}

} // namespace orrery::hooks
