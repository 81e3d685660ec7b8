#pragma once

#include "store/disk/bytes.hpp"
#include "store/disk/power_cut.hpp"

namespace orrery::store {

/// A file of a simulated disk: what everybody reads now, what a power cut leaves for sure, and the
/// writes between them.
///
/// A disk writes back by itself at any time: of too many pending writes (256) the oldest is taken
/// as written back.
class DiskFile {
public:
  DiskFile() = default;
  /// With these bytes, durable.
  explicit DiskFile(const DiskBytes& bytes) : now_(bytes), durable_(bytes) {}

  [[nodiscard]] const DiskBytes& now() const { return now_; }
  [[nodiscard]] const DiskBytes& durable() const { return durable_; }
  [[nodiscard]] bool has_unsynced() const { return !pending_.empty(); }

  void write(std::uint64_t offset, std::string_view bytes);
  void resize(std::uint64_t size);
  void sync();
  /// Fails a sync as Linux does: what was to be synced stays readable, counts as clean from now on,
  /// and is gone after a power cut.
  void fail_sync();

  /// @param salt makes chance differ from file to file
  [[nodiscard]] DiskBytes after(const PowerCut& cut, std::uint64_t salt) const;

private:
  /// Without bytes: a new size.
  struct Write {
    std::uint64_t offset = 0;
    std::string bytes;
    bool resizes = false;
  };
  static void apply(DiskBytes& bytes, const Write& write);
  void put(Write write);
  [[nodiscard]] DiskBytes torn(std::uint64_t steps) const;
  [[nodiscard]] DiskBytes overwritten(std::uint64_t steps) const;
  [[nodiscard]] DiskBytes reordered(DiskChance chance) const;

  DiskBytes now_;
  DiskBytes durable_;
  std::vector<std::shared_ptr<const Write>> pending_;
  bool lost_sync_ = false; ///< What can be read may never become durable.
};

} // namespace orrery::store
