#include "cmd/simulate/judged_environment.hpp"

#include <gtest/gtest.h>

namespace orrery::simulate {
namespace {

hooks::HookJob relation_hook() {
  hooks::HookJob job;
  job.hook = "db-relation-departed";
  for (const char* variable : {"CHARM_DIR", "HOME", "JUJU_CONTEXT_ID", "JUJU_HOOK_NAME",
                               "JUJU_MODEL_NAME", "JUJU_MODEL_UUID", "JUJU_UNIT_NAME", "PATH",
                               "JUJU_REMOTE_APP", "JUJU_REMOTE_UNIT", "JUJU_DEPARTING_UNIT"})
    job.environment[variable] = "something";
  job.environment["JUJU_RELATION"] = "db";
  job.environment["JUJU_RELATION_ID"] = "db:7";
  return job;
}

TEST(Environment, H3_a_relation_hook_that_lacks_a_word_is_found) {
  EXPECT_EQ(fault_of_environment(relation_hook()), "");
  for (const char* variable : {"JUJU_RELATION", "JUJU_RELATION_ID", "JUJU_REMOTE_APP",
                               "JUJU_REMOTE_UNIT", "JUJU_DEPARTING_UNIT", "JUJU_UNIT_NAME"}) {
    hooks::HookJob job = relation_hook();
    job.environment[variable] = "";
    EXPECT_NE(fault_of_environment(job), "") << variable;
  }
  hooks::HookJob without_id = relation_hook();
  without_id.environment["JUJU_RELATION_ID"] = "db:";
  EXPECT_EQ(fault_of_environment(without_id), "JUJU_RELATION_ID is \"db:\"");
  hooks::HookJob other = relation_hook();
  other.hook = "start";
  EXPECT_EQ(fault_of_environment(other), "JUJU_RELATION is set");
}

TEST(Environment, ST29_a_storage_hook_that_lacks_a_word_and_another_that_has_it_are_found) {
  hooks::HookJob job = relation_hook();
  job.hook = "data-storage-attached";
  job.environment["JUJU_STORAGE_ID"] = "data/0";
  job.environment["JUJU_STORAGE_LOCATION"] = "/srv/data";
  job.environment["JUJU_STORAGE_KIND"] = "filesystem";
  EXPECT_EQ(fault_of_environment(job), "");
  for (const char* variable : {"JUJU_STORAGE_ID", "JUJU_STORAGE_LOCATION", "JUJU_STORAGE_KIND"}) {
    hooks::HookJob lacking = job;
    lacking.environment[variable] = "";
    EXPECT_NE(fault_of_environment(lacking), "") << variable;
    hooks::HookJob other = relation_hook();
    other.environment[variable] = "something";
    EXPECT_EQ(fault_of_environment(other), std::string(variable) + " is set");
  }
  job.environment["JUJU_STORAGE_ID"] = "logs/0";
  EXPECT_EQ(fault_of_environment(job), "JUJU_STORAGE_ID is \"logs/0\"");
}

} // namespace
} // namespace orrery::simulate
