#include "test/cmd/fake_orchestrator.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <map>

namespace orrery::test {
namespace {

TEST(Deploy, many_units_are_told_of_in_one_line) {
  Bench bench;
  bench.charm("redis");
  EXPECT_EQ(bench.verb({"deploy", "./redis", "-n", "21"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "0\nadded 21 units, redis/0 to redis/20\n"))
    << bench.output.printed;
  EXPECT_EQ(bench.verb({"add-machine", "-n", "21"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "created 21 machines, ")) << bench.output.printed;
  EXPECT_FALSE(has(bench.output.printed, "created machine"));
}

TEST(Deploy, what_is_neither_a_file_nor_a_directory_is_named_and_not_waited_for) {
  Bench bench;
  ASSERT_EQ(::mkfifo((bench.directory / "pipe").c_str(), 0600), 0);
  std::filesystem::create_symlink("pipe", bench.directory / "link");
  const std::string taken =
    ": Orrery deploys from a charm's directory or archive, or a bundle's file\n";
  for (const auto& [path, kind] : std::map<std::string, std::string>{
         {"./pipe", "a named pipe"}, {"./link", "a named pipe"}, {"/dev/null", "a device"}}) {
    bench.output.complained.clear();
    EXPECT_EQ(bench.verb({"deploy", path}), cmd::Exit::Failed);
    EXPECT_TRUE(has(bench.output.complained, " is " + kind + taken)) << bench.output.complained;
  }
  EXPECT_EQ(bench.verb({"charm", "check", "./pipe"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.printed + bench.output.complained,
                  "this is a named pipe: give a charm's directory or its .charm archive"))
    << bench.output.printed;
}

TEST(Deploy, a_file_that_is_not_called_as_a_bundle_is_said_to_be_read_as_one) {
  Bench bench;
  bench.file("notes.txt", "hello\n");
  bench.file("notes.yaml", "hello\n");
  EXPECT_EQ(bench.verb({"deploy", "./notes.txt"}), cmd::Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "its name does not end in .charm, so it is read as a "))
    << bench.output.complained;
  bench.output.complained.clear();
  EXPECT_EQ(bench.verb({"deploy", "./notes.yaml"}), cmd::Exit::Failed);
  EXPECT_FALSE(has(bench.output.complained, "so it is read")) << bench.output.complained;
}

TEST(AddUnit, more_than_a_million_at_once_are_refused_and_nothing_is_added) {
  Bench bench;
  bench.charm("redis");
  ASSERT_EQ(bench.verb({"deploy", "./redis"}), cmd::Exit::Fine);
  const auto commands = bench.orchestrator.commands();
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"add-unit", "redis", "-n", "1000001"},
                                             {"deploy", "./redis", "other", "-n", "1000001"},
                                             {"add-machine", "-n", "1000001"}}) {
    EXPECT_NE(bench.verb(words), cmd::Exit::Fine) << words[0];
    EXPECT_TRUE(has(bench.output.complained, "is at most 1000000")) << bench.output.complained;
  }
  EXPECT_EQ(bench.orchestrator.commands(), commands);
}

TEST(AddUnit, a_dry_run_of_more_than_ten_thousand_is_refused) {
  Bench bench;
  bench.charm("redis");
  ASSERT_EQ(bench.verb({"deploy", "./redis"}), cmd::Exit::Fine);
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"add-unit", "redis", "-n", "10001", "--dry-run"},
                                             {"deploy", "./redis", "b", "-n10001", "--dry-run"},
                                             {"add-machine", "-n", "10001", "--dry-run"}}) {
    bench.output.complained.clear();
    EXPECT_NE(bench.verb(words), cmd::Exit::Fine) << words[0];
    EXPECT_TRUE(has(bench.output.complained, "is at most 10000 with --dry-run"))
      << bench.output.complained;
  }
}

TEST(RemoveMachine, unused_ones_are_those_without_units_but_machine_0) {
  Bench bench;
  bench.charm("redis");
  ASSERT_EQ(bench.verb({"deploy", "./redis"}), cmd::Exit::Fine);
  const auto used = bench.orchestrator.contents()->units.at("redis/0").machine;
  bench.orchestrator.change([&](store::Contents& contents) {
    for (const store::MachineId id : {900U, 901U, 902U})
      contents.machines[id].id = id;
    contents.machines[900].manage_model = true;
    contents.machines[901].life = store::Life::Dying;
  });
  EXPECT_EQ(bench.verb({"remove-machine", "--unused"}), cmd::Exit::Failed)
    << "the fake has no such";
  EXPECT_TRUE(has(bench.output.complained, "removing machine 902 failed"));
  for (const auto id : {used, 900U, 901U})
    EXPECT_FALSE(has(bench.output.complained, "machine " + std::to_string(id) + " failed"));
  for (const auto& words :
       std::vector<std::vector<std::string>>{{"remove-machine"},
                                             {"remove-machine", "--unused", "3"},
                                             {"remove-machine", "--unused", "--force"},
                                             {"remove-machine", "--unused", "--drain"}})
    EXPECT_EQ(bench.verb(words), cmd::Exit::Misused) << words.back();
}

TEST(Errors, an_end_of_a_line_that_a_user_wrote_stays_within_the_error) {
  Bench bench;
  const std::string word = "a\nb";
  for (const auto& words : std::vector<std::vector<std::string>>{{"deploy", "./" + word},
                                                                 {"expose", word},
                                                                 {"remove-unit", word},
                                                                 {"remove-machine", word},
                                                                 {word},
                                                                 {"status", "--format", word},
                                                                 {"debug-log", word},
                                                                 {"status", "--" + word},
                                                                 {"integrate", "a:" + word, "b"},
                                                                 {"resolved", word},
                                                                 {"add-unit", word},
                                                                 {"show-status-log", word},
                                                                 {"explain", word}}) {
    bench.output.complained.clear();
    EXPECT_NE(bench.verb(words), cmd::Exit::Fine) << words.front();
    EXPECT_EQ(bench.output.complained.find('\n'), bench.output.complained.size() - 1)
      << bench.output.complained;
    EXPECT_TRUE(has(bench.output.complained, "a\\nb")) << bench.output.complained;
  }
}

} // namespace
} // namespace orrery::test
