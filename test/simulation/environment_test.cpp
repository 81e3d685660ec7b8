#include "cmd/simulate/judged_environment.hpp"

#include <gtest/gtest.h>

namespace orrery::simulate {
namespace {

constexpr const char* own_model = "0b7c6f6e-7a7b-4c54-8b0c-444444444444";

std::string fault_of(const hooks::HookJob& job) {
  return fault_of_environment(job, own_model);
}

hooks::HookJob relation_hook() {
  hooks::HookJob job;
  job.hook = "db-relation-departed";
  for (const char* variable : {"CHARM_DIR", "HOME", "JUJU_CONTEXT_ID", "JUJU_HOOK_NAME",
                               "JUJU_MODEL_NAME", "JUJU_MODEL_UUID", "JUJU_UNIT_NAME", "PATH",
                               "JUJU_REMOTE_APP", "JUJU_REMOTE_UNIT", "JUJU_DEPARTING_UNIT"})
    job.environment[variable] = "something";
  job.environment["JUJU_MODEL_UUID"] = own_model;
  job.environment["JUJU_RELATION"] = "db";
  job.environment["JUJU_RELATION_ID"] = "db:7";
  return job;
}

TEST(Environment, MD50_a_hook_that_runs_as_one_of_another_model_is_found) {
  hooks::HookJob job = relation_hook();
  EXPECT_EQ(fault_of(job), "");
  job.environment["JUJU_MODEL_UUID"] = "another";
  EXPECT_EQ(fault_of(job), "JUJU_MODEL_UUID is \"another\"");
}

TEST(Environment, H3_a_relation_hook_that_lacks_a_word_is_found) {
  EXPECT_EQ(fault_of(relation_hook()), "");
  for (const char* variable : {"JUJU_RELATION", "JUJU_RELATION_ID", "JUJU_REMOTE_APP",
                               "JUJU_REMOTE_UNIT", "JUJU_DEPARTING_UNIT", "JUJU_UNIT_NAME"}) {
    hooks::HookJob job = relation_hook();
    job.environment[variable] = "";
    EXPECT_NE(fault_of(job), "") << variable;
  }
  hooks::HookJob without_id = relation_hook();
  without_id.environment["JUJU_RELATION_ID"] = "db:";
  EXPECT_EQ(fault_of(without_id), "JUJU_RELATION_ID is \"db:\"");
  hooks::HookJob other = relation_hook();
  other.hook = "start";
  EXPECT_EQ(fault_of(other), "JUJU_RELATION is set");
}

TEST(Environment, ST29_a_storage_hook_that_lacks_a_word_and_another_that_has_it_are_found) {
  hooks::HookJob job = relation_hook();
  job.hook = "data-storage-attached";
  job.environment["JUJU_STORAGE_ID"] = "data/0";
  job.environment["JUJU_STORAGE_LOCATION"] = "/srv/data";
  job.environment["JUJU_STORAGE_KIND"] = "filesystem";
  EXPECT_EQ(fault_of(job), "");
  for (const char* variable : {"JUJU_STORAGE_ID", "JUJU_STORAGE_LOCATION", "JUJU_STORAGE_KIND"}) {
    hooks::HookJob lacking = job;
    lacking.environment[variable] = "";
    EXPECT_NE(fault_of(lacking), "") << variable;
    hooks::HookJob other = relation_hook();
    other.environment[variable] = "something";
    EXPECT_EQ(fault_of(other), std::string(variable) + " is set");
  }
  job.environment["JUJU_STORAGE_ID"] = "logs/0";
  EXPECT_EQ(fault_of(job), "JUJU_STORAGE_ID is \"logs/0\"");
}

} // namespace
} // namespace orrery::simulate
