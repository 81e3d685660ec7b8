#include "test/check/break.hpp"

namespace orrery::check {
namespace {

using agents::HookKind;
using agents::Step;
using test::Break;
using test::name_of_case;

class PlacesBreaks : public testing::TestWithParam<test::Break> {};

TEST_P(PlacesBreaks, exactly_that_is_said) {
  test::expect_said(GetParam());
}

INSTANTIATE_TEST_SUITE_P(
  Processes,
  PlacesBreaks,
  testing::Values(
    Break{"keeper_of_a_ghost",
          [](Observed& o) {
            o.keepers.push_back({4712, 1, "ghost/7", false});
          },
          {{"unit ghost/7", "no such unit",
            "process 4712 on machine 1 keeps what a hook of it left running"}}},
    Break{"keeper_on_another_machine",
          [](Observed& o) { o.keepers[0].machine = 0; },
          {{"unit mysql/0", "alive on machine 1",
            "process 4711 on machine 0 keeps what a hook of it left running"}}},
    Break{"hook_that_is_not_noted",
          [](Observed& o) { o.keepers[0].hook_running = true; },
          {{"unit mysql/0", "no hook of it runs",
            "process 4711 on machine 1 runs a hook of it, which its agent's notes do not say"}}},
    Break{"hook_without_process",
          [](Observed& o) {
            o.notes.units["mysql/0"].operation = test::in_hand(HookKind::Start, Step::Pending);
            o.contents.statuses["mysql/0"].agent.value = "executing";
          },
          {{"unit mysql/0", "its agent's notes say that hook start runs",
            "no process runs a hook of it"}}}),
  name_of_case);

INSTANTIATE_TEST_SUITE_P(
  Directories,
  PlacesBreaks,
  testing::Values(
    Break{"instance_of_no_machine",
          [](Observed& o) { o.directories.instances.insert("process-99"); },
          {{"instance process-99", "no machine has it", "the provider has it"}}},
    Break{"instance_of_no_machine_while_one_is_made",
          [](Observed& o) {
            o.directories.instances.insert("process-2");
            o.contents.machines[2].id = 2;
          },
          {{"instance process-2", "no machine has it", "the provider has it"}},
          Patience::Settled},
    Break{"machine_without_directory",
          [](Observed& o) {
            o.directories.instances.erase("process-1");
            o.directories.units.erase(1);
          },
          {{"machine 1", "alive with instance process-1", "the provider has no such instance"}}},
    Break{"lost_machine",
          [](Observed& o) {
            o.directories.instances.erase("process-1");
            o.directories.units.erase(1);
            o.contents.machines[1].status.value = "down";
            o.notes.units.erase("mysql/0"); // they go before it is made again
          },
          {{"unit mysql/0", "reported as running", "its agent has no notes"},
           {"machine 1", "alive with instance process-1", "the provider has no such instance"}},
          Patience::Known},
    Break{"dead_machine_without_directory",
          [](Observed& o) {
            o.directories.instances.erase("process-1");
            o.directories.units.erase(1);
            o.contents.machines[1].life = store::Life::Dead;
          },
          {{"machine 1", "dead with instance process-1", "the provider has no such instance"}},
          Patience::Settled},
    Break{"directory_of_a_ghost",
          [](Observed& o) { o.directories.units[1].insert("ghost/7"); },
          {{"unit ghost/7", "no such unit", "it has a directory on machine 1"}}},
    Break{"directory_on_another_machine",
          [](Observed& o) { o.directories.units[0].insert("mysql/0"); },
          {{"unit mysql/0", "alive on machine 1", "it has a directory on machine 0"}}},
    Break{
      "unit_without_directory",
      [](Observed& o) { o.directories.units[1].erase("mysql/0"); },
      {{"unit mysql/0", "alive on machine 1", "noted as deployed, but it has no directory there"}}},
    Break{
      "unit_without_directory_that_has_not_run",
      [](Observed& o) {
        o.directories.units[1].erase("mysql/0");
        o.notes.units.erase("mysql/0");
        o.contents.statuses["mysql/0"].workflow = "new";
      },
      {{"unit mysql/0", "alive on machine 1", "noted as deployed, but it has no directory there"}},
      Patience::Settled}),
  name_of_case);

} // namespace
} // namespace orrery::check
