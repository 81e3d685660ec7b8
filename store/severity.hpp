#pragma once

#include <string_view>

namespace orrery::store {

/// How severe a workload's status is: error > blocked > waiting > maintenance > active > terminated
/// > unknown, and whatever is none of them is as unknown. An application that has set none has the
/// most severe of its units.
[[nodiscard]] int severity(std::string_view workload);

} // namespace orrery::store
