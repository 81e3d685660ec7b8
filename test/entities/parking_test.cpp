#include "actors/runtime/parking.hpp"
#include "actors/runtime/scheduling.hpp"

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

/// Answers every word.
class Talker final : public caf::event_based_actor {
public:
  Talker(caf::actor_config& config, const std::atomic<bool>& over)
    : event_based_actor(config), over_(over) {}

private:
  caf::behavior make_behavior() override {
    return {[this](int word) {
      if (over_)
        ::_exit(handled_too_late);
      send(caf::actor_cast<caf::actor>(current_sender()), word);
    }};
  }

  const std::atomic<bool>& over_;
};

/// Is never done with the first word.
class Ponderer final : public caf::event_based_actor {
public:
  using event_based_actor::event_based_actor;

private:
  caf::behavior make_behavior() override {
    return {[](int) {
      for (;;)
        ::pause();
    }};
  }
};

struct TwoWorkers : caf::actor_system_config {
  TwoWorkers() { runtime::use_workers(*this, 2); }
};

[[noreturn]] void park_while_all_talk() {
  TwoWorkers config;
  caf::actor_system system(config);
  std::atomic<bool> over = false;
  for (int i = 0; i < 10; ++i)
    caf::send_as(system.spawn<Talker>(std::cref(over)), system.spawn<Talker>(std::cref(over)), 1);
  if (!runtime::park_workers(system, std::chrono::seconds(60)))
    ::_exit(not_parked);
  over = true;
  for (int i = 0; i < 100'000; ++i)
    std::this_thread::yield();
  ::_exit(0);
}

[[noreturn]] void park_while_all_are_busy() {
  TwoWorkers config;
  caf::actor_system system(config);
  for (int i = 0; i < 2; ++i)
    caf::anon_send(system.spawn<Ponderer>(), 1);
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
