#pragma once

#include "actors/rules/model.hpp"

#include <string>
#include <vector>

namespace orrery::rules {

/// Erases the charms that nobody has any more once these applications are gone, and these charms
/// dropped: neither an application nor a unit (L6, P21). Costs what goes, however many
/// applications there are.
void erase_unused_charms(Decision& decision,
                         const ModelState& model,
                         const ForgetApplications& gone);

/// Takes in which charms an application and its units have from now on, and counts their holders.
/// @param charms by url, each once; empty: the application is gone.
void note_charms(ModelState& model,
                 const std::string& application,
                 std::vector<std::string> charms);

} // namespace orrery::rules
