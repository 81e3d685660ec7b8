#pragma once

#include "actors/rules/application.hpp"
#include "actors/rules/unit.hpp"

#include <map>
#include <optional>
#include <string>

/// The rules of resources (RS): files that a charm wants to be given. Their bytes are kept before
/// any of these is asked (RS7), under their hash.
namespace orrery::rules {

using Uploads = std::map<std::string, store::Resource>; ///< By name.

/// Refuses files that the charm does not declare (RS2).
[[nodiscard]] std::optional<Refusal> refuses_uploads(const store::Charm& charm,
                                                     const Uploads& uploads);
/// Refuses a refresh to a charm with a resource that the one before did not have, and that is not
/// given (RS12).
[[nodiscard]] std::optional<Refusal>
lacks_uploads(const store::Charm& before, const store::Charm& after, const Uploads& uploads);

/// Takes uploads over, as of now; what is there under another name stays.
/// @returns whether bytes have changed: the first upload counts as such (RS6).
bool take_uploads(store::Resources& resources, const Uploads& uploads, store::Milliseconds now);
/// Resources of an application after a refresh: with what is given, without what the new charm does
/// not declare (RS12).
[[nodiscard]] store::Resources resources_after(const ApplicationState& application,
                                               const protocol::RefreshApplication& wanted,
                                               store::Milliseconds now);
/// Whether some have other bytes than before.
[[nodiscard]] bool have_other_bytes(const store::Resources& before, const store::Resources& after);

/// Erases an application's, if there are any (RS13).
void drop_resources(Decision& decision, const store::Resources& resources);
/// Takes in a write of the application's.
void absorb_resources(ApplicationState& application, const Write& write);

/// Makes uploaded bytes the application's (RS5): other bytes than before count as one change of its
/// charm, the same bytes change only when and by whom.
[[nodiscard]] Decision attach_resource(const ApplicationState& application,
                                       const protocol::AttachResource& upload,
                                       const Context& context);
/// Notes that a unit has a resource (RS11).
[[nodiscard]] Decision use_resource(const UnitState& unit, const protocol::UseResource& used);

} // namespace orrery::rules
