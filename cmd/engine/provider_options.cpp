#include "cmd/engine/provider_options.hpp"

#include "actors/hooks/context.hpp"
#include "actors/hooks/ended_programs.hpp"
#include "actors/providers/juju_tools.hpp"
#include "actors/runtime/clock.hpp"

namespace orrery::cmd {

providers::ProcessProviderOptions provider_options(const EngineOptions& options,
                                                   const std::filesystem::path& model,
                                                   const GroupPlaces& groups,
                                                   hooks::KeeperRegister& keepers,
                                                   providers::AddressBlocks& blocks,
                                                   providers::Trash& trash) {
  providers::ProcessProviderOptions provider;
  provider.data_directory = model;
  provider.charms = model / "charms";
  provider.tools_directory = options.settings.data_directory / "tools";
  if (!groups.current.empty())
    provider.group_places.push_back(groups.current);
  provider.group_places.insert(provider.group_places.end(), groups.earlier.begin(),
                               groups.earlier.end());
  provider.tool = options.tool;
  provider.tools = hooks::tool_names();
  const auto& beside = hooks::programs_beside_tools();
  provider.tools.insert(provider.tools.end(), beside.begin(), beside.end());
  provider.juju_tools = options.settings.juju_tools;
  provider.address_block = options.settings.address_block;
  provider.blocks = &blocks;
  provider.keepers = &keepers;
  provider.trash = &trash;
  return provider;
}

std::map<std::string, std::string> storage_units(const store::Contents& contents) {
  std::map<std::string, std::string> units;
  for (const auto& [storage, attachment] : contents.attachments)
    if (!attachment.location.empty())
      units.emplace(storage, attachment.unit);
  return units;
}

hooks::RunnerOptions runner_options(const EngineOptions& options,
                                    const std::filesystem::path& model,
                                    const GroupPlaces& groups,
                                    hooks::KeeperRegister& keepers) {
  hooks::RunnerOptions runner;
  runner.keeper = options.keeper;
  runner.data_directory = model;
  runner.machine_groups = groups.current;
  if (options.settings.unit_processes != 0)
    runner.limits.processes = std::to_string(options.settings.unit_processes);
  if (options.settings.unit_memory != 0)
    runner.limits.memory = std::to_string(options.settings.unit_memory);
  runner.no_new_privileges = options.settings.no_new_privileges;
  runner.adopts_orphans = true;
  runner.output_limit = options.settings.hook_output_limit;
  runner.log_limit = options.settings.unit_log_limit;
  runner.soft_limits = options.hook_limits;
  // Another orchestrator of this host that had the machine's link may have ended meanwhile.
  std::error_code ignored;
  runner.keeper_begins =
    [&keepers, juju_tools = options.settings.juju_tools,
     tools = std::filesystem::weakly_canonical(options.settings.data_directory / "tools", ignored)](
      store::MachineId machine, const std::string& unit) {
      keepers.begins(machine, unit);
      providers::link_juju_tools(juju_tools, machine, tools);
    };
  runner.keeper_lost = [model](const hooks::KeptPrograms& lost) {
    hooks::end_lost_programs(model, lost, runtime::WallClock().now());
  };
  return runner;
}

} // namespace orrery::cmd
