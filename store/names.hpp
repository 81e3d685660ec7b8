#pragma once

#include "config/names.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// The grammars of names. Every name is checked before it is used in a key or a path.
namespace orrery::store {

using MachineId = std::uint32_t;  ///< From the model's sequence, never reused (L6).
using RelationId = std::uint32_t; ///< From the model's sequence, never reused (L6).

/// A unit's name taken apart: `mysql/3` is number 3 of application `mysql`.
struct UnitParts {
  std::string application;
  std::uint32_t number = 0;
  bool operator==(const UnitParts&) const = default;
};

using config::is_application_name;
using config::is_endpoint_name;
/// APPLICATION/NUMBER without leading zeros, number below 2^32 - 1.
[[nodiscard]] bool is_unit_name(std::string_view text);
/// STORAGE/NUMBER of letters, digits and dashes, and nothing that leads elsewhere as a path.
[[nodiscard]] bool is_storage_id(std::string_view text);
/// @returns nothing if `text` is no unit name.
[[nodiscard]] std::optional<UnitParts> split_unit(std::string_view text);
/// `mysql` of `mysql/3`; the text itself where there is no slash.
[[nodiscard]] std::string_view application_of(std::string_view unit);
[[nodiscard]] std::string unit_name(std::string_view application, std::uint32_t number);
/// A decimal number without leading zeros, below 2^32 - 1.
[[nodiscard]] std::optional<std::uint32_t> parse_id(std::string_view text);
/// Whether `left` comes before `right` for a person: digits compare as numbers (`web/2` before
/// `web/10`).
[[nodiscard]] bool natural_less(std::string_view left, std::string_view right);

} // namespace orrery::store
