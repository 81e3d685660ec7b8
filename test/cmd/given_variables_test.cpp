// Variables that come from outside a script: `orrery console --set NAME=VALUE`.
#include "cmd/console/interpreter.hpp"
#include "cmd/console/parse_only.hpp"
#include "cmd/verbs/parse_arguments.hpp"
#include "cmd/verbs/verbs.hpp"
#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

struct GivenVariables : testing::Test, Bench {
  int run(const std::string& text, std::map<std::string, std::string> given) {
    output.printed.clear();
    output.complained.clear();
    cmd::console::RunOptions options;
    options.variables = std::move(given);
    options.directory = directory;
    return interpreter.run({"test", text, directory}, options);
  }
  /// What the command line's words become.
  tl::expected<cmd::console::RunOptions, std::string>
  read(const std::vector<std::string>& words) const {
    const auto arguments = cmd::parse_arguments(*cmd::find_verb("console"), words);
    return cmd::console::run_options(arguments.value(), {});
  }
  cmd::console::Interpreter interpreter{session};
};

TEST_F(GivenVariables, they_stand_before_the_scripts_own) {
  const std::string text = "let rounds = 2; let more = 1; echo $rounds $more";
  EXPECT_EQ(run(text, {{"rounds", "5"}}), cmd::Exit::Fine) << output.complained;
  EXPECT_EQ(output.printed, "5 1\n");
  EXPECT_EQ(run(text, {}), cmd::Exit::Fine);
  EXPECT_EQ(output.printed, "2 1\n"); // the next script of a session does not have them
  EXPECT_EQ(run("parallel 1 { let rounds = 3; echo $rounds }", {{"rounds", "5"}}), cmd::Exit::Fine);
  EXPECT_EQ(output.printed, "5\n");
}

TEST_F(GivenVariables, one_that_the_script_does_not_know_is_an_error) {
  EXPECT_EQ(run("let rounds = 2; echo ran", {{"round", "5"}}), cmd::Exit::Misused);
  EXPECT_EQ(output.printed, "");
  EXPECT_NE(output.complained.find("did you mean \"rounds\"?"), std::string::npos)
    << output.complained;
  EXPECT_EQ(run("repeat 1 { echo $size }", {{"size", "5"}}), cmd::Exit::Fine) << "used inside";
  file("common.orrery", "let size = 3");
  EXPECT_EQ(run("source common.orrery; echo ran", {{"size", "5"}}), cmd::Exit::Fine);
  cmd::console::RunOptions options;
  options.variables = {{"round", "5"}};
  EXPECT_EQ(cmd::console::parse_only({"test", "let rounds = 2", {}}, options, output),
            cmd::Exit::Misused);
  options.variables = {{"rounds", "5"}};
  EXPECT_EQ(cmd::console::parse_only({"test", "let rounds = 2", {}}, options, output),
            cmd::Exit::Fine);
}

TEST_F(GivenVariables, they_come_from_the_command_line_through_a_request) {
  const auto options = read({"console", "--set", "rounds=500", "--set", "text=a=b c", "x.orrery"});
  ASSERT_TRUE(options) << options.error();
  const auto carried = cmd::console::parse_run_options(cmd::console::to_words(*options));
  ASSERT_TRUE(carried) << carried.error();
  EXPECT_EQ(carried->variables,
            (std::map<std::string, std::string>{{"rounds", "500"}, {"text", "a=b c"}}));
  for (const auto* wrong : {"rounds", "=5", "two words=5", "a-b=5"}) {
    const auto refused = read({"console", "--set", wrong, "x.orrery"});
    ASSERT_FALSE(refused) << wrong;
    EXPECT_NE(refused.error().find("--set NAME=VALUE"), std::string::npos);
  }
}

} // namespace
} // namespace orrery::test
