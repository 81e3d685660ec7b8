#include "cmd/simulate/programs.hpp"
#include "test/simulation/judged.hpp"

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/scoped_actor.hpp>
#include <gtest/gtest.h>

/// Those who judge a simulation see what they are there to see.
namespace orrery::simulate {
namespace {

store::Machine machine(store::Life life) {
  store::Machine made;
  made.life = life;
  return made;
}

TEST(Ledger, L2_a_life_that_goes_back_is_found) {
  Judged judged;
  judged.ledger.decided(*token(1, {rules::create(machine(store::Life::Alive))}));
  judged.ledger.decided(*token(2, {rules::put(machine(store::Life::Dying))}));
  EXPECT_FALSE(judged.found("takes machine"));
  judged.ledger.decided(*token(3, {rules::put(machine(store::Life::Alive))}));
  EXPECT_TRUE(judged.found("takes machine 0 from dying to alive"));
}

TEST(Ledger, L6_a_number_that_is_given_twice_is_found) {
  Judged judged;
  judged.ledger.decided(*token(1, {rules::create(machine(store::Life::Alive))}));
  judged.ledger.decided(*token(2, {rules::put(machine(store::Life::Dying))}));
  judged.ledger.decided(*token(3, {rules::put(machine(store::Life::Dead))}));
  judged.ledger.decided(*token(4, {rules::erase(machine(store::Life::Dead))}));
  EXPECT_FALSE(judged.found("has been there before"));
  judged.ledger.decided(*token(5, {rules::create(machine(store::Life::Alive))}));
  EXPECT_TRUE(judged.found("machine 0 has been there before"));
}

TEST(Ledger, L7_a_broken_invariant_is_found_as_soon_as_the_transaction_is_decided) {
  Judged judged;
  store::Unit unit;
  unit.name = "web/0";
  unit.application = "web";
  judged.ledger.decided(*token(2, {rules::create(unit)}));
  EXPECT_EQ(judged.findings.count(), 0U) << "transaction 1 is still on its way";
  judged.ledger.decided(*token(1, {rules::create(machine(store::Life::Alive))}));
  EXPECT_TRUE(judged.found("after transaction 2 (chance)"));
}

TEST(HookOrder, W2_another_hook_after_one_that_failed_is_found) {
  Judged judged;
  judged.run("install", std::nullopt, {}, false);
  judged.run("install");
  EXPECT_EQ(judged.findings.count(), 0U);
  judged.run("config-changed", std::nullopt, {}, false);
  judged.run("start");
  EXPECT_TRUE(judged.found("start of web/0 begins although config-changed has not succeeded"));
}

TEST(HookOrder, W2_a_hook_of_a_relation_that_force_took_before_it_began_may_be_left) {
  for (const bool taken : {true, false}) {
    Judged judged;
    judged.come_up();
    if (!taken)
      judged.ledger.decided(
        *token(1, {rules::create(store::Scope{0, "web/0", store::Role::Requirer, {}, false})}));
    judged.run("db-relation-departed", 0, "db/0", false);
    judged.run("stop");
    EXPECT_EQ(judged.found("begins although db-relation-departed 0 db/0 has not"), !taken);
  }
}

TEST(HookOrder, W4_a_hook_that_succeeded_and_runs_again_is_found_unless_there_was_a_crash) {
  Judged judged;
  judged.run("install");
  judged.order.disturbed();
  judged.run("install");
  EXPECT_EQ(judged.findings.count(), 0U);
  judged.run("install");
  EXPECT_TRUE(judged.found("install of web/0 runs again"));
}

TEST(HookOrder, W7_two_hooks_at_once_are_found) {
  Judged judged;
  judged.order.began({"web/0", "install", std::nullopt, {}});
  judged.order.began({"web/0", "start", std::nullopt, {}});
  EXPECT_TRUE(judged.found("begins while install runs"));
}

TEST(HookOrder, W7_a_command_beside_a_hook_is_found) {
  Judged judged;
  judged.come_up();
  judged.order.command_began("web/0");
  judged.order.command_ended("web/0");
  judged.run("leader-elected");
  EXPECT_EQ(judged.findings.count(), 0U);
  judged.order.command_began("web/0");
  judged.run("config-changed");
  EXPECT_TRUE(judged.found("config-changed of web/0 begins while a user's command runs"));
}

TEST(HookOrder, W7_a_command_that_would_not_wait_for_a_hook_is_found_unless_its_agent_is_new) {
  for (const bool disturbed : {true, false}) {
    Judged judged;
    judged.order.began({"web/0", "install", std::nullopt, {}});
    if (disturbed)
      judged.order.disturbed("web/0");
    judged.order.waits("web/0", "exec");
    EXPECT_EQ(judged.found("exec of web/0 is to begin while install runs"), !disturbed);
  }
}

TEST(HookOrder, W7_a_hook_that_a_failed_agent_still_asked_for_may_have_another_wait) {
  Judged judged;
  judged.run("install");
  judged.order.disturbed("web/0");
  judged.order.began({"web/0", "config-changed", std::nullopt, {}});
  judged.order.waits("web/0", "config-changed");
  EXPECT_EQ(judged.findings.count(), 0U);
  judged.order.ended("web/0", true);
  judged.order.began({"web/0", "start", std::nullopt, {}});
  judged.order.waits("web/0", "exec");
  EXPECT_TRUE(judged.found("exec of web/0 is to begin while start runs"));
}

TEST(HookOrder, H4_a_hook_that_comes_again_although_nothing_has_changed_is_found) {
  for (const bool changed : {true, false}) {
    Judged judged;
    judged.come_up();
    store::Application web;
    web.name = "web";
    web.config_version = 2;
    if (changed)
      judged.order.applied({1, "config", {rules::put(web)}, {}});
    judged.run("config-changed");
    EXPECT_EQ(judged.found("config-changed of web/0 runs although nothing has changed"), !changed);
    judged.run("config-changed");
    EXPECT_TRUE(judged.found("config-changed of web/0 runs although nothing has changed"))
      << "one change makes one hook";
  }
}

TEST(HookOrder, H2_changed_for_a_member_whose_settings_are_as_they_were_is_found) {
  for (const bool changed : {true, false}) {
    Judged judged;
    store::Relation relation;
    relation.id = 1;
    relation.ends = {{"web", "db", store::Role::Requirer},
                     {"mysql", "server", store::Role::Provider}};
    judged.ledger.decided(*token(1, {rules::create(relation)}));
    judged.come_up();
    judged.run("db-relation-created", 1);
    judged.run("db-relation-joined", 1, "mysql/0");
    judged.run("db-relation-changed", 1, "mysql/0");
    judged.run("db-relation-changed", 1,
               "mysql/0"); // its settings may have changed before it was seen
    if (changed)
      judged.order.applied({2, "flush hook", {rules::put(store::Bag{1, "mysql/0", 2, {}})}, {}});
    EXPECT_FALSE(judged.found("nothing has changed"));
    judged.run("db-relation-changed", 1, "mysql/0");
    EXPECT_EQ(judged.found("db-relation-changed 1 mysql/0 of web/0 runs although nothing"),
              !changed);
  }
}

TEST(HookOrder, H8_a_wrong_order_is_found) {
  Judged judged;
  judged.run("install");
  judged.run("start");
  EXPECT_TRUE(judged.found("start of web/0 runs before config-changed"));
  judged.run("remove");
  EXPECT_TRUE(judged.found("remove of web/0 runs before stop"));
}

TEST(HookOrder, H1_another_hook_between_joined_and_changed_is_found) {
  Judged judged;
  judged.come_up();
  judged.run("db-relation-created", 1);
  judged.run("db-relation-joined", 1, "mysql/0");
  judged.run("db-relation-changed", 1, "mysql/0");
  EXPECT_EQ(judged.findings.count(), 0U);
  judged.run("db-relation-joined", 1, "mysql/1");
  judged.run("db-relation-joined", 1, "mysql/2");
  EXPECT_TRUE(judged.found("runs before changed for mysql/1, which has joined"));
}

TEST(HookOrder, S6_broken_before_all_have_departed_is_found) {
  Judged judged;
  judged.come_up();
  judged.run("db-relation-created", 1);
  judged.run("db-relation-joined", 1, "mysql/0");
  judged.run("db-relation-changed", 1, "mysql/0");
  judged.run("db-relation-broken", 1);
  EXPECT_TRUE(judged.found("runs before departed for mysql/0"));
  judged.run("db-relation-changed", 1, "mysql/0");
  EXPECT_TRUE(judged.found("runs after broken"));
}

TEST(HookOrder, U5_a_unit_that_goes_without_stop_is_found_unless_a_hook_may_have_been_skipped) {
  for (const bool skipped : {false, true})
    for (const bool disturbed : {false, true}) {
      Judged judged;
      store::Application web;
      web.name = "web";
      web.skip_failed_hooks = skipped;
      judged.ledger.decided(*token(1, {rules::create(web)}));
      judged.come_up();
      if (disturbed)
        judged.order.disturbed("web/0");
      store::Unit unit;
      unit.name = "web/0";
      judged.order.applied({2, "delete unit", {rules::erase(unit)}, {}});
      EXPECT_EQ(judged.found("its stop has never run"), !skipped || !disturbed);
    }
}

/// A host that has burnt down, and a judge who is told of what is tried there.
struct BurntHouse final : Programs::House {
  explicit BurntHouse(HookOrder& told) : order(told) {}
  bool has_directory(const hooks::HookJob&) const override { return false; }
  Conduct conduct_of(const hooks::HookJob&) override { return {}; }
  void began(const hooks::HookJob&, bool) override { FAIL(); }
  void waits(const hooks::HookJob&) override { FAIL(); }
  void not_begun(const hooks::HookJob& job, bool) override {
    order.began({job.unit, job.hook, std::nullopt, {}});
    order.ended(job.unit, false);
  }
  void called(const std::string&) override { FAIL(); }
  void
  replied(const std::string&, const std::vector<std::string>&, const hooks::ToolReply&) override {
    FAIL();
  }
  void ended(const hooks::HookJob&, const hooks::HookEnd&, bool) override { FAIL(); }
  HookOrder& order;
};

TEST(HookOrder, W2_a_hook_whose_directory_is_gone_has_failed) {
  Judged judged;
  judged.come_up();
  BurntHouse house(judged.order);
  Programs programs(house, judged.findings);
  caf::actor_system_config config;
  caf::actor_system system(config);
  const caf::scoped_actor driver(system);
  programs.set_driver(caf::actor(driver));
  hooks::HookEnd end;
  hooks::HookJob job;
  job.unit = "web/0";
  job.hook = "stop";
  programs.submit(job, [&](hooks::HookEnd ended) { end = std::move(ended); });
  EXPECT_EQ(end.how, hooks::HookEnd::How::NotRun);
  EXPECT_EQ(judged.findings.count(), 0U);
  judged.run("remove");
  EXPECT_TRUE(judged.found("remove of web/0 begins although stop has not succeeded"));
}

} // namespace
} // namespace orrery::simulate
