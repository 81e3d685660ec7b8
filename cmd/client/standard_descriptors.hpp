#pragma once

namespace orrery::cmd {

/// Opens /dev/null in the place of each standard descriptor that is closed, so that nothing opened
/// later gets its number and what is printed goes there. To be called first of all.
void open_standard_descriptors();

} // namespace orrery::cmd
