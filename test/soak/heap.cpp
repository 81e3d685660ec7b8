// Preloaded: tells how much memory the program's allocator holds, whenever it is asked.
//
// ORRERY_HEAP names two FIFOs, NAME.ask and NAME.answer. For each time that the first is opened and
// closed, the second gets one line: the bytes in use, and the bytes that the allocator holds free
// after it has given back what it can.

#include <fcntl.h>
#include <jemalloc/jemalloc.h>
#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace {

std::size_t number(const char* name) {
  std::size_t value = 0;
  std::size_t size = sizeof value;
  if (::mallctl(name, &value, &size, nullptr, 0) != 0)
    std::abort();
  return value;
}

std::string measure() {
  std::uint64_t epoch = 1;
  if (::mallctl("arena.4096.purge", nullptr, nullptr, nullptr, 0) != 0
      || ::mallctl("epoch", nullptr, nullptr, &epoch, sizeof epoch) != 0)
    std::abort();
  const std::size_t used = number("stats.allocated");
  return std::to_string(used) + " " + std::to_string(number("stats.active") - used) + "\n";
}

/// Opening a FIFO waits for the other side; reading it ends when that has closed.
void wait_for_question(const std::string& name) {
  const int ask = ::open((name + ".ask").c_str(), O_RDONLY | O_CLOEXEC);
  char byte = 0;
  while (::read(ask, &byte, 1) > 0) {
  }
  ::close(ask);
}

void answer(const std::string& name) {
  const int file = ::open((name + ".answer").c_str(), O_WRONLY | O_CLOEXEC);
  const std::string line = measure();
  if (::write(file, line.data(), line.size()) != static_cast<ssize_t>(line.size()))
    std::abort();
  ::close(file);
}

void* serve(void* given) {
  const std::string& name = *static_cast<std::string*>(given);
  for (;;) {
    wait_for_question(name);
    answer(name);
  }
}

/// Signals belong to the program's own threads.
[[gnu::constructor]] void begin() {
  const char* const name = std::getenv("ORRERY_HEAP");
  if (name == nullptr)
    return;
  static std::string kept = name;
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread{};
  if (::pthread_create(&thread, nullptr, serve, &kept) != 0)
    std::abort();
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

} // namespace
