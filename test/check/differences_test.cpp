#include "cmd/views/check/differences.hpp"
#include "test/check/break.hpp"

#include <gtest/gtest.h>

namespace orrery::check {
namespace {

using agents::HookKind;
using agents::Step;
using test::Break;
using test::name_of_case;

class NotesBreaks : public testing::TestWithParam<test::Break> {};

TEST_P(NotesBreaks, exactly_that_is_said) {
  test::expect_said(GetParam());
}

TEST(Differences, there_are_none_when_all_rests) {
  EXPECT_EQ(differences(test::good_observed()), Differences{});
}

TEST(Differences, there_are_none_in_an_empty_model) {
  EXPECT_EQ(differences(Observed{}), Differences{});
}

TEST(Differences, there_are_none_while_a_hook_runs) {
  Observed observed = test::good_observed();
  observed.notes.units["mysql/0"].operation = test::in_hand(HookKind::ConfigChanged, Step::Pending);
  observed.contents.statuses["mysql/0"].agent.value = "executing";
  observed.keepers.push_back({4712, 1, "mysql/0", true});
  observed.contents.applications["mysql"].config_version = 5; // what it is about to deliver
  observed.contents.bags[{1, "wordpress/0"}].version = 9;     // what comes after it
  EXPECT_EQ(differences(observed), Differences{});
}

TEST(Differences, there_are_none_where_a_leader_has_set_something) {
  Observed observed = test::good_observed();
  observed.contents.leader_settings["mysql"].version = 6; // it is not told itself
  EXPECT_EQ(differences(observed), Differences{});
}

TEST(Differences, US2_US5_there_are_none_while_update_status_runs) {
  Observed observed = test::good_observed();
  observed.keepers.push_back({4712, 1, "mysql/0", true, false, true});
  EXPECT_EQ(differences(observed), Differences{}) << "it is not noted";
  agents::Operation again = test::in_hand(HookKind::UpdateStatus, Step::Pending);
  again.attempt = 1;
  observed.notes.units["mysql/0"].operation = again;
  EXPECT_EQ(differences(observed), Differences{}) << "and not shown, where it has failed once";
  observed.keepers.pop_back();
  EXPECT_EQ(differences(observed).size(), 1U) << "nothing runs";
}

TEST(Differences, a_users_task_is_no_hook) {
  Observed observed = test::good_observed();
  observed.keepers.push_back({4712, 1, "mysql/0", true, true});
  observed.keepers.push_back({4713, 1, "", true, true});
  EXPECT_EQ(differences(observed), Differences{});
  observed.contents.statuses["mysql/0"].agent = {"executing", "running action backup", 0};
  EXPECT_EQ(differences(observed).size(), 1U) << "none of its tasks runs";
  store::Task& task = observed.contents.tasks[2];
  task.unit = "mysql/0";
  task.status = store::TaskStatus::Running;
  EXPECT_EQ(differences(observed), Differences{});
}

TEST(Differences, a_command_that_outlives_its_machine_is_one) {
  Observed observed = test::good_observed();
  observed.keepers.push_back({4713, 77, "", false, true});
  const Differences found = differences(observed);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].records, "no such machine");
}

TEST(Differences, there_are_none_while_a_machine_is_made) {
  Observed observed = test::good_observed();
  observed.contents.machines[2].id = 2;
  store::Unit unit;
  unit.name = "mysql/1";
  unit.application = "mysql";
  unit.machine = 2;
  observed.contents.units["mysql/1"] = unit;
  observed.contents.statuses["mysql/1"].workflow = "new";
  EXPECT_EQ(differences(observed), Differences{});
}

TEST(Differences, there_are_none_after_the_last_try_has_failed) {
  Observed observed = test::good_observed();
  auto failed = test::in_hand(HookKind::ConfigChanged, Step::Queued);
  failed.attempt = observed.retry.attempts;
  observed.notes.units["mysql/0"].operation = failed;
  observed.contents.statuses["mysql/0"].workflow = "hook-error";
  EXPECT_EQ(differences(observed), Differences{});
}

TEST(Differences, many_unlike_members_are_counted) {
  Observed observed = test::good_observed();
  for (const char* unit : {"wordpress/1", "wordpress/2", "wordpress/3", "wordpress/4"})
    observed.notes.units["mysql/0"].relations[1].members[unit] = 1;
  const Differences found = differences(observed);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].found,
            "its agent has joined wordpress/1 with settings 1, wordpress/2 with settings 1, "
            "wordpress/3 with settings 1 and 1 more");
}

/// Notes of a unit that the model has not.
void add_ghost(Observed& o) {
  auto& ghost = o.notes.units["ghost/7"];
  ghost.unit = "ghost/7";
  ghost.installed = ghost.started = true;
}

/// Its agent has given up.
void lose(Observed& o) {
  o.contents.statuses["mysql/0"].agent.value = "lost";
}

