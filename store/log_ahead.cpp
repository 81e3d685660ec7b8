#include "store/log_ahead.hpp"

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

namespace orrery::store {

namespace {

namespace rdb = rocksdb;

/// Bytes. RocksDB would take its write buffer's size: each process that is killed leaves that much, and a start reads it, zeros or not.
constexpr std::size_t at_a_time = 1 << 17;

/// A log that is lengthened in small steps, and whose room is written with zeros: what was never written is noted by the file
/// system, and to sync the first write to it is to sync that note as well.
class Log final : public rdb::FSWritableFileOwnerWrapper {
public:
  /// @param room the same file.
  Log(std::unique_ptr<rdb::FSWritableFile> file, std::unique_ptr<rdb::FSRandomRWFile> room)
    : FSWritableFileOwnerWrapper(std::move(file)), x_room(std::move(room)) {}

  void SetPreallocationBlockSize(std::size_t size) override {
    FSWritableFileOwnerWrapper::SetPreallocationBlockSize(std::min(size, at_a_time));
  }

  void PrepareWrite(std::size_t offset,
                    std::size_t length,
                    const rdb::IOOptions& options,
                    rdb::IODebugContext* debug) override {
    const std::size_t written = room_end();
    FSWritableFileOwnerWrapper::PrepareWrite(offset, length, options, debug);
    static constexpr std::array<char, at_a_time> zeros{};
    for (std::size_t at = written; at < room_end(); at += zeros.size()) {
      const rdb::Slice piece(zeros.data(), std::min(zeros.size(), room_end() - at));
      x_room->Write(at, piece, options, debug)
        .PermitUncheckedError(); // then it is as if it was not there
    }
  }

private:
  std::size_t room_end() {
    std::size_t step = 0;
    std::size_t steps = 0;
    GetPreallocationStatus(&step, &steps);
    return step * steps;
  }

  std::unique_ptr<rdb::FSRandomRWFile> x_room;
};

class Files final : public rdb::FileSystemWrapper {
public:
  using FileSystemWrapper::FileSystemWrapper;

  const char* Name() const override { return "LogAhead"; }

  rdb::FileOptions OptimizeForLogWrite(const rdb::FileOptions& options,
                                       const rdb::DBOptions& of_database) const override {
    rdb::FileOptions log = FileSystemWrapper::OptimizeForLogWrite(options, of_database);
    log.fallocate_with_keep_size = false;
    return log;
  }

  rdb::IOStatus NewWritableFile(const std::string& path,
                                const rdb::FileOptions& options,
                                std::unique_ptr<rdb::FSWritableFile>* file,
                                rdb::IODebugContext* debug) override {
    auto status = FileSystemWrapper::NewWritableFile(path, options, file, debug);
    if (!status.ok() || !std::string_view(path).ends_with(".log"))
      return status;
    std::unique_ptr<rdb::FSRandomRWFile> room;
    status = NewRandomRWFile(path, options, &room, debug);
    if (status.ok())
      *file = std::make_unique<Log>(std::move(*file), std::move(room));
    return status;
  }
};

class Environment final : public rdb::EnvWrapper {
public:
  explicit Environment(const std::shared_ptr<rdb::Env>& files) : EnvWrapper(files) {
    file_system_ = std::make_shared<Files>(files->GetFileSystem());
  }
};

} // namespace

std::shared_ptr<rocksdb::Env> with_log_ahead(std::shared_ptr<rocksdb::Env> files) {
  return std::make_shared<Environment>(files);
}

} // namespace orrery::store
