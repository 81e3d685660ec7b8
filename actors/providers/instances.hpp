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

/// `process-3` with 127.77.0.4, where 77 is the first block of addresses.
[[nodiscard]] Instance instance_of(store::MachineId machine, std::uint8_t first_block);
/// @returns nothing for a name that is none of these.
[[nodiscard]] std::optional<store::MachineId> machine_of(std::string_view name);
/// Lists those of machines that have directories there, by number; then, as lost, those of machines
/// that have none while programs of their units are kept.
[[nodiscard]] tl::expected<std::vector<Instance>, ProviderError>
list_instances(const std::filesystem::path& machines,
               const std::vector<store::MachineId>& with_programs,
               std::uint8_t first_block);
/// Lists the units that have directories there, in natural order.
[[nodiscard]] tl::expected<std::vector<std::string>, ProviderError>
units_in(const std::filesystem::path& units);

} // namespace orrery::providers
