#pragma once

#include "actors/rules/application.hpp"
#include "actors/rules/storage.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

/// Storage of units as an application's charm and directives have it (ST9-ST13, ST18).
namespace orrery::rules {

using StorageDirectives = std::map<std::string, store::StorageDirective>;
using OwnedStorage = std::map<std::string, std::uint32_t>; ///< By name, of a unit.

/// Refuses directives that the charm cannot have, pools that there are not, and charms whose
/// storage nobody can have (ST5, ST11, ST12). The texts begin with `charm "c"` or `pool`.
[[nodiscard]] std::optional<Refusal> refuses_directives(const store::Charm& charm,
                                                        const StorageDirectives& directives);
/// Returns what a new unit gets of one storage of its charm (ST10, ST13).
/// @param directive null: there is none
[[nodiscard]] NewStorage new_storage(const std::string& name,
                                     const store::CharmStorage& storage,
                                     const store::StorageDirective* directive);
[[nodiscard]] std::uint32_t count_of(const OwnedStorage& owned);
/// Returns what each new unit gets (ST10, ST13).
[[nodiscard]] std::vector<NewStorage> storage_of_new_unit(const store::Charm& charm,
                                                          const StorageDirectives& directives);
/// Asks whether the charm's range has room, and has the model number what comes (ST18).
[[nodiscard]] Decision grow_storage(const ApplicationState& application, const GrowStorage& step);
/// Asks whether the charm's range lets the unit go without it (ST18).
[[nodiscard]] Decision shrink_storage(const ApplicationState& application,
                                      const ShrinkStorage& step);
/// Notes what becomes of the storage of a unit that goes Dying with its application (ST44).
[[nodiscard]] Decision
die_with_storage(const ApplicationState& application, const DieWith& step, const Context& context);
/// Has a new unit begin with instances that there are: they count as those that it would get
/// (ST14).
/// @param storage what it gets without them; fewer afterwards
/// @returns why the charm cannot have them
[[nodiscard]] std::optional<Refusal> attach_to_new_unit(const store::Charm& charm,
                                                        const std::vector<std::string>& ids,
                                                        std::vector<NewStorage>& storage);
/// Has the model number a new unit's storage in this transaction (ST15).
void give_storage(Decision& decision, NumberStorage wanted);

} // namespace orrery::rules
