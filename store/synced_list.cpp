// The note: one line, written anew as a whole.
//
//     note  = name " " length " " check
//     check = the checksum of what stands before it

#include "store/synced_list.hpp"

#include "store/checksum.hpp"

#include <rocksdb/env.h>
#include <rocksdb/file_system.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>
#include <sstream>

namespace orrery::store {

namespace {

namespace rdb = rocksdb;
using Options = rdb::IOOptions;
using Debug = rdb::IODebugContext;

bool is_list(const std::filesystem::path& path) {
  return path.filename().string().starts_with("MANIFEST-");
}

std::string note_beside(const std::filesystem::path& list) {
  return (list.parent_path() / "MANIFEST.synced").string();
}

std::string note_of(const std::filesystem::path& list, std::uint64_t length) {
  std::string note = list.filename().string() + " " + std::to_string(length) + " ";
  return note + std::to_string(checksum(note));
}

rdb::IOStatus
write_note(rdb::FileSystem& files, const std::filesystem::path& list, std::uint64_t length) {
  std::unique_ptr<rdb::FSWritableFile> file;
  auto status = files.NewWritableFile(note_beside(list), rdb::FileOptions(), &file, nullptr);
  if (status.ok())
    status = file->Append(note_of(list, length), Options(), nullptr);
  if (status.ok())
    status = file->Sync(Options(), nullptr);
  return status.ok() ? file->Close(Options(), nullptr) : status;
}

/// @param length how much of the list was synced, if a whole note says so
rdb::IOStatus read_note(rdb::FileSystem& files,
                        const std::filesystem::path& list,
                        std::optional<std::uint64_t>& length) {
  std::unique_ptr<rdb::FSSequentialFile> file;
  auto status = files.NewSequentialFile(note_beside(list), rdb::FileOptions(), &file, nullptr);
  if (status.IsNotFound() || status.IsPathNotFound())
    return rdb::IOStatus::OK();
  std::array<char, 128> bytes{};
  rdb::Slice note;
  if (status.ok())
    status = file->Read(bytes.size(), Options(), &note, bytes.data(), nullptr);
  if (!status.ok())
    return status;
  std::istringstream words(note.ToString());
  std::string name;
  std::uint64_t number = 0;
  words >> name >> number;
  if (note.ToStringView() == note_of(list, number))
    length = number;
  return status;
}

/// A list that is written: what is synced is noted.
class NotedList final : public rdb::FSWritableFileOwnerWrapper {
public:
  NotedList(std::unique_ptr<rdb::FSWritableFile> file, rdb::FileSystem& files, std::string path)
    : FSWritableFileOwnerWrapper(std::move(file)), files_(files), path_(std::move(path)) {}

  rdb::IOStatus Sync(const Options& options, Debug* debug) override {
    return note(FSWritableFileOwnerWrapper::Sync(options, debug));
  }
  rdb::IOStatus Fsync(const Options& options, Debug* debug) override {
    return note(FSWritableFileOwnerWrapper::Fsync(options, debug));
  }

private:
  rdb::IOStatus note(const rdb::IOStatus& synced) {
    return synced.ok() ? write_note(files_, path_, GetFileSize(Options(), nullptr)) : synced;
  }

  rdb::FileSystem& files_;
  std::string path_;
};

/// A list that is read as far as it was synced.
class SyncedPart final : public rdb::FSSequentialFileOwnerWrapper {
public:
  SyncedPart(std::unique_ptr<rdb::FSSequentialFile> file, std::uint64_t length)
    : FSSequentialFileOwnerWrapper(std::move(file)), left_(length) {}

  rdb::IOStatus Read(std::size_t count,
                     const Options& options,
                     rdb::Slice* result,
                     char* scratch,
                     Debug* debug) override {
    auto status = FSSequentialFileOwnerWrapper::Read(std::min<std::uint64_t>(count, left_), options,
                                                     result, scratch, debug);
    left_ -= status.ok() ? result->size() : 0;
    return status;
  }
  rdb::IOStatus Skip(std::uint64_t count) override {
    const std::uint64_t skipped = std::min(count, left_);
    left_ -= skipped;
    return FSSequentialFileOwnerWrapper::Skip(skipped);
  }

private:
  std::uint64_t left_;
};

class SyncedFiles final : public rdb::FileSystemWrapper {
public:
  using FileSystemWrapper::FileSystemWrapper;

  const char* Name() const override { return "SyncedList"; }

  rdb::IOStatus NewWritableFile(const std::string& path,
                                const rdb::FileOptions& options,
                                std::unique_ptr<rdb::FSWritableFile>* file,
                                Debug* debug) override {
    auto status = FileSystemWrapper::NewWritableFile(path, options, file, debug);
    if (status.ok() && is_list(path))
      *file = std::make_unique<NotedList>(std::move(*file), *target(), path);
    return status;
  }

  rdb::IOStatus NewSequentialFile(const std::string& path,
                                  const rdb::FileOptions& options,
                                  std::unique_ptr<rdb::FSSequentialFile>* file,
                                  Debug* debug) override {
    auto status = FileSystemWrapper::NewSequentialFile(path, options, file, debug);
    return status.ok() && is_list(path) ? bound(path, *file) : status;
  }

private:
  rdb::IOStatus bound(const std::string& path, std::unique_ptr<rdb::FSSequentialFile>& list) {
    std::optional<std::uint64_t> synced;
    std::uint64_t size = 0;
    auto status = read_note(*target(), path, synced);
    if (status.ok() && synced)
      status = target()->GetFileSize(path, Options(), &size, nullptr);
    if (!status.ok() || !synced)
      return status;
    if (size < *synced)
      return rdb::IOStatus::Corruption(path, "has " + std::to_string(size) + " bytes, and "
                                               + std::to_string(*synced) + " were synced");
    list = std::make_unique<SyncedPart>(std::move(list), *synced);
    return status;
  }
};

class SyncedEnvironment final : public rdb::EnvWrapper {
public:
  explicit SyncedEnvironment(rdb::Env& files) : EnvWrapper(&files) {
    file_system_ = std::make_shared<SyncedFiles>(files.GetFileSystem());
  }
};

} // namespace

std::shared_ptr<rocksdb::Env> with_synced_list(rocksdb::Env& files) {
  return std::make_shared<SyncedEnvironment>(files);
}

} // namespace orrery::store
