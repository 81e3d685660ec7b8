#pragma once

namespace orrery::runtime {

/// From now on what is free for a second goes back to the system, on a thread that sleeps while
/// nothing is. A program that does not call this keeps what it has freed for later.
/// @throws std::system_error where the system has no thread for it
void give_back_free_memory();

/// Gives back at once whatever is free, once for all.
void give_back_free_memory_now();

} // namespace orrery::runtime
