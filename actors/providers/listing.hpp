#pragma once

#include <dirent.h>

#include <memory>
#include <string>

namespace orrery::providers {

/// A directory that is open, with how far it has been listed. Takes one descriptor.
class Listing {
public:
  Listing() = default;
  /// Opens a directory, never through a link as its last name. Where that cannot be it is not open,
  /// and errno says why.
  /// @param directory in which `name` is; AT_FDCWD: where the process is
  Listing(int directory, const std::string& name);

  [[nodiscard]] bool is_open() const { return stream_ != nullptr; }
  /// @pre it is open, as for all below
  [[nodiscard]] int descriptor() const { return dirfd(stream_.get()); }
  /// Returns the next entry, valid until the next call; null at the end.
  [[nodiscard]] const dirent* next() { return readdir(stream_.get()); }
  void begin_again() { rewinddir(stream_.get()); }
  /// Returns behind which entry it is, for whichever opening of the same directory.
  [[nodiscard]] long position() const { return telldir(stream_.get()); }
  void go_on_from(long position) { seekdir(stream_.get(), position); }

private:
  struct Close {
    void operator()(DIR* stream) const { closedir(stream); }
  };
  std::unique_ptr<DIR, Close> stream_;
};

} // namespace orrery::providers
