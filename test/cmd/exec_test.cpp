#include "test/cmd/operation_bench.hpp"
#include "test/cmd/parts.hpp"

namespace orrery::test {

namespace {

using store::TaskStatus;

struct Exec : OperationBench {
  int exec(std::vector<std::string> words) {
    words.insert(words.begin(), "exec");
    return run(words);
  }
};

} // namespace

TEST_F(Exec, A59_a_single_word_is_a_script_and_several_are_quoted) {
  EXPECT_EQ(exec({"--unit", "db/0", "--", "echo a; echo b"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "echo a; echo b\n");
  EXPECT_EQ(exec({"--unit", "db/0", "--", "echo", "it's", "$x", "", "-n"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "echo 'it'\\''s' '$x' '' -n\n");
}

TEST_F(Exec, A59_what_cannot_be_meant_is_misuse_and_nothing_runs) {
  for (const auto& words :
       std::vector<std::vector<std::string>>{{"--all", "--wait", "soon", "--", "true"},
                                             {"--all", "--timeout", "0s", "--", "true"},
                                             {"--all", "--timeout", "soon", "--", "true"},
                                             {"--all", "--", std::string(100'001, 'x')},
                                             {"--all", "--", "echo \xff"}})
    EXPECT_EQ(exec(words), cmd::Exit::Misused) << err();
  EXPECT_EQ(exec({"--all"}), cmd::Exit::Misused);
  EXPECT_EQ(err(), "ERROR no commands specified\n");
  EXPECT_TRUE(asked().receivers.empty());
}

TEST_F(Exec, A59_its_begin_is_audited_before_its_end_and_only_if_anything_began) {
  std::vector<std::string> audited;
  bench.session.audit = [&](const cmd::Use& use) {
    audited.push_back(use.verb + " " + (use.exit ? std::to_string(*use.exit) : "begins"));
    EXPECT_EQ(use.account, "admin");
  };
  EXPECT_EQ(exec({"--unit", "db/0", "--", "true"}), cmd::Exit::Fine) << err();
  EXPECT_EQ(audited, (std::vector<std::string>{"exec begins", "exec 0"}));
  audited.clear();
  EXPECT_EQ(exec({"--", "true"}), cmd::Exit::Misused);
  EXPECT_EQ(audited, std::vector<std::string>{"exec 2"});
}

TEST_F(Exec, A40_the_wait_is_the_commands_limit_too) {
  const auto limit = [this](std::vector<std::string> flags) {
    flags.insert(flags.end(), {"-u", "db/0", "--", "x"});
    EXPECT_EQ(exec(flags), cmd::Exit::Fine) << err();
    return asked().parameters;
  };
  EXPECT_EQ(limit({}), R"({"command":"x","timeout":300000000000})");
  EXPECT_EQ(limit({"--wait", "0"}), R"({"command":"x","timeout":300000000000})");
  EXPECT_EQ(limit({"--wait", "1.5s"}), R"({"command":"x","timeout":1500000000})");
  EXPECT_EQ(limit({"--wait", "-1s"}), R"({"command":"x","timeout":0})");
  EXPECT_EQ(limit({"--background"}), R"({"command":"x","timeout":0})");
  EXPECT_EQ(limit({"--wait", "1h", "--timeout", "2m"}),
            R"({"command":"x","timeout":120000000000})");
}

TEST_F(Exec, A59_locks_are_asked_for_by_flags) {
  EXPECT_EQ(exec({"--all", "--", "x"}), cmd::Exit::Fine);
  EXPECT_TRUE(asked().parallel);
  EXPECT_EQ(asked().group, "");
  EXPECT_EQ(asked().action, "juju-exec");
  EXPECT_EQ(exec({"--all", "--parallel=false", "--execution-group", "disk", "--", "x"}),
            cmd::Exit::Fine);
  EXPECT_FALSE(asked().parallel);
  EXPECT_EQ(asked().group, "disk");
}

TEST_F(Exec, A59_flags_that_ask_for_a_turn_are_not_said_to_have_no_effect) {
  for (const char* flag : {"--parallel", "--parallel=false", "--execution-group=backup"}) {
    ASSERT_EQ(bench.verb({"exec", "--unit", "db/0", "--background", flag, "--", "true"}),
              cmd::Exit::Fine)
      << bench.output.complained;
    EXPECT_EQ(bench.output.complained.find("no effect"), std::string::npos) << flag;
  }
}

TEST_F(Exec, A61_a_command_cannot_run_commands) {
  EXPECT_EQ(exec({"-u", "db/0", "--", "juju-run db/1 'x'"}), cmd::Exit::Failed);
  EXPECT_EQ(err(), "ERROR cannot use \"juju-run db/1 'x'\" as an action command\n");
  EXPECT_EQ(exec({"-u", "db/0", "--", "/usr/bin/juju-exec", "x"}), cmd::Exit::Failed);
  EXPECT_EQ(err(), "ERROR cannot use \"/usr/bin/juju-exec x\" as an action command\n");
  EXPECT_TRUE(asked().receivers.empty());
}

TEST_F(Exec, A62_both_streams_of_one_are_printed_on_standard_output) {
  ends("db/0", TaskStatus::Completed, R"({"return-code":0,"stdout":"out\n","stderr":"err\n"})");
  EXPECT_EQ(exec({"-u", "db/0", "--", "x"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "out\nerr\n");
  EXPECT_EQ(err(), "");
  EXPECT_EQ(exec({"-a", "db", "--", "x"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "db/0:\nout\nerr\n\ndb/1:\nx\n\n");
}

TEST_F(Exec, A62_other_formats_are_those_of_run) {
  EXPECT_EQ(exec({"--unit", "db/0", "--format", "json", "--utc", "--", "x"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), R"({"db/0":{"id":"2","results":{"return-code":0,"stdout":"x\n"},)"
                   R"("status":"completed","timing":{"completed":"2026-08-22 10:00:02 +0000 UTC",)"
                   R"("enqueued":"2026-08-22 10:00:00 +0000 UTC",)"
                   R"("started":"2026-08-22 10:00:01 +0000 UTC"},"unit":"db/0"}})"
                   "\n");
  EXPECT_EQ(exec({"--machine", "0", "--format", "yaml", "--", "x"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(out(), "\"0\":\n  id: \"4\"\n  machine: \"0\"\n")) << out();
}

TEST_F(Exec, A62_one_that_was_killed_is_noted_and_fails_nothing) {
  ends("db/0", TaskStatus::Failed, R"({"return-code":0,"stdout":"begun\n"})", "command cancelled");
  EXPECT_EQ(exec({"-u", "db/0", "--timeout", "1s", "--", "x"}), cmd::Exit::Fine);
  EXPECT_EQ(out(), "begun\n");
  EXPECT_EQ(err(), "note: task 2 on db/0 failed: command cancelled\n");
  EXPECT_EQ(exec({"-u", "db/0", "--timeout", "1s", "--quiet", "--", "x"}), cmd::Exit::Fine);
  EXPECT_EQ(err(), "");
}

TEST_F(Exec, A40_one_that_was_killed_when_the_wait_ended_has_timed_out) {
  ends("db/0", TaskStatus::Failed, R"({"return-code":0,"stdout":"begun\n"})", "command cancelled");
  EXPECT_EQ(exec({"-u", "db/0", "--wait", "1h", "--quiet", "--", "x"}), cmd::Exit::Failed);
  EXPECT_EQ(out(), "begun\n");
  EXPECT_EQ(err(), "ERROR timed out waiting for results from: unit db/0\n");
  ends("db/0", TaskStatus::Failed, R"({"return-code":0})", "exit status 1");
  EXPECT_EQ(exec({"-u", "db/0", "--wait", "1h", "--quiet", "--", "x"}), cmd::Exit::Fine);
}

} // namespace orrery::test
