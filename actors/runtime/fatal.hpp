#pragma once

#include <exception>
#include <string>

namespace orrery::runtime {

[[nodiscard]] std::string what_it_says(const std::exception_ptr& thrown);

/// For what nobody could begin anew from records alone: an exception in it is a bug of ours. Says
/// so in the log, and ends the process with 70 before anything is written that rests on it. The
/// next start recovers.
/// @param what_it_is that has thrown: `an entity`.
[[noreturn]] void stop_process(const char* what_it_is, const std::exception_ptr& thrown);

} // namespace orrery::runtime
