#include "store/disk/background_work.hpp"

#include <algorithm>
#include <vector>

namespace orrery::store {

void BackgroundWork::add(const Job& job) {
  const std::scoped_lock lock(x_mutex);
  x_jobs.push_back(job);
}

int BackgroundWork::cancel(const void* tag, int priority) {
  std::vector<Job> cancelled;
  {
    const std::scoped_lock lock(x_mutex);
    const auto goes = std::stable_partition(x_jobs.begin(), x_jobs.end(), [&](const Job& job) {
      return job.tag != tag || job.priority != priority;
    });
    cancelled.assign(goes, x_jobs.end());
    x_jobs.erase(goes, x_jobs.end());
  }
  for (const Job& job : cancelled)
    if (job.cancel != nullptr)
      job.cancel(job.argument);
  return static_cast<int>(cancelled.size());
}

unsigned BackgroundWork::size(int priority) const {
  const std::scoped_lock lock(x_mutex);
  return static_cast<unsigned>(std::count_if(
    x_jobs.begin(), x_jobs.end(), [&](const Job& job) { return job.priority == priority; }));
}

void BackgroundWork::run() {
  std::unique_lock lock(x_mutex);
  if (x_running)
    return;
  x_running = true;
  while (!x_jobs.empty()) {
    const Job job = x_jobs.front();
    x_jobs.pop_front();
    lock.unlock();
    job.run(job.argument);
    lock.lock();
  }
  x_running = false;
}

} // namespace orrery::store
