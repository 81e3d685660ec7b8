#include "actors/rules/debugged_names.hpp"

#include "config/hook_names.hpp"

#include <set>

namespace orrery::rules {

namespace {

/// Lists names as Juju does: sorted, in brackets, a blank between two.
std::string in_brackets(const std::set<std::string>& names) {
  std::string text;
  for (const std::string& name : names)
    text += (text.empty() ? "" : " ") + name;
  return "[" + text + "]";
}

std::set<std::string> hooks_of(const store::Charm& charm) {
  std::set<std::string> endpoints;
  for (const store::CharmEndpoint& endpoint : charm.endpoints)
    endpoints.insert(endpoint.name);
  std::set<std::string> storages;
  for (const auto& entry : charm.storage)
    storages.insert(entry.first);
  const std::vector<std::string> names = config::hook_names(endpoints, storages);
  return {names.begin(), names.end()};
}

std::set<std::string> actions_of(const store::Charm& charm) {
  std::set<std::string> names;
  for (const auto& [name, action] : charm.actions)
    names.insert(name);
  return names;
}

} // namespace

std::optional<Refusal> refuse_debugging(const std::string& unit,
                                        const store::Charm& charm,
                                        const std::vector<std::string>& names) {
  const std::set<std::string> hooks = hooks_of(charm);
  const std::set<std::string> actions = actions_of(charm);
  for (const std::string& name : names)
    if (!hooks.contains(name) && !actions.contains(name))
      return Refusal{protocol::Code::NotFound, "unit \"" + unit
                                                 + "\" contains neither hook nor action \"" + name
                                                 + "\", valid actions are " + in_brackets(actions)
                                                 + " and valid hooks are " + in_brackets(hooks)};
  return std::nullopt;
}

} // namespace orrery::rules
