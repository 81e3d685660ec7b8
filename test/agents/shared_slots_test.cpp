// Places of hooks that the models of a process share.
#include "actors/agents/hook_slots.hpp"
#include "cmd/simulate/seeded_scheduler.hpp"

#include <caf/actor_cast.hpp>
#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/event_based_actor.hpp>
#include <caf/send.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orrery::test {

/// Tells an agent of these tests to give its place back.
struct SharedHookIsOver {};

} // namespace orrery::test

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::test::SharedHookIsOver)

namespace orrery::test {

namespace {

constexpr std::uint32_t shared_places = 4;

struct OneThreadOfSlots : caf::actor_system_config {
  OneThreadOfSlots() {
    module_factories.emplace_back([](caf::actor_system& of) -> caf::actor_system::module* {
      return new simulate::SeededScheduler(of, 1); // the system owns its modules
    });
  }
};

/// Agents of several models, which ask for places and keep them until a test ends their hooks.
struct SharedHost {
  runtime::Activity activity;
  OneThreadOfSlots config;
  caf::actor_system system{config};
  caf::actor slots = system.spawn<agents::HookSlots>(std::ref(activity), shared_places);
  std::map<std::string, int> running; ///< Hooks of each model.
  std::vector<std::string> begun;     ///< Models, in the order of their hooks.
  std::deque<caf::actor> at_hook;     ///< In that order, too.
  std::vector<std::pair<std::string, caf::actor>> agents;

  ~SharedHost() {
    for (const auto& [model, agent] : agents)
      caf::anon_send_exit(agent, caf::exit_reason::user_shutdown);
    caf::anon_send_exit(slots, caf::exit_reason::user_shutdown);
    settle();
  }
  void settle() { dynamic_cast<simulate::SeededScheduler&>(system.scheduler()).run_until_quiet(); }
  /// A unit's agent asks for a place. @returns it.
  caf::actor want(const std::string& model,
                  std::optional<protocol::MachineTurn> turn = std::nullopt) {
    const auto agent = system.spawn([this, model, turn](caf::event_based_actor* self) {
      self->send(slots, protocol::WantSlot{turn, 1, model});
      return caf::behavior{[this, model, self](const protocol::SlotGranted&) {
                             ++running[model];
                             begun.push_back(model);
                             at_hook.emplace_back(caf::actor_cast<caf::actor>(self));
                           },
                           [this, model, self](const SharedHookIsOver&) {
                             --running[model];
                             std::erase(at_hook, caf::actor_cast<caf::actor>(self));
                             self->send(slots, protocol::FreeSlot{});
                           }};
    });
    agents.emplace_back(model, agent);
    settle();
    return agent;
  }
  void end_hook(caf::actor agent) {
    caf::anon_send(agent, SharedHookIsOver{});
    settle();
  }
};

} // namespace

TEST(SharedSlots, MD50_a_model_with_hooks_without_end_leaves_another_its_share) {
  SharedHost host;
  std::vector<caf::actor> greedy;
  for (int i = 0; i < 50; ++i)
    greedy.push_back(host.want("greedy"));
  EXPECT_EQ(host.running["greedy"], 4) << "what nobody else wants";
  const auto first = host.want("quiet");
  host.want("quiet");
  host.want("quiet");
  EXPECT_EQ(host.running["quiet"], 0) << "no hook is ended for it";
  host.end_hook(greedy[0]);
  host.end_hook(greedy[1]);
  EXPECT_EQ(host.begun,
            (std::vector<std::string>{"greedy", "greedy", "greedy", "greedy", "quiet", "quiet"}));
  host.end_hook(first);
  EXPECT_EQ(host.running["quiet"], 2) << "the next of its own";
  host.end_hook(greedy[2]);
  EXPECT_EQ(host.running["greedy"], 2) << "half is its own, and nobody else waits";
}

TEST(SharedSlots, MD50_all_models_together_have_as_many_hooks_at_once_as_the_process_may_run) {
  SharedHost host;
  for (int i = 0; i < 30; ++i)
    host.want("model-" + std::to_string(i % 3));
  for (std::size_t left = 30; left > 0; --left) {
    ASSERT_EQ(host.at_hook.size(), std::min<std::size_t>(left, shared_places));
    host.end_hook(host.at_hook.front());
  }
  EXPECT_EQ(host.begun.size(), 30U);
  EXPECT_TRUE(host.at_hook.empty());
}

TEST(SharedSlots, MD50_machines_of_two_models_have_turns_of_their_own) {
  SharedHost host;
  const protocol::MachineTurn turn{0, protocol::MachineTurn::Of::Hooks, ""};
  const auto first = host.want("one", turn);
  host.want("one", turn);
  EXPECT_EQ(host.running["one"], 1) << "its machine has one turn";
  host.want("other", turn);
  EXPECT_EQ(host.running["other"], 1) << "another machine, of the same number";
  host.end_hook(first);
  EXPECT_EQ(host.begun, (std::vector<std::string>{"one", "other", "one"}));
}

TEST(SharedSlots, MD50_who_waits_and_goes_leaves_its_place_in_the_line_to_others) {
  SharedHost host;
  std::vector<caf::actor> running;
  for (int i = 0; i < 4; ++i)
    running.push_back(host.want("greedy"));
  const auto gone = host.want("quiet");
  host.want("third");
  caf::anon_send_exit(gone, caf::exit_reason::kill);
  host.settle();
  host.end_hook(running[0]);
  EXPECT_EQ(host.running["third"], 1);
  EXPECT_EQ(host.running["quiet"], 0);
}

} // namespace orrery::test
