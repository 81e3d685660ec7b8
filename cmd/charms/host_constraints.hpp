#pragma once

#include "cmd/session/session.hpp"
#include "cmd/views/render/host.hpp"
#include "config/constraints.hpp"

#include <tl/expected.hpp>

#include <string>
#include <vector>

/// Constraints held against the one host that all machines are on (MD69).
namespace orrery::cmd {

/// Tells why no machine here can be such: another architecture. Empty if one can.
[[nodiscard]] std::string misfit(const config::Constraints& constraints, const render::Host& host);

/// Returns a sentence for each thing that the host has less of than was asked for. Machines are
/// made all the same, as with Juju's local provider, whose sizes are limits.
[[nodiscard]] std::vector<std::string> shortages(const config::Constraints& constraints,
                                                 const render::Host& host);

/// Reads constraints that a user has typed, warns of what the host has less of and of old names.
/// @returns the words that commands take. Errors are sentences: as parse_constraints(), and
/// misfit().
[[nodiscard]] tl::expected<std::string, std::string>
read_constraints(Session& session, const std::vector<std::string>& words);

} // namespace orrery::cmd
