#include "actors/runtime/parking.hpp"

#include <caf/actor_system.hpp>
#include <caf/ref_counted.hpp>
#include <caf/resumable.hpp>
#include <caf/scheduler/abstract_coordinator.hpp>
#include <unistd.h>

#include <condition_variable>
#include <mutex>

namespace orrery::runtime {

namespace {

/// A job that does not end.
class Parking final : public caf::resumable, public caf::ref_counted {
public:
  resume_result resume(caf::execution_unit*, std::size_t) override {
    {
      const std::lock_guard lock(mutex_);
      ++parked_;
    }
    changed_.notify_one();
    for (;;)
      ::pause();
  }
  void intrusive_ptr_add_ref_impl() override { ref(); }
  void intrusive_ptr_release_impl() override { deref(); }

  bool wait_for(std::size_t workers, std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return parked_ == workers; });
  }

private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t parked_ = 0;
};

} // namespace

bool park_workers(caf::actor_system& system, std::chrono::milliseconds patience) {
  caf::scheduler::abstract_coordinator& scheduler = system.scheduler();
  auto* const parking = new Parking; // never gone: threads are in it
  for (std::size_t i = 0; i < scheduler.num_workers(); ++i) {
    parking->ref(); // the scheduler's
    scheduler.enqueue(parking);
  }
  return parking->wait_for(scheduler.num_workers(), patience);
}

} // namespace orrery::runtime
