#include "store/disk/open_files.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace orrery::store {

namespace {

namespace rdb = rocksdb;

std::string words(int error) {
  return std::generic_category().message(error);
}

/// A number, closed with its holder.
class OpenFile {
public:
  OpenFile(DiskCalls& disk, std::string path, FileNumber number)
    : disk_(disk), path_(std::move(path)), number_(number) {}
  ~OpenFile() { disk_.close(number_); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  rdb::IOStatus
  read(std::uint64_t offset, std::size_t count, rdb::Slice& result, char* scratch) const {
    const auto done = disk_.read(number_, path_, offset, count, scratch);
    result = rdb::Slice(scratch, done.value_or(0));
    return done ? rdb::IOStatus::OK() : io_status(done.error(), path_);
  }
  rdb::IOStatus write(std::uint64_t offset, const rdb::Slice& data) {
    return io_status(disk_.write(number_, path_, offset, data.ToStringView()), path_);
  }
  rdb::IOStatus resize(std::uint64_t size) {
    return io_status(disk_.resize(number_, path_, size), path_);
  }
  rdb::IOStatus sync() { return io_status(disk_.sync(number_, path_), path_); }
  [[nodiscard]] std::uint64_t size() const { return disk_.size(number_); }

private:
  DiskCalls& disk_;
  std::string path_;
  FileNumber number_;
};

class SequentialFile final : public rdb::FSSequentialFile {
public:
  SequentialFile(DiskCalls& disk, std::string path, FileNumber number)
    : file_(disk, std::move(path), number) {}
  rdb::IOStatus Read(std::size_t count,
                     const rdb::IOOptions&,
                     rdb::Slice* result,
                     char* scratch,
                     rdb::IODebugContext*) override {
    auto status = file_.read(place_, count, *result, scratch);
    place_ += result->size();
    return status;
  }
  rdb::IOStatus Skip(std::uint64_t count) override {
    place_ = std::min(place_ + count, file_.size());
    return rdb::IOStatus::OK();
  }

private:
  OpenFile file_;
  std::uint64_t place_ = 0;
};

class RandomAccessFile final : public rdb::FSRandomAccessFile {
public:
  RandomAccessFile(DiskCalls& disk, std::string path, FileNumber number)
    : file_(disk, std::move(path), number) {}
  rdb::IOStatus Read(std::uint64_t offset,
                     std::size_t count,
                     const rdb::IOOptions&,
                     rdb::Slice* result,
                     char* scratch,
                     rdb::IODebugContext*) const override {
    return file_.read(offset, count, *result, scratch);
  }

private:
  OpenFile file_;
};

class WritableFile : public rdb::FSWritableFile {
public:
  WritableFile(DiskCalls& disk, std::string path, FileNumber number)
    : file_(disk, std::move(path), number), end_(file_.size()) {}
  using FSWritableFile::Append;
  rdb::IOStatus
  Append(const rdb::Slice& data, const rdb::IOOptions&, rdb::IODebugContext*) override {
    auto status = file_.write(end_, data);
    end_ += status.ok() ? data.size() : 0;
    return status;
  }
  rdb::IOStatus Truncate(std::uint64_t size, const rdb::IOOptions&, rdb::IODebugContext*) override {
    auto status = file_.resize(size);
    end_ = status.ok() ? size : end_;
    return status;
  }
  rdb::IOStatus Close(const rdb::IOOptions&, rdb::IODebugContext*) override {
    return rdb::IOStatus::OK();
  }
  rdb::IOStatus Flush(const rdb::IOOptions&, rdb::IODebugContext*) override {
    return rdb::IOStatus::OK();
  }
  rdb::IOStatus Sync(const rdb::IOOptions&, rdb::IODebugContext*) override { return file_.sync(); }
  std::uint64_t GetFileSize(const rdb::IOOptions&, rdb::IODebugContext*) override { return end_; }

protected:
  OpenFile file_;
  std::uint64_t end_; ///< Of what it holds.
};

class LengthenedFile final : public WritableFile {
public:
  using WritableFile::WritableFile;
  LengthenedFile(const LengthenedFile&) = delete;
  LengthenedFile& operator=(const LengthenedFile&) = delete;
  ~LengthenedFile() override { cut(); }

