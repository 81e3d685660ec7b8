#include "actors/providers/instances.hpp"

#include "actors/providers/address_blocks.hpp"
#include "actors/providers/directories.hpp"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

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

std::string directory_of_unit(std::string unit) {
  std::replace(unit.begin(), unit.end(), '/', '-');
  return unit;
}

tl::expected<void, ProviderError> take_block(AddressBlocks* blocks, std::uint8_t block) {
  const auto taken = blocks != nullptr ? blocks->take(block) : tl::expected<void, std::string>();
  if (taken)
    return {};
  return tl::unexpected(ProviderError{"addresses of 127." + std::to_string(block)
                                      + " are given out by " + taken.error()
                                      + ": stop that one, or set another address-block"});
}

std::string lost_of(const std::filesystem::path& machine) {
  namespace fs = std::filesystem;
  const fs::path units = machine / "units";
  std::error_code error;
  switch (fs::symlink_status(units, error).type()) {
  case fs::file_type::directory:
    return {};
  case fs::file_type::symlink:
    return units.string() + " is a link: put the directory that it leads to in its place";
  default:
    return "its directory is gone: " + units.string();
  }
}

tl::expected<std::vector<Instance>, ProviderError>
list_instances(const std::filesystem::path& machines,
               const std::vector<store::MachineId>& with_programs,
               std::uint8_t first_block) {
  const auto names = directories_in(machines);
  if (!names)
    return tl::unexpected(names.error());
  std::vector<store::MachineId> found;
  for (const std::string& name : *names)
    if (const auto machine = store::parse_id(name); machine && *machine < machine_limit)
      found.push_back(*machine);
  std::sort(found.begin(), found.end());
  std::vector<Instance> instances;
  for (const store::MachineId machine : found) {
    instances.push_back(instance_of(machine, first_block));
    instances.back().lost = !lost_of(machines / std::to_string(machine)).empty();
  }
  for (const store::MachineId machine : with_programs)
    if (!std::binary_search(found.begin(), found.end(), machine)) {
      instances.push_back(instance_of(machine, first_block));
      instances.back().lost = true;
    }
  return instances;
}

tl::expected<std::vector<std::string>, ProviderError>
units_in(const std::filesystem::path& directory) {
  const auto names = directories_in(directory);
  if (!names)
    return tl::unexpected(names.error());
  std::vector<std::string> units;
  for (const std::string& name : *names)
    if (auto unit = hooks::unit_of_directory(name); !unit.empty())
      units.push_back(std::move(unit));
  std::sort(units.begin(), units.end(), store::natural_less);
  return units;
}

} // namespace orrery::providers
