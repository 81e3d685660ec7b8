#include "store/disk/simulated_disk.hpp"

#include "store/disk/environment.hpp"
#include "store/disk/file_system.hpp"

#include <rocksdb/env.h>

namespace orrery::store {

/// On a stopped disk work waits, and is cancelled when its database is closed.
SimulatedDisk::SimulatedDisk(DiskImage image)
  : calls_(std::move(image)),
    environment_(make_environment(make_file_system(calls_,
                                                   [this] {
                                                     if (!calls_.is_stopped())
                                                       work_.run();
                                                   }),
                                  work_)) {}

SimulatedDisk::~SimulatedDisk() = default;

} // namespace orrery::store
