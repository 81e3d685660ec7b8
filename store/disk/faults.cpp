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
  const Lock lock(x_mutex);
  return x_image;
}

void DiskCalls::stop() {
  const Lock lock(x_mutex);
  x_stopped = true;
}

void DiskCalls::restart(const PowerCut& cut) {
  const Lock lock(x_mutex);
  assert(x_stopped && x_open.empty() && x_locks.empty());
  x_image = x_image.after(cut);
  x_stopped = false;
}

void DiskCalls::lose(const std::string& path) {
  const Lock lock(x_mutex);
  x_image.change_names(directory_of(path), {{name_of(path), std::nullopt}});
  x_image.sync_directory(directory_of(path), x_open);
}

void DiskCalls::fail_at(DiskCall call, std::uint64_t k, DiskFault fault, std::string ending) {
  const Lock lock(x_mutex);
  assert(k > 0);
  x_fault = PlannedFault{call, k, fault, std::move(ending)};
  x_failed_path.reset();
}

std::optional<std::string> DiskCalls::failed_path() const {
  const Lock lock(x_mutex);
  return x_failed_path;
}

void DiskCalls::set_read_only(bool read_only) {
  const Lock lock(x_mutex);
  x_read_only = read_only;
}

void DiskCalls::set_capacity(std::optional<std::uint64_t> bytes) {
  const Lock lock(x_mutex);
  x_capacity = bytes;
}

void DiskCalls::watch(std::function<void(const DiskEvent&)> watcher) {
  const Lock lock(x_mutex);
  x_watcher = std::move(watcher);
}

std::uint64_t DiskCalls::count(DiskCall call) const {
  const Lock lock(x_mutex);
  return x_counts.at(static_cast<std::size_t>(call));
}

bool DiskCalls::is_stopped() const {
  const Lock lock(x_mutex);
  return x_stopped;
}

} // namespace orrery::store
