#include "actors/hooks/orphans.hpp"
#include "actors/hooks/own_programs.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace orrery::hooks {
namespace {

pid_t waiting_child() {
  const pid_t child = fork();
  if (child == 0)
    for (;;)
      pause();
  return child;
}

std::size_t count_of(OwnPrograms& programs) {
  std::size_t count = 0;
  programs.with_all([&count](const auto& all) { count = all.size(); });
  return count;
}

/// In a process of its own, which adopts. @returns 0 if all is right, else what is not
int spares_its_own() {
  Orphans orphans;
  auto& programs = OwnPrograms::of_this_process();
  const std::size_t before = count_of(programs); // of tests in the process that this one comes from
  const pid_t own = programs.begin(waiting_child);
  const pid_t adopted = waiting_child();
  while (!orphans.end({}).empty()) { // until it has ended
  }
  if (kill(own, 0) != 0)
    return 1;
  if (kill(adopted, 0) == 0)
    return 2;
  kill(own, SIGTERM);
  if (const int status = programs.wait(own); !WIFSIGNALED(status) || WTERMSIG(status) != SIGTERM)
    return 3; // somebody else has reaped it
  return count_of(programs) == before ? 0 : 4;
}

TEST(Orphans, are_no_programs_that_the_process_has_started_for_itself) {
  const pid_t process = fork();
  if (process == 0)
    _exit(spares_its_own());
  int status = 0;
  ASSERT_EQ(waitpid(process, &status, 0), process);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

} // namespace
} // namespace orrery::hooks
