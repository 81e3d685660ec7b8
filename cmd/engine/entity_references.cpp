#include "cmd/engine/entity_references.hpp"

#include "actors/entities/messages.hpp"

#include <caf/after.hpp>
#include <caf/scoped_actor.hpp>

#include <set>

namespace orrery::cmd {

using Clock = std::chrono::steady_clock;

namespace {

store::StoreError too_late(std::chrono::milliseconds patience) {
  return {store::StoreError::Kind::Other, "the entities have not answered within "
                                            + std::to_string(patience.count())
                                            + " ms: the disk may be too slow, try again"};
}

} // namespace

/// @param see takes an answer in; says whose it is. Who has answered may tell of a change before
/// the others have: the newest counts.
template <class Seen, class See>
tl::expected<void, store::StoreError> EntityReferences::ask(const std::vector<caf::actor>& entities,
                                                            See see) const {
  caf::scoped_actor self{services_.system};
  for (const caf::actor& entity : entities)
    self->send(entity, protocol::Observe{});
  waiting_();
  std::set<std::string> answered;
  const auto deadline = Clock::now() + patience_;
  bool late = false;
  while (answered.size() < entities.size() && !late) {
    const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now());
    self->receive([&](const Seen& seen) { answered.insert(see(seen)); },
                  caf::after(std::max(left, std::chrono::milliseconds{0})) >> [&] { late = true; });
  }
  for (const caf::actor& entity : entities)
    self->send(entity, protocol::Unobserve{});
  if (late)
    return tl::unexpected(too_late(patience_));
  return {};
}

explain::References::Expected<std::map<std::string, explain::References::OfUnit>>
EntityReferences::of_units(const std::vector<std::string>& names) {
  std::vector<caf::actor> entities;
  for (const std::string& name : std::set<std::string>(names.begin(), names.end()))
    if (const auto who = services_.directory.find_unit(name))
      if (caf::actor entity = services_.directory.find(*who))
        entities.push_back(std::move(entity));
  std::map<std::string, OfUnit> units;
  const auto asked = ask<protocol::UnitSeen>(entities, [&](const protocol::UnitSeen& seen) {
    OfUnit& unit = units[seen.unit.name] = {};
    if (!seen.gone) {
      unit.scopes = seen.scopes;
      for (const auto& subordinate : seen.subordinates)
        unit.subordinates.push_back(subordinate.unit);
      for (const auto& storage : seen.storage)
        unit.storages.push_back(storage.attachment.storage);
    }
    return seen.unit.name;
  });
  if (!asked)
    return tl::unexpected(asked.error());
  return units;
}

explain::References::Expected<std::vector<std::string>>
EntityReferences::principals_on(store::MachineId id) {
  std::vector<std::string> principals;
  const caf::actor machine = services_.directory.find(rules::machine(id));
  if (!machine)
    return principals;
  const auto asked = ask<protocol::MachineSeen>({machine}, [&](const protocol::MachineSeen& seen) {
    principals = seen.gone ? std::vector<std::string>{} : seen.principals;
    return std::to_string(id);
  });
  if (!asked)
    return tl::unexpected(asked.error());
  return principals;
}

explain::References::Expected<std::vector<store::Relation>>
EntityReferences::relations_of(const std::string& application) {
  std::vector<store::Relation> relations;
  const caf::actor entity = services_.directory.find(rules::application(application));
  if (!entity)
    return relations;
  const auto asked =
    ask<protocol::ApplicationSeen>({entity}, [&](const protocol::ApplicationSeen& seen) {
      relations = seen.gone ? std::vector<store::Relation>{} : seen.relations;
      return application;
    });
  if (!asked)
    return tl::unexpected(asked.error());
  return relations;
}

} // namespace orrery::cmd
