#pragma once

#include <chrono>
#include <cstdint>

namespace orrery::unpack {

constexpr std::uint64_t memory_max = 512ULL << 20U; ///< Bytes of addresses, the program's included.
constexpr std::chrono::seconds processor_max{60};   ///< Then SIGXCPU ends it.

/// Takes from this process for good what a parser of bytes does not need: its memory and its
/// processor time are bounded, it writes no file and no core, opens no further descriptor, and gets
/// no right by what it executes. Where the kernel has filters of system calls, all other calls than
/// those of reading, writing, seeking, memory and its own end fail with EPERM: it opens, connects,
/// signals, traces and starts nothing.
/// @returns whether there is such a filter.
bool confine();

} // namespace orrery::unpack
