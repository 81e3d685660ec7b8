#include "store/invariants.hpp"

#include "test/support/contents.hpp"

#include <gtest/gtest.h>

namespace orrery::store {
namespace {

using Sentences = std::vector<std::string>;

/// A good model with one thing changed, and what must be said of it.
struct Violation {
  const char* name;
  void (*change)(Contents&);
  Sentences sentences;
};

void PrintTo(const Violation& violation, std::ostream* out) {
  *out << violation.name;
}

/// An unassigned unit of a charm that exists.
void add_unit(Contents& contents, const std::string& name, const std::string& application) {
  Unit& unit = contents.units[name];
  unit.name = name;
  unit.application = application;
  unit.assigned = false;
  unit.charm = "local:mysql-1";
  contents.statuses[name].unit = name;
}

/// A second unit like logging/0, in no scope.
void add_logging(Contents& contents) {
  Unit unit = contents.units["logging/0"];
  unit.name = "logging/1";
  insert(contents, unit);
  contents.statuses["logging/1"].unit = "logging/1";
  contents.applications["logging"].unit_count = 2;
  contents.applications["logging"].next_unit = 2;
}

/// An application with neither units nor relations.
void add_old_application(Contents& contents, Life life) {
  Application& old = contents.applications["old"];
  old.name = "old";
  old.uid = contents.model.next_application++;
  old.charm = "local:mysql-1";
  old.life = life;
}

class Invariants : public testing::TestWithParam<Violation> {};

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

std::string name_of_case(const testing::TestParamInfo<Violation>& info) {
  return info.param.name;
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
                            {"unit mysql/0 has charm 'local:mysql-2', which does not exist"}},
                  Violation{"application_without_charm",
                            [](Contents& c) { c.applications["mysql"].charm = "local:mysql-2"; },
                            {"application mysql has charm 'local:mysql-2', which does not exist"}},
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

INSTANTIATE_TEST_SUITE_P(
  Relations,
  Invariants,
  testing::Values(
    Violation{"key_unlike_its_ends",
              [](Contents& c) { c.relations[0].key = "mysql:ring"; },
              {"relation 0 (mysql:ring) has the ends mysql:cluster (R1)"}},
    Violation{"provider_before_requirer",
              [](Contents& c) {
                std::swap(c.relations[1].ends[0], c.relations[1].ends[1]);
                c.relations[1].key = "mysql:server wordpress:db";
              },
              {"relation 1 (mysql:server wordpress:db) has 2 ends that are neither one peer nor a "
               "requirer and a provider (R1)"}},
    Violation{"peer_with_two_ends",
              [](Contents& c) {
                c.relations[0].ends.push_back({"mysql", "other", Role::Peer});
                c.relations[0].key = "mysql:cluster mysql:other";
              },
              {"relation 0 (mysql:cluster mysql:other) has 2 ends that are neither one peer nor a "
               "requirer and a provider (R1)"}},
    Violation{"relation_of_no_application",
              [](Contents& c) {
                c.relations[0].ends[0].application = "web";
                c.relations[0].key = "web:cluster";
                c.applications["mysql"].relation_count = 1;
              },
              {"relation 0 (web:cluster) names application web, which does not exist",
               "scope of unit mysql/0 in relation 0 is for an end that mysql has not there"}},
    Violation{"two_relations_of_one_key",
              [](Contents& c) {
                c.relations[3] = c.relations[0];
                c.relations[3].id = 3;
                c.relations[3].unit_count = 0;
                c.applications["mysql"].relation_count = 3;
                c.cleanups.clear();
              },
              {"relations 0 and 3 have the same key mysql:cluster (R3)"}},
    Violation{"cleanup_of_a_relation_that_exists",
              [](Contents& c) {
                c.cleanups[1] = {1, 1};
              },
              {"relation 1 (wordpress:db mysql:server) exists, but is under cleanup (C2)"}},
    Violation{"scope_of_no_relation",
              [](Contents& c) {
                c.scopes[{3, "mysql/0"}] = {3, "mysql/0", Role::Provider, "", false};
              },
              {"scope of unit mysql/0 in relation 3: the relation does not exist"}},
    Violation{"scope_of_no_unit",
              [](Contents& c) {
                c.scopes[{1, "mysql/4"}] = {1, "mysql/4", Role::Provider, "", false};
                c.bags[{1, "mysql/4"}] = {1, "mysql/4", 1, {}};
                c.relations[1].unit_count = 3;
              },
              {"scope of unit mysql/4 in relation 1: the unit does not exist"}},
    Violation{"scope_for_the_other_end",
              [](Contents& c) {
                c.scopes[{1, "mysql/0"}].role = Role::Requirer;
              },
              {"scope of unit mysql/0 in relation 1 is for an end that mysql has not there"}},
    Violation{"scope_of_a_stranger",
              [](Contents& c) {
                c.scopes[{0, "wordpress/0"}] = {0, "wordpress/0", Role::Peer, "", false};
                c.bags[{0, "wordpress/0"}] = {0, "wordpress/0", 1, {}};
                c.relations[0].unit_count = 2;
              },
              {"scope of unit wordpress/0 in relation 0 is for an end that wordpress has not "
               "there"}},
    Violation{"container_of_another_principal",
              [](Contents& c) {
                c.scopes[{2, "logging/0"}].container = "mysql/0";
                c.bags[{2, "logging/0"}].container = "mysql/0";
              },
              {"scope of unit logging/0 in relation 2 names container mysql/0, which is neither "
               "the unit nor its principal"}},
    Violation{"settings_of_another_container",
              [](Contents& c) {
                c.bags[{2, "logging/0"}].container = "mysql/0";
              },
              {"scope of unit logging/0 in relation 2 names container 'wordpress/0', but its "
               "settings name mysql/0 (S3)"}},
    Violation{"scope_without_settings",
              [](Contents& c) {
                c.bags.erase({1, "mysql/0"});
              },
              {"scope of unit mysql/0 in relation 1 has no settings (S1)"}},
    Violation{"container_of_nobody",
              [](Contents& c) {
                c.scopes[{2, "logging/0"}].container = "wordpress/9";
                c.bags[{2, "logging/0"}].container = "wordpress/9";
              },
              {"scope of unit logging/0 in relation 2 names container 'wordpress/9', which does "
               "not exist"}},
    Violation{"container_of_a_subordinate",
              [](Contents& c) {
                c.scopes[{2, "logging/0"}].container = "logging/0";
                c.bags[{2, "logging/0"}].container = "logging/0";
              },
              {"scope of unit logging/0 in relation 2 names container logging/0, which is "
               "subordinate to wordpress/0"}},
    Violation{
      "container_in_a_global_relation",
      [](Contents& c) {
        c.scopes[{1, "mysql/0"}].container = "mysql/0";
      },
      {"scope of unit mysql/0 in relation 1 names container mysql/0, but the relation is global"}},
    Violation{
      "settings_of_no_relation",
      [](Contents& c) { c.cleanups.clear(); },
      {"settings of old/0 in relation 3: the relation neither exists nor is under cleanup (C1)"}}),
  name_of_case);

INSTANTIATE_TEST_SUITE_P(
  Subordinates,
  Invariants,
  testing::Values(
    Violation{"subordinate_of_a_subordinate",
              [](Contents& c) {
                c.applications["mysql"].subordinate = true;
                c.units["mysql/0"].principal = "logging/0";
                c.units["mysql/0"].machine = 0;
              },
              {"unit mysql/0 is subordinate to logging/0, which is subordinate to wordpress/0"}},
    Violation{"subordinate_elsewhere",
              [](Contents& c) { c.units["logging/0"].machine = 1; },
              {"unit logging/0 is on machine 1, but its principal wordpress/0 is on machine 0"}},
    Violation{"subordinate_nowhere",
              [](Contents& c) { c.units["logging/0"].assigned = false; },
              {"unit logging/0 is on no machine, but its principal wordpress/0 is on machine 0"}},
    Violation{"principal_of_a_subordinate_application",
              [](Contents& c) { c.applications["mysql"].subordinate = true; },
              {"unit mysql/0 has no principal, but application mysql is subordinate (B5)"}},
    Violation{"subordinate_of_a_principal_application",
              [](Contents& c) { c.applications["logging"].subordinate = false; },
              {"unit logging/0 has a principal, but application logging is not subordinate (B5)"}},
    Violation{"two_subordinates_of_one_application",
              add_logging,
              {"units logging/0 and logging/1 of application logging are both subordinate to "
               "wordpress/0 (B2)"}}),
  name_of_case);

} // namespace
} // namespace orrery::store
