#pragma once

#include "store/contents.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::store {

/// A unit with what its agent has reported.
struct ReportedUnit {
  Unit unit;
  UnitStatus status;
  bool reported = false;
  /// Nothing if no agent has reported.
  [[nodiscard]] const UnitStatus* report() const { return reported ? &status : nullptr; }
};

/// All units of a model with what is reported of them, in the bytes of their records: a sixth of
/// the memory that they take in Contents, and one after another. For who passes over all of them.
/// Units are named by their place, from 0.
class PackedUnits {
public:
  /// Units of one application, by number.
  struct Run {
    std::string application;
    std::size_t first = 0; ///< Place.
    std::size_t count = 0;
  };
  struct Subordinate {
    std::size_t unit = 0; ///< Place.
    std::string principal;
  };

  /// Adds the next one. @pre it comes behind all others in the order of keys
  /// @param bytes of its record, and of its status; empty if there is none
  void add(const Unit& unit, std::string_view bytes, std::string_view status);

  [[nodiscard]] std::size_t size() const { return places_.size(); }
  /// Whether one is not Alive.
  [[nodiscard]] bool any_leaving() const { return any_leaving_; }
  /// Nothing if the application has no units.
  [[nodiscard]] const Run* run_of(std::string_view application) const;
  /// By place.
  [[nodiscard]] const std::vector<Subordinate>& subordinates() const { return subordinates_; }
  [[nodiscard]] std::optional<std::size_t> find(std::string_view unit) const;
  /// @pre place < size()
  [[nodiscard]] std::string name(std::size_t place) const;
  /// @param into whatever it held
  void unpack(std::size_t place, ReportedUnit& into) const;

private:
  struct Place {
    const char* bytes; ///< Two texts, each behind its size: the unit's and its status's.
    std::uint32_t number;
  };
  char* room_for(std::size_t size);

  static constexpr std::size_t block_size = 1 << 16;
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* blocks_end_ = nullptr; ///< Of the last block.
  std::size_t left_ = 0;       ///< In that.
  std::vector<Place> places_;
  std::vector<Run> runs_; ///< In the order of keys.
  std::vector<Subordinate> subordinates_;
  bool any_leaving_ = false;
};

/// Packs the units of a part of a model.
[[nodiscard]] PackedUnits pack_units(const Contents& contents);
/// Reads those of a whole model. Errors: as read_contents.
[[nodiscard]] tl::expected<PackedUnits, StoreError> read_packed_units(const Snapshot& snapshot);

} // namespace orrery::store
