#include "test/support/failing_files.hpp"

#include <rocksdb/file_system.h>

namespace orrery::test {

namespace {

namespace rdb = rocksdb;

rdb::IOStatus failure_for(const FailingFiles& failing, const std::string& name) {
  if (failing.failure.empty() || !name.ends_with(failing.only_in))
    return rdb::IOStatus::OK();
  if (failing.failure == "full")
    return rdb::IOStatus::NoSpace("append");
  return rdb::IOStatus::IOError("append", failing.failure);
}

class FailingFile final : public rdb::FSWritableFileOwnerWrapper {
public:
  FailingFile(std::unique_ptr<rdb::FSWritableFile> file,
              std::string name,
              const FailingFiles& failing)
    : FSWritableFileOwnerWrapper(std::move(file)), name_(std::move(name)), failing_(failing) {}

  using FSWritableFileOwnerWrapper::Append;
  rdb::IOStatus Append(const rdb::Slice& data,
                       const rdb::IOOptions& options,
                       rdb::IODebugContext* debug) override {
    if (auto failure = failure_for(failing_, name_); !failure.ok())
      return failure;
    return FSWritableFileOwnerWrapper::Append(data, options, debug);
  }

private:
  std::string name_;
  const FailingFiles& failing_;
};

class FailingNotes final : public rdb::FSRandomRWFileOwnerWrapper {
public:
  FailingNotes(std::unique_ptr<rdb::FSRandomRWFile> file,
               std::string name,
               const FailingFiles& failing)
    : FSRandomRWFileOwnerWrapper(std::move(file)), name_(std::move(name)), failing_(failing) {}

  rdb::IOStatus Write(std::uint64_t offset,
                      const rdb::Slice& data,
                      const rdb::IOOptions& options,
                      rdb::IODebugContext* debug) override {
    if (auto failure = failure_for(failing_, name_); !failure.ok())
      return failure;
    return FSRandomRWFileOwnerWrapper::Write(offset, data, options, debug);
  }

private:
  std::string name_;
  const FailingFiles& failing_;
};

class FailingSystem final : public rdb::FileSystemWrapper {
public:
  FailingSystem(const std::shared_ptr<rdb::FileSystem>& target, const FailingFiles& failing)
    : FileSystemWrapper(target), failing_(failing) {}

  const char* Name() const override { return "FailingSystem"; }

  rdb::IOStatus NewWritableFile(const std::string& name,
                                const rdb::FileOptions& options,
                                std::unique_ptr<rdb::FSWritableFile>* file,
                                rdb::IODebugContext* debug) override {
    auto status = FileSystemWrapper::NewWritableFile(name, options, file, debug);
    if (status.ok())
      *file = std::make_unique<FailingFile>(std::move(*file), name, failing_);
    return status;
  }

  rdb::IOStatus NewRandomRWFile(const std::string& name,
                                const rdb::FileOptions& options,
                                std::unique_ptr<rdb::FSRandomRWFile>* file,
                                rdb::IODebugContext* debug) override {
    auto status = FileSystemWrapper::NewRandomRWFile(name, options, file, debug);
    if (status.ok())
      *file = std::make_unique<FailingNotes>(std::move(*file), name, failing_);
    return status;
  }

private:
  const FailingFiles& failing_;
};

} // namespace

std::unique_ptr<rocksdb::Env> failing_env(rocksdb::Env& memory, const FailingFiles& failing) {
  return rdb::NewCompositeEnv(std::make_shared<FailingSystem>(memory.GetFileSystem(), failing));
}

} // namespace orrery::test
