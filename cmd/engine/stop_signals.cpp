#include "cmd/engine/stop_signals.hpp"

#include "actors/runtime/log.hpp"

#include <pthread.h>
#include <unistd.h>

#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <mutex>
#include <thread>

namespace orrery::cmd {

namespace {

bool is_ignored(int number) {
  struct sigaction how {};
  return ::sigaction(number, nullptr, &how) == 0 && how.sa_handler == SIG_IGN;
}

std::string name_of_signal(int number) {
  switch (number) {
  case SIGINT:
    return "SIGINT";
  case SIGHUP:
    return "SIGHUP";
  default:
    return "SIGTERM";
  }
}

} // namespace

struct StopSignals::State {
  sigset_t signals{};
  std::chrono::milliseconds grace{};
  std::mutex mutex; ///< Of what follows.
  std::condition_variable came;
  int signal = 0;

  void watch() {
    constexpr int exit_software_error = 70; // EX_SOFTWARE of sysexits
    int number = 0;
    sigwait(&signals, &number);
    {
      const std::lock_guard lock(mutex);
      signal = number;
    }
    came.notify_all();
    std::this_thread::sleep_for(grace); // the process has ended by then
    runtime::log("serve")->critical("it could not stop in time and is ended as by kill -9; start "
                                    "again to recover{}",
                                    runtime::field("after", std::to_string(grace.count()) + "ms"));
    ::_exit(exit_software_error);
  }
};

StopSignals::StopSignals(std::chrono::milliseconds grace) : state_(std::make_shared<State>()) {
  state_->grace = grace;
  sigemptyset(&state_->signals);
  sigaddset(&state_->signals, SIGTERM);
  sigaddset(&state_->signals, SIGINT);
  if (!is_ignored(SIGHUP))
    sigaddset(&state_->signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &state_->signals, nullptr);
  std::thread{[state = state_] {
    pthread_setname_np(pthread_self(), "stop-signals");
    state->watch();
  }}.detach();
}

std::string StopSignals::wait() {
  std::unique_lock lock(state_->mutex);
  state_->came.wait(lock, [this] { return state_->signal != 0; });
  return name_of_signal(state_->signal);
}

} // namespace orrery::cmd
