#pragma once

#include "store/contents.hpp"

#include <functional>
#include <string>
#include <vector>

namespace orrery::simulate {

/// Judges, where all rests, who has which charm: each unit that is well has its application's
/// newest (P24), its files are that charm's (P25), and applications count those that have an older
/// one (P21).
/// @param is_well whether the unit is Alive and idle, and nothing is wrong with it
/// @param directory_of where the charm lies whose files the unit has; empty: not known
/// @returns what is not so, a sentence each.
[[nodiscard]] std::vector<std::string>
charms_that_lag(const store::Contents& contents,
                const std::function<bool(const std::string& unit)>& is_well,
                const std::function<std::string(const std::string& unit)>& directory_of);
/// Says whether a unit has files to put in place as soon as its agent begins again: after a
/// conflict (P30), or where a hook had failed before the application was refreshed (P31).
[[nodiscard]] bool waits_for_a_beginning(const store::Contents& contents);

} // namespace orrery::simulate
