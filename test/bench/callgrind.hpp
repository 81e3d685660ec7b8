#pragma once

/// What a program says to callgrind, which counts its instructions; nothing where it runs by
/// itself.
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else // then all is counted at once
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_ZERO_STATS
#define CALLGRIND_DUMP_STATS_AT(name)
#endif
