#pragma once

#include "cmd/conditions/facts.hpp"

#include <tl/expected.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace orrery::cmd::console {

enum class Comparison : std::uint8_t {
  Equal,
  Different,
  Less,
  LessOrEqual,
  Greater,
  GreaterOrEqual
};

/// `==` or `=`, `!=`, `<`, `<=`, `>`, `>=`; nothing for any other word.
[[nodiscard]] std::optional<Comparison> parse_comparison(std::string_view word);
/// Whether it holds of two texts; digits in them compare as numbers. `*` and `?` in `right` stand
/// for any text.
[[nodiscard]] bool compare(std::string_view left, Comparison comparison, std::string_view right);

/// A demand on one fact: `life=alive`, `units>=3`, `error` (has one), `!error`.
struct Filter {
  std::string fact;
  Comparison comparison = Comparison::Equal;
  std::string value;
  bool bare = false;    ///< Only whether the fact is there: not empty, not `false`, not `0`.
  bool negated = false; ///< Of a bare one.

  /// Whether the entity has the fact and it is as demanded.
  [[nodiscard]] bool fits(const Entity& entity) const;
  [[nodiscard]] std::string text() const;
};

/// Reads a filter on entities of any of the kinds. Errors: no such fact, with the nearest one.
[[nodiscard]] tl::expected<Filter, std::string>
parse_filter(std::string_view text, const std::vector<store::EntityKind>& kinds);

} // namespace orrery::cmd::console
