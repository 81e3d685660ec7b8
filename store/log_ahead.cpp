#include "store/log_ahead.hpp"

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace orrery::store {

namespace {

namespace rdb = rocksdb;

/// Bytes. RocksDB would take its write buffer's size: each process that is killed leaves that much,
/// and a start reads it, zeros or not.
constexpr std::size_t at_a_time = 1 << 17;

/// A log that is lengthened in small steps.
class Log final : public rdb::FSWritableFileOwnerWrapper {
public:
  using FSWritableFileOwnerWrapper::FSWritableFileOwnerWrapper;

  void SetPreallocationBlockSize(std::size_t size) override {
    FSWritableFileOwnerWrapper::SetPreallocationBlockSize(std::min(size, at_a_time));
  }
};

class FilesAhead final : public rdb::FileSystemWrapper {
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
    if (status.ok() && std::string_view(path).ends_with(".log"))
      *file = std::make_unique<Log>(std::move(*file));
    return status;
  }
};

class EnvironmentAhead final : public rdb::EnvWrapper {
public:
  explicit EnvironmentAhead(const std::shared_ptr<rdb::Env>& files) : EnvWrapper(files) {
    file_system_ = std::make_shared<FilesAhead>(files->GetFileSystem());
  }
};

} // namespace

std::shared_ptr<rocksdb::Env> with_log_ahead(const std::shared_ptr<rocksdb::Env>& files) {
  return std::make_shared<EnvironmentAhead>(files);
}

} // namespace orrery::store
