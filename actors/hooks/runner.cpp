#include "actors/hooks/runner.hpp"

#include "actors/hooks/runner_loop.hpp"

#include <pthread.h>

#include <csignal>
#include <future>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace orrery::hooks {

namespace {

/// The thread, and what others ask of it.
class ThreadedRunner final : public HookRunner {
public:
  explicit ThreadedRunner(RunnerOptions options)
    : loop_(std::move(options)), thread_([this] { run(); }) {}

  ~ThreadedRunner() override {
    stop_all(std::chrono::milliseconds(0));
    {
      const std::lock_guard lock(mutex_);
      leaving_ = true;
    }
    loop_.wake();
    thread_.join();
  }

  void submit(HookJob job, Callback done) override {
    {
      const std::lock_guard lock(mutex_);
      submitted_.push_back(QueuedHook{std::move(job), std::move(done)});
    }
    loop_.wake();
  }

  void end_task(std::uint64_t task) override {
    {
      const std::lock_guard lock(mutex_);
      ended_tasks_.push_back(task);
    }
    loop_.wake();
  }

  void end_debugged(std::uint64_t id) override {
    {
      const std::lock_guard lock(mutex_);
      ended_debugged_.push_back(id);
    }
    loop_.wake();
  }

  void end_session(std::uint64_t id) override {
    {
      const std::lock_guard lock(mutex_);
      ended_sessions_.push_back(id);
    }
    loop_.wake();
  }

  void stop(std::chrono::milliseconds grace) override { stop_all(grace); }

private:
  void stop_all(std::chrono::milliseconds grace) {
    std::future<void> stopped;
    {
      const std::lock_guard lock(mutex_);
      stops_.push_back({grace, {}});
      stopped = stops_.back().done.get_future();
    }
    loop_.wake();
    stopped.wait();
  }

  /// @returns false when the thread shall end.
  bool take_requests() {
    std::vector<QueuedHook> submitted;
    std::vector<std::uint64_t> ended_tasks, ended_debugged, ended_sessions;
    std::vector<Stop> stops;
    bool leaving = false;
    {
      const std::lock_guard lock(mutex_);
      submitted.swap(submitted_);
      ended_tasks.swap(ended_tasks_);
      ended_debugged.swap(ended_debugged_);
      ended_sessions.swap(ended_sessions_);
      stops.swap(stops_);
      leaving = leaving_;
    }
    for (QueuedHook& hook : submitted)
      loop_.submit(std::move(hook));
    for (const std::uint64_t task : ended_tasks)
      loop_.end_task(task);
    for (const std::uint64_t id : ended_debugged)
      loop_.end_debugged(id);
    for (const std::uint64_t id : ended_sessions)
      loop_.end_session(id);
    for (Stop& stop : stops) {
      loop_.stop(stop.grace);
      waiting_stops_.push_back(std::move(stop));
    }
    if (loop_.idle())
      for (Stop& stop : std::exchange(waiting_stops_, {}))
        stop.done.set_value();
    return !leaving;
  }

  void run() {
    pthread_setname_np(pthread_self(), "hooks");
    // Signals are for the main thread; a dead keeper's pipe is an error code here, not a signal.
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, nullptr);
    while (take_requests())
      loop_.turn();
  }

  struct Stop {
    std::chrono::milliseconds grace;
    std::promise<void> done;
  };
  std::mutex mutex_;
  std::vector<QueuedHook> submitted_;
  std::vector<std::uint64_t> ended_tasks_, ended_debugged_, ended_sessions_;
  std::vector<Stop> stops_;
  bool leaving_ = false;
  std::vector<Stop> waiting_stops_; ///< Of the thread only.
  RunnerLoop loop_;
  std::thread thread_; ///< Last: it uses all of the above.
};

} // namespace

std::unique_ptr<HookRunner> HookRunner::make(RunnerOptions options) {
  return std::make_unique<ThreadedRunner>(std::move(options));
}

} // namespace orrery::hooks
