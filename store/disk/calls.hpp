#pragma once

#include "store/disk/image.hpp"

#include <tl/expected.hpp>

#include <array>
#include <functional>
#include <mutex>
#include <set>
#include <string>
#include <string_view>

namespace orrery::store {

/// Kinds of calls to a simulated disk that can fail.
enum class DiskCall {
  Open, ///< Of a file: to read or to write, new or not.
  Read,
  Write,
  Sync, ///< Of a file.
  SyncDirectory,
  Rename,
  Delete,
  MakeDirectory,
  List,
};
inline constexpr std::size_t disk_calls = 9;
[[nodiscard]] std::string to_string(DiskCall call);

/// Why a call has failed.
enum class DiskFault { InputOutput, NoSpace, ReadOnly, NotFound, Exists, InUse, Unsupported };

/// A call, as one who watches the disk sees it.
struct DiskEvent {
  DiskCall call;
  const std::string& path;
  bool is_done; ///< False before it is tried, true when it has succeeded.
};

/// Calls of a file system upon a disk image: calls counted, watched, and made to fail. From any
/// thread. Paths are absolute and normal.
class DiskCalls {
public:
  template <class T>
  using Result = tl::expected<T, DiskFault>;
  enum class Open { ToRead, ToReadAndWrite, Anew, ToAppend };

  explicit DiskCalls(DiskImage image) : image_(std::move(image)) {}

  // --- Files; a number is good until it is closed ---

  /// All but ToRead make the file if it is not there; Anew also empties it.
  [[nodiscard]] Result<FileNumber> open(const std::string& path, Open how);
  void close(FileNumber number);
  /// @returns how many bytes were read
  [[nodiscard]] Result<std::size_t> read(
    FileNumber number, const std::string& path, std::uint64_t offset, std::size_t count, char* to);
  [[nodiscard]] Result<void>
  write(FileNumber number, const std::string& path, std::uint64_t offset, std::string_view bytes);
  /// Counts as a write.
  [[nodiscard]] Result<void> resize(FileNumber number, const std::string& path, std::uint64_t size);
  [[nodiscard]] Result<void> sync(FileNumber number, const std::string& path);
  [[nodiscard]] std::uint64_t size(FileNumber number) const;

  // --- Names ---

  [[nodiscard]] bool exists(const std::string& path) const;
  [[nodiscard]] bool is_directory(const std::string& path) const;
  [[nodiscard]] Result<std::vector<std::string>> list(const std::string& path);
  [[nodiscard]] Result<std::uint64_t> size_of(const std::string& path) const;
  [[nodiscard]] Result<void> make_directory(const std::string& path);
  [[nodiscard]] Result<void> delete_directory(const std::string& path);
  [[nodiscard]] Result<void> delete_file(const std::string& path);
  /// Within one directory.
  [[nodiscard]] Result<void> rename(const std::string& from, const std::string& to);
  /// A second name for a file; counts as a rename.
  [[nodiscard]] Result<void> link(const std::string& from, const std::string& to);
  [[nodiscard]] Result<void> sync_directory(const std::string& path);
  /// @returns false if somebody holds it
  [[nodiscard]] bool lock(const std::string& path);
  void unlock(const std::string& path);

  // --- The disk itself; SimulatedDisk says what these mean ---

  [[nodiscard]] DiskImage image() const;
  void stop();
  void restart(const PowerCut& cut);
  void lose(const std::string& path);
  void fail_at(DiskCall call, std::uint64_t k, DiskFault fault, std::string ending);
  [[nodiscard]] std::optional<std::string> failed_path() const;
  void set_read_only(bool read_only);
  void set_capacity(std::optional<std::uint64_t> bytes);
  void watch(std::function<void(const DiskEvent&)> watcher);
  [[nodiscard]] std::uint64_t count(DiskCall call) const;
  [[nodiscard]] bool is_stopped() const;

private:
  struct PlannedFault {
    DiskCall call;
    std::uint64_t left; ///< How many more such calls until it strikes.
    DiskFault fault;
    std::string ending;
  };
  using Lock = std::scoped_lock<std::mutex>;

  /// @param act what the call does, with the fault that strikes it, if any. @param changes fails
  /// where nothing may be written
  template <class T, class Act>
  Result<T> perform(DiskCall call, const std::string& path, bool changes, Act act);
  void tell(DiskCall call, const std::string& path, bool is_done) const;
  [[nodiscard]] std::optional<DiskFault> strike(DiskCall call, const std::string& path);
  [[nodiscard]] Result<void> change_name(const std::string& path, std::optional<FileNumber> number);
  [[nodiscard]] std::uint64_t room(FileNumber number, std::uint64_t offset, std::size_t size) const;

  mutable std::mutex mutex_;
  DiskImage image_;
  std::map<FileNumber, int> open_; ///< How many have it open.
  std::set<std::string> locks_;
  std::array<std::uint64_t, disk_calls> counts_{};
  std::optional<PlannedFault> fault_;
  std::optional<std::string> failed_path_;
  std::optional<std::uint64_t> capacity_;
  bool stopped_ = false;
  bool read_only_ = false;
  std::function<void(const DiskEvent&)> watcher_;
};

} // namespace orrery::store
