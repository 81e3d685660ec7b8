#include "cmd/client/sibling.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace orrery::cmd {

int become_sibling(const char* program, char** words) {
  std::error_code error;
  const auto sibling =
    std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / program;
  ::execv(sibling.c_str(), words);
  std::fprintf(stderr, "ERROR %s cannot be run: %s: build or install it together with orrery\n",
               sibling.c_str(), std::generic_category().message(errno).c_str());
  return 1;
}

} // namespace orrery::cmd
