#include "store/fault.hpp"

#include <rocksdb/status.h>

#include <cerrno>
#include <system_error>

namespace orrery::store {

namespace {

/// RocksDB keeps no errno, only its text.
bool says(const rocksdb::Status& status, int error) {
  const char* const state = status.getState();
  return state != nullptr
         && std::string_view(state).find(std::generic_category().message(error))
              != std::string_view::npos;
}

StoreError::Kind kind_of(const rocksdb::Status& status) {
  if (status.IsNoSpace() || says(status, ENOSPC) || says(status, EDQUOT))
    return StoreError::Kind::Full;
  if (says(status, EROFS) || says(status, EACCES) || says(status, EPERM))
    return StoreError::Kind::ReadOnly;
  // A file that the store's own list names and that is not there is damage like any other.
  if (status.IsCorruption() || status.IsPathNotFound() || status.IsNotFound())
    return StoreError::Kind::Corrupt;
  return StoreError::Kind::Other;
}

std::string_view remedy_for(StoreError::Kind kind) {
  switch (kind) {
  case StoreError::Kind::Full:
    return "The disk is full: free some space, then start orrery again; what was acknowledged is "
           "safe.";
  case StoreError::Kind::ReadOnly:
    return "The files cannot be written: mount the file system writable, or give this user the "
           "right to write.";
  case StoreError::Kind::Corrupt:
    return "A file is damaged or missing: check the disk, and restore the store from a backup.";
  default:
    return "Check the disk and the system's log, then start orrery again; what was acknowledged is "
           "safe.";
  }
}

} // namespace

StoreError store_error(const rocksdb::Status& status,
                       const std::filesystem::path& directory,
                       std::string_view doing) {
  const auto kind = kind_of(status);
  std::string text = "store " + directory.string() + ": cannot ";
  text.append(doing).append(": ").append(status.ToString()).append(". ").append(remedy_for(kind));
  return {kind, std::move(text)};
}

} // namespace orrery::store
