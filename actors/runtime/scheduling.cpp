#include "actors/runtime/scheduling.hpp"

#include "actors/runtime/quiet_clock.hpp"

#include <caf/actor_system_config.hpp>
#include <caf/policy/unprofiled.hpp>
#include <caf/resumable.hpp>
#include <caf/scheduler/coordinator.hpp>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>

namespace orrery::runtime {

namespace {

thread_local caf::execution_unit* here = nullptr;

/// A policy of caf::scheduler::coordinator, whose words these are.
class OwnJobsFirst : public caf::policy::unprofiled {
  /// Actors that may wait for one worker while others have nothing to do: to wake those would take
  /// longer.
  static constexpr std::size_t worth_waking = 4;
  using Jobs = std::deque<caf::resumable*>; ///< An actor is in one queue at most.

public:
  struct coordinator_data {
    explicit coordinator_data(caf::scheduler::abstract_coordinator*) {}
    std::mutex mutex;
    std::condition_variable came;
    Jobs jobs;
    std::atomic<std::size_t> idle{0}; ///< Workers. Written under the mutex; a guess without it.
  };
  struct worker_data {
    explicit worker_data(caf::scheduler::abstract_coordinator*) {}
    Jobs jobs; ///< Seen by its thread only.
    unsigned turn = 0;
  };

  template <class Coordinator>
  void central_enqueue(Coordinator* all, caf::resumable* job) {
    share(d(all), job);
  }
  template <class Worker>
  void external_enqueue(Worker* worker, caf::resumable* job) {
    share(d(worker->parent()), job);
  }
  template <class Worker>
  void internal_enqueue(Worker* worker, caf::resumable* job) {
    auto& own = d(worker);
    if (auto& all = d(worker->parent()); own.jobs.size() >= worth_waking && all.idle > 0)
      share(all, job);
    else
      own.jobs.push_back(job);
  }
  /// Puts an actor that has had its share of the time behind all others.
  template <class Worker>
  void resume_job_later(Worker* worker, caf::resumable* job) {
    share(d(worker->parent()), job);
  }

  template <class Worker>
  void before_resume(Worker* worker, caf::resumable*) {
    here = worker;
  }
  template <class Worker>
  caf::resumable* dequeue(Worker* worker) {
    constexpr unsigned own_in_a_row = 64;
    auto& own = d(worker);
    auto& all = d(worker->parent());
    if (!own.jobs.empty() && ++own.turn % own_in_a_row != 0)
      return next_of(own, all);
    std::unique_lock lock(all.mutex);
    if (all.jobs.empty() && !own.jobs.empty())
      return take(own.jobs);
    while (all.jobs.empty()) {
      ++all.idle;
      all.came.wait(lock);
      --all.idle;
    }
    return take(all.jobs);
  }

  template <class Worker, class Function>
  void foreach_resumable(Worker* worker, Function function) {
    for_each(d(worker).jobs, function);
  }
  template <class Coordinator, class Function>
  void foreach_central_resumable(Coordinator* coordinator, Function function) {
    auto& all = d(coordinator);
    const std::lock_guard lock(all.mutex);
    for_each(all.jobs, function);
  }

private:
  static caf::resumable* take(Jobs& jobs) {
    caf::resumable* job = jobs.front();
    jobs.pop_front();
    return job;
  }
  static void share(coordinator_data& all, caf::resumable* job) {
    bool wake = false;
    {
      const std::lock_guard lock(all.mutex);
      all.jobs.push_back(job);
      wake = all.idle > 0;
    }
    if (wake)
      all.came.notify_one();
  }
  /// Others may have run out of work since these came.
  static caf::resumable* next_of(worker_data& own, coordinator_data& all) {
    caf::resumable* job = take(own.jobs);
    while (own.jobs.size() > worth_waking && all.idle > 0)
      share(all, take(own.jobs));
    return job;
  }
  template <class Function>
  static void for_each(Jobs& jobs, Function function) {
    while (!jobs.empty())
      function(take(jobs));
  }
};

class Workers final : public caf::scheduler::coordinator<OwnJobsFirst> {
  using Coordinator = caf::scheduler::coordinator<OwnJobsFirst>;

public:
  explicit Workers(caf::actor_system& system) : Coordinator(system), quiet_(Coordinator::clock()) {}
  static caf::actor_system::module* make(caf::actor_system& system, caf::detail::type_list<>) {
    return new Workers(system); // the system owns its modules
  }
  caf::detail::thread_safe_actor_clock& clock() noexcept override { return quiet_; }

private:
  QuietClock quiet_;
};

} // namespace

caf::execution_unit* worker_here() {
  return here;
}

caf::execution_unit* worker_for(const caf::actor_system& system, caf::execution_unit* unit) {
  caf::execution_unit* const worker = unit != nullptr ? unit : worker_here();
  return worker != nullptr && &worker->system() == &system ? worker : nullptr;
}

void use_workers(caf::actor_system_config& config, std::size_t workers) {
  constexpr std::size_t messages_at_once = 100;
  config.set("scheduler.max-threads", workers);
  config.set("scheduler.max-throughput", messages_at_once);
  config.load<Workers>();
}

} // namespace orrery::runtime
