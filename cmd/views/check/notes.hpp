#pragma once

#include "actors/workflow/unit_notes.hpp"
#include "store/database.hpp"

#include <compare>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace orrery::check {

/// A holder's note that it has deployed a unit.
struct Deployment {
  std::string holder; ///< `machine-3`, or a principal's name.
  std::string unit;
  auto operator<=>(const Deployment&) const = default;
};

/// All that the agents' store holds.
struct Notes {
  std::map<std::string, agents::UnitNotes> units;
  std::set<Deployment> deployed;
  std::vector<std::string> unreadable; ///< What is wrong with a key or its value, key by key.
};

/// Reads all notes in one scan. What cannot be decoded is listed, and stops nothing.
[[nodiscard]] tl::expected<Notes, store::StoreError> read_notes(const store::Snapshot& snapshot);

} // namespace orrery::check
