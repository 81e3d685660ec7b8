#pragma once

#include "store/contents.hpp"

#include <set>
#include <string>
#include <vector>

/// How far units are from being at rest, by what their agents have reported. Pure.
namespace orrery::cmd::console {

/// A unit whose hook has failed as often as it is tried: it rests, and waits for a person.
struct FailedForGood {
  std::string unit;
  store::HookError error;
};

/// Lists those of some applications, of all where none is named, in the order of their names.
/// @param contents need units' statuses
[[nodiscard]] std::vector<FailedForGood> failed_for_good(const store::Contents& contents,
                                                         const std::set<std::string>& applications);
/// Says who they are, with the remedy, as a line; empty if there are none.
[[nodiscard]] std::string failed_text(const std::vector<FailedForGood>& failed);

/// Tells whom a wait for settled units waits for, and how far it is: `28 of 40 units are settled,
/// waits for web/3 (running install hook), web/4 (allocating) and 10 more`; empty where all rest.
/// @param contents need units and their statuses
[[nodiscard]] std::string settling_text(const store::Contents& contents,
                                        const std::set<std::string>& applications);

/// Tells what hinders a model from being settled, as far as its records show it: a sentence a line.
[[nodiscard]] std::string unrest_text(const store::Contents& contents);

} // namespace orrery::cmd::console
