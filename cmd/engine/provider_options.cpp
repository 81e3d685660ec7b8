#include "cmd/engine/provider_options.hpp"

#include "actors/hooks/context.hpp"

namespace orrery::cmd {

providers::ProcessProviderOptions provider_options(const EngineOptions& options,
                                                   hooks::KeeperRegister& keepers,
                                                   providers::Trash& trash) {
  providers::ProcessProviderOptions provider;
  provider.data_directory = options.settings.data_directory;
  provider.machine_groups = options.machine_groups;
  provider.tool = options.tool;
  provider.tools = hooks::tool_names();
  provider.address_block = options.settings.address_block;
  provider.keepers = &keepers;
  provider.trash = &trash;
  return provider;
}

} // namespace orrery::cmd
