#pragma once

#include <string>

namespace orrery::hooks {

/// Says, as a sentence with the remedy, that the process has hardly any descriptors left: each set
/// of programs that a unit leaves running keeps one, and the last eighth of them stays for clients,
/// tools and stores.
/// @param newest of this process: the kernel gives the least that is free
/// @returns nothing while there are enough
[[nodiscard]] std::string open_file_shortage(int newest);

} // namespace orrery::hooks
