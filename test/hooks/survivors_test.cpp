#include "actors/hooks/survivors.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

namespace orrery::hooks {
namespace {

constexpr uid_t nobody = 65'534;

TEST(Survivors, are_none_where_all_have_ended) {
  const pid_t child = fork();
  if (child == 0)
    _exit(0);
  ASSERT_TRUE(is_gone(child));
  EXPECT_EQ(survivors_of({child}).text, "");
  waitpid(child, nullptr, 0);
  EXPECT_EQ(survivors_of({child}).text, "");
}

TEST(Survivors, of_our_own_are_held_by_the_kernel) {
  const Survivors alive = survivors_of({getpid()});
  EXPECT_TRUE(alive.ours);
  EXPECT_EQ(alive.text, "process " + std::to_string(getpid())
                          + " (test_hooks) does not end although it was killed: the kernel holds "
                            "it");
}

TEST(Survivors, of_other_users_are_named_and_not_waited_for) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can become another user";
  Sandbox box;
  const auto told = box.root() / "told";
  write_file(told, "");
  if (chown(told.c_str(), nobody, nobody) != 0)
    GTEST_SKIP() << "this user namespace has no such user";
  std::filesystem::permissions(box.root(), std::filesystem::perms::all);
  const pid_t child = fork();
  if (child == 0) {
    if (setresuid(nobody, nobody, nobody) != 0)
      _exit(1);
    const Survivors alive = survivors_of({getppid()});
    write_file(told, alive.text + (alive.ours ? " ours" : ""));
    _exit(0);
  }
  int status = 1;
  waitpid(child, &status, 0);
  if (status != 0)
    GTEST_SKIP() << "this user namespace has no such user";
  EXPECT_EQ(read_file(told), "process " + std::to_string(getpid())
                               + " (test_hooks) belongs to user 0, and user 65534 may not end it");
}

} // namespace
} // namespace orrery::hooks
