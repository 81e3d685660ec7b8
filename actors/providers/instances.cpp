#include "actors/providers/instances.hpp"

#include "actors/providers/address_blocks.hpp"

#include <string>

namespace orrery::providers {

namespace {
constexpr std::string_view instance_prefix = "process-";
} // namespace

Instance instance_of(store::MachineId machine, std::uint8_t first_block) {
  const unsigned block = block_of(machine, first_block);
  return {std::string(instance_prefix) + std::to_string(machine),
          "127." + std::to_string(block) + "."
            + std::to_string(machine % hosts_per_block / hosts_per_octet) + "."
            + std::to_string(machine % hosts_per_octet + 1)};
}

std::optional<store::MachineId> machine_of(std::string_view name) {
  if (!name.starts_with(instance_prefix))
    return std::nullopt;
  return store::parse_id(name.substr(instance_prefix.size()));
}

} // namespace orrery::providers
