// Programs of units that take the marks of keepers.
#include "actors/hooks/end_programs.hpp"
#include "actors/hooks/keepers.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <chrono>
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

} // namespace
} // namespace orrery::hooks