INSTANTIATE_TEST_SUITE_P(
  Deployments,
  NotesBreaks,
  testing::Values(
    Break{"deployed_by_another_machine",
          [](Observed& o) {
            o.notes.deployed.insert({"machine-0", "mysql/0"});
          },
          {{"unit mysql/0", "alive on machine 1", "noted as deployed by machine-0"}}},
    Break{"deployed_by_nobody_known",
          [](Observed& o) {
            o.notes.deployed.insert({"machine-9", "ghost/7"});
          },
          {{"unit ghost/7", "no such unit", "noted as deployed by machine-9"}}},
    Break{"gone_while_its_holder_is_lost",
          [](Observed& o) {
            o.notes.deployed.insert({"mysql/0", "ghost/7"});
            o.keepers.push_back({4713, 1, "ghost/7", false});
            o.directories.units[1].insert("ghost/7");
            add_ghost(o);
            lose(o);
          },
          {{"unit ghost/7", "no such unit", "noted as deployed by mysql/0"},
           {"unit ghost/7", "no such unit", "its agent's notes say running"},
           {"unit ghost/7", "no such unit",
            "process 4713 on machine 1 keeps what a hook of it left running"},
           {"unit ghost/7", "no such unit", "it has a directory on machine 1"}},
          Patience::Known},
    Break{"gone_while_its_machine_is_down",
          [](Observed& o) {
            o.notes.deployed.insert({"machine-1", "ghost/7"});
            o.contents.machines[1].status.value = "down";
          },
          {{"unit ghost/7", "no such unit", "noted as deployed by machine-1"}},
          Patience::Known},
    Break{"subordinate_deployed_by_its_machine",
          [](Observed& o) {
            o.notes.deployed.insert({"machine-0", "logging/0"});
          },
          {{"unit logging/0", "alive on machine 0, subordinate to wordpress/0",
            "noted as deployed by machine-0"}}},
    Break{"not_deployed",
          [](Observed& o) {
            o.notes.deployed.erase({"machine-1", "mysql/0"});
          },
          {{"unit mysql/0", "alive on machine 1", "machine-1 has not noted it as deployed"}}},
    Break{"subordinate_not_deployed",
          [](Observed& o) {
            o.notes.deployed.erase({"wordpress/0", "logging/0"});
          },
          {{"unit logging/0", "alive on machine 0, subordinate to wordpress/0",
            "wordpress/0 has not noted it as deployed"}},
          Patience::Settled},
    Break{"not_deployed_and_lost",
          [](Observed& o) {
            o.notes.deployed.erase({"machine-1", "mysql/0"});
            lose(o);
          },
          {{"unit mysql/0", "alive on machine 1", "machine-1 has not noted it as deployed"}},
          Patience::Known}),
  name_of_case);

