#include "actors/runtime/counted_actor.hpp"
#include "actors/runtime/scheduling.hpp"

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/event_based_actor.hpp>
#include <caf/send.hpp>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

/// On which thread an actor runs, and that each has its turn.
namespace orrery::test {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds scheduling_deadline{20}; // for what comes at once

struct WorkerSystem : caf::actor_system_config {
  explicit WorkerSystem(std::size_t count) { runtime::use_workers(*this, count); }
};

/// The threads that were seen, and somebody who waits for the end.
class Threads {
public:
  std::size_t see() {
    const std::lock_guard lock(mutex_);
    seen_.insert(std::this_thread::get_id());
    return seen_.size();
  }
  void end() { ended_.set_value(); }
  bool wait() {
    return ended_.get_future().wait_for(scheduling_deadline) == std::future_status::ready;
  }

private:
  std::mutex mutex_;
  std::set<std::thread::id> seen_;
  std::promise<void> ended_;
};

/// Passes a word on.
class Link final : public runtime::CountedActor {
public:
  Link(caf::actor_config& config, runtime::Activity& activity, Threads& threads, caf::actor next)
    : CountedActor(config, activity), threads_(threads), next_(std::move(next)) {}

private:
  caf::behavior make_behavior() override { return {on(&Link::pass_on)}; }
  void pass_on(const int& word) {
    threads_.see();
    if (next_)
      caf::anon_send(next_, word);
    else
      threads_.end();
  }

  Threads& threads_;
  caf::actor next_;
};

/// One of two between whom a word goes to and fro until it is over.
class Player final : public runtime::CountedActor {
public:
  using Over = std::function<bool()>;

  Player(caf::actor_config& config,
         runtime::Activity& activity,
         const std::vector<caf::actor>& all,
         std::size_t partner,
         Over over)
    : CountedActor(config, activity), all_(all), partner_(partner), over_(std::move(over)) {}

private:
  caf::behavior make_behavior() override { return {on(&Player::play)}; }
  void play(const int& word) {
    if (!over_())
      caf::anon_send(all_[partner_], word);
  }

  const std::vector<caf::actor>& all_;
  std::size_t partner_;
  Over over_;
};

/// Has every pair begin at once.
class Starter final : public runtime::CountedActor {
public:
  Starter(caf::actor_config& config,
          runtime::Activity& activity,
          const std::vector<caf::actor>& all)
    : CountedActor(config, activity), all_(all) {}

private:
  caf::behavior make_behavior() override { return {on(&Starter::start)}; }
  void start(const int& word) {
    for (std::size_t i = 0; i < all_.size(); i += 2)
      caf::anon_send(all_[i], word);
  }

  const std::vector<caf::actor>& all_;
};

/// @pre nothing is in `all`, which outlives the system's actors.
void begin_pairs(caf::actor_system& system,
                 runtime::Activity& activity,
                 std::vector<caf::actor>& all,
                 std::size_t pairs,
                 const Player::Over& over) {
  for (std::size_t i = 0; i < 2 * pairs; ++i)
    all.push_back(system.spawn<Player, caf::lazy_init>(std::ref(activity), std::cref(all),
                                                       i % 2 == 0 ? i + 1 : i - 1, over));
  caf::anon_send(system.spawn<Starter>(std::ref(activity), std::cref(all)), 1);
}

/// Has nothing to do, and ends.
class Brief final : public caf::event_based_actor {
public:
  using caf::event_based_actor::event_based_actor;

private:
  caf::behavior make_behavior() override { return {}; }
};

/// How often the thread of that name has gone to sleep; of this process.
std::size_t sleeps_of(const std::string& thread) {
  const std::string key = "voluntary_ctxt_switches:";
  std::size_t sleeps = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream comm(task.path() / "comm");
    std::string word;
    if (!(comm >> word) || word != thread)
      continue;
    std::ifstream status(task.path() / "status");
    while (status >> word && word != key) {
    }
    status >> sleeps;
  }
  return sleeps;
}

} // namespace

TEST(Scheduling, what_an_actor_wakes_runs_next_on_its_thread) {
  WorkerSystem config(4);
  runtime::Activity activity;
  Threads threads;
  caf::actor_system system(config);
  caf::actor chain;
  for (int i = 0; i < 200; ++i)
    chain = system.spawn<Link, caf::lazy_init>(std::ref(activity), std::ref(threads), chain);
  caf::anon_send(chain, 1);
  ASSERT_TRUE(threads.wait());
  EXPECT_EQ(threads.see(), 1U + 1U) << "the worker's thread, and this one";
}

TEST(Scheduling, what_is_too_much_for_one_thread_is_left_to_others) {
  WorkerSystem config(2);
  runtime::Activity activity;
  Threads threads;
  std::vector<caf::actor> all;
  caf::actor_system system(config);
  const Clock::time_point until = Clock::now() + scheduling_deadline;
  begin_pairs(system, activity, all, 20, [&] { return threads.see() > 1 || Clock::now() > until; });
  ASSERT_TRUE(activity.wait_settled(2 * scheduling_deadline, [] { return false; }));
  EXPECT_EQ(threads.see(), 2U + 1U);
  all.clear();
}

TEST(Scheduling, who_is_never_done_keeps_nobody_else_waiting) {
  WorkerSystem config(1);
  runtime::Activity activity;
  Threads threads;
  std::atomic<bool> over = false;
  std::vector<caf::actor> all;
  caf::actor_system system(config);
  begin_pairs(system, activity, all, 3, [&over] { return over.load(); });
  caf::anon_send(system.spawn<Link>(std::ref(activity), std::ref(threads), caf::actor{}), 1);
  EXPECT_TRUE(threads.wait());
  over = true;
  ASSERT_TRUE(activity.wait_settled(scheduling_deadline, [] { return false; }));
  all.clear();
}

TEST(Scheduling, actors_that_end_wake_no_clock) {
  constexpr int actors = 1000;
  constexpr std::size_t as_it_begins = 3;
  WorkerSystem config(1);
  caf::actor_system system(config);
  for (int i = 0; i < actors; ++i)
    system.spawn<Brief>();
  system.await_all_actors_done();
  EXPECT_LE(sleeps_of("caf.clock"), as_it_begins);
}

TEST(Scheduling, a_delayed_message_comes) {
  WorkerSystem config(1);
  runtime::Activity activity;
  Threads threads;
  caf::actor_system system(config);
  caf::delayed_anon_send(system.spawn<Link>(std::ref(activity), std::ref(threads), caf::actor{}),
                         std::chrono::milliseconds{1}, 1);
  EXPECT_TRUE(threads.wait());
}

} // namespace orrery::test
