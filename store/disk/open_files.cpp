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
    : x_disk(disk), x_path(std::move(path)), x_number(number) {}
  ~OpenFile() { x_disk.close(x_number); }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  rdb::IOStatus
  read(std::uint64_t offset, std::size_t count, rdb::Slice& result, char* scratch) const {
    const auto done = x_disk.read(x_number, x_path, offset, count, scratch);
    result = rdb::Slice(scratch, done.value_or(0));
    return done ? rdb::IOStatus::OK() : io_status(done.error(), x_path);
  }
  rdb::IOStatus write(std::uint64_t offset, const rdb::Slice& data) {
    return io_status(x_disk.write(x_number, x_path, offset, data.ToStringView()), x_path);
  }
  rdb::IOStatus resize(std::uint64_t size) {
    return io_status(x_disk.resize(x_number, x_path, size), x_path);
  }
  rdb::IOStatus sync() { return io_status(x_disk.sync(x_number, x_path), x_path); }
  [[nodiscard]] std::uint64_t size() const { return x_disk.size(x_number); }

private:
  DiskCalls& x_disk;
  std::string x_path;
  FileNumber x_number;
};

class SequentialFile final : public rdb::FSSequentialFile {
public:
  SequentialFile(DiskCalls& disk, std::string path, FileNumber number)
    : x_file(disk, std::move(path), number) {}
  rdb::IOStatus Read(std::size_t count,
                     const rdb::IOOptions&,
                     rdb::Slice* result,
                     char* scratch,
                     rdb::IODebugContext*) override {
    auto status = x_file.read(x_place, count, *result, scratch);
    x_place += result->size();
    return status;
  }
  rdb::IOStatus Skip(std::uint64_t count) override {
    x_place = std::min(x_place + count, x_file.size());
    return rdb::IOStatus::OK();
  }

private:
  OpenFile x_file;
  std::uint64_t x_place = 0;
};

class RandomAccessFile final : public rdb::FSRandomAccessFile {
public:
  RandomAccessFile(DiskCalls& disk, std::string path, FileNumber number)
    : x_file(disk, std::move(path), number) {}
  rdb::IOStatus Read(std::uint64_t offset,
                     std::size_t count,
                     const rdb::IOOptions&,
                     rdb::Slice* result,
                     char* scratch,
                     rdb::IODebugContext*) const override {
    return x_file.read(offset, count, *result, scratch);
  }

private:
  OpenFile x_file;
};

class WritableFile : public rdb::FSWritableFile {
public:
  WritableFile(DiskCalls& disk, std::string path, FileNumber number)
    : x_file(disk, std::move(path), number), x_end(x_file.size()) {}
  using FSWritableFile::Append;
  rdb::IOStatus
  Append(const rdb::Slice& data, const rdb::IOOptions&, rdb::IODebugContext*) override {
    auto status = x_file.write(x_end, data);
    x_end += status.ok() ? data.size() : 0;
    return status;
  }
  rdb::IOStatus Truncate(std::uint64_t size, const rdb::IOOptions&, rdb::IODebugContext*) override {
    auto status = x_file.resize(size);
    x_end = status.ok() ? size : x_end;
    return status;
  }
  rdb::IOStatus Close(const rdb::IOOptions&, rdb::IODebugContext*) override {
    return rdb::IOStatus::OK();
  }
  rdb::IOStatus Flush(const rdb::IOOptions&, rdb::IODebugContext*) override {
    return rdb::IOStatus::OK();
  }
  rdb::IOStatus Sync(const rdb::IOOptions&, rdb::IODebugContext*) override { return x_file.sync(); }
  std::uint64_t GetFileSize(const rdb::IOOptions&, rdb::IODebugContext*) override { return x_end; }

protected:
  OpenFile x_file;
  std::uint64_t x_end; ///< Of what it holds.
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
    return offset + size > x_file.size() ? x_file.resize(offset + size) : rdb::IOStatus::OK();
  }
  rdb::IOStatus Close(const rdb::IOOptions&, rdb::IODebugContext*) override {
    cut();
    return rdb::IOStatus::OK();
  }

private:
  /// Like that of a real file in RocksDB, this may fail: the room stays.
  void cut() {
    if (x_file.size() > x_end)
      x_file.resize(x_end).PermitUncheckedError();
  }
};

class RandomWriteFile final : public rdb::FSRandomRWFile {
public:
  RandomWriteFile(DiskCalls& disk,
                  std::string path,
                  FileNumber number,
                  std::function<void()> before_write)
    : x_file(disk, std::move(path), number), x_before_write(std::move(before_write)) {}
  rdb::IOStatus Write(std::uint64_t offset,
                      const rdb::Slice& data,
                      const rdb::IOOptions&,
                      rdb::IODebugContext*) override {
    x_before_write();
    return x_file.write(offset, data);
  }
  rdb::IOStatus Read(std::uint64_t offset,
                     std::size_t count,
                     const rdb::IOOptions&,
                     rdb::Slice* result,
                     char* scratch,
                     rdb::IODebugContext*) const override {
    return x_file.read(offset, count, *result, scratch);
  }
  rdb::IOStatus Flush(const rdb::IOOptions&, rdb::IODebugContext*) override {
    return rdb::IOStatus::OK();
  }
  rdb::IOStatus Sync(const rdb::IOOptions&, rdb::IODebugContext*) override { return x_file.sync(); }
  rdb::IOStatus Close(const rdb::IOOptions&, rdb::IODebugContext*) override {
    return rdb::IOStatus::OK();
  }

private:
  OpenFile x_file;
  std::function<void()> x_before_write;
};

class Directory final : public rdb::FSDirectory {
public:
  Directory(DiskCalls& disk, std::string path) : x_disk(disk), x_path(std::move(path)) {}
  rdb::IOStatus Fsync(const rdb::IOOptions&, rdb::IODebugContext*) override {
    return io_status(x_disk.sync_directory(x_path), x_path);
  }
  rdb::IOStatus Close(const rdb::IOOptions&, rdb::IODebugContext*) override {
    return rdb::IOStatus::OK();
  }

private:
  DiskCalls& x_disk;
  std::string x_path;
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
