#include "cmd/unpack/confinement.hpp"

#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <vector>

namespace orrery::unpack {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t own_architecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t own_architecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t own_architecture = 0; // no filter
#endif

/// System calls that reading from one descriptor and writing to another takes.
constexpr std::array allowed_calls{
  // reading, writing
  SYS_read,
  SYS_pread64,
  SYS_write,
  SYS_writev,
  SYS_lseek,
  // memory; libraries use a lock even where there is one thread
  SYS_brk,
  SYS_mmap,
  SYS_munmap,
  SYS_mremap,
  SYS_mprotect,
  SYS_madvise,
  SYS_futex,
  SYS_getrandom,
  SYS_clock_gettime,
  // its own end
  SYS_exit,
  SYS_exit_group,
  SYS_rt_sigaction,
  SYS_rt_sigprocmask,
  SYS_rt_sigreturn,
  SYS_getpid,
  SYS_gettid,
};

/// @param grace how much more the kernel's signal leaves before it kills
void limit(__rlimit_resource resource, rlim_t most, rlim_t grace = 0) {
  const rlimit both{most, most + grace};
  (void)::setrlimit(resource, &both); // a lower hard limit holds all the same
}

bool filter_calls() {
  if (own_architecture == 0)
    return false;
  constexpr auto load = [](std::size_t offset) {
    return sock_filter BPF_STMT(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
  };
  constexpr auto refused = SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(EPERM);
  std::vector<sock_filter> program{
    load(offsetof(seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, own_architecture, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, refused),
    load(offsetof(seccomp_data, nr)),
  };
  for (const auto call : allowed_calls) {
    program.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1));
    program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  }
  program.push_back(BPF_STMT(BPF_RET | BPF_K, refused));
  const sock_fprog filter{static_cast<unsigned short>(program.size()), program.data()};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) == 0;
}

} // namespace

bool confine() {
  (void)::prctl(PR_SET_DUMPABLE, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_NOFILE, 3);
  limit(RLIMIT_AS, memory_max);
  limit(RLIMIT_CPU, static_cast<rlim_t>(processor_max.count()), 1);
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && filter_calls();
}

} // namespace orrery::unpack
