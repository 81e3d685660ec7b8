// A hook that has all programs of its machine ended.
#include "test/agents/charms.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

/// Else the rest of the hook would begin.
TEST(Reboot, W10_juju_reboot_now_does_not_return_to_its_hook) {
  SimulatedWorld world;
  store::Charm web = web_charm();
  web.options["title"] = {store::OptionType::String, "", true, ""};
  world.deploy(web, "web");
  world.settle();
  auto& played = world.hooks().played();
  played.play("web/0", "config-changed");
  (void)world.run(protocol::SetConfig{"web", {{"title", "1"}}, {}});
  ASSERT_EQ(played.running("web/0"), "config-changed");
  played.call("web/0", {"juju-reboot", "--now"});
  played.end("web/0", 137); // with all programs of the machine
  world.run();
  EXPECT_FALSE(played.reply());
  ASSERT_EQ(played.running("web/0"), "config-changed") << "it runs again";
  played.end("web/0");
  world.settle();
}

} // namespace orrery::test
