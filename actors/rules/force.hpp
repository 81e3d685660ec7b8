#pragma once

#include "actors/rules/decision.hpp"
#include "store/rare.hpp"

/// Removal past what holds it up (F): the wish is a record of its own, which the forcer acts upon
/// when it is due.
namespace orrery::rules {

[[nodiscard]] store::Force
force_on(store::EntityKind target, std::uint32_t id, const std::string& name);
/// Adds the wish to a decision where it is asked for and not there yet, or due earlier than before
/// (F5). Force comes on top of an earlier removal, too: what is Dying already is forced all the
/// same.
void add_force(Decision& decision,
               const store::Rare<store::Force>& present,
               store::Force wish,
               const protocol::Removal& how,
               const Context& context);
/// The wish goes with its target.
void drop_force(Decision& decision, const store::Rare<store::Force>& present);
/// Takes in a wish that concerns this target.
void absorb_force(store::Rare<store::Force>& present,
                  store::EntityKind target,
                  std::uint32_t id,
                  std::string_view name,
                  const Write& write);
/// Returns the removal that the forcer itself asks for: at once.
[[nodiscard]] protocol::Removal at_once();

} // namespace orrery::rules
