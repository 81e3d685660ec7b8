#pragma once

#include "cmd/session/session.hpp"
#include "store/records.hpp"

#include <tl/expected.hpp>

#include <string>
#include <vector>

namespace orrery::cmd {

/// `web` of `web:db`.
[[nodiscard]] std::string application_of(const std::string& end);

/// The relation that an id or two ends name, as it is on disk now.
/// Errors: a sentence, with the name that may have been meant.
[[nodiscard]] tl::expected<store::Relation, std::string>
named_relation(Session& session, const std::vector<std::string>& names);

} // namespace orrery::cmd
