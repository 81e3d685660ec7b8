#pragma once

#include "store/disk/power_cut.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orrery::store {

/// Numbers the files of a simulated disk; 0 stands for a directory.
using FileNumber = std::uint64_t;
inline constexpr FileNumber a_directory = 0;

/// One change of a directory, whole or not at all: names that come or change or, without a number,
/// go.
using NameChange = std::vector<std::pair<std::string, std::optional<FileNumber>>>;

/// The names in one directory of a simulated disk: as they are now, and as a power cut leaves them
/// for sure. Changes become durable when the directory is synced. Journals of file systems keep
/// their order: after a power cut that reorders, the first so many are there.
class DiskDirectory {
public:
  using Names = std::map<std::string, FileNumber>;

  DiskDirectory() = default;
  /// With these names, durable.
  explicit DiskDirectory(Names names) : now_(names), durable_(std::move(names)) {}

  [[nodiscard]] const Names& now() const { return now_; }
  [[nodiscard]] const Names& durable() const { return durable_; }
  [[nodiscard]] const std::vector<NameChange>& pending() const { return pending_; }

  void change(NameChange change);
  void sync();

  /// @param salt makes chance differ from directory to directory
  [[nodiscard]] Names after(const PowerCut& cut, std::uint64_t salt) const;

private:
  Names now_;
  Names durable_;
  std::vector<NameChange> pending_;
};

} // namespace orrery::store
