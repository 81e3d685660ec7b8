#pragma once

#include "actors/providers/provider.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Names and addresses of the process provider's instances.
namespace orrery::providers {

class AddressBlocks;

/// `process-3` with 127.77.0.4, where 77 is the first block of addresses.
[[nodiscard]] Instance instance_of(store::MachineId machine, std::uint8_t first_block);
/// @returns nothing for a name that is none of these.
[[nodiscard]] std::optional<store::MachineId> machine_of(std::string_view name);
/// @returns `app-3` of `app/3`: the name of a unit's directory.
[[nodiscard]] std::string directory_of_unit(std::string unit);
/// Takes a block of addresses for this process; null: nobody shares them.
[[nodiscard]] tl::expected<void, ProviderError> take_block(AddressBlocks* blocks,
                                                           std::uint8_t block);
/// @returns what of a machine is lost, as a sentence; empty: nothing is.
[[nodiscard]] std::string lost_of(const std::filesystem::path& machine);
/// Lists those of machines that have directories there, by number; then, as lost, those of machines
/// that have none while programs of their units are kept. One is lost, too, where units have no
/// place in its directory.
[[nodiscard]] tl::expected<std::vector<Instance>, ProviderError>
list_instances(const std::filesystem::path& machines,
               const std::vector<store::MachineId>& with_programs,
               std::uint8_t first_block);
/// Lists the units that have directories there, in natural order.
[[nodiscard]] tl::expected<std::vector<std::string>, ProviderError>
units_in(const std::filesystem::path& units);

} // namespace orrery::providers
