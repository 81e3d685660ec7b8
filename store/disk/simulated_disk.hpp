#pragma once

#include "store/disk/background_work.hpp"
#include "store/disk/calls.hpp"

#include <memory>

namespace rocksdb {
class Env;
}

namespace orrery::store {

/// A disk in memory that knows what a power cut would leave of it, fails on demand, and counts what
/// is done to it.
///
/// Give `environment()` to `Database::open` (OpenOptions::env): RocksDB's files and the witness lie
/// on this disk then; several stores may lie on one, in different directories. All is
/// deterministic: RocksDB has no threads there and no real clock, and does its background work
/// (flush, compaction) when the witness is noted, that is, between two commits.
///
///     store::SimulatedDisk disk;     auto database = store::Database::open({.directory = "/model",
/// .env = disk.environment()}).value();     ...     disk.stop();      // the power is gone: from
/// here every call fails and nothing changes any more     database.reset(); // what the process
/// still does reaches nothing     disk.restart({store::PowerCut::Kind::DropsUnsynced});
/// database = store::Database::open(...).value(); // recovers
///
/// `image()` is a value and cheap to take, at any instant, also from `watch()`: to try several cuts
/// at one instant, begin a new disk from `image().after(cut)` for each of `power_cuts(seed)`. From
/// any thread.
class SimulatedDisk {
public:
  explicit SimulatedDisk(DiskImage image = {});
  ~SimulatedDisk();
  SimulatedDisk(const SimulatedDisk&) = delete;
  SimulatedDisk& operator=(const SimulatedDisk&) = delete;

  /// For OpenOptions. Must outlive every database upon it.
  [[nodiscard]] rocksdb::Env* environment() { return environment_.get(); }
  [[nodiscard]] DiskImage image() const { return calls_.image(); }

  // --- Power ---

  /// From here every call fails and changes nothing.
  void stop() { calls_.stop(); }
  /// Starts the disk again as it comes up after that cut.  @pre it is stopped, and no database is
  /// open upon it.
  void restart(const PowerCut& cut) { calls_.restart(cut); }
  /// Removes that file or directory, and all below it.  @pre no database is open upon it.
  void lose(const std::string& path) { calls_.lose(path); }

  // --- Faults ---

  /// The k-th call of that kind from now on (k from 1) fails, once; only calls on paths that end so
  /// count, if an ending is given. A write that finds no space has written half of its bytes. What
  /// a failed sync was for never becomes durable.
  void fail_at(DiskCall call,
               std::uint64_t k,
               DiskFault fault = DiskFault::InputOutput,
               std::string ending = {}) {
    calls_.fail_at(call, k, fault, std::move(ending));
  }
  /// Where the last fail_at() struck; nothing if it has not.
  [[nodiscard]] std::optional<std::string> failed_path() const { return calls_.failed_path(); }
  /// Every call that would change something fails (EROFS) while this is set.
  void set_read_only(bool read_only) { calls_.set_read_only(read_only); }
  /// How many bytes all files together may have: a write beyond writes what fits and fails
  /// (ENOSPC). Nothing: no limit.
  void set_capacity(std::optional<std::uint64_t> bytes) { calls_.set_capacity(bytes); }

  // --- What is seen ---

  /// Called before each call and after each that succeeded, in its thread and with the disk
  /// unlocked: may take images, stop the disk, or let virtual time pass (a slow disk).  @pre nobody
  /// else uses the disk now.
  void watch(std::function<void(const DiskEvent&)> watcher) { calls_.watch(std::move(watcher)); }
  /// How many calls of that kind were tried.
  [[nodiscard]] std::uint64_t count(DiskCall call) const { return calls_.count(call); }

private:
  DiskCalls calls_;
  BackgroundWork work_;
  std::unique_ptr<rocksdb::Env> environment_;
};

} // namespace orrery::store
