#pragma once

#include "config/settings.hpp"

#include <tl/expected.hpp>

#include <string>

namespace orrery::cmd {

/// Looks whether each unit can be a user of its own, if the settings say so: this process is
/// root's, there are these users in its namespace, and they may enter the directories above the
/// data.
/// @returns why not, as a sentence with the remedy.
[[nodiscard]] tl::expected<void, std::string> may_run_as_units(const config::Settings& settings);

} // namespace orrery::cmd
