#include "actors/agents/resource_fetch.hpp"

#include <utility>

namespace orrery::agents {

ResourceFetch::ResourceFetch(caf::actor_config& config,
                             runtime::UnderWay& activity,
                             hooks::UnitResource resource,
                             caf::actor client)
  : CountedActor(config, activity), resource_(std::move(resource)), client_(std::move(client)) {}

caf::behavior ResourceFetch::make_behavior() {
  send(this, Begin{});
  return {on(&ResourceFetch::begin)};
}

void ResourceFetch::begin(const Begin&) {
  send(client_, ResourceGiven{hooks::give_resource(resource_)});
  quit();
}

} // namespace orrery::agents
