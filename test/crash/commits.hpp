#pragma once

#include "store/disk/simulated_disk.hpp"

#include <functional>
#include <set>
#include <string>

namespace orrery::test {

/// Where in a commit a crash comes.
enum class Phase { BeforeWrite, Written, Synced };
inline constexpr std::size_t phases = 3;
[[nodiscard]] std::string to_string(Phase phase);

/// Sees the commits of all stores on a disk, by what is done to RocksDB's logs.
class Commits {
public:
  /// Called at each phase of each commit, counted from 0. `store` is its directory.
  using Visit = std::function<void(std::size_t commit, Phase phase, const std::string& store)>;
  /// @param disk outlives it; nobody else watches it
  Commits(store::SimulatedDisk& disk, Visit visit);
  ~Commits();
  Commits(const Commits&) = delete;
  Commits& operator=(const Commits&) = delete;
  [[nodiscard]] std::size_t count() const { return count_; }

private:
  void see(const store::DiskEvent& event);
  void end_commit(const std::string& store);

  store::SimulatedDisk& disk_;
  Visit visit_;
  std::size_t count_ = 0;
  bool writing_ = false;       ///< The log has been written since it was synced.
  std::set<std::string> logs_; ///< That have been synced.
  std::string awaited_;        ///< The directory whose sync ends this commit; empty: none.
};

} // namespace orrery::test
