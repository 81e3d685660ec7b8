// The allocator of a program whose threads free what others have allocated, all the time: messages,
// tokens, records. The C library's makes them wait for each other, jemalloc's does not
// (docs/developers/decisions.md 46). Sanitizers bring their own.

#include "actors/runtime/heap.hpp"

#if defined(ORRERY_JEMALLOC)
#include <jemalloc/jemalloc.h>

#include <string>
#include <system_error>

/// Read by jemalloc before main. Two arenas: more make threads wait no less here, and each keeps
/// pages of its own. A start takes and frees much in turn: nothing goes back until somebody says
/// so.
extern "C" const char* malloc_conf;
const char* malloc_conf = "narenas:2,dirty_decay_ms:-1,muzzy_decay_ms:0";
#else
#include <malloc.h>
#endif

namespace orrery::runtime {

#if defined(ORRERY_JEMALLOC)

void give_back_free_memory() {
  ssize_t decay_ms = 1000;
  const auto set = [&decay_ms](const std::string& of) { // not all of them are there
    (void)::mallctl((of + ".dirty_decay_ms").c_str(), nullptr, nullptr, &decay_ms, sizeof decay_ms);
  };
  set("arenas"); // that come later
  unsigned arenas = 0;
  std::size_t size = sizeof arenas;
  (void)::mallctl("arenas.narenas", &arenas, &size, nullptr, 0);
  for (unsigned arena = 0; arena < arenas; ++arena)
    set("arena." + std::to_string(arena));
  bool yes = true;
  if (const int error = ::mallctl("background_thread", nullptr, nullptr, &yes, sizeof yes))
    throw std::system_error(error, std::generic_category(), "the allocator's thread");
}

void give_back_free_memory_now() {
  static_assert(MALLCTL_ARENAS_ALL == 4096);                         // the number in the name
  (void)::mallctl("arena.4096.purge", nullptr, nullptr, nullptr, 0); // frees no less where it fails
}

#else

void give_back_free_memory() {} // the C library has no such thread

void give_back_free_memory_now() {
  ::malloc_trim(0);
}

#endif

} // namespace orrery::runtime
