#pragma once

#include "store/contents.hpp"

#include <string>

namespace orrery::cmd {

/// Says what a model's removal takes, and asks nothing (MD15): whole lines, the first of which
/// begins with `WARNING`.
/// @param shown the model as the user names it.
/// @param contents its machines, applications and storages.
[[nodiscard]] std::string model_end_warning(const std::string& shown,
                                            const store::Contents& contents);

} // namespace orrery::cmd
