#include "test/cmd/operation_bench.hpp"
#include "test/cmd/parts.hpp"

namespace orrery::test {

namespace {

struct Run : OperationBench {
  int run_action(std::vector<std::string> words) {
    words.insert(words.begin(), "run");
    return run(words);
  }
};

} // namespace

TEST_F(Run, A42_words_that_say_nothing_are_misuse_and_nothing_is_enqueued) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
    {{}, "no unit specified"},
    {{"backup"}, "no unit specified"},
    {{"db/0"}, "no action specified"},
    {{"db/0", "Back_up"}, "invalid unit or action name \"Back_up\""},
    {{"db/x", "backup"}, "invalid unit or action name \"db/x\""},
    {{"db/0", "web/0", "backup"}, "all units must be of the same application"},
    {{"db/0", "backup", "--background", "--wait", "1s"},
     "cannot specify both --wait and --background"},
    {{"db/0", "backup", "--wait", "soon"},
     "invalid value \"soon\" for flag --wait: write a duration such as 30s or 5m"}};
  for (const auto& [words, complaint] : cases) {
    EXPECT_EQ(run_action(words), cmd::Exit::Misused) << complaint;
    EXPECT_EQ(err(), "ERROR " + complaint + "\n");
    EXPECT_EQ(out(), "");
  }
  for (const auto& word : {"db/1", "Foo=1", "a.B=1", "=1"})
    EXPECT_EQ(run_action({"db/0", "backup", word}), cmd::Exit::Misused) << word;
  EXPECT_TRUE(asked().receivers.empty());
}

TEST_F(Run, A50_a_leader_is_resolved_and_the_summary_says_what_was_asked_for) {
  EXPECT_EQ(run_action({"db/leader", "db/0", "backup", "n=7"}), cmd::Exit::Fine);
  const auto wanted = asked();
  EXPECT_EQ(wanted.summary, "backup run on db/leader,unit-db-0");
  EXPECT_EQ(wanted.action, "backup");
  EXPECT_EQ(wanted.parameters, R"({"n":7})");
  EXPECT_TRUE(wanted.parallel);
  EXPECT_EQ(wanted.group, "disk");
  EXPECT_EQ(wanted.fail, "");
  EXPECT_EQ(receivers(), "db/1 db/0");
  EXPECT_EQ(wanted.receivers.front().charm, "local:redis-0");
  EXPECT_EQ(wanted.receivers.front().parameters, "");
}

