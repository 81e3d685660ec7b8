#include "store/disk/background_work.hpp"

#include <algorithm>
#include <vector>

namespace orrery::store {

void BackgroundWork::add(const Job& job) {
  const std::scoped_lock lock(mutex_);
  jobs_.push_back(job);
}

int BackgroundWork::cancel(const void* tag, int priority) {
  std::vector<Job> cancelled;
  {
    const std::scoped_lock lock(mutex_);
    const auto goes = std::stable_partition(jobs_.begin(), jobs_.end(), [&](const Job& job) {
      return job.tag != tag || job.priority != priority;
    });
    cancelled.assign(goes, jobs_.end());
    jobs_.erase(goes, jobs_.end());
  }
  for (const Job& job : cancelled)
    if (job.cancel != nullptr)
      job.cancel(job.argument);
  return static_cast<int>(cancelled.size());
}

unsigned BackgroundWork::size(int priority) const {
  const std::scoped_lock lock(mutex_);
  return static_cast<unsigned>(std::count_if(
    jobs_.begin(), jobs_.end(), [&](const Job& job) { return job.priority == priority; }));
}

void BackgroundWork::run() {
  std::unique_lock lock(mutex_);
  if (running_)
    return;
  running_ = true;
  while (!jobs_.empty()) {
    const Job job = jobs_.front();
    jobs_.pop_front();
    lock.unlock();
    job.run(job.argument);
    lock.lock();
  }
  running_ = false;
}

} // namespace orrery::store
