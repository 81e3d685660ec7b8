#include "actors/runtime/parking.hpp"

#include <caf/actor_cast.hpp>
#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/event_based_actor.hpp>
#include <caf/send.hpp>
#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <thread>

/// The threads on which actors run, at the end of the process.
namespace orrery::test {

namespace {

constexpr int handled_too_late = 3;
constexpr int not_parked = 4;

[[noreturn]] void park_while_all_talk() {
  caf::actor_system_config config;
  config.set("scheduler.policy", caf::atom("sharing"));
  config.set("scheduler.max-threads", std::size_t{2});
  caf::actor_system system(config);
  std::atomic<bool> over = false;
  const auto talk = [&over](caf::event_based_actor* self) -> caf::behavior {
    return {[self, &over](int word) { // to each other, for ever
      if (over)
        ::_exit(handled_too_late);
      self->send(caf::actor_cast<caf::actor>(self->current_sender()), word);
    }};
  };
  for (int i = 0; i < 10; ++i)
    caf::send_as(system.spawn(talk), system.spawn(talk), 1);
  if (!runtime::park_workers(system, std::chrono::seconds(60)))
    ::_exit(not_parked);
  over = true;
  for (int i = 0; i < 100'000; ++i)
    std::this_thread::yield();
  ::_exit(0);
}

/// Two threads are kept in a handler that waits for the end of the test.
[[noreturn]] void park_while_all_are_busy() {
  caf::actor_system_config config;
  config.set("scheduler.policy", caf::atom("sharing"));
  config.set("scheduler.max-threads", std::size_t{2});
  caf::actor_system system(config);
  const auto stay = []() -> caf::behavior {
    return {[](int) {
      for (;;)
        ::pause();
    }};
  };
  for (int i = 0; i < 2; ++i)
    caf::anon_send(system.spawn(stay), 1);
  ::_exit(runtime::park_workers(system, std::chrono::milliseconds(1)) ? 0 : not_parked);
}

} // namespace

TEST(Parking, nothing_is_handled_any_more) {
  EXPECT_EXIT(park_while_all_talk(), testing::ExitedWithCode(0), "");
}

TEST(Parking, who_does_not_come_to_an_end_is_not_waited_for) {
  EXPECT_EXIT(park_while_all_are_busy(), testing::ExitedWithCode(not_parked), "");
}

} // namespace orrery::test
