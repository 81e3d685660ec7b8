#include "test/workflow/played_mind.hpp"

#include <gtest/gtest.h>

namespace orrery::agents {
namespace {

TEST(Mind, SE14_a_hook_whose_changes_the_model_is_not_to_take_has_failed) {
  PlayedMind played;
  (void)played.begin({"*"}, "web/1");
  (void)played.start_hook();
  protocol::HookEnded ended = PlayedMind::ended();
  ended.state.secrets.sealed["s1"].removed = true;
  ended.state.secrets.refused = "permission denied";
  const Output ends = played.tell(ended);
  EXPECT_EQ(asked<protocol::FlushHook>(ends), nullptr);
  EXPECT_TRUE(is_said(ends, "hook failed"));
}

} // namespace
} // namespace orrery::agents
