#include "test/simulation/judged.hpp"

#include <gtest/gtest.h>

/// The judges see what goes wrong where units get files of other charms.
namespace orrery::simulate {
namespace {

/// A unit that is up, with files of its application's first charm.
struct Upgraded : Judged {
  store::Unit unit;

  explicit Upgraded(bool comes_up = true) {
    unit.name = "web/0";
    unit.application = "web";
    unit.charm = "local:web-1";
    ledger.decided(*token(1, {rules::create(unit)}));
    found_before = findings.count();
    if (comes_up)
      come_up();
  }
  void set_charm(const std::string& charm, bool skips = false) {
    store::Unit next = unit;
    next.charm = charm;
    next.skipped_upgrade = skips ? charm : std::string();
    order.applied({2, "set charm", {rules::put(next)}, {}});
  }
  void die() {
    unit.life = store::Life::Dying;
    ledger.decided(*token(2, {rules::put(unit)}));
    found_before = findings.count();
  }
  void swap(const std::string& charm, bool skips = false) {
    set_charm(charm, skips);
    order.charm_replaced("web/0");
  }
  /// Nothing is found but that the ledger misses its application.
  [[nodiscard]] bool is_clean() const { return findings.count() == found_before; }

private:
  std::size_t found_before = 0;
};

TEST(HookOrder, P26_a_hook_between_the_swap_and_upgrade_charm_is_found) {
  for (const bool between : {true, false}) {
    Upgraded judged;
    judged.swap("local:web-2");
    if (between)
      judged.run("leader-elected");
    judged.run("upgrade-charm");
    judged.run("config-changed");
    judged.run("leader-elected");
    EXPECT_EQ(judged.found("begins although upgrade-charm is next (P26)"), between);
    EXPECT_EQ(judged.is_clean(), !between);
  }
}

TEST(HookOrder, P26_a_hook_between_upgrade_charm_and_config_changed_is_found) {
  for (const bool between : {true, false}) {
    Upgraded judged;
    judged.swap("local:web-2");
    judged.run("upgrade-charm");
    if (between)
      judged.run("update-status");
    judged.run("config-changed");
    EXPECT_EQ(judged.found("begins although config-changed is next"), between);
  }
}

TEST(HookOrder, P26_config_changed_behind_upgrade_charm_comes_without_a_change_and_once_only) {
  Upgraded judged;
  judged.swap("local:web-2");
  judged.run("upgrade-charm");
  judged.run("config-changed");
  EXPECT_TRUE(judged.is_clean());
  judged.run("config-changed");
  EXPECT_TRUE(judged.found("config-changed of web/0 runs although nothing has changed"));
}

TEST(HookOrder, P26_a_command_amid_an_upgrade_is_found_unless_a_hook_has_failed_there) {
  for (const bool fails : {true, false}) {
    Upgraded judged;
    judged.swap("local:web-2");
    judged.run("upgrade-charm", std::nullopt, {}, !fails);
    judged.order.command_began("web/0");
    EXPECT_EQ(judged.found("exec of web/0 begins amid its upgrade to local:web-2"), !fails);
  }
}

TEST(HookOrder, P25_a_hook_before_the_files_are_in_place_is_found) {
  for (const bool replaced : {true, false}) {
    Upgraded judged;
    judged.set_charm("local:web-2");
    if (replaced)
      judged.order.charm_replaced("web/0");
    judged.run("upgrade-charm");
    EXPECT_EQ(judged.found("begins before the files of local:web-2 are in place"), !replaced);
  }
}

TEST(HookOrder, P42_a_failed_hook_that_the_new_files_lack_counts_as_done) {
  for (const bool lacks : {true, false}) {
    Upgraded judged;
    judged.swap("local:web-2");
    judged.run("upgrade-charm", std::nullopt, {}, false);
    if (lacks)
      judged.missing = {"upgrade-charm"};
    judged.swap("local:web-3");
    judged.run("config-changed");
    EXPECT_EQ(judged.found("although upgrade-charm has not succeeded"), !lacks);
  }
}

TEST(HookOrder, P25_an_upgrade_charm_without_other_files_is_found) {
  Upgraded judged;
  judged.run("upgrade-charm");
  EXPECT_TRUE(judged.found("upgrade-charm of web/0 runs although no other files"));
}

TEST(HookOrder, P44_a_second_upgrade_charm_is_found_unless_a_crash_may_have_lost_the_first) {
  for (const bool crash : {true, false}) {
    Upgraded judged;
    judged.swap("local:web-2");
    judged.run("upgrade-charm");
    if (crash)
      judged.order.disturbed();
    judged.order.charm_replaced("web/0"); // the swap is done again
    judged.run("upgrade-charm");
    EXPECT_EQ(judged.found("runs although no other files"), !crash);
    judged.run("config-changed");
    judged.order.disturbed();
    judged.run("upgrade-charm");
    EXPECT_TRUE(judged.found("runs although no other files")) << "config-changed has run since";
  }
}

TEST(HookOrder, P36_a_second_round_follows_a_second_swap) {
  Upgraded judged;
  for (const char* charm : {"local:web-2", "local:web-3"}) {
    judged.swap(charm);
    judged.run("upgrade-charm");
    judged.run("config-changed");
  }
  EXPECT_TRUE(judged.is_clean());
}

TEST(HookOrder, P32_an_upgrade_charm_after_a_swap_in_another_hook_s_error_is_found) {
  for (const bool skips : {true, false}) {
    Upgraded judged;
    judged.run("leader-elected", std::nullopt, {}, false);
    judged.swap("local:web-2", skips);
    EXPECT_EQ(judged.found("upgrade-charm is to run although leader-elected fails (P32)"), !skips);
    judged.run("leader-elected");
    judged.run("config-changed");
    EXPECT_EQ(judged.is_clean(), skips);
    judged.run("upgrade-charm");
    EXPECT_EQ(judged.found("upgrade-charm of web/0 runs although no other files"), skips);
  }
}

TEST(HookOrder, P32_a_failing_upgrade_charm_is_that_of_the_new_files) {
  for (const bool skips : {true, false}) {
    Upgraded judged;
    judged.swap("local:web-2");
    judged.run("upgrade-charm", std::nullopt, {}, false);
    judged.swap("local:web-3", skips);
    EXPECT_EQ(judged.found("is to be passed over although no other hook fails (P32)"), skips);
    judged.run("upgrade-charm");
    judged.run("config-changed");
    EXPECT_EQ(judged.is_clean(), !skips);
  }
}

TEST(HookOrder, P35_a_refresh_that_begins_amid_a_hook_is_found) {
  Upgraded judged;
  judged.order.began({"web/0", "leader-elected", std::nullopt, {}});
  judged.set_charm("local:web-2");
  EXPECT_TRUE(judged.found("web/0 is to get files of local:web-2, and leader-elected runs (P35)"));
}

TEST(HookOrder, P37_a_unit_that_has_not_begun_runs_install_alone) {
  Judged judged;
  store::Unit unit;
  unit.name = "web/0";
  unit.charm = "local:web-1";
  judged.ledger.decided(*token(1, {rules::create(unit)}));
  unit.charm = "local:web-2";
  judged.order.applied({2, "set charm", {rules::put(unit)}, {}});
  judged.order.charm_replaced("web/0");
  judged.come_up();
  EXPECT_FALSE(judged.found("(P2"));
  judged.run("upgrade-charm");
  EXPECT_TRUE(judged.found("upgrade-charm of web/0 runs although no other files"));
}

TEST(HookOrder, P37_new_files_for_a_failing_install_are_followed_by_install_alone) {
  for (const bool resolved : {true, false}) {
    Upgraded judged(false);
    judged.run("install", std::nullopt, {}, false);
    if (resolved) {
      store::Unit skipped = judged.unit;
      skipped.resolved = store::Resolved::NoRetry;
      judged.order.applied({2, "resolved", {rules::put(skipped)}, {}});
    }
    judged.swap("local:web-2");
    judged.run("upgrade-charm"); // its agent may have acted on that before
    EXPECT_EQ(judged.is_clean(), resolved);
  }
}

TEST(HookOrder, P38_a_refresh_that_begins_after_stop_is_found_unless_a_hook_fails) {
  for (const bool fails : {true, false}) {
    Upgraded judged;
    judged.run("stop");
    if (fails)
      judged.run("remove", std::nullopt, {}, false);
    judged.set_charm("local:web-2", fails);
    EXPECT_EQ(judged.found("although its stop has run (P38)"), !fails);
  }
}

TEST(HookOrder, P38_a_refresh_that_begins_in_a_unit_whose_agent_knows_that_it_goes_is_found) {
  enum class What { Unheard, Heard, Begun, Fails, BeginsAnew };
  for (const What what : {What::Unheard, What::Heard, What::Begun, What::Fails, What::BeginsAnew}) {
    Upgraded judged;
    if (what == What::Begun)
      judged.set_charm("local:web-2");
    judged.die();
    judged.knows_that_it_dies = what != What::Unheard;
    judged.run("leader-elected", std::nullopt, {}, what != What::Fails);
    if (what == What::BeginsAnew)
      judged.order.disturbed("web/0");
    judged.knows_that_it_dies = false; // it begins, whatever it knew
    judged.set_charm("local:web-3", what == What::Fails);
    EXPECT_EQ(judged.found("although its agent knew that it is Dying before it began that (P38)"),
              what == What::Heard)
      << static_cast<int>(what);
  }
}

TEST(HookOrder, P38_a_refresh_of_an_application_is_told_before_its_dying_units_act_on_it) {
  Upgraded judged;
  judged.die();
  judged.knows_that_it_dies = true;
  store::Application application;
  application.name = "web";
  judged.order.applied({3, "refresh", {rules::put(application)}, {}});
  judged.knows_that_it_dies = false;
  judged.set_charm("local:web-2");
  EXPECT_TRUE(judged.found("before it began that (P38)"));
}

TEST(HookOrder, P44_what_a_crash_has_lost_of_an_upgrade_is_not_waited_for) {
  Upgraded judged;
  judged.set_charm("local:web-2"); // the ledger knows nothing of it
  judged.order.disturbed();
  judged.order.process_began([](const std::string&) { return false; });
  judged.run("leader-elected");
  EXPECT_TRUE(judged.is_clean());
}

TEST(HookOrder, P25_an_upgrade_charm_that_is_missing_where_all_rests_is_found) {
  for (const bool well : {true, false}) {
    Upgraded judged;
    judged.swap("local:web-2");
    judged.order.judge_rest([well](const std::string&) { return well; });
    EXPECT_EQ(judged.found("all rests, and upgrade-charm of web/0 has not run for local:web-2"),
              well);
  }
}

TEST(HookOrder, P23_a_peer_relation_that_a_refresh_drops_needs_no_ends) {
  for (const bool refreshed : {true, false}) {
    Upgraded judged;
    judged.ledger.decided(
      *token(2, {rules::create(store::Scope{1, "web/0", store::Role::Peer, {}, false})}));
    judged.run("mates-relation-created", 1);
    judged.run("mates-relation-joined", 1, "web/1");
    judged.run("mates-relation-changed", 1, "web/1");
    store::Relation peers;
    peers.id = 1;
    peers.ends = {{"web", "mates", store::Role::Peer}};
    judged.order.applied({2, refreshed ? "refresh" : "chance", {rules::erase(peers)}, {}});
    judged.run("stop");
    EXPECT_EQ(judged.found("runs before the unit has left relation 1 (H8)"), !refreshed);
  }
}

} // namespace
} // namespace orrery::simulate
