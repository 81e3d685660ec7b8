#pragma once

#include "config/charm.hpp"
#include "store/records.hpp"

namespace orrery::rules {

/// The type of an option as files of charms know it, which say what a value of it looks like.
[[nodiscard]] config::OptionKind option_kind(store::OptionType type);
/// `string`, `int`, `float`, `boolean`, `secret`.
[[nodiscard]] std::string_view type_word(store::OptionType type);

} // namespace orrery::rules
