#pragma once

#include "store/records.hpp"

namespace orrery::rules {

/// Filters what a user set of an application's options through those of its new charm (P22). A
/// value whose option is gone, or whose type does not accept it, is dropped: texts become what they
/// say, whole numbers become numbers; nothing else changes its type.
///
/// @param values canonical, by the options of `before`
/// @returns canonical values by the options of `after`
[[nodiscard]] store::Settings refreshed_settings(const store::Settings& values,
                                                 const store::Charm& before,
                                                 const store::Charm& after);

} // namespace orrery::rules
