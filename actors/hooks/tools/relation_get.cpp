#include "actors/hooks/tools/format.hpp"
#include "actors/hooks/tools/pairs.hpp"
#include "actors/hooks/tools/relation.hpp"

namespace orrery::hooks {
namespace {

/// Owner of the settings that are asked for.
struct Owner {
  std::string name;
  bool application = false;
};

tl::expected<Owner, ToolDone> named_owner(const Task& task, const std::string& name) {
  const bool unit = store::is_unit_name(name);
  if (!unit && !store::is_application_name(name))
    return tl::unexpected(misused("invalid unit or application name " + in_quotes(name)));
  if (task.flags.on("app"))
    return Owner{std::string(store::application_of(name)), true};
  if (!unit)
    return tl::unexpected(failed("expected unit name, got application name " + in_quotes(name)
                                 + ": use --app to read an application's settings"));
  return Owner{name, false};
}

/// The named one, else the hook's remote unit, else its remote application.
tl::expected<Owner, ToolDone> chosen_owner(const Task& task) {
  if (task.flags.positional.size() > 1)
    return named_owner(task, task.flags.positional[1]);
  if (!task.flags.on("app") && !task.sight.remote_unit.empty())
    return Owner{task.sight.remote_unit, false};
  if (!task.sight.remote_application.empty())
    return Owner{task.sight.remote_application, true};
  return tl::unexpected(misused("no unit or application specified"));
}

/// A unit reads its own bag and those of the other side; its application's bag is its leader's, or
/// every peer's. That is so in each hook, for a member that goes, too (H7).
bool may_read(const HookSight& sight, const RelationSight& relation, const Owner& owner) {
  if (owner.name == sight.unit)
    return true;
  if (owner.application && owner.name == sight.application && sight.leader)
    return true;
  return store::application_of(owner.name) == relation.remote_application;
}

/// Shows in the hook's own bags what it has set and not yet applied (H6).
void overlay(store::Settings& settings,
             const std::map<store::RelationId, store::Settings>& changes,
             store::RelationId relation) {
  if (const auto found = changes.find(relation); found != changes.end())
    change(settings, found->second);
}

/// Settings of an owner whose bag has been fetched.
tl::expected<store::Settings, ToolDone> settings_of(const Task& task,
                                                    const RelationSight& relation,
                                                    const Owner& owner,
                                                    const std::optional<store::Settings>& bag) {
  const bool own_unit = !owner.application && owner.name == task.sight.unit;
  if (!bag && !owner.application && !own_unit)
    return tl::unexpected(
      failed("cannot read settings for unit " + in_quotes(owner.name) + " in relation "
             + in_quotes(relation_text(relation))
             + ": settings not found, it has never entered this unit's scope of it"));
  store::Settings settings = bag.value_or(store::Settings{});
  if (own_unit)
    overlay(settings, task.state.unit_changes, relation.id);
  if (owner.application && owner.name == task.sight.application && task.sight.leader)
    overlay(settings, task.state.application_changes, relation.id);
  return settings;
}

config::Data answer(const Task& task, const store::Settings& settings) {
  const std::string key = task.flags.positional.empty() ? "-" : task.flags.positional.front();
  if (key == "-" || key.empty())
    return config::Data::map(settings);
  const auto found = settings.find(key);
  return found == settings.end() ? config::Data() : found->second;
}

ToolOutcome relation_get(Task& task) {
  const auto relation = required_relation(task);
  if (!relation)
    return relation.error();
  const auto owner = chosen_owner(task);
  if (!owner)
    return owner.error();
  if (const ToolDone extra = no_more_than(task, 2); extra.reply.code != 0)
    return extra;
  if (!may_read(task.sight, **relation, *owner))
    return failed("permission denied: settings of " + in_quotes(owner->name) + " in relation "
                  + in_quotes(relation_text(**relation)) + " are not for " + task.sight.unit);
  const BagName name{(*relation)->id, owner->name};
  const auto bag = task.state.bags.find(name);
  if (bag == task.state.bags.end())
    return NeedBags{{name}};
  const auto settings = settings_of(task, **relation, *owner, bag->second);
  if (!settings)
    return settings.error();
  return printed(task, answer(task, *settings));
}

} // namespace

Tool relation_get_tool() {
  return {
    "relation-get",
    "[KEY|-] [UNIT|APPLICATION]",
    "Get relation settings: of the hook's remote unit, or of the one that is named.",
    true,
    {relation_flag(), {{"app"}, true, "", "Get the settings of the application, not of one unit"}},
    relation_get};
}

} // namespace orrery::hooks
