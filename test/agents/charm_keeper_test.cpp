// The keeper of kept charms: waits for whoever uses them, and looks at nothing by time.
#include "actors/agents/charm_keeper.hpp"
#include "actors/entities/messages.hpp"

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/scheduler/test_coordinator.hpp>
#include <caf/send.hpp>
#include <gtest/gtest.h>

#include <functional>

namespace orrery::test {

namespace {

struct OneThreadOfKeeper : caf::actor_system_config {
  OneThreadOfKeeper() {
    module_factories.emplace_back([](caf::actor_system& of) -> caf::actor_system::module* {
      return new caf::scheduler::test_coordinator(of); // the system owns its modules
    });
  }
};

struct KeptByKeeper {
  runtime::Activity activity;
  OneThreadOfKeeper config;
  caf::actor_system system{config};
  bool is_held = false;
  int sweeps = 0;
  caf::actor keeper = system.spawn<agents::CharmKeeper>(
    std::ref(activity), agents::CharmKeeper::Sweep([this] { return ++sweeps, !is_held; }));

  ~KeptByKeeper() {
    caf::anon_send_exit(keeper, caf::exit_reason::user_shutdown);
    scheduler().run();
  }
  caf::scheduler::test_coordinator& scheduler() {
    return dynamic_cast<caf::scheduler::test_coordinator&>(system.scheduler());
  }
  template <class News>
  void tell(News news) {
    caf::anon_send(keeper, std::move(news));
    scheduler().run();
    EXPECT_EQ(activity.count(), 0);
    EXPECT_FALSE(scheduler().clock().has_pending_timeout()) << "nobody looks by time";
  }
};

} // namespace

TEST(CharmKeeper, P21_the_end_of_a_hold_wakes_it_when_it_had_to_wait) {
  KeptByKeeper kept;
  kept.is_held = true;
  kept.tell(protocol::CharmsDropped{});
  EXPECT_EQ(kept.sweeps, 1);
  kept.tell(agents::CharmsReleased{});
  EXPECT_EQ(kept.sweeps, 2) << "another one holds them still";
  kept.is_held = false;
  kept.tell(agents::CharmsReleased{});
  EXPECT_EQ(kept.sweeps, 3);
  kept.tell(agents::CharmsReleased{});
  EXPECT_EQ(kept.sweeps, 3) << "nothing is left to be done";
}

TEST(CharmKeeper, P21_holds_that_end_while_nothing_is_to_go_cost_no_look) {
  KeptByKeeper kept;
  kept.tell(agents::CharmsReleased{});
  EXPECT_EQ(kept.sweeps, 0);
  kept.tell(protocol::CharmsDropped{});
  kept.tell(agents::CharmsReleased{});
  EXPECT_EQ(kept.sweeps, 1);
}

} // namespace orrery::test
