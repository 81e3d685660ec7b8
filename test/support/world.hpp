#pragma once

#include "actors/rules/application.hpp"
#include "actors/rules/machine.hpp"
#include "actors/rules/model.hpp"
#include "actors/rules/relation.hpp"
#include "actors/rules/unit.hpp"
#include "store/contents.hpp"

#include <string>
#include <string_view>

namespace orrery::test {

/// A model told sentence by sentence:
/// `World{}.application("wordpress").unit("wordpress/0").on_machine(0)`.
///
/// Each sentence is about the entity named last. Counts and sequences follow by themselves, so that
/// what comes out is a model in which all invariants hold, unless the test breaks them.
class World {
public:
  World();

  World& machine(store::MachineId id);
  World& managing();        ///< The machine has manage-model.
  World& hosting_nothing(); ///< The machine takes no units.
  World& draining();
  /// The machine has an instance, `i-N` with an address, and this status.
  World& started_as(const std::string& status);
  /// Its agent has let go of the lost instance.
  World& abandoned();

  World& application(const std::string& name); ///< With a charm of its own.
  World& subordinate(const std::string& name); ///< An application of subordinates.
  World& requiring(const std::string& name,
                   const std::string& interface,
                   store::ScopeKind scope = store::ScopeKind::Global,
                   std::uint32_t limit = 0);
  World& providing(const std::string& name,
                   const std::string& interface,
                   store::ScopeKind scope = store::ScopeKind::Global,
                   std::uint32_t limit = 0);
  World& peering(const std::string& name, const std::string& interface);
  World& with_option(const std::string& name, store::OptionType type);
  World& led_by(const std::string& unit);
  /// The application has `local:NAME-REVISION` now, which is as its charm before but for what is
  /// said next; units that it has by now have the one before still.
  World& refreshed(const std::string& name, std::uint32_t revision);

  World& unit(const std::string& name); ///< Of an application that is there already.
  World& on_machine(store::MachineId id);
  World& subordinate_to(const std::string& principal);
  World& failing(const std::string& hook);

  /// The application's charm has this storage.
  World& storing(const std::string& name, std::uint32_t least, std::uint32_t most);
  /// The unit has an instance of that id, whose place is made.
  World& with_storage(const std::string& id);
  /// An instance that no unit has, whose data lies on machine 0.
  World& free_storage(const std::string& id);

  /// By its canonical key: `wordpress:db mysql:server`, `riak:ring`. Ids count from 0.
  World& relation(const std::string& key, store::ScopeKind scope = store::ScopeKind::Global);
  /// That unit is in the relation's scope.
  World& entered_by(const std::string& unit, const store::Settings& settings = {});
  World& departing(const std::string& unit);
  /// An application's own settings in the relation.
  World& with_settings_of(const std::string& application, const store::Settings& settings);

  World& dying();
  World& dead();

  /// A name whose application is gone, after so many units.
  World& formerly(const std::string& application, std::uint32_t next_unit);

  [[nodiscard]] const store::Contents& contents() const { return contents_; }
  [[nodiscard]] rules::MachineState machine_state(store::MachineId id) const;
  [[nodiscard]] rules::UnitState unit_state(const std::string& name) const;
  [[nodiscard]] rules::ApplicationState application_state(const std::string& name) const;
  [[nodiscard]] rules::RelationState relation_state(store::RelationId id) const;
  [[nodiscard]] rules::ModelState model_state() const;

private:
  World& endpoint(store::CharmEndpoint endpoint);
  store::Machine& last_machine() { return contents_.machines.at(last_.id); }
  store::Unit& last_unit() { return contents_.units.at(last_.name); }
  store::Application& last_application() { return contents_.applications.at(last_.name); }
  store::Relation& last_relation() { return contents_.relations.at(last_.id); }
  World& turn_to(store::Life life);

  store::Contents contents_;
  rules::Who last_;
};

/// Every record of a model as a sorted batch, for a store's first write.
[[nodiscard]] std::vector<store::Change> first_batch(const store::Contents& contents);

/// `local:NAME-1`.
[[nodiscard]] std::string charm_url(std::string_view name);

} // namespace orrery::test
