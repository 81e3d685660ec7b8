#include "cmd/verbs/completion.hpp"

#include <gtest/gtest.h>

namespace orrery::cmd {
namespace {

using Names = std::vector<std::string>;

/// Two related applications, on machines 0 and 10.
store::Contents shop() {
  store::Contents contents;
  contents.model.name = "default";
  auto& charm = contents.charms["local:db-0"];
  charm.url = "local:db-0";
  charm.endpoints = {{"server", "sql"}, {"ring", "peer", store::Role::Peer}};
  charm.options["port"];
  charm.options["path"];
  charm.actions["backup"];
  charm.actions["restore"];
  for (const auto* name : {"db", "dbx", "web"}) {
    auto& application = contents.applications[name];
    application.name = name;
    application.charm = "local:db-0";
  }
  contents.units["db/1"].name = "db/1";
  contents.units["web/0"].name = "web/0";
  contents.machines[0].id = 0;
  contents.machines[10].id = 10;
  contents.relations[4].id = 4;
  contents.operations[5].id = 5;
  contents.tasks[6].id = 6;
  return contents;
}

Names found(const Names& words) {
  return complete(words, shop(), {"agent", "journal"}).candidates;
}

TEST(Completion, a_command_begins_with_a_verb_or_a_keyword) {
  EXPECT_EQ(found({"add-un"}), Names{"add-unit"});
  EXPECT_EQ(found({"rep"}), Names{"repeat"});
  EXPECT_EQ(found({"help", "add-un"}), Names{"add-unit"});
  // What is not there yet is not offered, nor what is for programs.
  EXPECT_EQ(found({"find-of"}), Names{});
  EXPECT_EQ(found({"compl"}), Names{});
}

TEST(Completion, operands_are_what_the_model_has) {
  EXPECT_EQ(found({"add-unit", ""}), (Names{"db", "dbx", "web"}));
  EXPECT_EQ(found({"remove-unit", "web/0", "d"}), Names{"db/1"});
  EXPECT_EQ(found({"remove-machine", ""}), (Names{"0", "10"}));
  EXPECT_EQ(found({"config", "db", "p"}), (Names{"path", "port"}));
  EXPECT_EQ(found({"add-unit", "db", ""}), Names{}); // takes one
  EXPECT_EQ(found({"show-action", "db", ""}), (Names{"backup", "restore"}));
  EXPECT_EQ(found({"run", "web/0", "b"}), Names{"backup"});
}

TEST(Completion, operations_and_tasks_that_have_not_ended) {
  EXPECT_EQ(found({"show-operation", ""}), Names{"5"});
  EXPECT_EQ(found({"cancel-task", "1", ""}), Names{"6"});
  EXPECT_EQ(found({"run", "d"}), Names{"db/1"});
}

TEST(Completion, endpoints_come_once_the_application_is_there) {
  EXPECT_EQ(found({"integrate", "we"}), Names{"web"});
  EXPECT_EQ(found({"integrate", "db"}), (Names{"db:juju-info", "db:ring", "db:server", "dbx"}));
  EXPECT_EQ(found({"integrate", "web:x", "db:s"}), Names{"db:server"});
  EXPECT_EQ(found({"remove-relation", ""}), (Names{"4", "db", "dbx", "web"}));
}

TEST(Completion, flags_and_their_values) {
  EXPECT_EQ(found({"add-unit", "db", "--nu"}), Names{"--num-units"});
  EXPECT_EQ(found({"add-unit", "--mod"}), Names{"--model"});
  EXPECT_EQ(found({"add-unit", "--model", ""}), Names{"default"});
  EXPECT_EQ(found({"add-unit", "--to", "n"}), Names{"new"});
  EXPECT_EQ(found({"add-unit", "-n", ""}), Names{}); // a number
  EXPECT_EQ(found({"show-unit", "--format", ""}), (Names{"json", "yaml"}));
  EXPECT_EQ(found({"show-unit", "--format=j"}), Names{"--format=json"});
  EXPECT_EQ(found({"add-unit", "--", "--nu"}), Names{});
  EXPECT_EQ(found({"add-unit", "-n", "2", "we"}), Names{"web"});
  EXPECT_EQ(found({"add-unit", "-n2", "--to=0", "we"}), Names{"web"});
}

TEST(Completion, reads_words_as_the_verb_will) {
  EXPECT_EQ(found({"add-unit", "-yn", "2", "we"}), Names{"web"});
  EXPECT_EQ(found({"add-unit", "-", ""}), Names{}) << "a lone dash is a word, and it takes one";
  EXPECT_EQ(found({"ssh", "web/0", "--pt"}), Names{}) << "a flag of the command there";
}

TEST(Completion, MD69_names_of_constraints) {
  EXPECT_EQ(found({"set-constraints", "db", "m"}), Names{"mem"});
  EXPECT_EQ(found({"set-model-constraints", "zo"}), Names{"zones"});
  EXPECT_EQ(found({"add-machine", "--constraints", "ta"}), Names{"tags"});
}

TEST(Completion, components_of_the_log_and_their_levels) {
  EXPECT_EQ(found({"log-level", ""}), (Names{"agent", "journal"}));
  EXPECT_EQ(found({"log-level", "agent", "t"}), Names{"trace"});
  EXPECT_EQ(found({"debug-log", "--level", "T"}), Names{"TRACE"});
}

TEST(Completion, conditions_and_kinds) {
  EXPECT_EQ(found({"wait", "set"}), Names{"settled"});
  EXPECT_EQ(found({"wait", "app", ""}), (Names{"db", "dbx", "web"}));
  EXPECT_EQ(found({"wait", "unit", "db/1", "g"}), Names{"gone"});
  EXPECT_EQ(found({"explain", "ma"}), Names{"machine"});
  EXPECT_EQ(found({"explain", "db"}), (Names{"db", "db/1", "dbx"})) << "needs no kind";
  EXPECT_EQ(found({"explain", "unit", ""}), (Names{"db/1", "web/0"}));
}

TEST(Completion, facts_of_what_is_named_and_of_selectors) {
  EXPECT_EQ(found({"wait", "unit", "db/1", "ag"}), Names{"agent="});
  EXPECT_EQ(found({"wait", "unit", "db/1", "status=active", "li"}),
            (Names{"life=alive", "life=dead", "life=dying"}));
  EXPECT_EQ(found({"wait", "machine", "0", "inst"}), Names{"instance="});
  EXPECT_EQ(found({"assert", "none", "unit[status=e"}), Names{"unit[status=error"});
  EXPECT_EQ(found({"for", "$u", "in", "relation[int"}), Names{"relation[interface="});
  EXPECT_EQ(found({"wait", "any", "unit.err"}), Names{"unit.error"});
  EXPECT_EQ(found({"status", "d"}), (Names{"db", "db/1", "dbx"})) << "names, not facts";
}

TEST(Completion, files) {
  EXPECT_TRUE(complete({"deploy", ""}, shop(), {}).files);
  EXPECT_TRUE(complete({"console", "--file", ""}, shop(), {}).files);
  EXPECT_TRUE(complete({"source", ""}, shop(), {}).files);
  EXPECT_TRUE(complete({"refresh", "db", "--path", ""}, shop(), {}).files);
  EXPECT_EQ(found({"charm", ""}), Names{"check"});
  EXPECT_TRUE(complete({"charm", "check", ""}, shop(), {}).files);
  EXPECT_FALSE(complete({"add-unit", ""}, shop(), {}).files);
}

TEST(Completion, nothing_for_what_is_unknown) {
  EXPECT_EQ(complete({}, shop(), {}), Completion{});
  EXPECT_EQ(complete({"nonsense", ""}, shop(), {}), Completion{});
}

TEST(Completion, it_is_bounded) {
  auto contents = shop();
  for (int i = 0; i < 3000; ++i)
    contents.machines[static_cast<store::MachineId>(i)].id = static_cast<store::MachineId>(i);
  EXPECT_EQ(complete({"remove-machine", ""}, contents, {}).candidates.size(), 1000U);
}

} // namespace
} // namespace orrery::cmd
