#include "actors/hooks/parts_when_needed.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace orrery::hooks {
namespace {

TEST(RunnerWhenNeeded, MD34_one_that_was_stopped_before_it_ran_runs_nothing) {
  RunnerOptions options;
  options.keeper = "/nowhere/orrery-keeper";
  const auto runner = runner_when_needed(options);
  runner->end_task(1); // of nothing: nobody has begun
  runner->stop(std::chrono::milliseconds{0});
  std::optional<HookEnd> how;
  runner->submit(HookJob{}, [&how](HookEnd end) { how = std::move(end); });
  ASSERT_TRUE(how);
  EXPECT_EQ(how->how, HookEnd::How::Cancelled);
}

TEST(ToolServerWhenNeeded, MD34_begins_with_the_first_socket) {
  const auto server = tool_server_when_needed(1);
  server->close("a token of nobody");
  server->forget("web/0");
  server->keep_none();
  std::string why;
  EXPECT_EQ(server->open(
              "web/0", "/nowhere/agent.socket", [](ToolCall, ToolServer::Answer) {}, why),
            "");
  EXPECT_FALSE(why.empty());
}

} // namespace
} // namespace orrery::hooks
