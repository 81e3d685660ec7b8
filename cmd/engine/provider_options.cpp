#include "cmd/engine/provider_options.hpp"

#include "actors/hooks/context.hpp"
#include "actors/runtime/log.hpp"

namespace orrery::cmd {

namespace {

void tell_what_stays(const std::string& why) {
  runtime::log("provider")
    ->warn("something removed stays in the trash until the next start{}",
           runtime::field("why", why));
}

} // namespace

providers::ProcessProviderOptions provider_options(const EngineOptions& options,
                                                   hooks::KeeperRegister& keepers) {
  providers::ProcessProviderOptions provider;
  provider.data_directory = options.settings.data_directory;
  provider.tool = options.tool;
  provider.tools = hooks::tool_names();
  provider.address_block = options.settings.address_block;
  provider.keepers = &keepers;
  provider.trash_stays = tell_what_stays;
  return provider;
}

} // namespace orrery::cmd
