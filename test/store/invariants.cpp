#include "test/store/violation.hpp"

namespace orrery::store {
namespace {

TEST(GoodModel, breaks_no_invariant) {
  EXPECT_EQ(broken_invariants(test::good_model()), Sentences{});
}

TEST(GoodModel, may_be_empty) {
  EXPECT_EQ(broken_invariants(Contents{}), Sentences{});
}

TEST(GoodModel, may_be_dying_while_something_holds_it) {
  auto contents = test::good_model();
  for (auto& [name, application] : contents.applications)
    application.life = Life::Dying;
  for (auto& [id, relation] : contents.relations)
    relation.life = Life::Dying;
  for (auto& [name, unit] : contents.units)
    unit.life = Life::Dying;
  for (auto& [id, machine] : contents.machines)
    machine.life = Life::Dying;
  EXPECT_EQ(broken_invariants(contents), Sentences{});
}

TEST(GoodModel, may_have_an_unassigned_unit_and_a_departing_one) {
  auto contents = test::good_model();
  contents.units["mysql/0"].assigned = false;
  contents.units["mysql/0"].machine = 77;
  contents.scopes[{1, "mysql/0"}].departing = true;
  EXPECT_EQ(broken_invariants(contents), Sentences{});
}

TEST(GoodModel, may_relate_an_application_to_itself_and_counts_that_once) {
  auto contents = test::good_model();
  auto& relation = contents.relations[1];
  relation.ends[0].application = "mysql";
  relation.key = "mysql:db mysql:server";
  relation.unit_count = 1;
  contents.scopes.erase({1, "wordpress/0"});
  contents.applications["wordpress"].relation_count = 1;
  EXPECT_EQ(broken_invariants(contents), Sentences{});
}

TEST_P(Invariants, a_violation_gives_exactly_its_sentence) {
  auto contents = test::good_model();
  GetParam().change(contents);
  EXPECT_EQ(broken_invariants(contents), GetParam().sentences);
}

INSTANTIATE_TEST_SUITE_P(
  References,
  Invariants,
  testing::Values(Violation{"unit_of_no_application",
                            [](Contents& c) { add_unit(c, "web/0", "web"); },
                            {"unit web/0 is of application web, which does not exist"}},
                  Violation{"unit_of_anothers_name",
                            [](Contents& c) {
                              add_unit(c, "web/0", "mysql");
                              c.applications["mysql"].unit_count = 2;
                            },
                            {"unit web/0 says that it is of application mysql"}},
                  Violation{"unit_on_no_machine",
                            [](Contents& c) { c.units["mysql/0"].machine = 9; },
                            {"unit mysql/0 is assigned to machine 9, which does not exist"}},
                  Violation{"subordinate_of_nobody",
                            [](Contents& c) { c.units["logging/0"].principal = "wordpress/8"; },
                            {"unit logging/0 is subordinate to wordpress/8, which does not exist",
                             "scope of unit logging/0 in relation 2 names container wordpress/0, "
                             "which is neither the unit nor its principal"}},
                  Violation{"unit_without_status",
                            [](Contents& c) { c.statuses.erase("mysql/0"); },
                            {"unit mysql/0 has no status (W5)"}},
                  Violation{"unit_without_charm",
                            [](Contents& c) { c.units["mysql/0"].charm = "local:mysql-2"; },
                            {"unit mysql/0 has charm 'local:mysql-2', which does not exist",
                             "application mysql counts 0 units of charm local:mysql-2, but has 1"}},
                  Violation{"application_without_charm",
                            [](Contents& c) { c.applications["mysql"].charm = "local:mysql-2"; },
                            {"application mysql has charm 'local:mysql-2', which does not exist",
                             "application mysql counts 0 units of charm local:mysql-1, but has 1",
                             "charm local:mysql-1 is kept, but no application has it"}},
                  Violation{"leader_that_is_gone",
                            [](Contents& c) { c.applications["mysql"].leader = "mysql/7"; },
                            {"application mysql is led by mysql/7, which does not exist"}},
                  Violation{
                    "leader_of_another",
                    [](Contents& c) { c.applications["mysql"].leader = "logging/0"; },
                    {"application mysql is led by logging/0, which is of application logging"}},
                  Violation{"status_of_nobody",
                            [](Contents& c) { c.statuses["mysql/7"].unit = "mysql/7"; },
                            {"there is a status of unit mysql/7, which does not exist"}},
                  Violation{"settings_of_nobody",
                            [](Contents& c) { c.configs["web"].application = "web"; },
                            {"there are settings of application web, which does not exist"}},
                  Violation{"state_of_nobody",
                            [](Contents& c) { c.charm_states["mysql/7"].unit = "mysql/7"; },
                            {"there is what hooks keep of unit mysql/7, which does not exist"}},
                  Violation{"leader_settings_of_nobody",
                            [](Contents& c) { c.leader_settings["web"].application = "web"; },
                            {"there are a leader's settings of application web, which does not "
                             "exist"}}),
  name_of_case);

INSTANTIATE_TEST_SUITE_P(
  Counts,
  Invariants,
  testing::Values(
    Violation{
      "relation_counts_more_than_its_scopes",
      [](Contents& c) { c.relations[1].unit_count = 5; },
      {"relation 1 (wordpress:db mysql:server) counts 5 units in scope, but has 2 scope records"}},
    Violation{"application_counts_fewer_units",
              [](Contents& c) { c.applications["mysql"].unit_count = 0; },
              {"application mysql counts 0 units, but has 1"}},
    Violation{"application_counts_more_relations",
              [](Contents& c) { c.applications["mysql"].relation_count = 3; },
              {"application mysql counts 3 relations, but is in 2"}}),
  name_of_case);

/// Refreshes mysql, and mysql/0 has not followed yet.
void refresh_mysql(Contents& contents) {
  Charm newer = contents.charms.at("local:mysql-1");
  newer.url = "local:mysql-2";
  newer.revision = 2;
  insert(contents, newer);
  insert(contents, CharmSequence{"mysql", 3});
  contents.applications["mysql"].charm = newer.url;
  contents.applications["mysql"].older_charms = {{"local:mysql-1", 1}};
}

TEST(GoodModel, may_have_units_of_an_older_charm) {
  auto contents = test::good_model();
  refresh_mysql(contents);
  EXPECT_EQ(broken_invariants(contents), Sentences{});
  Unit& unit = contents.units["mysql/0"];
  unit.charm = "local:mysql-2";
  unit.skipped_upgrade = std::string("local:mysql-2");
  contents.applications["mysql"].older_charms.clear();
  contents.charms.erase("local:mysql-1");
  EXPECT_EQ(broken_invariants(contents), Sentences{});
}

INSTANTIATE_TEST_SUITE_P(
  Charms,
  Invariants,
  testing::Values(
    Violation{"older_charm_counted_too_often",
              [](Contents& c) {
                refresh_mysql(c);
                c.applications["mysql"].older_charms["local:mysql-1"] = 2;
              },
              {"application mysql counts 2 units of charm local:mysql-1, but has 1"}},
    Violation{"older_charm_not_counted",
              [](Contents& c) {
                refresh_mysql(c);
                c.applications["mysql"].older_charms.clear();
              },
              {"application mysql counts 0 units of charm local:mysql-1, but has 1",
               "charm local:mysql-1 is kept, but no application has it"}},
    Violation{"older_charm_of_no_unit",
              [](Contents& c) {
                refresh_mysql(c);
                c.units["mysql/0"].charm = "local:mysql-2";
                c.applications["mysql"].older_charms["local:mysql-1"] = 0;
              },
              {"application mysql counts charm local:mysql-1, which none of its units has"}},
    Violation{"newest_charm_among_the_older",
              [](Contents& c) { c.applications["mysql"].older_charms["local:mysql-1"] = 1; },
              {"application mysql has charm local:mysql-1, and counts it among those it had "
               "before"}},
    Violation{"charm_of_nobody",
              [](Contents& c) {
                insert(c, Charm{"local:web-1", "web", 1, "", "", false, {}, {}, {}, {}, ""});
              },
              {"charm local:web-1 is kept, but no application has it"}},
    Violation{"charm_beyond_its_sequence",
              [](Contents& c) {
                insert(c, CharmSequence{"mysql", 1});
              },
              {"the next revision of charm mysql is 1, but local:mysql-1 exists (P4)"}},
    Violation{
      "passed_over_what_it_has_not",
      [](Contents& c) { c.units["mysql/0"].skipped_upgrade = std::string("local:mysql-2"); },
      {"unit mysql/0 has passed over the upgrade to local:mysql-2, but has charm "
       "local:mysql-1"}}),
  name_of_case);

INSTANTIATE_TEST_SUITE_P(
  Sequences,
  Invariants,
  testing::Values(
    Violation{"machine_beyond_its_sequence",
              [](Contents& c) { c.model.next_machine = 1; },
              {"the model's next machine is 1, but machine 1 exists"}},
    Violation{
      "relation_beyond_its_sequence",
      [](Contents& c) {
        c.model.next_relation = 2;
        c.cleanups.clear();
        c.bags.erase({3, "old/0"});
      },
      {"the model's next relation is 2, but relation 2 (logging:info wordpress:juju-info) exists"}},
    Violation{"cleanup_beyond_the_sequence",
              [](Contents& c) { c.model.next_relation = 3; },
              {"the model's next relation is 3, but relation 3 is under cleanup"}},
    Violation{"uid_beyond_its_sequence",
              [](Contents& c) { c.applications["mysql"].uid = 3; },
              {"the model's next application uid is 3, but application mysql has 3"}},
    Violation{"uid_twice",
              [](Contents& c) { c.applications["mysql"].uid = 0; },
              {"applications mysql and wordpress have the same uid 0"}},
    Violation{"unit_beyond_its_sequence",
              [](Contents& c) { c.applications["mysql"].next_unit = 0; },
              {"application mysql's next unit is 0, but unit mysql/0 exists"}},
    Violation{"unit_of_no_name",
              [](Contents& c) {
                add_unit(c, "mysql/x", "mysql");
                c.applications["mysql"].unit_count = 2;
              },
              {"unit mysql/x has no unit's name"}},
    Violation{"unit_sequence_beside_its_application",
              [](Contents& c) {
                c.sequences["mysql"] = {"mysql", 4};
              },
              {"application mysql exists, but a unit sequence at 4 is kept as if it were gone"}}),
  name_of_case);

INSTANTIATE_TEST_SUITE_P(
  Lives,
  Invariants,
  testing::Values(
    Violation{"dead_relation",
              [](Contents& c) { c.relations[0].life = Life::Dead; },
              {"relation 0 (mysql:cluster) is stored dead: it should have been removed"}},
    Violation{
      "dying_relation_without_scope",
      [](Contents& c) {
        c.relations[0].life = Life::Dying;
        c.relations[0].unit_count = 0;
        c.scopes.erase({0, "mysql/0"});
      },
      {"relation 0 (mysql:cluster) is dying with 0 scope records: it should have been removed"}},
    Violation{
      "alive_relation_of_dying_application",
      [](Contents& c) { c.applications["logging"].life = Life::Dying; },
      {"relation 2 (logging:info wordpress:juju-info) is alive, but application logging is dying"}},
    Violation{"dead_unit_with_a_subordinate",
              [](Contents& c) {
                c.units["wordpress/0"].life = Life::Dead;
                c.scopes.erase({1, "wordpress/0"});
                c.scopes.erase({2, "wordpress/0"});
                c.relations[1].unit_count = 1;
                c.relations[2].unit_count = 1;
              },
              {"unit wordpress/0 is dead, but has subordinate logging/0 (U4)"}},
    Violation{"dead_machine_with_a_unit",
              [](Contents& c) { c.machines[0].life = Life::Dead; },
              {"machine 0 is dead, but has unit wordpress/0 (L5)"}},
    Violation{"dead_application",
              [](Contents& c) { add_old_application(c, Life::Dead); },
              {"application old is stored dead: it should have been removed"}},
    Violation{
      "dying_application_that_nothing_holds",
      [](Contents& c) { add_old_application(c, Life::Dying); },
      {"application old is dying with 0 units and 0 relations: it should have been removed"}}),
  name_of_case);

} // namespace
} // namespace orrery::store
