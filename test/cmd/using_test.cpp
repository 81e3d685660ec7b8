// Scripts about several models, and waits for models that come and go.
#include "cmd/console/interpreter.hpp"
#include "test/cmd/fake_models.hpp"
#include "test/cmd/parts.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

using cmd::Exit;

TEST(UseModel, later_statements_are_about_it) {
  ModelsBench bench;
  bench.models.put("api");
  bench.session.model = "admin/default";
  EXPECT_EQ(bench.script("add-machine\nuse api\nadd-machine\nadd-machine\n"
                         "assert count machine == 2\nuse default\nassert count machine == 1"),
            Exit::Fine)
    << bench.output.complained;
  EXPECT_EQ(bench.models.model("api").contents()->machines.size(), 2U);
}

TEST(UseModel, one_that_is_not_there_is_an_error_with_its_place) {
  ModelsBench bench;
  EXPECT_EQ(bench.script("echo a\nuse nobodys"), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "test:2:5: model orrery:admin/nobodys not found"))
    << bench.output.complained;
  EXPECT_EQ(bench.script("expect error 'not found' { use nobodys }"), Exit::Fine);
  EXPECT_EQ(bench.script("use"), Exit::Misused);
  EXPECT_EQ(bench.script("use a b"), Exit::Misused);
}

TEST(UseModel, one_that_goes_is_an_error_of_what_comes_next) {
  ModelsBench bench;
  bench.models.put("api");
  EXPECT_EQ(bench.script("use api\ndestroy-model api\nstatus"), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "model \"admin/api\" has been removed"))
    << bench.output.complained;
  bench.models.put("api");
  EXPECT_EQ(bench.script("use api\ndestroy-model api\nlet n = count machine"), Exit::Misused);
  EXPECT_TRUE(has(bench.output.complained, "model \"admin/api\" has been removed"));
  bench.models.put("api");
  EXPECT_EQ(bench.script("use api\ndestroy-model api\nuse default\nlet n = count machine"),
            Exit::Fine)
    << bench.output.complained;
}

TEST(UseModel, another_one_of_its_name_is_not_taken_for_it) {
  ModelsBench bench;
  bench.models.put("api");
  EXPECT_EQ(bench.script("use api\ndestroy-model api\nadd-model api\nadd-machine"), Exit::Failed);
  EXPECT_TRUE(bench.models.model("api").contents()->machines.empty());
}

TEST(UseModel, lasts_from_one_script_of_a_session_to_the_next) {
  ModelsBench bench;
  bench.models.put("api");
  bench.session.model = "admin/default";
  cmd::console::Interpreter interpreter{bench.session};
  ASSERT_EQ(interpreter.run({"console", "use api"}), Exit::Fine);
  bench.session.model = "admin/default"; // as each request says it
  bench.session.orchestrator = bench.models.first();
  ASSERT_EQ(interpreter.run({"console", "add-machine"}), Exit::Fine);
  EXPECT_EQ(bench.models.model("api").contents()->machines.size(), 1U);
}

TEST(UseModel, a_branch_changes_its_own) {
  ModelsBench bench;
  bench.models.put("a");
  bench.models.put("b");
  bench.session.model = "admin/default";
  EXPECT_EQ(bench.script("parallel { repeat 1 { use a; add-machine }\n"
                         "repeat 1 { use b; add-machine; add-machine } }\n"
                         "assert count machine == 0"),
            Exit::Fine)
    << bench.output.complained;
  EXPECT_EQ(bench.models.model("a").contents()->machines.size(), 1U);
  EXPECT_EQ(bench.models.model("b").contents()->machines.size(), 2U);
}

TEST(UseModel, MD24_without_one_selected_what_reads_a_model_is_refused) {
  ModelsBench bench;
  bench.models.put("api");
  EXPECT_EQ(bench.script("for $m in machine { echo $m }"), Exit::Misused);
  EXPECT_TRUE(has(bench.output.complained, "No selected model."));
  EXPECT_EQ(bench.script("use api; for $m in machine { echo $m }"), Exit::Fine);
}

TEST(WaitForModel, CL18_one_that_is_not_there_is_waited_for) {
  ModelsBench bench;
  EXPECT_EQ(bench.verb({"wait-for", "model", "api", "--timeout", "0s"}), Exit::Failed);
  EXPECT_TRUE(has(bench.output.complained, "model \"api\" not found, waiting...\n"))
    << bench.output.complained;
  EXPECT_TRUE(has(bench.output.complained, "ERROR timed out waiting for \"api\""));
  bench.models.put("api");
  EXPECT_EQ(bench.verb({"wait-for", "model", "api"}), Exit::Fine);
  EXPECT_EQ(bench.output.complained, "model \"api\" is running\n");
}

/// Has something happen when the first line has been said.
struct Happening : TextOutput {
  void err(std::string_view text) override {
    TextOutput::err(text);
    if (happen)
      std::exchange(happen, {})();
  }
  std::function<void()> happen;
};

TEST(WaitForModel, CL19_one_that_goes_meanwhile_ends_the_wait) {
  ModelsBench bench;
  bench.models.put("api");
  Happening output;
  bench.session.output = &output;
  output.happen = [&] { bench.models.vanish("api"); };
  EXPECT_EQ(bench.verb({"wait-for", "model", "api", "--query", "len(units)==1"}), Exit::Failed);
  EXPECT_TRUE(has(output.complained, "ERROR model api removed\n")) << output.complained;
}

TEST(WaitForModel, CL19_the_end_of_one_can_be_waited_for) {
  ModelsBench bench;
  bench.models.put("api");
  Happening output;
  bench.session.output = &output;
  output.happen = [&] { bench.models.vanish("api"); };
  EXPECT_EQ(bench.verb({"wait-for", "model", "api", "--query", "life==\"dead\""}), Exit::Fine)
    << output.complained;
  EXPECT_TRUE(has(output.complained, "model \"api\" has been removed\n"));
}

} // namespace
} // namespace orrery::test
