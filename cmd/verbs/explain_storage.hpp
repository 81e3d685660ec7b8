#pragma once

#include "cmd/verbs/verb.hpp"
#include "cmd/views/explain/explain.hpp"

#include <string>

namespace orrery::cmd {

/// `orrery explain storage NAME/N`: what holds an instance, and what would move it.
/// @param options which remedies there are
[[nodiscard]] Outcome explain_storage(Session& session,
                                      const std::string& id,
                                      const explain::Options& options,
                                      const Arguments& arguments);
/// Whether there is such an instance, and no unit of that name.
[[nodiscard]] bool is_only_storage(Session& session, const std::string& name);

} // namespace orrery::cmd
