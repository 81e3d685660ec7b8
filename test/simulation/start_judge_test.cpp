#include "test/simulation/judged.hpp"

#include <gtest/gtest.h>

/// The judge of hooks counts the starts that follow a boot of the host and ends of programs.
namespace orrery::simulate {
namespace {

TEST(HookOrder, W10_start_runs_again_only_where_a_program_has_ended) {
  Judged judged;
  judged.come_up();
  judged.order.program_ended("web/0");
  judged.run("start");
  EXPECT_EQ(judged.findings.count(), 0U);
  judged.run("config-changed");
  judged.run("start");
  EXPECT_TRUE(judged.found("start of web/0 runs in a unit that is started"));
}

TEST(HookOrder, W10_start_runs_again_once_for_a_program_that_ended_while_it_ran) {
  Judged judged;
  judged.run("install");
  judged.run("config-changed");
  judged.order.began({"web/0", "start", std::nullopt, {}});
  judged.order.program_ended("web/0");
  judged.order.ended("web/0", true);
  judged.run("start");
  EXPECT_EQ(judged.findings.count(), 0U);
  judged.run("config-changed");
  judged.run("start");
  EXPECT_TRUE(judged.found("start of web/0 runs in a unit that is started"));
}

TEST(HookOrder, W9_a_start_that_is_missing_after_a_boot_is_found) {
  for (const bool well : {true, false}) {
    Judged judged;
    judged.come_up();
    const auto is_well = [well](const std::string&) { return well; };
    judged.order.judge_rest(is_well);
    EXPECT_EQ(judged.findings.count(), 0U);
    judged.order.disturbed();
    judged.order.host_started_again();
    judged.order.judge_rest(is_well);
    EXPECT_EQ(judged.found("start of web/0 has not run since its host was started again"), well);
    judged.run("start");
    const std::size_t found = judged.findings.count();
    judged.order.judge_rest(is_well);
    EXPECT_EQ(judged.findings.count(), found) << "once is enough";
    judged.run("config-changed");
    judged.run("start");
    EXPECT_TRUE(judged.found("start of web/0 runs in a unit that is started")) << "twice is not";
  }
}

TEST(HookOrder, W9_a_start_after_a_boot_that_fails_and_counts_as_done_is_none_that_is_missing) {
  for (const bool counts : {true, false}) {
    Judged judged;
    judged.come_up();
    judged.order.host_started_again();
    judged.order.began({"web/0", "start", std::nullopt, {}});
    if (counts) {
      store::Unit skipped;
      skipped.name = "web/0";
      skipped.resolved = store::Resolved::NoRetry;
      judged.order.applied({1, "resolved", {rules::put(skipped)}, {}});
    }
    judged.order.ended("web/0", false);
    judged.order.judge_rest([](const std::string&) { return true; });
    EXPECT_EQ(judged.found("start of web/0 has not run since its host was started again"), !counts);
  }
}

TEST(HookOrder, W9_a_subordinate_that_starts_before_its_principal_is_found) {
  enum class Principal { Well, HasHookInHand, HasConflict };
  for (const Principal is : {Principal::Well, Principal::HasHookInHand, Principal::HasConflict}) {
    Judged judged;
    store::Unit principal;
    principal.name = "db/0";
    store::Unit unit;
    unit.name = "web/0";
    unit.principal = "db/0";
    judged.ledger.decided(*token(1, {rules::create(principal), rules::create(unit)}));
    for (const char* hook : {"install", "config-changed", "start"}) {
      judged.order.began({"db/0", hook, std::nullopt, {}});
      judged.order.ended("db/0", true);
    }
    judged.come_up();
    judged.order.disturbed();
    judged.order.host_started_again();
    judged.order.process_began([is](const std::string&) { return is == Principal::HasHookInHand; });
    if (is == Principal::HasConflict)
      judged.order.charm_not_replaced("db/0");
    judged.run("start");
    EXPECT_EQ(judged.found("start of web/0 runs before that of its principal"),
              is == Principal::Well);
  }
}

} // namespace
} // namespace orrery::simulate
