#include "cmd/views/explain/seen_settings.hpp"

#include "cmd/views/explain/found.hpp"
#include "cmd/views/render/index.hpp"
#include "store/keys.hpp"

#include <set>

namespace orrery::explain {
namespace {

void read_member(PartialReading& reading, store::RelationId relation, const std::string& unit) {
  reading.read(store::scope_key(relation, unit));
  reading.read(store::bag_key(relation, unit));
  reading.read(store::unit_key(unit));
}

/// Units that have been read to be in the relation, or to have been.
std::set<std::string> members(const store::Contents& contents, store::RelationId relation) {
  std::set<std::string> names;
  const auto add_from = [&](const auto& records) {
    for (auto at = records.lower_bound({relation, {}});
         at != records.end() && at->first.first == relation; ++at)
      if (at->first.second.find('/') != std::string::npos)
        names.insert(at->first.second);
  };
  add_from(contents.scopes);
  add_from(contents.bags);
  return names;
}

} // namespace

void read_seen_settings(PartialReading& reading,
                        const store::Relation& relation,
                        const store::Unit& unit,
                        const std::vector<std::string>& container) {
  const store::RelationEnd* other = render::other_end(relation, unit.application);
  if (other == nullptr)
    return;
  const store::RelationId id = relation.id;
  reading.read(store::bag_key(id, other->application));
  read_member(reading, id, unit.name);
  if (relation.scope == store::ScopeKind::Container) {
    for (const std::string& each : container)
      read_member(reading, id, each);
    return;
  }
  reading.read_first(store::scope_key(id, other->application + "/"), no_limit);
  reading.read_first(store::bag_key(id, other->application + "/"), no_limit);
  for (const std::string& each : members(reading.contents(), id))
    reading.read(store::unit_key(each));
}

} // namespace orrery::explain
