#include "test/store/violation.hpp"

namespace orrery::store {
namespace {

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
