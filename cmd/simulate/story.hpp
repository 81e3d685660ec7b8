#pragma once

#include "cmd/simulate/circumstances.hpp"
#include "cmd/simulate/step.hpp"

#include <tl/expected.hpp>

#include <istream>
#include <map>
#include <string>
#include <vector>

namespace orrery::simulate {

/// A run written down: what it began with, and every step. Played again it is the same, to the byte
/// of its trace.
struct Story {
  std::uint64_t seed =
    0; ///< With a step's number: the order of messages, and what befalls hooks and tasks.
  Circumstances circumstances;
  std::map<std::string, std::string> principals; ///< Of subordinates, by their names.
  std::vector<Step> steps;
};

/// A line a circumstance, `seed 7`, a line a subordinate that a step names, `logger/3 is below
/// web/2`, then a line a step.
[[nodiscard]] std::string to_text(const Story& story);
/// Reads what to_text() writes; empty lines and those that begin with # say nothing.
/// @returns what is wrong, with the line's number: `line 3: ...`
[[nodiscard]] tl::expected<Story, std::string> read_story(std::istream& text);

} // namespace orrery::simulate
