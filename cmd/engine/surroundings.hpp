#pragma once

#include <tl/expected.hpp>

#include <cstdint>
#include <map>
#include <string>

/// Descriptors, limits and signals, which a process has from whoever began it.
namespace orrery::cmd {

/// Soft limits by resource (RLIMIT_NOFILE, ...).
using SoftLimits = std::map<int, std::uint64_t>;

/// Closes all descriptors but the standard ones. To be called before anything is opened.
void close_inherited_descriptors();

/// Raises the soft limit of open files to the hard one, and gives threads stacks of 8 MiB whatever
/// the limit of the stack is.
/// @returns the soft limits that hooks are to have: those that the process began with. Or, as a
/// sentence, which limit is too low to begin at all.
[[nodiscard]] tl::expected<SoftLimits, std::string> take_limits();

/// Returns how many files this process may have open.
[[nodiscard]] std::uint64_t open_files_limit();

/// No memory of this process is for others of the same user, nor for a core file. Its children are
/// as before, once they have the soft limit of core files again.
void hide_memory();

/// No write ends the process by a signal, for each has its error handled: to a pipe that nobody
/// reads, or beyond the limit of files' sizes.
void ignore_write_signals();

/// An exception that nobody has caught ends the process with 70 and its words, instead of a core.
void stop_with_words_at_uncaught_exceptions();

} // namespace orrery::cmd
