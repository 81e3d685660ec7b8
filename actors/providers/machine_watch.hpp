#pragma once

#include "config/descriptor.hpp"
#include "store/names.hpp"

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <map>
#include <thread>

namespace orrery::providers {

/// Tells of machines whose directory comes or goes, or whose keepers end: one thread, which sleeps
/// until the kernel says so. What it tells is a hint.
class MachineWatch {
public:
  using Stirred = std::function<void(store::MachineId)>;

  /// @param machines the directory that holds one directory a machine. @param stirred is called on
  /// the watch's own thread and must not block. Throws std::system_error where the kernel gives no
  /// more watches.
  MachineWatch(const std::filesystem::path& machines, Stirred stirred);
  ~MachineWatch();
  MachineWatch(const MachineWatch&) = delete;
  MachineWatch& operator=(const MachineWatch&) = delete;

  /// Tells of the machine when this process ends. Before run() only.
  void add_keeper(store::MachineId machine, pid_t keeper);
  /// Begins to tell.
  void run();

private:
  void loop();
  void read_directory_events();

  Stirred stirred_;
  config::Descriptor epoll_;
  config::Descriptor directory_;
  config::Descriptor stop_;
  struct Keeper {
    store::MachineId machine;
    config::Descriptor handle;
  };
  std::map<int, Keeper> keepers_; ///< By the handle's number.
  std::thread thread_;
};

} // namespace orrery::providers
