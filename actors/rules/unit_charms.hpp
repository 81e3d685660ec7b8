#pragma once

#include "actors/rules/application.hpp"
#include "actors/rules/unit.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// The charms that units of an application have. After a refresh each unit takes the newest one
/// when its agent gets to it (P25), a Dying one too (P38); until then the application counts it
/// with the charm that it has.
namespace orrery::rules {

/// The charms that an application and its units have, by url, the application's own first.
[[nodiscard]] std::vector<std::string> charms_of(const store::Application& application);
/// How many of its units have the application's own charm.
[[nodiscard]] std::uint32_t units_of_newest(const store::Application& application);

/// Makes a charm the application's own (P21); its units stay with theirs.
/// @returns the url of the charm that nobody of it has any more; empty if there is none.
[[nodiscard]] std::string give_charm(store::Application& application, const std::string& url);
/// Takes a unit from the count of the charm that it had; the application's own is not counted. What
/// no unit has any more is let go of by the model, which takes part then.
void drop_charm(Decision& decision, store::Application& application, const std::string& url);

/// The unit's part of SetUnitCharm (P25, P32).
[[nodiscard]] Decision set_charm(const UnitState& unit, const protocol::SetUnitCharm& wanted);
/// The application's part of it: refused if another charm is the newest by now (P36).
[[nodiscard]] Decision move_unit(const ApplicationState& application, const MoveUnit& move);

} // namespace orrery::rules
