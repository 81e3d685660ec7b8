#pragma once

#include "cmd/views/render/document.hpp"
#include "store/contents.hpp"

#include <string>
#include <vector>

namespace orrery::cmd::console {

/// A record of which two states of a model differ.
struct Difference {
  enum class How : std::uint8_t { Added, Removed, Changed };
  struct Field {
    std::string name; ///< `status.value`, `values.port`.
    std::string before;
    std::string after;
    bool operator==(const Field&) const = default;
  };
  How how = How::Changed;
  std::string kind; ///< `unit`, `status of unit`, `settings of application`, ...
  std::string name;
  std::vector<Field>
    fields; ///< Of Changed: those that differ, empty text for one that is not there.
  bool operator==(const Difference&) const = default;
};

/// Every record that differs, by kind, then name.
[[nodiscard]] std::vector<Difference> differences(const store::Contents& before,
                                                  const store::Contents& after);
/// A line a record and a line a field; at most 1000 records, the rest is counted.
[[nodiscard]] std::string to_text(const std::vector<Difference>& differences);
/// Writes the differences for scripts.
[[nodiscard]] render::Document to_document(const std::vector<Difference>& differences);

} // namespace orrery::cmd::console
