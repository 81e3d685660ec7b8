#include "actors/workflow/hooks_left.hpp"

#include "actors/rules/ties.hpp"
#include "actors/workflow/workflow.hpp"
#include "config/counted.hpp"

#include <algorithm>

namespace orrery::agents {
namespace {

constexpr std::size_t most_named = 20;

/// The model as it would be if nothing stood in the unit's way: it is Dying, in the scope of every
/// relation that it has not left, and gone for its counterparts.
UnitSight orderly_end(const UnitNotes& local) {
  UnitSight remote;
  remote.life = store::Life::Dying;
  const std::string application = local.unit.substr(0, local.unit.find('/'));
  for (const auto& [id, progress] : local.relations) {
    SeenRelation relation;
    relation.id = id;
    relation.endpoint = progress.endpoint;
    relation.remote_application = progress.remote_application;
    relation.peer = progress.remote_application == application;
    relation.hookless =
      rules::is_hookless(progress.endpoint, store::Role::Provider); // B7: notes tell no role
    relation.in_scope = relation.departing = relation.members_known = true;
    relation.members = progress.members;
    remote.relations.emplace(id, std::move(relation));
  }
  for (const std::string& id : local.storages) {
    remote.storages[id].life = store::Life::Dying;
    remote.storages[id].location = id; // notes do not tell where: any place has it run its hook
  }
  return remote;
}

/// The hook in hand has succeeded, or not; an upgrade has not.
void let_go(UnitNotes& local) {
  if (local.operation && local.operation->step == Step::Done)
    (void)commit(local);
  local.operation.reset();
  local.upgrade.clear();
  local.conflict.clear();
  local.config_follows = false;
}

} // namespace

bool has_hook(const HookNames& names, const Hook& hook) {
  return names.contains("*") || names.contains(hook_name(hook));
}

bool leaves_silently(const HookNames& names) {
  return std::none_of(names.begin(), names.end(), [](const std::string& name) {
    return name == "*" || name.ends_with("-relation-departed")
           || name.ends_with("-relation-broken");
  });
}

/// Played by the agent's own rules, each hook a success: so this order and that of an orderly
/// removal are one.
std::vector<Hook> hooks_left(UnitNotes local, const HookNames& names) {
  let_go(local);
  UnitSight remote = orderly_end(local);
  std::vector<Hook> left;
  for (;;) {
    const Next step = next(local, remote, 0, {});
    if (const auto* queued = std::get_if<QueueHook>(&step)) {
      const Hook hook = queued->hook;
      if (is_teardown(hook.kind) && has_hook(names, hook))
        left.push_back(hook);
      (void)queue(local, hook);
      (void)start(local);
      (void)finish(local);
      (void)commit(local);
    } else if (const auto* leave = std::get_if<Leave>(&step)) {
      remote.relations.at(leave->relation).in_scope = false;
    } else if (const auto* forget = std::get_if<ForgetRelation>(&step)) {
      (void)forget_relation(local, forget->relation);
    } else if (const auto* storage = std::get_if<StorageStep>(&step)) {
      remote.storages.erase(storage->storage);
      if (storage->what == StorageStep::Do::Forget)
        local.storages.erase(storage->storage);
    } else {
      return left; // Dead: nothing else is left to do
    }
  }
}

std::vector<Hook>
hooks_left_in(const UnitNotes& local, store::RelationId relation, const HookNames& names) {
  UnitNotes only;
  only.unit = local.unit;
  only.installed = local.installed;
  only.stopped = only.removed = true;
  if (const auto progress = local.relations.find(relation); progress != local.relations.end())
    only.relations.insert(*progress);
  return hooks_left(std::move(only), names);
}

std::string say_skipped(const std::vector<Hook>& hooks, std::string_view by) {
  std::string text = config::counted(hooks.size(), "hook");
  text.append(" skipped by ").append(by).append(": ");
  const std::size_t named = std::min(hooks.size(), most_named);
  for (std::size_t i = 0; i < named; ++i) {
    text += (i == 0 ? "" : ", ") + hook_name(hooks[i]);
    if (!hooks[i].remote_unit.empty())
      text += " " + hooks[i].remote_unit;
    if (!hooks[i].storage.empty())
      text += " " + hooks[i].storage;
  }
  if (named < hooks.size())
    text += " and " + std::to_string(hooks.size() - named) + " more";
  return text;
}

} // namespace orrery::agents
