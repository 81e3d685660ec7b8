#include "cmd/engine/provider_options.hpp"

#include "actors/hooks/context.hpp"
#include "actors/hooks/ended_programs.hpp"
#include "actors/runtime/clock.hpp"

#include <unistd.h>

namespace orrery::cmd {

providers::ProcessProviderOptions provider_options(const EngineOptions& options,
                                                   const std::filesystem::path& model,
                                                   hooks::KeeperRegister& keepers,
                                                   providers::AddressBlocks& blocks,
                                                   providers::Trash& trash) {
  providers::ProcessProviderOptions provider;
  provider.data_directory = model;
  provider.charms = model / "charms";
  provider.tools_directory = options.settings.data_directory / "tools";
  provider.machine_groups = options.machine_groups;
  provider.tool = options.tool;
  provider.tools = hooks::tool_names();
  const auto& beside = hooks::programs_beside_tools();
  provider.tools.insert(provider.tools.end(), beside.begin(), beside.end());
  if (::geteuid() == 0)
    provider.juju_tools = "/var/lib/juju/tools";
  provider.address_block = options.settings.address_block;
  provider.blocks = &blocks;
  provider.keepers = &keepers;
  provider.trash = &trash;
  return provider;
}

hooks::RunnerOptions runner_options(const EngineOptions& options,
                                    const std::filesystem::path& model,
                                    hooks::KeeperRegister& keepers) {
  hooks::RunnerOptions runner;
  runner.keeper = options.keeper;
  runner.data_directory = model;
  runner.machine_groups = options.machine_groups;
  runner.output_limit = options.settings.hook_output_limit;
  runner.log_limit = options.settings.unit_log_limit;
  runner.soft_limits = options.hook_limits;
  runner.keeper_begins = [&keepers](store::MachineId machine, const std::string& unit) {
    keepers.begins(machine, unit);
  };
  runner.keeper_lost = [model](const hooks::KeptPrograms& lost) {
    hooks::end_lost_programs(model, lost, runtime::WallClock().now());
  };
  return runner;
}

} // namespace orrery::cmd
