// Commands that somebody has disabled in a model.
#include "cmd/session/disabled_commands.hpp"
#include "cmd/verbs/verbs.hpp"
#include "test/cmd/fake_models.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using cmd::Exit;
using config::CommandSet;

TEST(DisabledCommands, MD13_each_set_blocks_destroying_the_model_also_by_force) {
  for (const std::string set : {"destroy-model", "remove-object", "all"}) {
    ModelsBench bench;
    bench.models.put("test");
    ASSERT_EQ(bench.verb({"disable-command", set, "ask", "Eve", "-m", "test"}), Exit::Fine)
      << bench.output.complained;
    EXPECT_EQ(bench.verb({"destroy-model", "test", "--force"}), Exit::Failed);
    EXPECT_EQ(bench.output.complained,
              "ERROR cannot destroy model: ask Eve: to enable it, run orrery enable-command " + set
                + "\n");
    EXPECT_FALSE(bench.models.destroyed);
    ASSERT_EQ(bench.verb({"enable-command", set, "-m", "test"}), Exit::Fine);
    (void)bench.verb({"destroy-model", "test", "--force"});
    EXPECT_TRUE(bench.models.destroyed) << bench.output.complained;
  }
}

TEST(DisabledCommands, MD13_a_set_blocks_its_commands_and_no_others_until_it_is_enabled) {
  Bench bench;
  ASSERT_EQ(bench.verb({"add-machine"}), Exit::Fine);
  ASSERT_EQ(bench.verb({"disable-command", "remove-object"}), Exit::Fine);
  EXPECT_EQ(bench.verb({"remove-machine", "0"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained,
                  "the operation has been blocked: to enable it, run orrery enable-command "
                  "remove-object\n"))
    << bench.output.complained;
  EXPECT_EQ(bench.verb({"add-machine"}), Exit::Fine) << bench.output.complained;
  ASSERT_EQ(bench.verb({"disable-command", "all"}), Exit::Fine);
  EXPECT_EQ(bench.verb({"add-machine"}), Exit::Failed);
  EXPECT_EQ(bench.verb({"model-config", "mode=x"}), Exit::Failed);
  EXPECT_EQ(bench.verb({"status"}), Exit::Fine) << "what only reads";
  ASSERT_EQ(bench.verb({"enable-command", "all"}), Exit::Fine) << bench.output.complained;
  EXPECT_EQ(bench.verb({"add-machine"}), Exit::Fine) << bench.output.complained;
}

TEST(DisabledCommands, MD13_are_shown_by_a_verb_of_their_own_alone) {
  Bench bench;
  EXPECT_EQ(bench.verb({"disabled-commands"}), Exit::Fine);
  EXPECT_EQ(bench.output.printed, "No commands are currently disabled.\n");
  ASSERT_EQ(bench.verb({"disable-command", "destroy-model", "not yet"}), Exit::Fine);
  ASSERT_EQ(bench.verb({"disable-command", "all"}), Exit::Fine);
  ASSERT_EQ(bench.verb({"disabled-commands", "--format", "json"}), Exit::Fine);
  EXPECT_EQ(bench.output.printed, "[{\"command-set\":\"destroy-model\",\"message\":\"not yet\"},"
                                  "{\"command-set\":\"all\"}]\n");
  ASSERT_EQ(bench.verb({"disabled-commands"}), Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "Disabled commands  Message\ndestroy-model"))
    << bench.output.printed;
  ASSERT_EQ(bench.verb({"model-config"}), Exit::Fine);
  EXPECT_FALSE(has(bench.output.printed, "disabled-commands")) << bench.output.printed;
}

TEST(DisabledCommands, MD13_what_is_no_set_is_a_misuse_and_readers_disable_none) {
  Bench bench;
  EXPECT_EQ(bench.verb({"disable-command", "deploy"}), Exit::Misused);
  EXPECT_TRUE(has(bench.output.complained, "valid options: all, destroy-model, remove-object"));
  EXPECT_EQ(bench.verb({"enable-command", "x"}), Exit::Misused);
  bench.session.right = cmd::Right::Read;
  EXPECT_EQ(bench.verb({"disable-command", "all"}), Exit::Failed);
  EXPECT_EQ(bench.output.complained, "ERROR permission denied\n");
  EXPECT_EQ(bench.orchestrator.commands(), 0U);
}

TEST(DisabledCommands, MD13_every_verb_that_removes_is_of_the_set_of_removals) {
  for (const auto& verb : cmd::verbs()) {
    const bool removes =
      !verb.of_process && (verb.name.starts_with("remove-") || verb.name.starts_with("detach-"));
    EXPECT_EQ(verb.set, verb.name.starts_with("destroy-model") ? CommandSet::DestroyModel
                        : removes                              ? CommandSet::RemoveObject
                                                               : CommandSet::All)
      << verb.name;
  }
}

TEST(DisabledCommands, MD13_only_what_enables_commands_is_never_disabled) {
  EXPECT_TRUE(cmd::can_be_disabled(protocol::RemoveUnit{"db/0"}));
  EXPECT_TRUE(cmd::can_be_disabled(protocol::SetModelConfig{}));
  protocol::SetModelConfig enable;
  enable.disabled[CommandSet::All] = std::nullopt;
  EXPECT_FALSE(cmd::can_be_disabled(enable));
}

TEST(DisabledCommands, MD13_removals_that_are_changes_of_something_larger_are_removals_too) {
  Bench bench;
  const std::string key =
    "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIFDsZ7mn8oMOVYqCNRI5juLYliztHvYZqGGkgAPk9j87 me@host";
  ASSERT_EQ(bench.verb({"add-ssh-key", key}), Exit::Fine) << bench.output.complained;
  ASSERT_EQ(bench.verb({"add-secret", "password", "value=x"}), Exit::Fine)
    << bench.output.complained;
  ASSERT_EQ(bench.verb({"disable-command", "remove-object"}), Exit::Fine);
  const auto commands = bench.orchestrator.commands();
  for (const auto& words : std::vector<std::vector<std::string>>{{"remove-secret", "password"},
                                                                 {"remove-ssh-key", "me@host"}}) {
    EXPECT_EQ(bench.verb(words), Exit::Failed) << words[0];
    EXPECT_TRUE(has(bench.output.complained, "enable-command remove-object"))
      << bench.output.complained;
  }
  EXPECT_EQ(bench.orchestrator.commands(), commands);
  EXPECT_EQ(bench.verb({"update-secret", "password", "value=y"}), Exit::Fine)
    << "a change of the like that removes nothing: " << bench.output.complained;
}

} // namespace
} // namespace orrery::test
