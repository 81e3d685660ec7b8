#include "test/crash/scenario.hpp"

namespace orrery::test {

namespace {

/// Keeps files: one `data` for each unit, and caches as many as there are.
store::Charm keeping_charm() {
  store::Charm charm = simulate::make_charm("keeper");
  charm.storage["data"] = {};
  charm.storage["cache"].least = 0;
  charm.storage["cache"].most = 0;
  return charm;
}

/// data/0 of keeper/0 and data/1 of keeper/1; caches move between them, and go.
void hand_over(std::vector<Step>& steps) {
  steps.push_back(create("keeper", keeping_charm()));
  steps.push_back(settled(add_unit("keeper/0"))); // on machine 2
  steps.push_back(settled(add_unit("keeper/1", 0)));
  steps.push_back(fail_provider("provide cache/3", 2)); // which comes late
  steps.push_back(add_storage("keeper/0", "cache", "cache/2"));
  steps.push_back(settled(add_storage("keeper/0", "cache", "cache/3")));
  steps.push_back(settled(detach_storage("cache/2", false)));
  steps.push_back(settled(attach_storage("keeper/1", "cache/2")));
  steps.push_back(settled(detach_storage("cache/2", false)));
  steps.push_back(settled(remove_storage("cache/2"))); // which no unit has
}

/// The machine of keeper/0 is lost with its storage, comes back, and its unit goes.
void outlive_machine_and_unit(std::vector<Step>& steps) {
  steps.push_back(settled(lose_machine(2)));
  steps.push_back(settled(detach_storage("cache/3", true)));
  steps.push_back(settled(attach_storage("keeper/1", "cache/3")));
  steps.push_back(settled(find_machine(2)));
  steps.push_back(settled(remove_storage("cache/3"))); // which keeper/1 has
  steps.push_back(settled(remove_unit("keeper/0")));
  steps.push_back(settled(add_unit_with("keeper/2", 0, "data/0")));
  steps.push_back(settled(remove_unit("keeper/2", with_data())));
}

} // namespace

void keep_data(std::vector<Step>& steps) {
  hand_over(steps);
  outlive_machine_and_unit(steps);
  steps.push_back(settled(remove_application("keeper", with_data())));
  steps.push_back(settled(remove_machine(2)));
}

} // namespace orrery::test
