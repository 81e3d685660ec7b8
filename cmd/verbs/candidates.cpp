#include "cmd/verbs/candidates.hpp"

#include "cmd/conditions/facts.hpp"
#include "cmd/verbs/keywords.hpp"
#include "cmd/verbs/verbs.hpp"
#include "config/constraints.hpp"
#include "config/model_keys.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

using Names = std::vector<std::string>;

template <class Map>
Names keys_of(const Map& map) {
  Names names;
  for (const auto& entry : map) {
    if constexpr (std::is_same_v<typename Map::key_type, std::string>)
      names.push_back(entry.first);
    else
      names.push_back(std::to_string(entry.first));
  }
  return names;
}

void append(Names& names, Names more) {
  std::move(more.begin(), more.end(), std::back_inserter(names));
}

const store::Charm* charm_of(const store::Contents& contents, const std::string& application) {
  const auto found = contents.applications.find(application);
  if (found == contents.applications.end())
    return nullptr;
  const auto charm = contents.charms.find(found->second.charm);
  return charm == contents.charms.end() ? nullptr : &charm->second;
}

Names options(const Place& place) {
  const auto* charm =
    place.operands.empty() ? nullptr : charm_of(place.contents, place.operands.front());
  return charm == nullptr ? Names{} : keys_of(charm->options);
}

/// Actions of the application named before, or of the unit's.
Names actions(const Place& place) {
  if (place.operands.empty())
    return {};
  const auto application = store::application_of(place.operands.front());
  const auto* charm = charm_of(place.contents, std::string{application});
  return charm == nullptr ? Names{} : keys_of(charm->actions);
}

/// `app:endpoint`, once the application is there; before that its name.
Names endpoints(const Place& place) {
  const auto application = place.begun.substr(0, place.begun.find(':'));
  const auto* charm = charm_of(place.contents, application);
  if (charm == nullptr)
    return keys_of(place.contents.applications);
  Names names;
  if (place.begun == application)
    for (const auto& name : keys_of(place.contents.applications))
      if (name.starts_with(application) && name != application)
        names.push_back(name);
  for (const auto& endpoint : charm->endpoints)
    names.push_back(application + ":" + endpoint.name);
  names.push_back(application + ":juju-info");
  return names;
}

Names of_kind(store::EntityKind kind, const store::Contents& contents) {
  switch (kind) {
  case store::EntityKind::Unit:
    return keys_of(contents.units);
  case store::EntityKind::Application:
    return keys_of(contents.applications);
  case store::EntityKind::Machine:
    return keys_of(contents.machines);
  case store::EntityKind::Relation:
    return keys_of(contents.relations);
  }
  return {};
}

/// Demands on facts of a kind, behind what stands before the fact: `status=`; of those with few
/// values each.
Names demands(store::EntityKind kind, const std::string& before) {
  Names words;
  for (const auto& fact : console::fact_names(kind)) {
    if (fact == "life")
      for (const char* life : {"alive", "dying", "dead"})
        words.push_back(before + "life=" + life);
    else
      words.push_back(before + fact + "=");
  }
  if (kind == store::EntityKind::Unit || kind == store::EntityKind::Application)
    for (const char* status : {"active", "blocked", "error", "maintenance", "waiting"})
      words.push_back(before + "status=" + status);
  return words;
}

/// `unit[status=`, `unit.error`, once the kind and a bracket or a point are there.
Names facts_of_selector(const Place& place) {
  const auto mark = place.begun.find_first_of("[.");
  const auto kind = console::parse_kind(place.begun.substr(0, mark));
  if (!kind || mark == std::string::npos)
    return {};
  const auto before = place.begun.substr(0, mark + 1);
  if (place.begun[mark] == '[')
    return demands(*kind, before);
  Names words;
  for (const auto& fact : console::fact_names(*kind))
    words.push_back(before + fact);
  return words;
}

