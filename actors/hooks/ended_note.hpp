#pragma once

#include "actors/hooks/program_end.hpp"

#include <string>

/// Ends of programs that a unit had left running, until the unit's agent has taken note of them:
///
///     DATA/ended/APPLICATION-NUMBER/NAME     a symbolic link whose target is the end's text
///
/// A link is there as a whole or not at all, whoever is killed meanwhile. Whoever watches
/// DATA/ended hears of a unit once, when its directory comes, its first link in it. No libraries:
/// the keeper program is built with it too.
namespace orrery::hooks {

[[nodiscard]] std::string ended_directory(const std::string& data_directory,
                                          const std::string& unit);
/// Makes the link, and its directories where they are missing. One of that name stays. What fails
/// is not told: a keeper has nobody to tell.
void write_ended_note(const std::string& data_directory,
                      const std::string& unit,
                      const std::string& name,
                      const ProgramEnd& end);

} // namespace orrery::hooks
