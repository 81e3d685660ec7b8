#pragma once

#include "store/disk/directory.hpp"
#include "store/disk/file.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orrery::store {

/// All that lies on a simulated disk at one instant, as a value: a copy is cheap and shares what it
/// has in common. Paths are absolute and normal (`/model/CURRENT`).
class DiskImage {
public:
  /// An empty disk: the root directory.
  DiskImage();

  /// The disk after a power cut: whatever is left of it is durable.
  [[nodiscard]] DiskImage after(const PowerCut& cut) const;
  /// Returns a digest of all names and bytes as they can be read now: equal for images that nobody
  /// can tell apart.
  [[nodiscard]] std::uint64_t fingerprint() const;
  /// All files below that directory, in the order of their paths.
  [[nodiscard]] std::vector<std::string> paths(const std::string& below = "/") const;
  /// @returns nothing if there is no such file
  [[nodiscard]] std::optional<std::string> read(const std::string& path) const;
  /// Bytes in all files that have a name.
  [[nodiscard]] std::uint64_t size() const;

  // --- What the file system does ---

  /// @returns null if there is none
  [[nodiscard]] const DiskDirectory* directory(const std::string& path) const;
  /// @pre it is there
  void change_names(const std::string& directory, NameChange change);
  /// @pre its directory is there and it is not
  void make_directory(const std::string& path);
  /// @pre it is there and empty
  void delete_directory(const std::string& path);
  /// Makes its names durable, and forgets files that no name stands for. @param open those that are
  /// in use.
  void sync_directory(const std::string& path, const std::map<FileNumber, int>& open);
  /// @returns nothing if there is no such file; `a_directory` for a directory
  [[nodiscard]] std::optional<FileNumber> find(const std::string& path) const;
  [[nodiscard]] FileNumber make_file();
  [[nodiscard]] const DiskFile& file(FileNumber number) const { return *files_.at(number); }
  /// No other image sees what is done to it.
  [[nodiscard]] DiskFile& file_to_change(FileNumber number);

private:
  /// Everything that can be reached from the root now, directories before what is in them.
  void walk(const std::function<void(const std::string& path, FileNumber)>& visit) const;

  std::map<std::string, DiskDirectory>
    directories_; ///< By path; also what was deleted, as long as a power cut may bring it back.
  std::map<FileNumber, std::shared_ptr<DiskFile>> files_;
  FileNumber last_file_ = a_directory;
};

/// `/a/b` of `/a/b/c`, `/` of `/a`.
[[nodiscard]] std::string directory_of(const std::string& path);
/// `c` of `/a/b/c`.
[[nodiscard]] std::string name_of(const std::string& path);

} // namespace orrery::store
