// Programs of units that take the marks of keepers.
#include "actors/hooks/end_programs.hpp"
#include "actors/hooks/keepers.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <string>

namespace orrery::hooks {
namespace {

constexpr const char* forged_depth = "ORRERY_FORGED_DEPTH";

/// Makes this program, where it is told a depth, a chain of so many processes, the last of which
/// has the name and the place of a keeper; the words are this program's own. Tells its pid.
[[maybe_unused]] const bool is_forged_keeper = [] {
  const char* const depth = getenv(forged_depth);
  if (depth == nullptr)
    return false;
  for (int left = std::atoi(depth); left > 0; --left)
    if (fork() != 0)
      for (;;)
        pause();
  prctl(PR_SET_NAME, "orrery-hook", 0, 0, 0);
  const std::string told = std::to_string(getpid()) + "\n";
  if (chdir(getenv("DIR")) != 0
      || write(STDOUT_FILENO, told.data(), told.size()) != static_cast<ssize_t>(told.size()))
    _exit(1);
  for (;;)
    pause();
}();

TEST(ForgedKeeper, is_none_however_deep_below_a_keeper) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  const std::string line = std::string(forged_depth) + "=70 /proc/" + std::to_string(getpid())
                           + "/exe --data " + box.root().string()
                           + " --machine 3 --unit web/0 --runs hook >$DIR/pids &";
  ASSERT_TRUE(box.run(box.job("app/0", "start", line)).success());
  const pid_t forged = pids.pid();
  ASSERT_TRUE(forged > 0 && is_alive(forged));

  const auto found = find_keepers(box.root());
  ASSERT_EQ(found.size(), 1U) << "and not " << forged;
  EXPECT_EQ(found[0].unit, "app/0");
  EXPECT_FALSE(keeper_at(forged, box.root()));
  EXPECT_EQ(end_processes(box.root(), 3, "web/0", std::chrono::milliseconds(0)).text, "");
  EXPECT_TRUE(is_alive(forged)) << "another unit's end is not its own";
  end_processes(box.root(), 3, "app/0", std::chrono::milliseconds(0));
  EXPECT_TRUE(is_gone(forged));
}

/// A keeper that holds nothing, and does not end for it.
pid_t start_idle_keeper(const Sandbox& box) {
  int told[2] = {-1, -1};
  if (pipe(told) != 0)
    return -1;
  const std::string root = box.root().string();
  std::string depth = std::string(forged_depth) + "=0";
  std::string place = "DIR=" + root;
  char* const environment[] = {depth.data(), place.data(), nullptr};
  const pid_t pid = fork();
  if (pid == 0) {
    dup2(told[1], STDOUT_FILENO);
    execle("/proc/self/exe", "keeper", "--data", root.c_str(), "--machine", "3", "--unit", "web/0",
           "--runs", "hook", static_cast<char*>(nullptr), environment);
    _exit(1);
  }
  close(told[1]);
  char byte = 0;
  const bool is_there = read(told[0], &byte, 1) == 1;
  close(told[0]);
  return is_there ? pid : -1;
}

TEST(EndProcesses, ends_a_keeper_that_holds_nothing_and_does_not_end_by_itself) {
  const Sandbox box;
  const pid_t keeper = start_idle_keeper(box);
  ASSERT_GT(keeper, 0);
  ASSERT_TRUE(keeper_at(keeper, box.root()));
  constexpr std::chrono::milliseconds patience{200};
  EXPECT_EQ(end_processes(box.root(), 3, "web/0", std::chrono::milliseconds(0), {}, patience).text,
            "");
  int status = 0;
  const bool has_ended = waitpid(keeper, &status, WNOHANG) == keeper;
  EXPECT_TRUE(has_ended) << "it lives on";
  if (has_ended)
    return;
  kill(keeper, SIGKILL);
  waitpid(keeper, &status, 0);
}

} // namespace
} // namespace orrery::hooks