INSTANTIATE_TEST_SUITE_P(
  Workflows,
  NotesBreaks,
  testing::Values(
    Break{"notes_of_a_ghost",
          add_ghost,
          {{"unit ghost/7", "no such unit", "its agent's notes say running"}}},
    Break{"notes_of_a_ghost_with_a_hook",
          [](Observed& o) {
            add_ghost(o);
            o.notes.units["ghost/7"].operation = test::in_hand(HookKind::Stop, Step::Queued);
            o.notes.units["ghost/7"].relations[1].endpoint = "db";
          },
          {{"unit ghost/7", "no such unit",
            "its agent's notes say running, hook stop in hand, 1 relation"}}},
    Break{"no_notes",
          [](Observed& o) { o.notes.units.erase("mysql/0"); },
          {{"unit mysql/0", "reported as running", "its agent has no notes"}}},
    Break{"another_workflow",
          [](Observed& o) { o.contents.statuses["mysql/0"].workflow = "ready"; },
          {{"unit mysql/0", "reported as ready", "its agent's notes say running"}}},
    Break{"another_workflow_of_a_lost_agent",
          [](Observed& o) {
            o.contents.statuses["mysql/0"].workflow = "ready";
            lose(o);
          },
          {{"unit mysql/0", "reported as ready", "its agent's notes say running"}},
          Patience::Known},
    Break{"another_workflow_before_a_hook",
          [](Observed& o) {
            o.contents.statuses["mysql/0"].workflow = "hook-error";
            o.notes.units["mysql/0"].operation = test::in_hand(HookKind::Start, Step::Queued);
          },
          {{"unit mysql/0", "reported as hook-error", "its agent's notes say running"}},
          Patience::Known},
    Break{"executing_nothing",
          [](Observed& o) {
            o.contents.statuses["mysql/0"].agent = {"executing", "running start hook", 1};
          },
          {{"unit mysql/0", "its agent is executing: running start hook",
            "its notes say that no hook is in hand"}}},
    Break{"executing_what_is_done",
          [](Observed& o) {
            o.contents.statuses["mysql/0"].agent = {"executing", "running start hook", 1};
            o.notes.units["mysql/0"].operation = test::in_hand(HookKind::Start, Step::Done);
          },
          {{"unit mysql/0", "its agent is executing: running start hook",
            "its notes say that hook start is done"}}},
    Break{"idle_with_a_hook",
          [](Observed& o) {
            o.notes.units["mysql/0"].operation = test::in_hand(HookKind::Start, Step::Pending);
            o.keepers.push_back({4712, 1, "mysql/0", true});
          },
          {{"unit mysql/0", "its agent is idle", "its notes say that hook start runs"}}},
    Break{"dead_and_running",
          [](Observed& o) { o.contents.units["mysql/0"].life = store::Life::Dead; },
          {{"unit mysql/0", "dead", "its agent's notes say running"}},
          Patience::Settled},
    Break{"leads_without_a_note",
          [](Observed& o) { o.notes.units["mysql/0"].leader = false; },
          {{"unit mysql/0", "it leads mysql", "its agent's notes do not say that it leads"}}},
    Break{"noted_as_leader",
          [](Observed& o) { o.contents.applications["mysql"].leader = "mysql/9"; },
          {{"unit mysql/0", "it does not lead mysql", "its agent's notes say that it leads"}}},
    Break{"configuration_not_delivered",
          [](Observed& o) { o.contents.applications["mysql"].config_version = 5; },
          {{"unit mysql/0", "configuration 5",
            "its agent's notes say that configuration 4 was delivered"}}},
    Break{"leaders_settings_not_delivered",
          [](Observed& o) {
            o.contents.applications["mysql"].leader = "mysql/9";
            o.notes.units["mysql/0"].leader = false;
            o.contents.leader_settings["mysql"].version = 6;
          },
          {{"unit mysql/0", "its leader's settings 6",
            "its agent's notes say that those of 1 were delivered"}}},
    Break{"unreadable",
          [](Observed& o) { o.notes.unreadable.push_back("lx: no key of the agents' store"); },
          {{"agents' store", "every note can be read", "lx: no key of the agents' store"}}}),
  name_of_case);

INSTANTIATE_TEST_SUITE_P(
  Relations,
  NotesBreaks,
  testing::Values(
    Break{"relation_that_is_gone",
          [](Observed& o) {
            auto& progress = o.notes.units["mysql/0"].relations[8];
            progress.endpoint = "server";
            progress.remote_application = "blog";
          },
          {{"unit mysql/0", "there is no relation 8",
            "its agent's notes know relation 8 (server with blog)"}}},
    Break{"relation_that_is_gone_behind_a_hook",
          [](Observed& o) {
            o.notes.units["mysql/0"].relations[8].endpoint = "server";
            o.notes.units["mysql/0"].operation = test::in_hand(HookKind::Start, Step::Queued);
          },
          {{"unit mysql/0", "there is no relation 8",
            "its agent's notes know relation 8 (server with )"}},
          Patience::Known},
    Break{"relation_without_scope",
          [](Observed& o) {
            o.contents.scopes.erase({0, "mysql/0"});
          },
          {{"unit mysql/0", "relation 0 (mysql:cluster): it is not in scope",
            "its agent's notes know the relation"}}},
    Break{"scope_without_notes",
          [](Observed& o) { o.notes.units["mysql/0"].relations.erase(0); },
          {{"unit mysql/0", "relation 0 (mysql:cluster): it is in scope",
            "its agent's notes do not know the relation"}}},
    Break{"member_that_is_not_there",
          [](Observed& o) { o.notes.units["mysql/0"].relations[1].members["wordpress/5"] = 3; },
          {{"unit mysql/0", "relation 1 (wordpress:db mysql:server): no further member",
            "its agent has joined wordpress/5 with settings 3"}}},
    Break{"member_that_is_not_joined",
          [](Observed& o) { o.notes.units["mysql/0"].relations[1].members.clear(); },
          {{"unit mysql/0", "relation 1 (wordpress:db mysql:server): wordpress/0 with settings 1",
            "its agent has joined no further member"}}},
    Break{"settings_not_delivered",
          [](Observed& o) {
            o.contents.bags[{1, "wordpress/0"}].version = 6;
          },
          {{"unit mysql/0", "relation 1 (wordpress:db mysql:server): wordpress/0 with settings 6",
            "its agent has joined wordpress/0 with settings 1"}}},
    Break{"application_settings_not_delivered",
          [](Observed& o) {
            o.contents.bags[{1, "mysql"}].version = 6;
          },
          {{"unit wordpress/0", "relation 1 (wordpress:db mysql:server): mysql has settings 6",
            "its agent has delivered settings 2"}}}),
  name_of_case);

} // namespace
} // namespace orrery::check
