#include "cmd/session/this_host.hpp"
#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

#include <regex>

namespace orrery::test {
namespace {

/// A model with an identity and two machines.
struct ModelBench : Bench {
  ModelBench() {
    orchestrator.change([](store::Contents& contents) {
      contents.model.uuid = "0c0ffee0";
      contents.machines[0].id = 0;
      contents.machines[4].id = 4;
      contents.applications["db"].unit_count = 3;
      contents.applications["web"].unit_count = 2;
    });
  }
};

TEST(Models, there_is_one) {
  ModelBench bench;
  ASSERT_EQ(bench.verb({"models"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "Controller: orrery\n\n"
                                  "Model     Cloud/Region  Type     Status     Machines  Cores  "
                                  "Units  Access  Last connection\n"
                                  "default*  local         process  available         2      -  "
                                  "    5  admin   just now\n");
  ASSERT_EQ(bench.verb({"models", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_TRUE(bench.output.printed.starts_with(
    "{\"models\":[{\"name\":\"admin/default\",\"short-name\":\"default\","
    "\"model-uuid\":\"0c0ffee0\""))
    << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed, "\"current-model\":\"default\"}"));
  EXPECT_EQ(bench.verb({"models", "--format", "xml"}), cmd::Exit::Misused);
}

TEST(Models, one_is_shown_with_what_client_libraries_read) {
  ModelBench bench;
  ASSERT_EQ(bench.verb({"show-model", "--format", "json"}), cmd::Exit::Fine);
  for (const auto* key : {"name", "short-name", "model-uuid", "model-type", "controller-uuid",
                          "controller-name", "is-controller", "cloud", "life", "agent-version"})
    EXPECT_TRUE(has(bench.output.printed, "\"" + std::string{key} + "\":")) << key;
  const auto cores = std::to_string(cmd::this_host().cores);
  EXPECT_TRUE(has(bench.output.printed,
                  "\"machines\":{\"0\":{\"cores\":" + cores + "},\"4\":{\"cores\":" + cores + "}}"))
    << bench.output.printed;
  EXPECT_EQ(bench.verb({"show-model", "default"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "default:\n  name: admin/default\n"));
  EXPECT_EQ(bench.verb({"show-model", "other"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.output.complained,
            "ERROR model orrery:admin/other not found: there is one model, \"default\"\n");
}

TEST(Machines, MD48_are_listed_as_in_status) {
  ModelBench bench;
  ASSERT_EQ(bench.verb({"machines"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_TRUE(bench.output.printed.starts_with("Machine  State")) << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed, "\n4 ")) << bench.output.printed;
  EXPECT_FALSE(has(bench.output.printed, "App")) << bench.output.printed;
  ASSERT_EQ(bench.verb({"show-machine", "--format", "json"}), cmd::Exit::Fine);
  const std::string shown = bench.output.printed;
  EXPECT_EQ(bench.verb({"list-machines", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, shown);
  EXPECT_EQ(bench.verb({"machines", "4"}), cmd::Exit::Misused);
  EXPECT_EQ(bench.verb({"machines", "--format", "short"}), cmd::Exit::Misused);
}

TEST(Models, MD41_counts_are_shown_where_there_are_some) {
  Bench bench;
  ASSERT_EQ(bench.verb({"models"}), cmd::Exit::Fine);
  EXPECT_FALSE(has(bench.output.printed, "Machines")) << bench.output.printed;
  ModelBench larger;
  ASSERT_EQ(larger.verb({"models", "--uuid"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(larger.output.printed, "Model     UUID      Cloud/Region"))
    << larger.output.printed;
}

TEST(Models, MD40_the_list_has_no_counts_and_a_model_alone_has_its_machines_and_users) {
  ModelBench bench;
  ASSERT_EQ(bench.verb({"models", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_FALSE(has(bench.output.printed, "\"machines\"")) << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed, "\"access\":\"admin\",\"last-connection\":\"just now\""));
  ASSERT_EQ(bench.verb({"show-model", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed,
                  "\"users\":{\"admin\":{\"access\":\"admin\",\"last-connection\":\"just now\"}}"))
    << bench.output.printed;
}

TEST(Models, MD40_exact_times_are_times_and_not_ages) {
  ModelBench bench;
  for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
         {"models", "--exact-time"}, {"models", "--exact-time", "--format", "json"}}) {
    ASSERT_EQ(bench.verb(words), cmd::Exit::Fine) << bench.output.complained;
    EXPECT_FALSE(has(bench.output.printed, "just now")) << bench.output.printed;
    const std::regex time{"20[0-9]{2}-[0-9]{2}-[0-9]{2} [0-9:]{8}Z"};
    EXPECT_TRUE(std::regex_search(bench.output.printed, time)) << bench.output.printed;
  }
}

TEST(Controllers, MD45_the_orchestrator_is_the_one) {
  ModelBench bench;
  ASSERT_EQ(bench.verb({"controllers", "--format", "json"}), cmd::Exit::Fine);
  for (const char* part :
       {"{\"controllers\":{\"orrery\":{\"current-model\":\"admin/default\"",
        "\"uuid\":\"0c0ffee0\"", "\"api-endpoints\":[\"unix:",
        "\"controller-machines\":{\"Active\":1,\"Total\":1}", "\"current-controller\":\"orrery\"}"})
    EXPECT_TRUE(has(bench.output.printed, part)) << part << bench.output.printed;
  ASSERT_EQ(bench.verb({"controllers"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "\norrery*     default  admin  superuser"))
    << bench.output.printed;
}

TEST(Controllers, MD46_one_is_shown_by_its_name) {
  ModelBench bench;
  ASSERT_EQ(bench.verb({"show-controller", "orrery"}), cmd::Exit::Fine);
  EXPECT_TRUE(bench.output.printed.starts_with("orrery:\n  details:\n    uuid: "))
    << bench.output.printed;
  EXPECT_EQ(bench.verb({"show-controller", "lxd"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "controller lxd not found"));
}

TEST(Whoami, MD47_tells_controller_model_and_user) {
  ModelBench bench;
  ASSERT_EQ(bench.verb({"whoami"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed,
            "Controller:  orrery\nModel:       default\nUser:        admin\n");
  ASSERT_EQ(bench.verb({"whoami", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed,
            "{\"controller\":\"orrery\",\"model\":\"default\",\"user\":\"admin\"}\n");
}

constexpr const char* my_key =
  "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFDsZ7mn8oMOVYqCNRI5juLYliztHvYZ"
  "qGGkgAPk9j87 me@host";
constexpr const char* my_fingerprint = "6d:bd:cc:8e:79:fd:6d:4c:c9:27:87:0a:f3:f8:a9:fc";

TEST(SshKeys, CL4_are_shown_by_fingerprint_and_comment) {
  Bench bench;
  ASSERT_EQ(bench.verb({"ssh-keys"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.complained, "No keys to display.\n");
  ASSERT_EQ(bench.verb({"add-ssh-key", my_key}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.complained + bench.output.printed, "");
  ASSERT_EQ(bench.verb({"ssh-keys"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed,
            "Keys used in model: default\n" + std::string{my_fingerprint} + " (me@host)\n");
  ASSERT_EQ(bench.verb({"ssh-keys", "--full"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, my_key));
  ASSERT_EQ(bench.verb({"model-config"}), cmd::Exit::Fine);
  EXPECT_FALSE(has(bench.output.printed, "authorized-keys")) << "MD61";
}

TEST(SshKeys, CL5_faults_of_single_keys_do_not_fail_the_others) {
  Bench bench;
  const std::string key = my_key;
  ASSERT_EQ(bench.verb({"add-ssh-key", "nonsense", key, key, "ssh-rsa AAAA x"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.complained,
            "cannot add key \"nonsense\": invalid ssh key: nonsense\n"
            "cannot add key \""
              + key + "\": duplicate ssh key: " + key
              + "\n"
                "cannot add key \"ssh-rsa AAAA x\": invalid ssh key: ssh-rsa AAAA x\n");
  EXPECT_EQ(bench.verb({"remove-ssh-key", "x"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.complained, "cannot remove key id \"x\": key not found: x\n");
  EXPECT_EQ(bench.verb({"remove-ssh-key", "me@host"}), cmd::Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR cannot delete all keys\n");
}

TEST(SshKeys, CL5_a_dry_run_changes_no_key) {
  Bench bench;
  ASSERT_EQ(bench.verb({"add-ssh-key", my_key, "--dry-run"}), cmd::Exit::Fine)
    << bench.output.complained;
  EXPECT_TRUE(bench.orchestrator.contents()->model_config.values.empty());
  EXPECT_EQ(bench.orchestrator.commands(), 0U);
  EXPECT_TRUE(has(bench.output.printed, "me@host")) << bench.output.printed;
  ASSERT_EQ(bench.verb({"add-ssh-key", my_key}), cmd::Exit::Fine);
  EXPECT_EQ(bench.verb({"remove-ssh-key", "me@host", "--dry-run"}), cmd::Exit::Failed)
    << "as it would be without";
  EXPECT_EQ(bench.output.complained, "ERROR cannot delete all keys\n");
}

TEST(Models, MD27_switching_in_a_script_stays_where_it_is) {
  ModelBench bench;
  ASSERT_EQ(bench.verb({"switch"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed, "orrery:admin/default\n");
  for (const auto* name : {"default", "admin/default", "orrery:default", "orrery"})
    EXPECT_EQ(bench.verb({"switch", name}), cmd::Exit::Fine) << name;
  EXPECT_EQ(bench.verb({"switch", "other"}), cmd::Exit::Failed);
}

} // namespace
} // namespace orrery::test
