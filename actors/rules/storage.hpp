#pragma once

#include "actors/protocol/hook_bounds.hpp"
#include "actors/rules/decision.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

/// Rules of storage instances and of what holds them (ST15-ST21, ST38-ST46). A unit's actor writes
/// those that the unit has, with their attachments; the model writes those that no unit has. So an
/// instance has one writer, and needs no actor of its own.
namespace orrery::rules {

struct UnitState;

/// An instance that a unit has.
struct HeldStorage {
  store::Storage storage;
  store::StorageAttachment attachment;
};
/// By name, then number (ST23).
using HeldStorages = std::map<std::pair<std::string, std::uint32_t>, HeldStorage>;

/// Instances that a unit may have at most, whatever its charm says: what creates or turns all of
/// them is one transaction.
inline constexpr std::uint32_t most_storage_of_unit = protocol::added_storage_max;

// --- The unit ---

/// Counts a unit's storage by name; what is on its way out does not count.
[[nodiscard]] std::map<std::string, std::uint32_t> owned_storage(const UnitState& unit);

/// Adds to the decision that turns a unit Dying: its attachments do so with it (ST25), and its
/// instances if their data is to go, too (ST44).
void let_go_of_storage(Decision& decision,
                       const UnitState& unit,
                       bool destroys,
                       const Context& context);
/// Has a Dying unit's data go, though the removal before did not say so (ST44).
void destroy_storage(Decision& decision, const UnitState& unit, const Context& context);
/// Ends what a unit that goes Dead has in storage, if no agent of it has ever made a place for any
/// (ST25). @returns one for which there is a place, null if there is none.
[[nodiscard]] const HeldStorage* end_unplaced_storage(Decision& decision, const UnitState& unit);
/// Adds what a hook asked for with storage-add (ST32), and what it changes of secrets.
/// @param leader the unit, if the application is to be asked whether that leads; else empty.
void add_storage_of_hook(Decision& decision,
                         const UnitState& unit,
                         const protocol::FlushHook& flush,
                         const std::string& leader);
/// Carries out what users and the agent ask of the unit's storage. @returns nothing for any other
/// command.
[[nodiscard]] std::optional<Decision>
change_storage(const UnitState& unit, const protocol::Command& command, const Context& context);
/// Takes in writes of storage. @returns whether they concern this unit's.
bool absorb_storage(UnitState& unit, const Write& write);

} // namespace orrery::rules