  /// Few at a time, so that the end of the room is met often.
  void SetPreallocationBlockSize(std::size_t size) override {
    constexpr std::size_t at_most = 3000;
    WritableFile::SetPreallocationBlockSize(std::min(size, at_most));
  }
  rdb::IOStatus Allocate(std::uint64_t offset,
                         std::uint64_t size,
                         const rdb::IOOptions&,
                         rdb::IODebugContext*) override {
    return offset + size > file_.size() ? file_.resize(offset + size) : rdb::IOStatus::OK();
  }
  rdb::IOStatus Close(const rdb::IOOptions&, rdb::IODebugContext*) override {
    cut();
    return rdb::IOStatus::OK();
  }

private:
  /// Like that of a real file in RocksDB, this may fail: the room stays.
  void cut() {
    if (file_.size() > end_)
      file_.resize(end_).PermitUncheckedError();
  }
};

class RandomWriteFile final : public rdb::FSRandomRWFile {
public:
  RandomWriteFile(DiskCalls& disk,
                  std::string path,
                  FileNumber number,
                  std::function<void()> before_write)
    : file_(disk, std::move(path), number), before_write_(std::move(before_write)) {}
  rdb::IOStatus Write(std::uint64_t offset,
                      const rdb::Slice& data,
                      const rdb::IOOptions&,
                      rdb::IODebugContext*) override {
    before_write_();
    return file_.write(offset, data);
  }
  rdb::IOStatus Read(std::uint64_t offset,
                     std::size_t count,
                     const rdb::IOOptions&,
                     rdb::Slice* result,
                     char* scratch,
                     rdb::IODebugContext*) const override {
    return file_.read(offset, count, *result, scratch);
  }
  rdb::IOStatus Flush(const rdb::IOOptions&, rdb::IODebugContext*) override {
    return rdb::IOStatus::OK();
  }
  rdb::IOStatus Sync(const rdb::IOOptions&, rdb::IODebugContext*) override { return file_.sync(); }
  rdb::IOStatus Close(const rdb::IOOptions&, rdb::IODebugContext*) override {
    return rdb::IOStatus::OK();
  }

private:
  OpenFile file_;
  std::function<void()> before_write_;
};

class Directory final : public rdb::FSDirectory {
public:
  Directory(DiskCalls& disk, std::string path) : disk_(disk), path_(std::move(path)) {}
  rdb::IOStatus Fsync(const rdb::IOOptions&, rdb::IODebugContext*) override {
    return io_status(disk_.sync_directory(path_), path_);
  }
  rdb::IOStatus Close(const rdb::IOOptions&, rdb::IODebugContext*) override {
    return rdb::IOStatus::OK();
  }

private:
  DiskCalls& disk_;
  std::string path_;
};

} // namespace

rocksdb::IOStatus io_status(DiskFault fault, const std::string& path) {
  switch (fault) {
  case DiskFault::InputOutput:
    return rdb::IOStatus::IOError(path, words(EIO));
  case DiskFault::NoSpace:
    return rdb::IOStatus::NoSpace(path, words(ENOSPC));
  case DiskFault::ReadOnly:
    return rdb::IOStatus::IOError(path, words(EROFS));
  case DiskFault::NotFound:
    return rdb::IOStatus::PathNotFound(path, words(ENOENT));
  case DiskFault::Exists:
    return rdb::IOStatus::IOError(path, words(EEXIST));
  case DiskFault::InUse:
    return rdb::IOStatus::IOError(path, words(EAGAIN));
  case DiskFault::Unsupported:
    return rdb::IOStatus::NotSupported(path);
  }
  return rdb::IOStatus::IOError(path);
}

rocksdb::IOStatus io_status(const DiskCalls::Result<void>& result, const std::string& path) {
  return result ? rdb::IOStatus::OK() : io_status(result.error(), path);
}

std::unique_ptr<rdb::FSSequentialFile>
sequential_file(DiskCalls& disk, std::string path, FileNumber number) {
  return std::make_unique<SequentialFile>(disk, std::move(path), number);
}

std::unique_ptr<rdb::FSRandomAccessFile>
random_access_file(DiskCalls& disk, std::string path, FileNumber number) {
  return std::make_unique<RandomAccessFile>(disk, std::move(path), number);
}

std::unique_ptr<rdb::FSWritableFile>
writable_file(DiskCalls& disk, std::string path, FileNumber number) {
  return std::make_unique<WritableFile>(disk, std::move(path), number);
}

std::unique_ptr<rdb::FSWritableFile>
lengthened_file(DiskCalls& disk, std::string path, FileNumber number) {
  return std::make_unique<LengthenedFile>(disk, std::move(path), number);
}

std::unique_ptr<rdb::FSRandomRWFile> random_write_file(DiskCalls& disk,
                                                       std::string path,
                                                       FileNumber number,
                                                       std::function<void()> before_write) {
  return std::make_unique<RandomWriteFile>(disk, std::move(path), number, std::move(before_write));
}

std::unique_ptr<rdb::FSDirectory> open_directory(DiskCalls& disk, std::string path) {
  return std::make_unique<Directory>(disk, std::move(path));
}

} // namespace orrery::store
