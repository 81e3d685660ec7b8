#include "cmd/views/render/missing.hpp"

#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/suggestion.hpp"
#include "store/names.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace orrery::render {

namespace {

using Names = std::vector<std::string>;

template <class Map>
Names keys_of(const Map& map) {
  Names names;
  for (const auto& entry : map)
    names.push_back(entry.first);
  return names;
}

std::string hint(const std::string& name, const Names& known, const char* elsewhere) {
  const auto near = cmd::nearest_hint(name, known);
  return near.empty() ? elsewhere : near;
}

constexpr const char* in_status = ": \"status\" lists what there is";
constexpr const char* in_relations = ": \"status --relations\" lists what there is";

std::string not_found(const char* kind, const std::string& name, const Names& known) {
  return std::string{kind} + " \"" + escaped(name) + "\" not found" + hint(name, known, in_status);
}

/// Every end of an application's relations, as users write them.
Names ends_of(const store::Contents& contents, const store::Application& application) {
  Names ends{application.name + ":juju-info"};
  if (const auto charm = contents.charms.find(application.charm); charm != contents.charms.end())
    for (const auto& endpoint : charm->second.endpoints)
      ends.push_back(application.name + ":" + endpoint.name);
  return ends;
}

/// Whether an end is there; else the names of which one may have been meant.
std::pair<bool, Names> look_for_end(const store::Contents& contents, const std::string& end) {
  const auto colon = end.find(':');
  const auto application = contents.applications.find(end.substr(0, colon));
  if (application == contents.applications.end()) {
    auto names = keys_of(contents.applications);
    if (colon != std::string::npos)
      for (auto& name : names)
        name += end.substr(colon);
    return {false, std::move(names)};
  }
  if (colon == std::string::npos)
    return {true, {}};
  auto ends = ends_of(contents, application->second);
  const bool there = std::find(ends.begin(), ends.end(), end) != ends.end();
  return {there, std::move(ends)};
}

} // namespace

std::string
missing(const store::Contents& contents, store::EntityKind kind, const std::string& name) {
  switch (kind) {
  case store::EntityKind::Unit:
    if (!store::is_unit_name(name))
      return "invalid unit name \"" + escaped(name) + "\": write APPLICATION/NUMBER, e.g. db/0";
    return not_found("unit", name, keys_of(contents.units));
  case store::EntityKind::Application:
    if (!store::is_application_name(name))
      return "invalid application name \"" + escaped(name)
             + "\": use lower-case letters, digits and dashes, beginning with a letter, e.g. "
               "\"my-app\"";
    return not_found("application", name, keys_of(contents.applications));
  case store::EntityKind::Machine:
    if (!store::parse_id(name))
      return "invalid machine id \"" + escaped(name) + "\": write its number, e.g. 3";
    return not_found("machine", name, {}); // no number is nearer than another
  case store::EntityKind::Relation:
    break;
  }
  return "relation " + escaped(name) + " not found" + in_relations;
}

bool is_there(const store::Contents& contents, store::EntityKind kind, const std::string& name) {
  switch (kind) {
  case store::EntityKind::Unit:
    return contents.units.contains(name);
  case store::EntityKind::Application:
    return contents.applications.contains(name);
  case store::EntityKind::Machine: {
    const auto machine = store::parse_id(name);
    return machine && contents.machines.contains(*machine);
  }
  case store::EntityKind::Relation:
    break;
  }
  return false;
}

std::string
near_name(const store::Contents& contents, store::EntityKind kind, const std::string& name) {
  Names known;
  if (kind == store::EntityKind::Unit)
    known = keys_of(contents.units);
  if (kind == store::EntityKind::Application)
    known = keys_of(contents.applications);
  const bool there = std::find(known.begin(), known.end(), name) != known.end();
  return there ? std::string{} : cmd::nearest_hint(name, known);
}

std::string no_relation(const store::Contents& contents,
                        const rules::Refusal& refusal,
                        const std::vector<std::string>& ends) {
  if (refusal.code != protocol::Code::NotFound && refusal.code != protocol::Code::NoSuchEndpoint)
    return refusal.text;
  if (ends.size() == 2)
    for (const auto& end : ends)
      if (const auto [there, known] = look_for_end(contents, end); !there)
        return refusal.text + hint(end, known, in_status);
  return refusal.text + in_relations;
}

} // namespace orrery::render
