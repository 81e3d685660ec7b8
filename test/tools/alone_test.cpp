// What the hook-tool program does without an orchestrator.
#include "test/tools/program.hpp"

namespace orrery::hooks {
namespace {

TEST_F(Program, says_the_version_as_a_machine_of_juju_does) {
  socket.clear();
  token.clear();
  const Ran ran = run({"jujud", "version"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.output.rfind("3.6.1-ubuntu-", 0), 0U) << ran.output;
  EXPECT_EQ(run({"jujud", "machine"}).code, 1);
}

TEST_F(Program, juju_exec_is_for_what_runs_outside_hooks) {
  const Ran inside = run({"juju-run", "web/0", "hostname"});
  EXPECT_EQ(inside.code, 1);
  EXPECT_EQ(inside.error.rfind("ERROR juju-run cannot be called from within the hook context, have "
                               "context \"c0ffee\"",
                               0),
            0U)
    << inside.error;
  EXPECT_EQ(run({"juju-exec", "--no-context", "echo", "a  b"}).output, "a b\n");
  EXPECT_EQ(run({"juju-exec", "--no-context", "--", "echo", "--stdin"}).output, "--stdin\n");
  EXPECT_EQ(run({"juju-exec", "--no-context=true", "echo"}).error,
            "ERROR option provided but not supported: --no-context=true: say juju-exec "
            "[--no-context | --stdin] UNIT COMMANDS\n");
  EXPECT_EQ(run({"juju-exec", "-xy", "web/0", "echo"}).code, 2);
  token.clear();
  EXPECT_EQ(run({"juju-exec", "web/0"}).code, 2);
  // Beside a copy of the program lies what it finds as orrery.
  fs::copy_file(std::getenv("ORRERY_TOOL"), directory / "copy");
  write("orrery", "#!/bin/sh\nfor word; do echo \"[$word]\"; done\n");
  fs::permissions(directory / "orrery", fs::perms::owner_all);
  fs::remove(directory / "juju-exec");
  fs::create_symlink(directory / "copy", directory / "juju-exec");
  EXPECT_EQ(run({"juju-exec", "unit-my-web-0", "echo 'a b' > /x"}).output,
            "[exec]\n[--unit]\n[my-web/0]\n[--]\n[echo 'a b' > /x]\n");
  EXPECT_EQ(run({"juju-exec", "--stdin", "web/0", "cat"}).output,
            "[exec]\n[--unit]\n[web/0]\n[--stdin]\n[--]\n[cat]\n");
}

TEST_F(Program, sudo_runs_the_command_where_the_system_has_none) {
  if (fs::exists("/usr/bin/sudo") || fs::exists("/bin/sudo"))
    GTEST_SKIP() << "this system has a sudo, which is what runs";
  EXPECT_EQ(run({"sudo", "-n", "-E", "A=b", "/bin/sh", "-c", "echo $A; exit 3"}).output, "b\n");
  EXPECT_EQ(run({"sudo", "-n", "--", "/bin/sh", "-c", "exit 3"}).code, 3);
  EXPECT_EQ(run({"sudo", "/no/such/program"}).code, 127);
  EXPECT_EQ(run({"sudo", "-EC", "5", "--prompt", "x", "--host=y", "/bin/echo", "-u", "A=b"}).output,
            "-u A=b\n");
  if (::geteuid() == 0) {
    EXPECT_EQ(run({"sudo", "-Hu", "nobody", "/usr/bin/id", "-un"}).output, "nobody\n");
  }
}

} // namespace
} // namespace orrery::hooks
