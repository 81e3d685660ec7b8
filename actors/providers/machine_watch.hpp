#pragma once

#include "actors/hooks/kept_programs.hpp"
#include "config/descriptor.hpp"
#include "store/names.hpp"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <thread>

namespace orrery::providers {

/// Tells of machines whose directory comes or goes, of units for whose ended programs a directory
/// comes, and of keepers that end: one thread, which sleeps until the kernel says so. What it tells
/// is a hint.
class MachineWatch {
public:
  /// Called on the watch's own thread; must not block.
  struct Listener {
    std::function<void(store::MachineId)> machine;
    std::function<void(const std::string& unit)> program_ended;
    std::function<void(const hooks::KeptPrograms&)> keeper_ended;
  };

  /// @param machines the directory that holds one directory a machine. @param ended the one that
  /// holds one a unit whose programs have ended. Throws std::system_error where the kernel gives no
  /// more watches.
  MachineWatch(const std::filesystem::path& machines,
               const std::filesystem::path& ended,
               Listener listener);
  ~MachineWatch();
  MachineWatch(const MachineWatch&) = delete;
  MachineWatch& operator=(const MachineWatch&) = delete;

  /// Tells when this keeper ends, and takes a descriptor until then. Before run() only.
  /// @returns why it cannot be watched, as a sentence: what it holds runs on. Empty: it is.
  [[nodiscard]] std::string add_keeper(const hooks::KeptPrograms& kept);
  /// Tells when keepers of an earlier process end, which are no children of this one; of those that
  /// are gone at once. Before run() only.
  /// @returns why one of them is not watched; empty: all are
  [[nodiscard]] std::string add_keepers(const std::filesystem::path& data_directory);
  /// Begins to tell.
  void run();

private:
  void loop();
  void read_directory_events();
  void watch_directory(const std::filesystem::path& directory, int& number);

  Listener listener_;
  config::Descriptor epoll_;
  config::Descriptor directories_;
  int machines_ = -1; ///< The kernel's numbers of the two directories.
  int ended_ = -1;
  config::Descriptor stop_;
  struct Keeper {
    hooks::KeptPrograms kept;
    config::Descriptor handle;
  };
  std::map<int, Keeper> keepers_; ///< By the handle's number.
  std::thread thread_;
};

} // namespace orrery::providers
