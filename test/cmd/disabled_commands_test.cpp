// Commands that somebody has disabled in a model.
#include "cmd/session/disabled_commands.hpp"
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

TEST(DisabledCommands, MD13_every_removal_is_of_the_set_of_removals) {
  EXPECT_EQ(cmd::command_set_of(protocol::RemoveUnit{"db/0"}), CommandSet::RemoveObject);
  EXPECT_EQ(cmd::command_set_of(protocol::DetachStorage{"data/0", "db/0", false}),
            CommandSet::RemoveObject);
  EXPECT_EQ(cmd::command_set_of(protocol::AddMachine{}), CommandSet::All);
  EXPECT_EQ(cmd::command_set_of(protocol::SetModelConfig{}), CommandSet::All);
  protocol::SetModelConfig enable;
  enable.disabled[CommandSet::All] = std::nullopt;
  EXPECT_EQ(cmd::command_set_of(enable), std::nullopt);
}

} // namespace
} // namespace orrery::test
