// Dry runs that tell of units whose application gets another charm (P24 to P44).
#include "actors/foretell/dry_run.hpp"
#include "test/support/world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace orrery::test {

namespace {

constexpr store::Milliseconds asked_at = 1'700'000'000'000;
const char* const second = "local:web-2";

/// web/0 and web/1, which run, on machines that are there.
store::Contents running() {
  World world;
  world.machine(0).managing().machine(1);
  world.application("web").unit("web/0").on_machine(0).unit("web/1").on_machine(1);
  store::Contents contents = world.contents();
  for (auto& [id, machine] : contents.machines)
    machine.instance = "i-" + std::to_string(id);
  for (const char* unit : {"web/0", "web/1"}) {
    contents.statuses[unit].unit = unit;
    contents.statuses[unit].workflow = "running";
    contents.statuses[unit].agent.value = "idle";
  }
  return contents;
}

protocol::RefreshApplication refresh(bool force_units = false) {
  protocol::RefreshApplication command;
  command.application = "web";
  command.charm.url = second;
  command.charm.name = "web";
  command.charm.revision = 2;
  command.force_units = force_units;
  return command;
}

void fail(store::Contents& contents, const std::string& hook) {
  contents.statuses["web/0"].error.hook = hook;
  contents.statuses["web/0"].error.attempt = 5;
  contents.statuses["web/0"].error.stderr_tail = "it went wrong";
}

/// How many units are told to get the charm in what follows.
std::ptrdiff_t upgrades(const foretell::DryOutcome& outcome) {
  return std::count_if(outcome.then.begin(), outcome.then.end(),
                       [](const auto& step) { return step.command == "set charm"; });
}

} // namespace

TEST(DryRefresh, P24_all_units_get_the_charm) {
  foretell::DryRun dry(running(), asked_at);
  ASSERT_EQ(dry.run(refresh()).verdict, protocol::Verdict::Done);
  const foretell::DryOutcome outcome = dry.settle();
  EXPECT_TRUE(outcome.complete);
  EXPECT_EQ(upgrades(outcome), 2);
  EXPECT_TRUE(outcome.waits.empty());
  EXPECT_TRUE(dry.contents().applications.at("web").older_charms.empty());
}

TEST(DryRefresh, P31_a_unit_that_waits_for_a_person_gets_it_only_by_force) {
  for (const bool forced : {false, true}) {
    store::Contents contents = running();
    fail(contents, "config-changed");
    foretell::DryRun dry(std::move(contents), asked_at);
    ASSERT_EQ(dry.run(refresh(forced)).verdict, protocol::Verdict::Done);
    const foretell::DryOutcome outcome = dry.settle();
    EXPECT_EQ(upgrades(outcome), forced ? 2 : 1);
  }
}

TEST(DryRefresh, P30_a_unit_in_conflict_gets_it_only_by_force) {
  for (const bool forced : {false, true}) {
    store::Contents contents = running();
    fail(contents, std::string(store::failed_upgrade));
    foretell::DryRun dry(std::move(contents), asked_at);
    ASSERT_EQ(dry.run(refresh(forced)).verdict, protocol::Verdict::Done);
    const foretell::DryOutcome outcome = dry.settle();
    EXPECT_EQ(upgrades(outcome), forced ? 2 : 1);
  }
}

TEST(DryRefresh, P30_a_conflict_is_named_with_what_it_keeps) {
  store::Contents contents = running();
  fail(contents, std::string(store::failed_upgrade));
  const std::string charm = contents.units.at("web/0").charm;
  foretell::DryRun dry(std::move(contents), asked_at);
  (void)dry.run(protocol::RemoveUnit{"web/0", {}});
  const foretell::DryOutcome outcome = dry.settle();
  ASSERT_FALSE(outcome.waits.empty());
  EXPECT_EQ(outcome.waits.front().name, "unit web/0");
  EXPECT_EQ(outcome.waits.front().why, "the files of " + charm
                                         + " cannot be put in place, and it waits for a person: "
                                           "resolved web/0");
}

} // namespace orrery::test
