#include "actors/runtime/scheduling.hpp"

#include "actors/runtime/race_order.hpp"

#include <caf/actor_system_config.hpp>
#include <caf/detail/thread_safe_actor_clock.hpp>
#include <caf/group.hpp>
#include <caf/policy/unprofiled.hpp>
#include <caf/resumable.hpp>
#include <caf/scheduler/coordinator.hpp>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <utility>

namespace orrery::runtime {

namespace {

thread_local caf::execution_unit* here = nullptr;

/// A policy of caf::scheduler::coordinator, whose words these are.
class OwnJobsFirst : public caf::policy::unprofiled {
  /// So many may wait for one worker while others have nothing to do: to wake those would take longer.
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
  /// It has had its share of the time: others come first.
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

/// CAF's clock has its thread woken for each actor that ends, to forget timeouts which ours never set: they send themselves
/// delayed messages, which nobody takes back.
class QuietClock final : public caf::detail::thread_safe_actor_clock {
public:
  explicit QuietClock(caf::actor_clock& clock) : clock_(clock) {}

  void set_ordinary_timeout(time_point at,
                            caf::abstract_actor* self,
                            caf::atom_value type,
                            std::uint64_t id) override {
    is_set_ = true;
    clock_.set_ordinary_timeout(at, self, type, id);
  }
  void set_multi_timeout(time_point at,
                         caf::abstract_actor* self,
                         caf::atom_value type,
                         std::uint64_t id) override {
    is_set_ = true;
    clock_.set_multi_timeout(at, self, type, id);
  }
  void set_request_timeout(time_point at, caf::abstract_actor* self, caf::message_id id) override {
    is_set_ = true;
    clock_.set_request_timeout(at, self, id);
  }
  void cancel_ordinary_timeout(caf::abstract_actor* self, caf::atom_value type) override {
    clock_.cancel_ordinary_timeout(self, type);
  }
  void cancel_request_timeout(caf::abstract_actor* self, caf::message_id id) override {
    clock_.cancel_request_timeout(self, id);
  }
  void cancel_timeouts(caf::abstract_actor* self) override {
    if (is_set_)
      clock_.cancel_timeouts(self);
  }
  void schedule_message(time_point at,
                        caf::strong_actor_ptr receiver,
                        caf::mailbox_element_ptr content) override {
    comes_before(content.get()); // its thread passes it on
    clock_.schedule_message(at, std::move(receiver), std::move(content));
  }
  void schedule_message(time_point at,
                        caf::group target,
                        caf::strong_actor_ptr sender,
                        caf::message content) override {
    clock_.schedule_message(at, std::move(target), std::move(sender), std::move(content));
  }
  void cancel_all() override { clock_.cancel_all(); }

private:
  caf::actor_clock& clock_;
  std::atomic<bool> is_set_{false}; ///< Somebody has asked for a timeout.
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

void use_workers(caf::actor_system_config& config, std::size_t workers) {
  constexpr std::size_t messages_at_once = 100;
  config.set("scheduler.max-threads", workers);
  config.set("scheduler.max-throughput", messages_at_once);
  config.load<Workers>();
}

} // namespace orrery::runtime
