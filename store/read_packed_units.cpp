#include "store/decoding.hpp"
#include "store/packed_units.hpp"

namespace orrery::store {

namespace {

/// Units that are read before their statuses are: the two lie apart, and a model's are too many to
/// keep them until they meet.
constexpr std::size_t units_at_once = 1024;

struct UnitBytes {
  std::string key, value;
};

/// Reads the units of a snapshot batch by batch, and the statuses between each one's first and last
/// key.
class Reading {
public:
  explicit Reading(const Snapshot& snapshot) : snapshot_(snapshot), batch_(units_at_once) {}

  tl::expected<PackedUnits, StoreError> run() {
    for (std::string next = "u"; !fault_; next = batch_[count_ - 1].key + '\0') {
      if (auto read = read_batch(next); !read)
        return tl::unexpected(std::move(read.error()));
      if (count_ == 0)
        break;
      if (auto read = read_statuses(); !read)
        return tl::unexpected(std::move(read.error()));
    }
    if (fault_)
      return tl::unexpected(std::move(*fault_));
    return std::move(units_);
  }

private:
  tl::expected<void, StoreError> read_batch(const std::string& first) {
    count_ = 0;
    return snapshot_.scan_from(first, "u", [this](std::string_view key, std::string_view value) {
      UnitBytes& bytes = batch_[count_++];
      bytes.key = key;
      bytes.value = value;
      return count_ < units_at_once;
    });
  }

  tl::expected<void, StoreError> read_statuses() {
    std::size_t at = 0;
    auto read = snapshot_.scan_from("s" + batch_[0].key.substr(1), "s",
                                    [&](std::string_view key, std::string_view value) {
                                      while (at < count_ && unit_in(batch_[at].key) < unit_in(key))
                                        take(batch_[at++], "", "");
                                      if (at < count_ && unit_in(batch_[at].key) == unit_in(key))
                                        take(batch_[at++], key, value); // else it is of no unit
                                      return at < count_ && !fault_;
                                    });
    for (; at < count_ && !fault_; ++at)
      take(batch_[at], "", "");
    return read;
  }

  static std::string_view unit_in(std::string_view key) { return key.substr(1); }

  void take(const UnitBytes& unit, std::string_view status_key, std::string_view status) {
    auto decoded = decode(unit.key, unit.value, unit_);
    if (decoded && !status_key.empty())
      decoded = decode(status_key, status, status_);
    if (decoded)
      units_.add(unit_, unit.value, status);
    else if (!fault_)
      fault_ = undecodable(decoded.error());
  }

  const Snapshot& snapshot_;
  std::vector<UnitBytes> batch_; ///< Kept for the next one: what it has allocated, too.
  std::size_t count_ = 0;
  Unit unit_;
  UnitStatus status_;
  PackedUnits units_;
  std::optional<StoreError> fault_;
};

} // namespace

tl::expected<PackedUnits, StoreError> read_packed_units(const Snapshot& snapshot) {
  return Reading(snapshot).run();
}

} // namespace orrery::store
