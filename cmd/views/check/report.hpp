#pragma once

#include "cmd/views/check/observed.hpp"
#include "cmd/views/check/verdict.hpp"
#include "cmd/views/render/document.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace orrery::check {

/// How much of each kind was looked at.
struct Counts {
  std::size_t applications = 0;
  std::size_t units = 0;
  std::size_t machines = 0;
  std::size_t relations = 0;
  std::size_t notes = 0; ///< Units whose agents have notes.
  std::size_t keepers = 0;
  std::size_t instances = 0;
};

/// Findings of `check`.
struct Report {
  std::uint64_t sequence = 0;
  bool records_only = false; ///< Only the records were compared with each other.
  Counts counts;
  /// Sentences of store::broken_invariants and broken_history, and of damaged files for charms.
  std::vector<std::string> broken;
  Verdict verdict;

  [[nodiscard]] bool is_clean() const { return broken.empty() && verdict.faults.empty(); }
};

[[nodiscard]] Counts count(const Observed& observed);
/// Writes what is wrong, one paragraph each, then what is in motion; without a fault the last line
/// counts what was looked at.
[[nodiscard]] std::string to_text(const Report& report);
[[nodiscard]] render::Document to_document(const Report& report);

} // namespace orrery::check
