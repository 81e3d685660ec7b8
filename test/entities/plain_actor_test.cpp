#include "actors/runtime/plain_actor.hpp"
#include "actors/runtime/scheduling.hpp"

#include <caf/actor_cast.hpp>
#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/scheduler/test_coordinator.hpp>
#include <caf/send.hpp>
#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

/// What entities are: actors that handle messages, and do nothing else.
namespace orrery::test {

namespace {

constexpr std::chrono::seconds deadline{20}; // for what comes at once

using Words = std::vector<std::string>;
/// Who is there of them.
using Alive = int;

/// Writes down what it is told, and by whom.
class Listener final : public runtime::PlainActor {
public:
  Listener(caf::actor_config& config, runtime::Activity& activity, Words& heard, Alive& alive)
    : PlainActor(config, activity), heard_(heard), alive_(alive) {
    ++alive_;
  }
  ~Listener() override { --alive_; }
  [[nodiscard]] const char* name() const override { return "a listener"; }

private:
  bool handle(const Content& message) override {
    return dispatch(message, &Listener::hear, &Listener::fail);
  }
  void hear(const std::string& word) {
    heard_.push_back(current_sender() == ctrl() ? "I: " + word : word);
    if (word == "again")
      caf::send_as(caf::actor_cast<caf::actor>(this), caf::actor_cast<caf::actor>(this),
                   std::string("once more"));
  }
  void fail(const double&) { throw std::logic_error("a word too much"); }

  Words& heard_;
  Alive& alive_;
};

struct OneThread : caf::actor_system_config {
  OneThread() {
    module_factories.emplace_back([](caf::actor_system& of) -> caf::actor_system::module* {
      return new caf::scheduler::test_coordinator(of); // the system owns its modules
    });
  }
};

struct Workers : caf::actor_system_config {
  Workers() { runtime::use_workers(*this, 2); }
};

template <class Config>
struct Listening {
  caf::actor listener() {
    return system.template spawn<Listener, caf::lazy_init>(std::ref(activity), std::ref(heard),
                                                           std::ref(alive));
  }
  bool step() {
    return dynamic_cast<caf::scheduler::test_coordinator&>(system.scheduler()).try_run_once();
  }

  runtime::Activity activity;
  Words heard;
  Alive alive = 0;
  Config config;
  caf::actor_system system{config};
};

} // namespace

TEST(PlainActor, what_it_is_told_is_under_way_until_it_has_been_handled_in_order) {
  Listening<OneThread> one;
  const caf::actor listener = one.listener();
  EXPECT_FALSE(one.step()) << "it begins with its first message";
  for (const char* word : {"a", "b", "c"})
    caf::anon_send(listener, std::string(word));
  EXPECT_EQ(one.activity.count(), 3);
  EXPECT_TRUE(one.step());
  EXPECT_EQ(one.heard, Words{"a"}) << "one at a time";
  EXPECT_EQ(one.activity.count(), 2);
  caf::anon_send(listener, std::string("d"));
  while (one.step())
    continue;
  EXPECT_EQ(one.heard, (Words{"a", "b", "c", "d"}));
  EXPECT_EQ(one.activity.count(), 0);
}

TEST(PlainActor, what_comes_next_can_be_seen) {
  Listening<OneThread> one;
  const caf::actor listener = one.listener();
  auto* const plain = caf::actor_cast<caf::abstract_actor*>(listener);
  EXPECT_EQ(plain->peek_at_next_mailbox_element(), nullptr);
  caf::anon_send(listener, std::string("a"));
  caf::anon_send(listener, std::string("b"));
  ASSERT_NE(plain->peek_at_next_mailbox_element(), nullptr);
  EXPECT_EQ(plain->peek_at_next_mailbox_element()->content().get_as<std::string>(0), "a");
  while (one.step())
    continue;
  EXPECT_EQ(one.heard, (Words{"a", "b"}));
}

TEST(PlainActor, who_sends_is_known_also_itself) {
  Listening<OneThread> one;
  const caf::actor listener = one.listener();
  caf::anon_send(listener, std::string("again"));
  while (one.step())
    continue;
  EXPECT_EQ(one.heard, (Words{"again", "I: once more"}));
}

TEST(PlainActor, it_ends_with_the_last_who_knows_it) {
  Listening<OneThread> one;
  caf::actor listener = one.listener();
  caf::anon_send(listener, std::string("a"));
  listener = {};
  EXPECT_EQ(one.alive, 1) << "it has a message";
  while (one.step())
    continue;
  EXPECT_EQ(one.alive, 0);
  EXPECT_EQ(one.heard, Words{"a"});
}

TEST(PlainActor, what_it_never_handles_is_no_longer_under_way) {
  Listening<OneThread> one;
  caf::anon_send(one.listener(), std::string("too late"));
  EXPECT_EQ(one.activity.count(), 1);
  auto& jobs = dynamic_cast<caf::scheduler::test_coordinator&>(one.system.scheduler()).jobs;
  jobs.front()->intrusive_ptr_release_impl(); // as a scheduler that stops
  jobs.clear();
  EXPECT_EQ(one.alive, 0);
  EXPECT_EQ(one.activity.count(), 0);
  EXPECT_EQ(one.heard, Words{});
}

TEST(PlainActor, a_message_that_it_does_not_know_changes_nothing) {
  Listening<OneThread> one;
  const caf::actor listener = one.listener();
  caf::anon_send(listener, 'x');
  caf::anon_send(listener, std::string("a"));
  while (one.step())
    continue;
  EXPECT_EQ(one.heard, Words{"a"});
  EXPECT_EQ(one.activity.count(), 0);
}

TEST(PlainActor, an_exception_stops_the_process) {
  const auto fail = [] {
    Listening<OneThread> one;
    caf::anon_send(one.listener(), 1.0);
    one.step();
  };
  EXPECT_EXIT(fail(), testing::ExitedWithCode(70), "bug: a listener: a word too much");
}

TEST(PlainActor, nothing_is_lost_that_several_threads_send) {
  constexpr int each = 20'000;
  Listening<Workers> two;
  const caf::actor listener = two.listener();
  std::vector<std::thread> senders;
  for (int sender = 0; sender < 3; ++sender)
    senders.emplace_back([&] {
      for (int i = 0; i < each; ++i)
        caf::anon_send(listener, std::string("a"));
    });
  for (std::thread& sender : senders)
    sender.join();
  ASSERT_TRUE(two.activity.wait_settled(deadline, [] { return false; }));
  EXPECT_EQ(two.heard.size(), 3U * each);
}

} // namespace orrery::test
