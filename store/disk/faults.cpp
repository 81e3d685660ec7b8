// What is done to the disk from outside: power, faults, who watches.

#include "store/disk/calls.hpp"

#include <cassert>

namespace orrery::store {

std::string to_string(DiskCall call) {
  static constexpr std::array<const char*, disk_calls> names{"open",   "read",           "write",
                                                             "sync",   "sync directory", "rename",
                                                             "delete", "make directory", "list"};
  return names.at(static_cast<std::size_t>(call));
}

DiskImage DiskCalls::image() const {
  const Lock lock(mutex_);
  return image_;
}

void DiskCalls::stop() {
  const Lock lock(mutex_);
  stopped_ = true;
}

void DiskCalls::restart(const PowerCut& cut) {
  const Lock lock(mutex_);
  assert(stopped_ && open_.empty() && locks_.empty());
  image_ = image_.after(cut);
  stopped_ = false;
}

void DiskCalls::lose(const std::string& path) {
  const Lock lock(mutex_);
  image_.change_names(directory_of(path), {{name_of(path), std::nullopt}});
  image_.sync_directory(directory_of(path), open_);
}

void DiskCalls::fail_at(DiskCall call, std::uint64_t k, DiskFault fault, std::string ending) {
  const Lock lock(mutex_);
  assert(k > 0);
  fault_ = PlannedFault{call, k, fault, std::move(ending)};
  failed_path_.reset();
}

std::optional<std::string> DiskCalls::failed_path() const {
  const Lock lock(mutex_);
  return failed_path_;
}

void DiskCalls::set_read_only(bool read_only) {
  const Lock lock(mutex_);
  read_only_ = read_only;
}

void DiskCalls::set_capacity(std::optional<std::uint64_t> bytes) {
  const Lock lock(mutex_);
  capacity_ = bytes;
}

void DiskCalls::watch(std::function<void(const DiskEvent&)> watcher) {
  const Lock lock(mutex_);
  watcher_ = std::move(watcher);
}

std::uint64_t DiskCalls::count(DiskCall call) const {
  const Lock lock(mutex_);
  return counts_.at(static_cast<std::size_t>(call));
}

bool DiskCalls::is_stopped() const {
  const Lock lock(mutex_);
  return stopped_;
}

} // namespace orrery::store
