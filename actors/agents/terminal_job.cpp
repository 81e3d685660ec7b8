#include "actors/agents/terminal_job.hpp"

#include <filesystem>
#include <system_error>
#include <utility>

namespace orrery::agents {

namespace {

/// Becomes the words behind the first, with that terminal as its own: the keeper has made it the
/// leader of a session without one.
constexpr const char* in_terminal = R"(exec 0<>"$1" 1>&0 2>&0; shift; exec "$@")";

} // namespace

std::vector<std::string> interactive_shell() {
  std::error_code ignored;
  if (std::filesystem::exists("/bin/bash", ignored))
    return {"/bin/bash", "--norc", "-i"};
  return {"/bin/sh", "-i"};
}

void run_in_terminal(hooks::HookJob& job,
                     std::vector<std::string> words,
                     const std::string& terminal) {
  words.insert(words.begin(), {"-c", in_terminal, "sh", terminal});
  job.program = "/bin/sh";
  job.arguments = std::move(words);
}

} // namespace orrery::agents
