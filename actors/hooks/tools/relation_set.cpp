#include "actors/hooks/tools/format.hpp"
#include "actors/hooks/tools/pairs.hpp"
#include "actors/hooks/tools/relation.hpp"

namespace orrery::hooks {
namespace {

constexpr std::size_t pending_limit = std::size_t{1} << 20;
constexpr std::size_t bag_limit = std::size_t{1} << 20; ///< With what all hooks have set before.

std::size_t pending_size(const HookState& state) {
  std::size_t size = 0;
  for (const auto& change : state.unit_changes)
    size += store::size_of(change.second);
  for (const auto& change : state.application_changes)
    size += store::size_of(change.second);
  return size;
}

/// The bag after all that this hook has set before, and these settings.
std::size_t size_with(const store::Settings& bag,
                      const store::Settings& pending,
                      const store::Settings& settings) {
  store::Settings after = bag;
  change(after, pending);
  change(after, settings);
  return store::size_of(after);
}

/// Empty if the settings can be taken, else what is wrong with them.
/// @param pending what this hook has set in the bag before.
std::string refusal(const Task& task,
                    const store::Settings& bag,
                    const store::Settings& pending,
                    const store::Settings& settings) {
  if (const std::string text = unwritable(settings); !text.empty())
    return "cannot write relation settings: " + text;
  if (task.flags.on("app") && !task.sight.leader)
    return "cannot write relation settings: " + task.sight.unit + " is not the leader of "
           + task.sight.application;
  // Counts a key that is written again twice: simple, and only ever too careful.
  if (pending_size(task.state) + store::size_of(settings) > pending_limit)
    return "cannot write relation settings: one hook may set at most 1 MiB in all: store large "
           "data elsewhere and set where it is";
  // A change that makes a bag no larger is taken even where an earlier orrery let it grow beyond.
  const std::size_t after = size_with(bag, pending, settings);
  if (after > bag_limit && after > size_with(bag, pending, {}))
    return "cannot write relation settings: those of one unit, or application, would be larger "
           "than 1 MiB in all: remove some, or store large data elsewhere and set where it is";
  return {};
}

ToolOutcome relation_set(Task& task) {
  const auto relation = required_relation(task);
  if (!relation)
    return relation.error();
  const auto settings = given_settings(task);
  if (!settings)
    return settings.error();
  if (settings->empty())
    return done();
  const bool of_application = task.flags.on("app");
  const BagName name{(*relation)->id, of_application ? task.sight.application : task.sight.unit};
  const auto bag = task.state.bags.find(name);
  if (bag == task.state.bags.end())
    return NeedBags{{name}};
  auto& changes = of_application ? task.state.application_changes : task.state.unit_changes;
  const auto pending = changes.find((*relation)->id);
  const std::string text =
    refusal(task, bag->second.value_or(store::Settings{}),
            pending == changes.end() ? store::Settings{} : pending->second, *settings);
  if (!text.empty())
    return failed(text);
  for (const auto& [key, value] : *settings)
    changes[(*relation)->id][key] = value;
  return done();
}

} // namespace

Tool relation_set_tool() {
  return {"relation-set",
          "key=value [key=value ...]",
          "Set relation settings, applied when the hook succeeds. An empty value removes the key.",
          false,
          {relation_flag(),
           {{"app"}, true, "", "Set the settings of the application, not of this unit"},
           {{"file"}, false, "", "A YAML or JSON map of settings, - for standard input"},
           {{"format"}, false, "", "Deprecated, has no effect"}},
          relation_set};
}

} // namespace orrery::hooks
