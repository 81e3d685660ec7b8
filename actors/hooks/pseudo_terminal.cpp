#include "actors/hooks/pseudo_terminal.hpp"

#include "actors/hooks/system_reason.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>

namespace orrery::hooks {

namespace {

tl::unexpected<std::string> no_terminal() {
  return tl::unexpected(reason_of("no terminal for the debug session", errno));
}

/// Only that user may open it. We own it until then.
bool give_to(const char* path, std::uint32_t user) {
  return chmod(path, S_IRUSR | S_IWUSR) == 0
         && (user == 0 || chown(path, user, static_cast<gid_t>(-1)) == 0);
}

} // namespace

config::Descriptor PseudoTerminal::shared_user_side() const {
  return config::Descriptor(fcntl(user_side.get(), F_DUPFD_CLOEXEC, 0));
}

tl::expected<PseudoTerminal, std::string> open_pseudo_terminal(std::uint32_t user) {
  config::Descriptor user_side(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC));
  std::array<char, 64> path{};
  if (!user_side.is_open() || grantpt(user_side.get()) != 0 || unlockpt(user_side.get()) != 0
      || ptsname_r(user_side.get(), path.data(), path.size()) != 0 || !give_to(path.data(), user))
    return no_terminal();
  return PseudoTerminal{std::move(user_side), path.data()};
}

} // namespace orrery::hooks
