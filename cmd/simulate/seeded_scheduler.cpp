#include "cmd/simulate/seeded_scheduler.hpp"

#include <caf/actor_cast.hpp>
#include <caf/mailbox_element.hpp>

#include <algorithm>
#include <cassert>

namespace orrery::simulate {

SeededScheduler::SeededScheduler(caf::actor_system& system, std::uint64_t seed)
  : test_coordinator(system), random_(seed) {}

/// How many jobs may run; they are the first.
std::uint64_t SeededScheduler::runnable() {
  if (withheld_.empty())
    return jobs.size();
  const auto end = std::partition(jobs.begin(), jobs.end(), [this](const caf::resumable* job) {
    return !withheld_.contains(job);
  });
  return static_cast<std::uint64_t>(end - jobs.begin());
}

bool SeededScheduler::step() {
  const std::uint64_t count = runnable();
  if (count == 0)
    return false;
  std::swap(jobs.front(), jobs[random_() % count]);
  if (listener_)
    tell_listener();
  return try_run_once();
}

void SeededScheduler::tell_listener() {
  auto* actor = dynamic_cast<caf::abstract_actor*>(jobs.front());
  if (actor == nullptr)
    return;
  if (const caf::mailbox_element* next = actor->peek_at_next_mailbox_element()) // else it begins
    listener_(*actor, *next);
}

void SeededScheduler::preempt() {
  constexpr int deepest = 4;
  if (preempted_ == deepest || random_() % 2 == 0)
    return;
  ++preempted_;
  for (std::uint64_t steps = random_() % 16; steps > 0; --steps)
    step();
  --preempted_;
}

bool SeededScheduler::run_until_quiet() {
  constexpr int most_steps = 10'000'000;
  for (int i = 0; i < most_steps; ++i)
    if (!step())
      return true;
  return false;
}

bool SeededScheduler::is_awaited(
  const caf::detail::simple_actor_clock::delayed_event& timer) const {
  using Clock = caf::detail::simple_actor_clock;
  return timer.subtype != Clock::actor_msg_type
         || !unawaited_.contains(static_cast<const Clock::actor_msg&>(timer).receiver->id());
}

std::optional<caf::actor_clock::time_point> SeededScheduler::next_awaited_timer() {
  for (const auto& [due, timer] : clock().schedule())
    if (is_awaited(*timer))
      return due;
  return std::nullopt;
}

std::optional<caf::actor_clock::time_point> SeededScheduler::last_awaited_timer() {
  const auto& all = clock().schedule();
  const auto last = std::find_if(all.rbegin(), all.rend(),
                                 [this](const auto& entry) { return is_awaited(*entry.second); });
  return last == all.rend() ? std::nullopt : std::optional(last->first);
}

std::size_t SeededScheduler::awaited_timers() {
  const auto& all = clock().schedule();
  return static_cast<std::size_t>(std::count_if(
    all.begin(), all.end(), [this](const auto& entry) { return is_awaited(*entry.second); }));
}

void SeededScheduler::withhold(const caf::actor& actor) {
  const auto* job = dynamic_cast<caf::resumable*>(caf::actor_cast<caf::abstract_actor*>(actor));
  assert(job != nullptr);
  withheld_.insert(job);
}

} // namespace orrery::simulate
