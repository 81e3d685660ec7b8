// orrery, as people and scripts call it: has the orchestrator do what was typed, and becomes
// orrery-engine for all else. It loads none of the libraries that an orchestrator needs, which
// alone take longer than most verbs.
#include "cmd/client/client.hpp"
#include "cmd/client/front.hpp"
#include "cmd/client/memory.hpp"
#include "cmd/client/standard_descriptors.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

namespace {

/// Only returns if that fails. @returns what to exit with.
int become_engine(char** words) {
  std::error_code error;
  const auto engine =
    std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "orrery-engine";
  ::execv(engine.c_str(), words);
  std::fprintf(stderr, "ERROR %s cannot be run: %s: install it together with orrery\n",
               engine.c_str(), std::generic_category().message(errno).c_str());
  return 1;
}

} // namespace

int main(int count, char** words) {
  orrery::cmd::open_standard_descriptors();
  orrery::cmd::stop_when_memory_is_exhausted();
  if (count < 1)
    return become_engine(words);
  const auto exit = orrery::cmd::ask_at_once(words[0], {words + 1, words + count});
  return exit ? orrery::cmd::exit_if_all_was_written(*exit) : become_engine(words);
}
