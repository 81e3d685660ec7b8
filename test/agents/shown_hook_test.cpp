// Which hooks the model is told of, and which only the unit's own log.
#include "actors/agents/hook_desk.hpp"
#include "test/agents/charms.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

using Lines = std::vector<std::string>;

/// mysql/0, up; its config-changed is played through the real hook desk.
struct ShownStage : SimulatedWorld {
  ShownStage() {
    deploy(database_charm(), "mysql");
    settle();
    hooks().played().play("mysql/0", "config-changed");
    said_before = statuses_said("mysql/0").size();
  }

  void configure() { (void)run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}}); }
  void end_hook(int code = 0) {
    hooks().played().end("mysql/0", code);
    run();
  }
  [[nodiscard]] std::string shown() const {
    const store::Status agent = status("mysql/0").agent;
    return agent.value + " " + agent.message;
  }
  [[nodiscard]] Lines said() {
    const Lines& all = statuses_said("mysql/0");
    return {all.begin() + static_cast<std::ptrdiff_t>(said_before), all.end()};
  }

  using SimulatedWorld::run;
  std::size_t said_before = 0;
};

constexpr store::Milliseconds at_once = agents::HookDesk::at_once.count();

} // namespace

TEST(ShownHook, W5_one_that_is_over_at_once_is_in_the_log_alone) {
  ShownStage world;
  const std::uint64_t before = world.database().sequence();
  world.configure();
  world.advance(at_once - 1);
  world.end_hook();
  world.settle();
  EXPECT_EQ(world.database().sequence(), before + 1) << "the setting";
  EXPECT_EQ(world.shown(), "idle ");
  EXPECT_EQ(world.said(),
            (Lines{"juju-unit executing running config-changed hook", "juju-unit idle"}));
  EXPECT_EQ(world.timers(), 0U);
}

TEST(ShownHook, W5_one_that_takes_its_time_is_shown_while_it_runs) {
  ShownStage world;
  world.configure();
  EXPECT_EQ(world.shown(), "idle ");
  world.advance(2 * at_once);
  EXPECT_EQ(world.shown(), "executing running config-changed hook");
  EXPECT_EQ(world.timers(), 0U) << "nothing looks any more";
  world.end_hook();
  EXPECT_EQ(world.shown(), "idle ");
  EXPECT_EQ(world.said(),
            (Lines{"juju-unit executing running config-changed hook", "juju-unit idle"}))
    << "each once";
}

TEST(ShownHook, W5_who_was_not_idle_is_shown_executing_at_once) {
  ShownStage world;
  world.configure();
  world.end_hook(1);
  EXPECT_EQ(world.status("mysql/0").error.hook, "config-changed");
  const store::Milliseconds pause = world.status("mysql/0").error.next_at - world.now();
  world.advance(pause);
  EXPECT_EQ(world.shown(), "executing running config-changed hook");
  EXPECT_EQ(world.status("mysql/0").error.attempt, 1U) << "what it is about is said, too";
  world.end_hook();
  EXPECT_EQ(world.status("mysql/0").error, store::HookError{});
}

TEST(ShownHook, W5_one_that_goes_on_after_another_was_over_is_shown_with_its_own_name) {
  ShownStage world;
  world.hooks().played().play("mysql/0", "server-relation-created");
  world.deploy(web_charm(), "web");
  world.settle();
  world.configure();
  world.relate("web:db", "mysql:server");
  world.advance(2 * at_once);
  EXPECT_EQ(world.shown(), "executing running config-changed hook");
  world.end_hook();
  EXPECT_EQ(world.said().back(), "juju-unit executing running server-relation-created hook");
  world.advance(2 * at_once);
  EXPECT_EQ(world.shown(), "executing running server-relation-created hook");
  world.end_hook();
  world.settle();
  EXPECT_EQ(world.shown(), "idle ");
}

} // namespace orrery::test
