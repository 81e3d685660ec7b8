// secret-grant and secret-revoke: kept aside until the hook succeeds (SE25, SE26).
#include "actors/hooks/tools/format.hpp"
#include "actors/hooks/tools/relation.hpp"
#include "actors/hooks/tools/secret_arguments.hpp"

namespace orrery::hooks {
namespace {

bool is_added_now(const Task& task, const std::string& id) {
  const auto& pending = task.state.secrets.pending;
  const auto found = pending.find(id);
  return found != pending.end() && found->second.change.added_for;
}

/// Whether units of the application have grants of their own over the relation.
bool has_unit_grant(const SecretGrants& grants,
                    const std::string& application,
                    std::uint32_t relation) {
  for (const auto& [subject, over] : grants)
    if (subject != application && over == relation && store::application_of(subject) == application)
      return true;
  return false;
}

ToolOutcome secret_grant(Task& task) {
  const auto id = secret_of(task);
  if (!id)
    return id.error();
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return extra;
  const auto relation = required_relation(task);
  if (!relation)
    return relation.error();
  const std::string application = (*relation)->remote_application;
  const std::string unit = task.flags.text("unit");
  if (!unit.empty() && store::application_of(unit) != application)
    return failed("cannot specify unit " + in_quotes(unit) + " in relation to application "
                  + in_quotes(application));
  if (!is_added_now(task, *id)) {
    if (const auto need = look_for(task, {NeedSecret::What::ById, *id}))
      return *need;
    if (!task.state.secrets.found || !task.state.secrets.found->manages)
      return unknown_secret(*id);
  }
  const SecretGrants grants = grants_now(task, *id);
  const std::optional<std::uint32_t> over = (*relation)->id;
  const std::string subject = unit.empty() ? application : unit;
  if (const auto held = grants.find(application);
      held != grants.end() && (unit.empty() || held->second == over)) {
    if (held->second != over)
      return failed("cannot change secret permission scope"); // SE32
    return done();
  }
  if (const auto held = grants.find(subject); held != grants.end() && held->second == over)
    return done();
  if (unit.empty() && has_unit_grant(grants, application, *over))
    return failed("any unit level grants need to be revoked before granting access to the "
                  "corresponding application");
  protocol::SecretChange change = changed_so_far(task, *id);
  change.grants[subject] = over;
  return keep_pending(task, *id, std::move(change));
}

/// Takes back what that subject holds. Who can read on by another grant is said.
ToolOutcome secret_revoke(Task& task) {
  const auto id = secret_of(task);
  if (!id)
    return id.error();
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return extra;
  const std::string application = task.flags.text("app");
  const std::string unit = task.flags.text("unit");
  std::string subject = unit.empty() ? application : unit;
  if (!application.empty() && !unit.empty())
    return misused("specify only one of application or unit");
  if (subject.empty()) {
    const auto relation = chosen_relation(task);
    if (!relation)
      return relation.error();
    if (*relation == nullptr)
      return misused("missing relation or application or unit");
    subject = (*relation)->remote_application;
  }
  if (!is_added_now(task, *id))
    if (const auto need = look_for(task, {NeedSecret::What::ById, *id}))
      return *need;
  const SecretGrants grants = grants_now(task, *id);
  protocol::SecretChange change = changed_so_far(task, *id);
  change.grants.erase(subject);
  change.revoked.insert(subject);
  ToolDone outcome = keep_pending(task, *id, std::move(change));
  if (outcome.reply.code != 0)
    return outcome;
  const std::string holder(store::application_of(subject));
  if (holder != subject && grants.contains(holder))
    outcome.reply.error = "WARNING " + subject + " can still read the secret: application "
                          + in_quotes(holder) + " has it granted: revoke that\n";
  return outcome;
}

} // namespace

std::vector<Tool> secret_grant_tools() {
  return {{"secret-grant",
           "URI",
           "Let a related application or unit read a secret, once the hook succeeds.",
           false,
           {relation_flag(), {{"unit"}, false, "", "This unit only"}},
           secret_grant},
          {"secret-revoke",
           "URI",
           "Take back what secret-grant has given, once the hook succeeds.",
           false,
           {relation_flag(),
            {{"app", "application"}, false, "", "This application's grant"},
            {{"unit"}, false, "", "This unit's grant"}},
           secret_revoke}};
}

} // namespace orrery::hooks
