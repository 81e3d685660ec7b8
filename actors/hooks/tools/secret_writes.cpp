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
  protocol::SecretChange added;
  if (const auto taken = take_secret_flags(task, added); !taken)
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
  if (added.label && adds_label(task.state.secrets, *added.label))
    return failed("secret with label " + in_quotes(*added.label) + " already exists");
  if (task.state.secrets.new_id.empty())
    return NeedSecret{NeedSecret::What::NewId};
  added.added_for = owner == "unit" ? task.sight.unit : task.sight.application;
  const std::string id = task.state.secrets.new_id;
  ToolDone outcome = keep_pending(task, id, std::move(added), std::move(*content));
  if (outcome.reply.code != 0)
    return outcome;
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
  if (!*content && change == protocol::SecretChange{})
    return done();
  protocol::SecretChange after = changed_so_far(task, *id);
  after.removed = false;
  if (change.label)
    after.label = change.label;
  if (change.description)
    after.description = change.description;
  if (change.rotation)
    after.rotation = change.rotation;
  if (*content)
    after.expires.reset(); // SE18
  if (change.expires)
    after.expires = change.expires;
  return keep_pending(task, *id, std::move(after), std::move(*content));
}

ToolOutcome secret_remove(Task& task) {
  const auto id = secret_of(task);
  if (!id)
    return id.error();
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return extra;
  const std::string text = task.flags.text("revision");
  const std::uint32_t revision = text.empty() ? 0 : store::parse_id(text).value_or(0); // 0: all
  if (!text.empty() && revision == 0)
    return misused("revision must be a positive integer");
  protocol::SecretChange change = changed_so_far(task, *id);
  const bool is_added = change.added_for.has_value();
  if (is_added && revision > 1)
    return done(); // there is no such revision, and there need not be
  if (is_added) {
    drop_pending(task, *id);
    return done();
  }
  if (revision != 0) {
    change.pruned.insert(revision);
    return keep_pending(task, *id, std::move(change));
  }
  change = {};
  change.removed = true;
  return keep_pending(task, *id, std::move(change));
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
