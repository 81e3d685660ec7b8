#pragma once

/// Tells ThreadSanitizer what passing a message on orders, and only that; says nothing in any other
/// build. A message orders its handling after its sending, and an actor's steps come one after the
/// other. That two threads meet at a mailbox or at the scheduler's lock orders nothing which
/// another day would not be the other way round, so neither is looked at there.

#if defined(__SANITIZE_THREAD__) || defined(ORRERY_RACE_ORDER)
#include <sanitizer/tsan_interface.h>

#include <utility>

extern "C" void AnnotateIgnoreSyncBegin(const char* file, int line);
extern "C" void AnnotateIgnoreSyncEnd(const char* file, int line);
extern "C" void AnnotateIgnoreReadsBegin(const char* file, int line);
extern "C" void AnnotateIgnoreReadsEnd(const char* file, int line);
extern "C" void AnnotateIgnoreWritesBegin(const char* file, int line);
extern "C" void AnnotateIgnoreWritesEnd(const char* file, int line);
#endif

namespace orrery::runtime {

#if defined(__SANITIZE_THREAD__) || defined(ORRERY_RACE_ORDER)

inline void comes_before(const void* place) {
  __tsan_release(const_cast<void*>(place));
}

inline void comes_after(const void* place) {
  __tsan_acquire(const_cast<void*>(place));
}

/// Whether this thread is where messages are passed on.
class Passing {
public:
  ~Passing() { set(false); }
  [[nodiscard]] bool get() const { return now_; }
  void set(bool now) {
    if (now == std::exchange(now_, now))
      return;
    if (now) {
      AnnotateIgnoreSyncBegin(__FILE__, __LINE__);
      AnnotateIgnoreReadsBegin(__FILE__, __LINE__);
      AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
    } else {
      AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
      AnnotateIgnoreReadsEnd(__FILE__, __LINE__);
      AnnotateIgnoreSyncEnd(__FILE__, __LINE__);
    }
  }

private:
  bool now_ = false;
};
inline thread_local Passing passing;

/// Until it ends, this thread is there, or is not.
class WhilePassing {
public:
  explicit WhilePassing(bool now) { passing.set(now); }
  WhilePassing(const WhilePassing&) = delete;
  WhilePassing& operator=(const WhilePassing&) = delete;
  ~WhilePassing() { passing.set(before_); }

private:
  bool before_ = passing.get();
};

#else

inline void comes_before(const void* /*place*/) {}
inline void comes_after(const void* /*place*/) {}
struct WhilePassing {
  explicit WhilePassing(bool /*now*/) {}
};

#endif

} // namespace orrery::runtime