TEST_F(Run, A42_the_same_unit_twice_gives_two_tasks_and_the_last_is_shown) {
  EXPECT_EQ(run_action({"db/0", "db/0", "backup"}), cmd::Exit::Fine);
  EXPECT_EQ(receivers(), "db/0 db/0");
  EXPECT_EQ(asked().parameters, R"({"n":5})") << "defaults are in";
  EXPECT_TRUE(has(err(), "Running operation 1 with 2 tasks\n"));
  EXPECT_EQ(run_action({"db/0", "db/0", "backup", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(out(), R"({"db/0":{"id":"6",)")) << out();
}

TEST_F(Run, A47_what_is_refused_of_a_unit_that_is_there_leaves_a_task_in_error) {
  EXPECT_EQ(run_action({"db/0", "backup", "n=x"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "");
  const auto wanted = asked();
  ASSERT_EQ(wanted.receivers.size(), 1U);
  const std::string reason = wanted.receivers.front().error;
  EXPECT_TRUE(reason.starts_with("validation failed: (root).n : must be of type integer"))
    << reason;
  EXPECT_EQ(wanted.fail, "error(s) enqueueing action(s): " + reason);
  EXPECT_EQ(wanted.parameters, R"({"n":"x"})");
  EXPECT_EQ(err(), "Operation 1 failed to schedule any tasks:\n" + reason + "\n");
  EXPECT_EQ(run_action({"db/0", "restore"}), cmd::Exit::Fine);
  EXPECT_EQ(asked().receivers.front().error, "action \"restore\" not defined on unit \"db/0\"");
}

TEST_F(Run, A47_each_units_own_charm_says_what_it_has) {
  bench.orchestrator.change([](store::Contents& contents) {
    store::Charm old = contents.charms.begin()->second;
    old.url = "local:redis-9";
    old.actions.clear();
    contents.charms[old.url] = old;
    contents.units.at("db/0").charm = old.url;
    contents.units.at("db/1").charm.clear(); // none yet: the application's counts
  });
  EXPECT_EQ(run_action({"db/0", "db/1", "backup"}), cmd::Exit::Fine);
  const auto wanted = asked();
  EXPECT_EQ(wanted.receivers[0].error, "no actions defined on charm \"local:redis-9\"");
  EXPECT_EQ(wanted.receivers[0].charm, "local:redis-9");
  EXPECT_EQ(wanted.receivers[1].error, "");
  EXPECT_EQ(wanted.receivers[1].charm, "");
  EXPECT_EQ(err(), "Running operation 1 with 1 task\n  - task 3 on unit-db-1\n\n"
                   "Some actions could not be scheduled:\n"
                   "no actions defined on charm \"local:redis-9\"\n\n\n"
                   "Waiting for task 3...\n\n");
}

TEST_F(Run, A46_nothing_that_is_there_makes_an_operation_without_tasks) {
  EXPECT_EQ(run_action({"db/9", "db/8", "backup", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "");
  EXPECT_EQ(err(), "Operation 1 failed to schedule any tasks:\n\"unit-db-9\" not found\n"
                   "\"unit-db-8\" not found\n");
  EXPECT_TRUE(asked().receivers.empty());
  EXPECT_EQ(asked().fail,
            "error(s) enqueueing action(s): \"unit-db-9\" not found, \"unit-db-8\" not found");
  EXPECT_EQ(run_action({"web/leader", "backup"}), cmd::Exit::Fine);
  EXPECT_EQ(err(), "Operation 2 failed to schedule any tasks:\n"
                   "could not determine leader for \"web\"\n");
}

TEST_F(Run, A46_one_that_is_not_there_does_not_stop_the_others) {
  EXPECT_EQ(run_action({"db/0", "db/9", "backup"}), cmd::Exit::Fine);
  EXPECT_EQ(receivers(), "db/0");
  EXPECT_EQ(asked().summary, "backup run on unit-db-0,unit-db-9");
  EXPECT_EQ(err(), "Running operation 1 with 1 task\n  - task 2 on unit-db-0\n\n"
                   "Some actions could not be scheduled:\n\"unit-db-9\" not found\n\n\n"
                   "Waiting for task 2...\n\n");
}

TEST_F(Run, A47_a_dying_unit_takes_actions_and_a_dead_one_does_not) {
  bench.orchestrator.change([](store::Contents& contents) {
    contents.units.at("db/0").life = store::Life::Dying;
    contents.units.at("db/1").life = store::Life::Dead;
  });
  EXPECT_EQ(run_action({"db/0", "db/1", "backup", "--quiet"}), cmd::Exit::Fine);
  EXPECT_EQ(receivers(), "db/0");
  EXPECT_EQ(asked().fail, "error(s) enqueueing action(s): not found or dead");
}

TEST_F(Run, A47_what_exec_runs_is_no_action) {
  EXPECT_EQ(run_action({"db/0", "juju-exec", "command=id"}), cmd::Exit::Fine);
  EXPECT_EQ(asked().receivers.front().error, "action \"juju-exec\" not defined on unit \"db/0\"");
}

TEST_F(Run, A46_a_model_that_changes_meanwhile_is_looked_at_again_but_not_for_ever) {
  const auto contend = [this](int times) {
    bench.orchestrator.operate([times](FakeOperations& operations) { operations.contend(times); });
  };
  contend(4);
  EXPECT_EQ(run_action({"db/0", "backup"}), cmd::Exit::Fine);
  contend(5);
  EXPECT_EQ(run_action({"db/0", "backup"}), cmd::Exit::Failed);
  EXPECT_EQ(err(), "ERROR run: the charm has changed\n");
  contend(0);
}

TEST_F(Run, A46_parameters_come_from_a_file_with_those_that_were_typed_on_top) {
  bench.file("p.yaml", "size: 1\nto: {host: nas, port: 1}\n");
  EXPECT_EQ(run_action({"db/0", "backup", "--params", "p.yaml", "to.port=2"}), cmd::Exit::Fine)
    << err();
  EXPECT_EQ(asked().parameters, R"({"n":5,"size":1,"to":{"host":"nas","port":2}})");
  EXPECT_EQ(run_action({"db/0", "backup", "x=1", "--string-args"}), cmd::Exit::Fine);
  EXPECT_EQ(asked().parameters, R"({"n":5,"x":"1"})");
  EXPECT_EQ(run_action({"db/0", "backup", "--params", "gone.yaml"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(err(), "gone.yaml")) << err();
}

} // namespace orrery::test
