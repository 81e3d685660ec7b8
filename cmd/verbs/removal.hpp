#pragma once

#include "actors/protocol/commands.hpp"
#include "cmd/session/session.hpp"
#include "cmd/verbs/parse_arguments.hpp"
#include "cmd/views/render/reason.hpp"

#include <tl/expected.hpp>

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace orrery::cmd {

/// Returns what holds back something that is not Alive, in a few words; empty if nothing does.
/// @returns nothing, and prints an ERROR, if that cannot be read.
[[nodiscard]] std::optional<std::string> what_blocks(Session& session,
                                                     const explain::Subject& subject);
/// Says what holds back something that is not Alive and was asked to go once more.
void tell_what_blocks(Session& session, const explain::Subject& subject, const std::string& shown);

/// Says what becomes of the storage of units that are removed: `- will detach storage data/0`, a
/// line each; empty where they have none (ST43).
[[nodiscard]] std::string
tell_storage_of(Session& session, const std::set<std::string>& units, bool destroyed);

/// `--force`, `--max-wait`, `--no-wait` and `--skip-failed-hooks`, for every remove-* verb.
[[nodiscard]] std::vector<Flag> removal_flags();
/// What they say. Errors: `--no-wait` or `--max-wait` without `--force`, a wait that is no
/// duration.
[[nodiscard]] tl::expected<protocol::Removal, std::string> removal_of(const Arguments& arguments);

} // namespace orrery::cmd
