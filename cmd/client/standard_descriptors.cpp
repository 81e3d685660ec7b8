#include "cmd/client/standard_descriptors.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <tuple>

namespace orrery::cmd {

void open_standard_descriptors() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(number, F_GETFD) < 0)
      std::ignore = ::open("/dev/null", O_RDWR); // the lowest number that is free: this one
}

} // namespace orrery::cmd
