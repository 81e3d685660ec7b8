#pragma once

/// Sweeps: a test that plays one life again and again, each time with something going wrong at
/// another moment.
namespace orrery::test {

#ifdef __SANITIZE_ADDRESS__
/// How far a sweep goes from one moment to the next. Sanitizers look at memory, which is used alike
/// at neighbouring moments, and slow a life down tenfold; all moments are tried without them.
inline constexpr int next_moment = 7;
#else
inline constexpr int next_moment = 1;
#endif

} // namespace orrery::test
