#include "actors/hooks/process_tree.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <string>
#include <vector>

namespace orrery::hooks {
namespace {

/// A process with one below it.
struct Pair {
  pid_t upper = 0;
  pid_t lower = 0;
};

Pair waiting_pair(const Sandbox& box, Signpost& pids) {
  const std::string place = (box.root() / "pids").string();
  const pid_t upper = fork();
  if (upper == 0) {
    if (const pid_t lower = fork(); lower != 0)
      write_file(place, std::to_string(lower) + "\n");
    for (;;)
      pause();
  }
  return {upper, pids.pid()};
}

std::vector<pid_t> pids_below(const std::vector<pid_t>& ancestors) {
  std::vector<pid_t> found;
  for (const Process& process : descendants(ancestors))
    found.push_back(process.pid);
  std::ranges::sort(found);
  return found;
}

TEST(ProcessTree, of_several_is_each_one_below_any_once) {
  const Sandbox box;
  Signpost pids(box.root() / "pids");
  const Pair one = waiting_pair(box, pids);
  const Pair other = waiting_pair(box, pids);
  ASSERT_TRUE(one.lower > 0 && other.lower > 0);
  std::vector<pid_t> both{one.lower, other.lower};
  std::ranges::sort(both);
  EXPECT_EQ(pids_below({one.upper, other.upper}), both);
  EXPECT_EQ(pids_below({one.upper, one.lower, other.upper, one.upper}),
            std::vector<pid_t>{other.lower})
    << "no ancestor is told, though it is below another";
  EXPECT_EQ(pids_below({other.upper}), std::vector<pid_t>{other.lower});
  EXPECT_TRUE(pids_below({}).empty());
  for (const pid_t pid : {one.lower, one.upper, other.lower, other.upper})
    kill(pid, SIGKILL);
  for (const pid_t pid : {one.upper, other.upper})
    EXPECT_EQ(waitpid(pid, nullptr, 0), pid);
}

} // namespace
} // namespace orrery::hooks
