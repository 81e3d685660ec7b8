#include "cmd/session/this_host.hpp"

#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include <array>
#include <string_view>

namespace orrery::cmd {

namespace {

/// Names an architecture as Juju does; one that Juju does not know keeps the kernel's word.
std::string architecture_of(std::string_view machine) {
  struct Name {
    std::string_view kernel, juju;
  };
  constexpr std::array<Name, 3> names{
    {{"x86_64", "amd64"}, {"aarch64", "arm64"}, {"ppc64le", "ppc64el"}}};
  for (const Name& name : names)
    if (name.kernel == machine)
      return std::string(name.juju);
  return std::string(machine);
}

} // namespace

render::Host this_host() {
  render::Host host;
  if (utsname name{}; ::uname(&name) == 0) {
    host.name = static_cast<const char*>(name.nodename);
    host.architecture = architecture_of(static_cast<const char*>(name.machine));
  }
  host.cores = static_cast<std::uint32_t>(::get_nprocs());
  if (struct sysinfo memory{}; ::sysinfo(&memory) == 0)
    host.mebibytes = static_cast<std::uint64_t>(memory.totalram) * memory.mem_unit >> 20U;
  return host;
}

} // namespace orrery::cmd
