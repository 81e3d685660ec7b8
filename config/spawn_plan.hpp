#pragma once

#include <signal.h>
#include <spawn.h>

#include <string>
#include <vector>

namespace orrery::config {

/// How a program of ours is started: with clean signals, without environment, and with the
/// descriptors that the plan gives it. Descriptors beyond close_from() are closed in the program.
class SpawnPlan {
public:
  /// @param flags more of posix_spawnattr_setflags(), such as POSIX_SPAWN_SETSID
  explicit SpawnPlan(int flags = 0) {
    ::posix_spawn_file_actions_init(&files_);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setflags(
      &attributes_, static_cast<short>(flags | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
    sigset_t signals;
    sigemptyset(&signals);
    ::posix_spawnattr_setsigmask(&attributes_, &signals);
    sigfillset(&signals);
    ::posix_spawnattr_setsigdefault(&attributes_, &signals);
  }
  ~SpawnPlan() {
    ::posix_spawn_file_actions_destroy(&files_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;

  /// Gives the program a descriptor under another number. Takes effect in the order of calls.
  void give(int descriptor, int number) {
    ::posix_spawn_file_actions_adddup2(&files_, descriptor, number);
  }
  /// Has the program begin with a file opened as that number.
  void open(int number, const char* path, int flags) {
    ::posix_spawn_file_actions_addopen(&files_, number, path, flags, 0);
  }
  /// Closes all descriptors from that number on.
  void close_from(int number) { ::posix_spawn_file_actions_addclosefrom_np(&files_, number); }

  /// Starts the program.
  ///
  /// @param options its words, the program's own name not among them
  /// @returns 0, or the error
  [[nodiscard]] int
  spawn(pid_t& pid, std::string program, std::vector<std::string> options = {}) const {
    std::vector<char*> words{program.data()};
    for (std::string& option : options)
      words.push_back(option.data());
    words.push_back(nullptr);
    char* environment[] = {nullptr};
    return ::posix_spawn(&pid, program.c_str(), &files_, &attributes_, words.data(), environment);
  }

private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

} // namespace orrery::config
