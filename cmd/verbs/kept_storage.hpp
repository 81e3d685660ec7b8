#pragma once

#include "cmd/session/session.hpp"

#include <map>
#include <string>

namespace orrery::cmd {

/// Names each unit of the application that keeps storage of another size than a directive has said
/// just now: that is for storage to come (ST13).
/// @param directives by storage name; those that name no size change none.
void tell_kept_storage(Session& session,
                       const std::string& application,
                       const std::map<std::string, store::StorageDirective>& directives);

} // namespace orrery::cmd
