#include "store/release.hpp"

#include "store/give_way.hpp"

namespace orrery::store {

namespace {

template <class Map>
void release_each(Map& map) {
  for (auto entry = map.begin(); entry != map.end(); give_way())
    entry = map.erase(entry);
}

} // namespace

void release(Contents& contents) {
  release_each(contents.charms);
  release_each(contents.machines);
  release_each(contents.units);
  release_each(contents.statuses);
  release_each(contents.applications);
  release_each(contents.configs);
  release_each(contents.leader_settings);
  release_each(contents.charm_states);
  release_each(contents.sequences);
  release_each(contents.charm_sequences);
  release_each(contents.hosted_models);
  release_each(contents.relations);
  release_each(contents.scopes);
  release_each(contents.bags);
  release_each(contents.cleanups);
  release_each(contents.forces);
  release_each(contents.operations);
  release_each(contents.tasks);
}

} // namespace orrery::store
