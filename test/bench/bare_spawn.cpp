#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

extern char** environ;

// bare_spawn SCRIPT COUNT PARALLEL
//
// Runs a script that often, so many at once, with nothing but posix_spawn and waitpid: {"seconds"}.
int main(int count, char** words) {
  if (count != 4)
    return 2;
  const int wanted = std::atoi(words[2]);
  const int parallel = std::atoi(words[3]);
  char* arguments[] = {words[1], nullptr};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  const auto began = std::chrono::steady_clock::now();
  int running = 0;
  for (int started = 0; started < wanted || running > 0;) {
    if (started < wanted && running < parallel) {
      pid_t child = 0;
      if (posix_spawn(&child, words[1], &actions, nullptr, arguments, environ) != 0)
        return 1;
      ++started;
      ++running;
      continue;
    }
    int status = 0;
    if (waitpid(-1, &status, 0) < 0 || status != 0)
      return 1;
    --running;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  std::printf("{\"seconds\": %.6f}\n", took.count());
  return 0;
}
