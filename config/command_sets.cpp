#include "config/command_sets.hpp"

#include <algorithm>

namespace orrery::config {

namespace {

constexpr std::string_view disabled_prefix = "disabled-commands-";

} // namespace

std::string_view to_string(CommandSet set) {
  switch (set) {
  case CommandSet::DestroyModel:
    return "destroy-model";
  case CommandSet::RemoveObject:
    return "remove-object";
  case CommandSet::All:
    return "all";
  }
  return "all";
}

std::optional<CommandSet> command_set_named(std::string_view name) {
  const auto* const found = std::find_if(command_sets.begin(), command_sets.end(),
                                         [&](CommandSet set) { return to_string(set) == name; });
  return found == command_sets.end() ? std::nullopt : std::optional{*found};
}

std::string disabled_key(CommandSet set) {
  return std::string{disabled_prefix} + std::string{to_string(set)};
}

bool is_disabled_key(std::string_view key) {
  return key.starts_with(disabled_prefix);
}

std::optional<CommandSet> disabled_by(const std::map<std::string, std::string>& values,
                                      CommandSet used) {
  const auto* const found =
    std::find_if(command_sets.begin(), command_sets.end(),
                 [&](CommandSet set) { return set >= used && values.contains(disabled_key(set)); });
  return found == command_sets.end() ? std::nullopt : std::optional{*found};
}

} // namespace orrery::config
