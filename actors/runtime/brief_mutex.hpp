#pragma once

#include <mutex>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace orrery::runtime {

/// A mutex that is held for a look into a table, no longer: who finds it taken tries again for a
/// moment before it sleeps. To sleep and be woken takes ten times as long as such a look, and so
/// would make others wait in turn.
class BriefMutex {
public:
  void lock() {
    for (int tries = 0; tries < tries_at_most; ++tries) {
      if (mutex_.try_lock())
        return;
      pause();
    }
    mutex_.lock();
  }
  bool try_lock() { return mutex_.try_lock(); }
  void unlock() { mutex_.unlock(); }

private:
  static constexpr int tries_at_most = 100; ///< Some microseconds.
  /// Leaves the processor's other thread what it can use.
  static void pause() {
#if defined(__x86_64__)
    _mm_pause();
#endif
  }

  std::mutex mutex_;
};

} // namespace orrery::runtime
