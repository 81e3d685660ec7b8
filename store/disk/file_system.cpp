#include "store/disk/file_system.hpp"

#include "store/disk/open_files.hpp"

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

#include <filesystem>

namespace orrery::store {

namespace {

namespace rdb = rocksdb;
using Options = rdb::IOOptions;
using Debug = rdb::IODebugContext;
using How = DiskCalls::Open;

/// RocksDB writes names like `/model//CURRENT`.
std::string normal(const std::string& path) {
  std::string text = std::filesystem::path(path).lexically_normal().string();
  if (text.size() > 1 && text.ends_with('/'))
    text.pop_back();
  return text;
}

class DiscardedLog final : public rdb::Logger {
public:
  using Logger::Logv;
  void Logv(const char*, va_list) override {}
  std::size_t GetLogFileSize() const override { return 0; }
};

class HeldLock final : public rdb::FileLock {
public:
  explicit HeldLock(std::string path) : path_(std::move(path)) {}
  [[nodiscard]] const std::string& path() const { return path_; }

private:
  std::string path_;
};

class SimulatedFileSystem final : public rdb::FileSystem {
public:
  SimulatedFileSystem(DiskCalls& disk, std::function<void()> between_commits)
    : disk_(disk), between_commits_(std::move(between_commits)) {}

  const char* Name() const override { return "SimulatedFileSystem"; }

  rdb::IOStatus NewSequentialFile(const std::string& name,
                                  const rdb::FileOptions&,
                                  std::unique_ptr<rdb::FSSequentialFile>* file,
                                  Debug*) override {
    return open(name, How::ToRead, *file, sequential_file);
  }
  rdb::IOStatus NewRandomAccessFile(const std::string& name,
                                    const rdb::FileOptions&,
                                    std::unique_ptr<rdb::FSRandomAccessFile>* file,
                                    Debug*) override {
    return open(name, How::ToRead, *file, random_access_file);
  }
  rdb::IOStatus NewWritableFile(const std::string& name,
                                const rdb::FileOptions& options,
                                std::unique_ptr<rdb::FSWritableFile>* file,
                                Debug*) override {
    return open(name, How::Anew, *file,
                options.fallocate_with_keep_size ? writable_file : lengthened_file);
  }
  rdb::IOStatus ReopenWritableFile(const std::string& name,
                                   const rdb::FileOptions&,
                                   std::unique_ptr<rdb::FSWritableFile>* file,
                                   Debug*) override {
    return open(name, How::ToAppend, *file, writable_file);
  }
  rdb::IOStatus NewRandomRWFile(const std::string& name,
                                const rdb::FileOptions&,
                                std::unique_ptr<rdb::FSRandomRWFile>* file,
                                Debug*) override {
    return open(name, How::ToReadAndWrite, *file,
                [this](DiskCalls& disk, std::string path, FileNumber number) {
                  return random_write_file(disk, std::move(path), number, between_commits_);
                });
  }
  rdb::IOStatus NewDirectory(const std::string& name,
                             const Options&,
                             std::unique_ptr<rdb::FSDirectory>* directory,
                             Debug*) override {
    if (!disk_.is_directory(normal(name)))
      return io_status(DiskFault::NotFound, name);
    *directory = open_directory(disk_, normal(name));
    return rdb::IOStatus::OK();
  }

