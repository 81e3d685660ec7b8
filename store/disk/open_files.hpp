#pragma once

#include "store/disk/calls.hpp"

#include <rocksdb/file_system.h>

namespace orrery::store {

/// A failed call in RocksDB's words, with the system's for its cause.
[[nodiscard]] rocksdb::IOStatus io_status(DiskFault fault, const std::string& path);
[[nodiscard]] rocksdb::IOStatus io_status(const DiskCalls::Result<void>& result,
                                          const std::string& path);

// Open files and directories of a simulated disk, as RocksDB uses them. `number` is closed with
// them.
[[nodiscard]] std::unique_ptr<rocksdb::FSSequentialFile>
sequential_file(DiskCalls& disk, std::string path, FileNumber number);
[[nodiscard]] std::unique_ptr<rocksdb::FSRandomAccessFile>
random_access_file(DiskCalls& disk, std::string path, FileNumber number);
/// Writes at its end.
[[nodiscard]] std::unique_ptr<rocksdb::FSWritableFile>
writable_file(DiskCalls& disk, std::string path, FileNumber number);
/// Opens one that is made longer before its room is used up, and cut to what it holds when it
/// is closed.
[[nodiscard]] std::unique_ptr<rocksdb::FSWritableFile>
lengthened_file(DiskCalls& disk, std::string path, FileNumber number);
/// @param before_write called before each write, with nothing locked
[[nodiscard]] std::unique_ptr<rocksdb::FSRandomRWFile> random_write_file(
  DiskCalls& disk, std::string path, FileNumber number, std::function<void()> before_write);
[[nodiscard]] std::unique_ptr<rocksdb::FSDirectory> open_directory(DiskCalls& disk,
                                                                   std::string path);

} // namespace orrery::store
