// A new key for the secrets of a model that runs.
#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace orrery::test {
namespace {

namespace fs = std::filesystem;
using cmd::Exit;

/// Three secrets of the user, one of which has two revisions.
void add_three(Bench& bench) {
  for (const char* name : {"one", "two", "three"})
    ASSERT_EQ(bench.verb({"add-secret", name, "password=hunter2"}), Exit::Fine)
      << bench.output.complained;
  ASSERT_EQ(bench.verb({"update-secret", "two", "password=other"}), Exit::Fine);
}

fs::path key_of(Bench& bench) {
  return bench.orchestrator.data_directory() / store::SecretVault::file_name;
}

fs::path former_of(Bench& bench) {
  return bench.orchestrator.data_directory() / store::SecretVault::former_file_name;
}

std::string bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Shows a revision's content. @returns whether it has that password
bool reveals(Bench& bench, const char* name, const char* revision, const std::string& password) {
  return bench.verb({"show-secret", name, "--reveal", "--revision", revision}) == Exit::Fine
         && bench.output.printed.find("password: " + password + "\n") != std::string::npos;
}

TEST(Rekey, SE4_all_contents_are_sealed_with_a_new_key_and_the_former_one_goes) {
  Bench bench;
  add_three(bench);
  const std::string before = bytes_of(key_of(bench));
  ASSERT_EQ(bench.verb({"rekey"}), Exit::Fine) << bench.output.complained;
  EXPECT_NE(bench.output.printed.find("4 contents sealed with a new key"), std::string::npos)
    << bench.output.printed;
  EXPECT_EQ(bench.output.printed.find("hunter2"), std::string::npos);
  EXPECT_NE(bytes_of(key_of(bench)), before);
  EXPECT_EQ(bytes_of(key_of(bench)).size(), 32U);
  EXPECT_FALSE(fs::exists(former_of(bench)));
  EXPECT_TRUE(reveals(bench, "one", "1", "hunter2"));
  EXPECT_TRUE(reveals(bench, "two", "1", "hunter2"));
  EXPECT_TRUE(reveals(bench, "two", "2", "other"));
}

TEST(Rekey, SE6_a_content_is_known_again_under_the_new_key) {
  Bench bench;
  add_three(bench);
  ASSERT_EQ(bench.verb({"rekey"}), Exit::Fine);
  ASSERT_EQ(bench.verb({"update-secret", "two", "password=other"}), Exit::Fine);
  ASSERT_EQ(bench.verb({"show-secret", "two"}), Exit::Fine);
  EXPECT_NE(bench.output.printed.find("revision: 2\n"), std::string::npos)
    << "no revision 3 of an equal content" << bench.output.printed;
}

TEST(Rekey, SE4_while_hooks_run_the_former_key_stays_and_the_next_use_goes_on) {
  Bench bench;
  add_three(bench);
  bench.orchestrator.unsettle();
  bench.output.gone = true; // nobody waits for them
  EXPECT_EQ(bench.verb({"rekey"}), Exit::Failed);
  EXPECT_NE(bench.output.complained.find("the former key stays"), std::string::npos);
  EXPECT_TRUE(fs::exists(former_of(bench)));
  EXPECT_TRUE(reveals(bench, "one", "1", "hunter2"));
  const std::string begun = bytes_of(key_of(bench));
  bench.output.gone = false;
  bench.orchestrator.settle();
  ASSERT_EQ(bench.verb({"rekey"}), Exit::Fine) << bench.output.complained;
  EXPECT_EQ(bytes_of(key_of(bench)), begun) << "no third key";
  EXPECT_FALSE(fs::exists(former_of(bench)));
  EXPECT_TRUE(reveals(bench, "two", "2", "other"));
}

TEST(Rekey, SE4_a_key_that_does_not_open_all_is_not_renewed) {
  Bench bench;
  add_three(bench);
  fs::rename(key_of(bench), key_of(bench).string() + ".away");
  const auto commands = bench.orchestrator.commands();
  EXPECT_EQ(bench.verb({"rekey"}), Exit::Failed);
  EXPECT_NE(bench.output.complained.find("nothing was changed"), std::string::npos);
  EXPECT_NE(bench.output.complained.find("put the file back from a backup"), std::string::npos);
  EXPECT_FALSE(fs::exists(former_of(bench)));
  EXPECT_EQ(bench.orchestrator.commands(), commands);
}

TEST(Rekey, SE4_a_model_that_cannot_be_served_says_so_where_secrets_are_sealed) {
  Bench bench;
  add_three(bench);
  bench.orchestrator.take_vault_away("model admin/default cannot be served: no store");
  for (const std::vector<std::string>& words : {std::vector<std::string>{"rekey"},
                                                {"add-secret", "four", "password=hunter2"},
                                                {"update-secret", "two", "password=new"}}) {
    EXPECT_EQ(bench.verb(words), Exit::Failed) << words.front();
    EXPECT_NE(bench.output.complained.find("cannot be served: no store"), std::string::npos)
      << bench.output.complained;
  }
}

/// Whether a use of rekey fails with that text, and the model's keys are as before.
testing::AssertionResult is_refused_before_the_key_changes(Bench& bench, const char* text) {
  const std::string before = bytes_of(key_of(bench));
  const auto commands = bench.orchestrator.commands();
  if (bench.verb({"rekey"}) != Exit::Failed
      || bench.output.complained.find(text) == std::string::npos
      || bench.output.complained.find("nothing was changed") == std::string::npos)
    return testing::AssertionFailure() << bench.output.printed << bench.output.complained;
  if (bytes_of(key_of(bench)) != before || fs::exists(former_of(bench)))
    return testing::AssertionFailure() << "the key was exchanged";
  if (bench.orchestrator.commands() != commands)
    return testing::AssertionFailure() << "commands were run";
  return testing::AssertionSuccess();
}

TEST(Rekey, MD13_commands_that_are_disabled_are_refused_before_the_key_changes) {
  Bench bench;
  add_three(bench);
  ASSERT_EQ(bench.verb({"disable-command", "all"}), Exit::Fine);
  EXPECT_TRUE(is_refused_before_the_key_changes(bench, "to enable it, run orrery enable-command"));
  ASSERT_EQ(bench.verb({"enable-command", "all"}), Exit::Fine);
  EXPECT_EQ(bench.verb({"rekey"}), Exit::Fine) << bench.output.complained;
}

TEST(Rekey, SE4_a_full_disk_refuses_before_the_key_changes) {
  Bench bench;
  add_three(bench);
  bench.orchestrator.refuse_all_before("the disk is full");
  EXPECT_TRUE(is_refused_before_the_key_changes(bench, "the disk is full"));
  bench.orchestrator.refuse_all_before("");
  EXPECT_EQ(bench.verb({"rekey"}), Exit::Fine) << bench.output.complained;
}

TEST(Rekey, SE4_one_at_a_time) {
  Bench bench;
  add_three(bench);
  const auto another = bench.orchestrator.vault().value()->claim_renewal();
  const auto commands = bench.orchestrator.commands();
  EXPECT_EQ(bench.verb({"rekey"}), Exit::Failed);
  EXPECT_NE(bench.output.complained.find("by another rekey"), std::string::npos);
  EXPECT_EQ(bench.orchestrator.commands(), commands);
}

TEST(Rekey, SE4_without_secrets_nothing_is_made) {
  Bench bench;
  EXPECT_EQ(bench.verb({"rekey"}), Exit::Fine);
  EXPECT_NE(bench.output.printed.find("no secrets"), std::string::npos);
  EXPECT_FALSE(fs::exists(key_of(bench)));
}

TEST(Rekey, SE4_takes_the_right_to_administer) {
  Bench bench;
  add_three(bench);
  bench.session.right = cmd::Right::Write;
  EXPECT_NE(bench.verb({"rekey"}), Exit::Fine);
  EXPECT_FALSE(fs::exists(former_of(bench)));
}

} // namespace
} // namespace orrery::test
