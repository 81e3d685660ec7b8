#pragma once

#include <atomic>
#include <cstdint>

/// Calls of this test program that have the disk keep something: at the beginning of each a crash
/// may come.
namespace orrery::test {

/// How many such calls are made until this process is gone, as by kill -9; 0: it stays.
extern std::atomic<std::uint64_t> calls_to_live;
/// How many have been made.
extern std::atomic<std::uint64_t> calls_made;

} // namespace orrery::test
