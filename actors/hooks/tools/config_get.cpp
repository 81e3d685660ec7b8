#include "actors/hooks/tools/format.hpp"
#include "actors/hooks/tools/tool.hpp"

namespace orrery::hooks {
namespace {

using config::Data;

Data typed(store::OptionType type, const std::string& text) {
  switch (type) {
  case store::OptionType::Boolean:
    return text == "true";
  case store::OptionType::Int:
  case store::OptionType::Float:
    return Data::number(text);
  case store::OptionType::String:
  case store::OptionType::Secret:
    return text;
  }
  return {};
}

/// Returns what the user set, else the default, else null.
Data setting(const HookSight& sight, const std::string& name, const store::CharmOption& option) {
  const auto set = sight.config.find(name);
  if (set != sight.config.end())
    return typed(option.type, set->second);
  return option.has_default ? typed(option.type, option.default_value) : Data();
}

Data all_settings(const HookSight& sight, bool with_nulls) {
  Data settings = Data::map();
  for (const auto& [name, option] : sight.options) {
    Data value = setting(sight, name, option);
    if (with_nulls || !value.is_null())
      settings.add(name, std::move(value));
  }
  return settings;
}

ToolOutcome config_get(Task& task) {
  const std::string key = task.flags.positional.empty() ? "" : task.flags.positional.front();
  const bool all = task.flags.on("a");
  if (all && !key.empty())
    return misused("cannot use argument --all together with key " + in_quotes(key));
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return extra;
  if (key.empty())
    return printed(task, all_settings(task.sight, all));
  const auto option = task.sight.options.find(key);
  if (option == task.sight.options.end())
    return printed(task, Data());
  return printed(task, setting(task.sight, key, option->second));
}

} // namespace

Tool config_get_tool() {
  return {"config-get",
          "[KEY]",
          "Print the application's configuration: what has a value or a default, or one key.",
          true,
          {{{"a", "all"}, true, "", "Print all keys, those without a value as null"}},
          config_get};
}

} // namespace orrery::hooks
