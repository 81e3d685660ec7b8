#pragma once

#include "actors/rules/model.hpp"

namespace orrery::rules {

/// Erases the charms that nobody has any more once these applications are gone, and these charms
/// dropped: neither an application nor a unit (L6, P21).
void erase_unused_charms(Decision& decision,
                         const ModelState& model,
                         const ForgetApplications& gone);

} // namespace orrery::rules
