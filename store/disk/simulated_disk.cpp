#include "store/disk/simulated_disk.hpp"

#include "store/disk/environment.hpp"
#include "store/disk/file_system.hpp"

#include <rocksdb/env.h>

namespace orrery::store {

/// On a stopped disk work waits, and is cancelled when its database is closed.
SimulatedDisk::SimulatedDisk(DiskImage image)
  : x_calls(std::move(image)),
    x_environment(make_environment(make_file_system(x_calls,
                                                    [this] {
                                                      if (!x_calls.is_stopped())
                                                        x_work.run();
                                                    }),
                                   x_work)) {}

SimulatedDisk::~SimulatedDisk() = default;

} // namespace orrery::store
