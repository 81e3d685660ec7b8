#pragma once

#include "cmd/conditions/filter.hpp"
#include "cmd/views/explain/named.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace orrery::cmd::console {

/// Which entities are meant: kinds, and filters that all fit.
struct Selector {
  std::vector<store::EntityKind> kinds;
  std::vector<Filter> filters;

  [[nodiscard]] std::vector<Entity> select(const store::Contents& contents) const;
  /// Names what of a model tells which entities are meant: where one unit or application is named,
  /// its records.
  [[nodiscard]] explain::Named tells() const;
};

/// Every kind there is.
[[nodiscard]] const std::vector<store::EntityKind>& all_kinds();

/// Reads `KIND`, `KIND[FILTER ...]` or `KIND.FACT` (those that have it), e.g. `unit[app=db
/// life=alive]`.
[[nodiscard]] tl::expected<Selector, std::string> parse_selector(std::string_view text);

} // namespace orrery::cmd::console
