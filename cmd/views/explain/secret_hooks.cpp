#include "cmd/views/explain/secret_hooks.hpp"

#include "actors/workflow/secret_steps.hpp"
#include "cmd/views/explain/found.hpp"
#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/failed_hook.hpp"

#include <map>
#include <set>
#include <utility>

namespace orrery::explain {

namespace {

using store::SecretHook;
using store::SecretHookKind;

template <class Visit>
void each_hook(const store::Contents& contents, const store::Secret& secret, const Visit& visit) {
  for (const auto& [key, hook] : contents.secret_hooks)
    if (hook.secret == secret.id)
      visit(hook);
}

/// Returns the unit that runs the hook; empty: nobody leads.
std::string runner_of(const store::Contents& contents, const SecretHook& hook) {
  if (store::is_of_unit(hook))
    return hook.who;
  const auto* application = find(contents.applications, hook.who);
  return application == nullptr ? "" : application->leader;
}

/// Why a unit whose hook has failed does not run this one.
std::string behind_error(const store::HookError& error,
                         const SecretHook& hook,
                         const std::string& unit,
                         const render::TimeFormat& time) {
  const bool is_own = error.hook == agents::secret_hook_name(hook.kind)
                      && error.remote_unit.starts_with("secret:" + hook.secret);
  std::string text =
    is_own ? "it failed" : "it waits, as " + render::what_failed(error) + " in " + unit;
  if (error.next_at > 0)
    return text + ", tried again at " + time.full(error.next_at);
  return text
         + (render::waits_for_person(error) ? ": orrery resolved " + unit : ", tried again now");
}

std::string
why_not_run(const store::Contents& contents, const SecretHook& hook, const SecretPlace& place) {
  const std::string name = runner_of(contents, hook);
  if (name.empty())
    return "no unit of " + hook.who + " leads: it runs in the one that will";
  const auto* unit = find(contents.units, name);
  if (unit == nullptr)
    return name + " is not there";
  if (unit->life != store::Life::Alive)
    return name + " is being removed and runs no hook of secrets";
  const std::string word = agents::secret_hook_name(hook.kind);
  if (place.has_hook && !place.has_hook(*unit, word))
    return "the charm of " + name + " has no such hook: it stays due until a refresh brings one";
  const auto* status = find(contents.statuses, name);
  if (status != nullptr && !status->error.hook.empty())
    return behind_error(status->error, hook, name, place.time);
  if (status == nullptr || status->agent.value == "allocating")
    return name + " has not started yet";
  if (status->agent.value == "lost")
    return "the agent of " + name + " is lost";
  if (status->agent.value == "executing")
    return name + " is " + render::escaped(status->agent.message)
           + ": hooks run one after the other";
  return name + " runs it next";
}

std::string runs_of(const SecretHook& hook) {
  return agents::secret_hook_name(hook.kind) + " for " + hook.who + " (revision "
         + std::to_string(hook.revision) + ")";
}

} // namespace

std::vector<std::string> asked_units(const store::Contents& contents, const store::Secret& secret) {
  std::set<std::string> units;
  each_hook(contents, secret, [&](const SecretHook& hook) {
    if (std::string unit = runner_of(contents, hook); !hook.who.empty() && !unit.empty())
      units.insert(std::move(unit));
  });
  return {units.begin(), units.end()};
}

std::vector<std::string> hooks_to_come(const store::Contents& contents,
                                       const store::Secret& secret,
                                       const SecretPlace& place) {
  std::vector<std::string> lines;
  if (!secret.told_to.empty())
    lines.push_back("secret-changed now: readers behind " + secret.told_to + " are being told");
  if (secret.owner.empty())
    return lines;
  bool rotates = secret.rotates != 0;
  std::set<std::uint32_t> known;
  std::multimap<store::Milliseconds, std::string> times;
  const auto expired = [&](store::Milliseconds time, std::uint32_t revision) {
    times.emplace(time, "secret-expired of revision " + std::to_string(revision));
  };
  each_hook(contents, secret, [&](const SecretHook& hook) {
    rotates = rotates && hook.kind != SecretHookKind::Rotate;
    if (hook.kind == SecretHookKind::Expired)
      known.insert(hook.revision);
    if (hook.kind == SecretHookKind::Expired && hook.who.empty() && hook.due != 0)
      expired(hook.due, hook.revision);
  });
  for (const store::SecretRevisionSeen& seen : secret.revisions)
    if (seen.expires != 0 && !known.contains(seen.number))
      expired(seen.expires, seen.number);
  if (rotates)
    times.emplace(secret.rotates, "secret-rotate (" + secret.rotation + ")");
  for (const auto& [time, what] : times)
    lines.push_back(what + " at " + place.time.full(time) + ", in "
                    + (secret.owner.find('/') == std::string::npos ? "the leader of " : "")
                    + secret.owner);
  return lines;
}

std::vector<std::string> hooks_not_run(const store::Contents& contents,
                                       const store::Secret& secret,
                                       const SecretPlace& place) {
  std::vector<std::string> lines;
  each_hook(contents, secret, [&](const SecretHook& hook) {
    if (!hook.who.empty())
      lines.push_back(runs_of(hook) + ": " + why_not_run(contents, hook, place));
  });
  return lines;
}

} // namespace orrery::explain