/// The name that belongs to a kind, a demand on what has that name, or a word that a condition is
/// made of.
Names condition(const Place& place) {
  if (const auto kind = console::parse_kind(place.previous))
    return of_kind(*kind, place.contents);
  // Behind a name: what stands two words before it, or further where demands come between.
  auto from = place.operands.size();
  while (from > 0 && place.operands[from - 1].find_first_of("=<>") != std::string::npos)
    --from;
  if (from >= 2)
    if (const auto kind = console::parse_kind(place.operands[from - 2])) {
      auto words = demands(*kind, "");
      words.insert(words.end(), {"gone", "unless"});
      return words;
    }
  if (auto facts = facts_of_selector(place); !facts.empty())
    return facts;
  return {"all", "any", "app", "count", "gone", "machine", "none", "relation", "unit", "unless"};
}

Names everything(const store::Contents& contents) {
  auto names = keys_of(contents.applications);
  append(names, keys_of(contents.units));
  append(names, keys_of(contents.machines));
  return names;
}

/// Without verbs that are not there yet.
Names usable_commands() {
  auto names = console::command_names();
  std::erase_if(names, [](const std::string& name) {
    const auto* verb = find_verb(name);
    return verb != nullptr && verb->later;
  });
  return names;
}

Names cut_at_bars(std::string_view text) {
  Names words;
  while (true) {
    const auto bar = text.find('|');
    words.emplace_back(text.substr(0, bar));
    if (bar == std::string_view::npos)
      return words;
    text.remove_prefix(bar + 1);
  }
}

Names model_keys() {
  Names names;
  for (const config::ModelKey& key : config::model_keys())
    if (key.kind != config::ModelKey::Kind::Fixed)
      names.emplace_back(key.name);
  return names;
}

bool is_literal(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || c == '-' || c == '=' || c == '#';
  });
}

} // namespace

bool means_file(std::string_view meant) {
  for (const auto& word : cut_at_bars(meant))
    if (word == "FILE" || word == "PATH" || word == "DIR")
      return true;
  return false;
}

Names candidates(std::string_view meant, const Place& place) {
  const auto& contents = place.contents;
  if (meant == "UNIT" || meant == "UNITS")
    return keys_of(contents.units);
  if (meant == "APPLICATION" || meant == "APPLICATIONS")
    return keys_of(contents.applications);
  if (meant == "APPLICATION[:ENDPOINT]")
    return endpoints(place);
  if (meant == "MACHINE" || meant == "MACHINES")
    return keys_of(contents.machines);
  if (meant == "ID")
    return keys_of(contents.relations);
  if (meant == "OPERATION")
    return keys_of(contents.operations);
  if (meant == "TASK")
    return keys_of(contents.tasks);
  if (meant == "COMPONENT")
    return place.components;
  if (meant == "MODEL" && !place.models.empty())
    return place.models;
  if (meant == "MODEL")
    return {contents.model.name};
  if (meant == "KEY" || meant == "KEYS" || meant == "KEY=VALUE")
    return options(place);
  if (meant == "ACTION")
    return actions(place);
  if (meant == "MODEL-KEY" || meant == "MODEL-KEYS" || meant == "MODEL-KEY=VALUE")
    return model_keys();
  if (meant == "CONSTRAINT=VALUE" || meant == "CONSTRAINTS")
    return config::constraint_names();
  if (meant == "VERB")
    return usable_commands();
  if (meant == "PLACES") {
    auto names = keys_of(contents.machines);
    names.emplace_back("new");
    return names;
  }
  if (meant == "LEVEL")
    return {"DEBUG", "ERROR", "INFO", "TRACE", "WARNING"};
  if (meant == "SELECTOR")
    if (auto facts = facts_of_selector(place); !facts.empty())
      return facts;
  if (meant == "ENTITY" || meant == "SELECTOR")
    return everything(contents);
  if (meant == "CONDITION")
    return condition(place);
  if (meant == "NAME") {
    if (place.previous == "model")
      return {contents.model.name};
    const auto kind = console::parse_kind(place.previous);
    return kind ? of_kind(*kind, contents) : Names{};
  }
  Names words;
  for (auto& word : cut_at_bars(meant))
    if (is_literal(word))
      words.push_back(std::move(word));
  return words;
}

} // namespace orrery::cmd
