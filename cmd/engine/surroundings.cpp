#include "cmd/engine/surroundings.hpp"

#include "cmd/client/memory.hpp"

#include <pthread.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <string_view>
#include <system_error>

namespace orrery::cmd {

namespace {

/// Both stores may hold 256 files open; beside them are logs, sockets and pipes.
constexpr rlim_t open_files_min = 256;
constexpr std::size_t thread_stack = 8 << 20; ///< For the deepest console script.

[[noreturn]] void stop_at_exception() {
  const auto thrown = std::current_exception();
  if (!thrown)
    stop_with_words("something could not be begun, or a bug: no exception says what",
                    "raise the limits of memory, threads and descriptors (ulimit -v, -u, -n)");
  try {
    std::rethrow_exception(thrown);
  } catch (const std::system_error& error) {
    const bool shortage = error.code() == std::errc::resource_unavailable_try_again
                          || error.code() == std::errc::too_many_files_open;
    stop_with_words(error.what(), shortage ? "no thread or descriptor is left: raise the limits "
                                             "(ulimit -u, -n, TasksMax=, LimitNOFILE=)"
                                           : "");
  } catch (const std::exception& error) {
    stop_with_words(error.what());
  } catch (...) {
    stop_with_words("an unknown exception");
  }
}

} // namespace

void close_inherited_descriptors() {
  (void)::close_range(STDERR_FILENO + 1, ~0U, 0);
}

tl::expected<SoftLimits, std::string> take_limits() {
  SoftLimits begun_with;
  rlimit limit{};
  if (::getrlimit(RLIMIT_CORE, &limit) == 0)
    begun_with[RLIMIT_CORE] = limit.rlim_cur;
  if (::getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    begun_with[RLIMIT_NOFILE] = limit.rlim_cur;
    if (limit.rlim_max < open_files_min)
      return tl::unexpected("only " + std::to_string(limit.rlim_max)
                            + " files may be open at once, " + std::to_string(open_files_min)
                            + " are needed: raise the hard limit (ulimit -Hn, LimitNOFILE=)");
    limit.rlim_cur = limit.rlim_max;
    if (::setrlimit(RLIMIT_NOFILE, &limit) != 0 && begun_with[RLIMIT_NOFILE] < open_files_min)
      return tl::unexpected("the limit of open files cannot be raised: "
                            + std::generic_category().message(errno));
  }
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) == 0) {
    if (pthread_attr_setstacksize(&attributes, thread_stack) == 0)
      pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
  }
  return begun_with;
}

std::uint64_t open_files_limit() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_NOFILE, &limit) == 0 ? limit.rlim_cur : 0;
}

void hide_memory() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_CORE, &limit) == 0) {
    limit.rlim_cur = 0;
    (void)::setrlimit(RLIMIT_CORE, &limit); // to lower it is always allowed
  }
  (void)::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
}

void ignore_write_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

void stop_with_words_at_uncaught_exceptions() {
  std::set_terminate(stop_at_exception);
}

} // namespace orrery::cmd
