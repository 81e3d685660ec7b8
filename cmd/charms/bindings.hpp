#pragma once

#include <tl/expected.hpp>

#include <set>
#include <string>

/// Spaces that a user binds endpoints to. There is one, `alpha`, in which every endpoint is: what
/// Juju would do with it is said, and nothing changes.
namespace orrery::cmd {

/// Names of endpoints and of extra bindings; the empty one stands for all that are not named.
using Bound = std::set<std::string>;

/// Reads `[<default-space>] [<endpoint-name>=<space> ...]`, words apart by blanks.
///
/// Errors, in Juju's words: another form, a space that is not there.
[[nodiscard]] tl::expected<Bound, std::string> read_bindings(const std::string& text);

/// The first of those names that none of the others is; empty if there is none.
[[nodiscard]] std::string unknown_binding(const Bound& named, const Bound& known);

/// Says what Juju says of the bindings of an application that is given a charm: a line each (P3).
/// @param named by the user
[[nodiscard]] std::string
bindings_told(const Bound& before, const Bound& after, const Bound& named = {});

} // namespace orrery::cmd