  rdb::IOStatus FileExists(const std::string& name, const Options&, Debug*) override {
    return disk_.exists(normal(name)) ? rdb::IOStatus::OK() : rdb::IOStatus::NotFound(name);
  }
  rdb::IOStatus IsDirectory(const std::string& name, const Options&, bool* is, Debug*) override {
    if (!disk_.exists(normal(name)))
      return io_status(DiskFault::NotFound, name);
    *is = disk_.is_directory(normal(name));
    return rdb::IOStatus::OK();
  }
  rdb::IOStatus GetChildren(const std::string& directory,
                            const Options&,
                            std::vector<std::string>* names,
                            Debug*) override {
    auto listed = disk_.list(normal(directory));
    if (!listed)
      return listed.error() == DiskFault::NotFound ? rdb::IOStatus::NotFound(directory)
                                                   : io_status(listed.error(), directory);
    *names = std::move(*listed);
    return rdb::IOStatus::OK();
  }
  rdb::IOStatus
  GetFileSize(const std::string& name, const Options&, std::uint64_t* size, Debug*) override {
    const auto found = disk_.size_of(normal(name));
    *size = found.value_or(0);
    return found ? rdb::IOStatus::OK() : io_status(found.error(), name);
  }
  rdb::IOStatus GetFileModificationTime(const std::string&,
                                        const Options&,
                                        std::uint64_t* time,
                                        Debug*) override {
    *time = 0;
    return rdb::IOStatus::OK();
  }

  rdb::IOStatus CreateDir(const std::string& name, const Options&, Debug*) override {
    return io_status(disk_.make_directory(normal(name)), name);
  }
  rdb::IOStatus CreateDirIfMissing(const std::string& name, const Options&, Debug*) override {
    if (disk_.is_directory(normal(name)))
      return rdb::IOStatus::OK();
    return io_status(disk_.make_directory(normal(name)), name);
  }
  rdb::IOStatus DeleteDir(const std::string& name, const Options&, Debug*) override {
    return io_status(disk_.delete_directory(normal(name)), name);
  }
  rdb::IOStatus DeleteFile(const std::string& name, const Options&, Debug*) override {
    return io_status(disk_.delete_file(normal(name)), name);
  }
  rdb::IOStatus
  RenameFile(const std::string& from, const std::string& to, const Options&, Debug*) override {
    return io_status(disk_.rename(normal(from), normal(to)), to);
  }
  rdb::IOStatus
  LinkFile(const std::string& from, const std::string& to, const Options&, Debug*) override {
    return io_status(disk_.link(normal(from), normal(to)), to);
  }

  rdb::IOStatus
  LockFile(const std::string& name, const Options&, rdb::FileLock** lock, Debug*) override {
    const auto file = disk_.open(normal(name), How::ToReadAndWrite);
    if (!file)
      return io_status(file.error(), name);
    disk_.close(*file);
    if (!disk_.lock(normal(name)))
      return io_status(DiskFault::InUse, name);
    *lock = std::make_unique<HeldLock>(normal(name)).release(); // UnlockFile takes it back
    return rdb::IOStatus::OK();
  }
  rdb::IOStatus UnlockFile(rdb::FileLock* lock, const Options&, Debug*) override {
    const std::unique_ptr<HeldLock> held(dynamic_cast<HeldLock*>(lock));
    disk_.unlock(held->path());
    return rdb::IOStatus::OK();
  }

  rdb::IOStatus GetTestDirectory(const Options&, std::string* path, Debug*) override {
    *path = "/test";
    return CreateDirIfMissing(*path, Options(), nullptr);
  }
  rdb::IOStatus
  GetAbsolutePath(const std::string& path, const Options&, std::string* absolute, Debug*) override {
    *absolute = normal(path);
    return rdb::IOStatus::OK();
  }
  rdb::IOStatus NewLogger(const std::string&,
                          const Options&,
                          std::shared_ptr<rdb::Logger>* logger,
                          Debug*) override {
    *logger = std::make_shared<DiscardedLog>();
    return rdb::IOStatus::OK();
  }

private:
  template <class File, class Make>
  rdb::IOStatus open(const std::string& name, How how, std::unique_ptr<File>& file, Make make) {
    const auto number = disk_.open(normal(name), how);
    if (!number)
      return io_status(number.error(), name);
    file = make(disk_, normal(name), *number);
    return rdb::IOStatus::OK();
  }

  DiskCalls& disk_;
  std::function<void()> between_commits_;
};

} // namespace

std::shared_ptr<rocksdb::FileSystem> make_file_system(DiskCalls& disk,
                                                      std::function<void()> between_commits) {
  return std::make_shared<SimulatedFileSystem>(disk, std::move(between_commits));
}

} // namespace orrery::store
