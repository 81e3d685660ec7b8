#include "actors/hooks/keeper_report.hpp"
#include "actors/hooks/keepers.hpp"
#include "actors/hooks/process_tree.hpp"
#include "actors/hooks/runner.hpp"
#include "actors/hooks/start_request.hpp"
#include "actors/hooks/starter.hpp"
#include "test/hooks/sandbox.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <utility>

namespace orrery::hooks {
namespace {

namespace fs = std::filesystem;
using How = HookEnd::How;
using std::chrono::milliseconds;

const std::string until_gate = "echo $$ > $DIR/pids; read x < $DIR/gate";

/// The starter that a process has begun; 0 if there is none.
pid_t starter_of(pid_t orchestrator) {
  for (const Process& process : descendants(orchestrator))
    if (process.parent == orchestrator && !process.zombie
        && read_file("/proc/" + std::to_string(process.pid) + "/comm") == "orrery-starter\n")
      return process.pid;
  return 0;
}

/// A runner whose starter is there, while no keeper is spare: the next hook needs a new one.
void begin_starter(Sandbox& box) {
  Signpost pids(box.root() / "keepers");
  ASSERT_TRUE(box.run(box.job("app/0", "install", "echo $PPID > $DIR/keepers")).success());
  const pid_t keeper = pids.pid();
  ASSERT_GT(keeper, 0);
  kill(keeper, SIGKILL);
  ASSERT_TRUE(is_gone(keeper));
}

TEST(Starter, is_there_from_the_first_hook_until_the_runner_goes) {
  Sandbox box;
  box.runner();
  EXPECT_EQ(starter_of(getpid()), 0);
  ASSERT_TRUE(box.run(box.job("app/0", "install", "exit 0")).success());
  const pid_t starter = starter_of(getpid());
  ASSERT_GT(starter, 0);
  ASSERT_TRUE(box.run(box.job("app/0", "start", "exit 0")).success());
  EXPECT_EQ(starter_of(getpid()), starter) << "one for all hooks";
  const std::string place = "/proc/" + std::to_string(starter);
  EXPECT_EQ(read_file(place + "/environ"), "");
  const std::string line = read_file(place + "/cmdline");
  EXPECT_EQ(line.find(box.root()), std::string::npos) << "no keeper's marks";
  EXPECT_NE(line.find("--starter"), std::string::npos);
  EXPECT_EQ(std::distance(fs::directory_iterator(place + "/fd"), fs::directory_iterator()), 2);
  box.use(box.options());
  EXPECT_FALSE(is_alive(starter)) << "not even a zombie";
}

TEST(Starter, ends_with_an_orchestrator_that_is_killed) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  const pid_t orchestrator = fork();
  ASSERT_GE(orchestrator, 0);
  if (orchestrator == 0) {
    box.run(box.job("app/0", "start", "echo $$ > $DIR/pids; exec sleep 1000"));
    _exit(0);
  }
  const pid_t hook = pids.pid();
  const pid_t starter = starter_of(orchestrator);
  ASSERT_GT(starter, 0);
  kill(orchestrator, SIGKILL);
  waitpid(orchestrator, nullptr, 0);
  EXPECT_TRUE(is_gone(starter));
  EXPECT_TRUE(is_gone(hook));
}

TEST(Starter, marks_a_keeper_whatever_its_hook_is_given) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  Signpost gate(box.root() / "gate");
  HookJob job = box.job("app/0", "start", "echo ${#1} ${#2} > $DIR/pids; read x < $DIR/gate");
  job.arguments = {std::string(3 * command_line_room, 'a'), "bc"};
  job.command = true;
  auto end = box.submit(std::move(job));
  EXPECT_EQ(pids.line(), "49152 2");
  const auto keepers = find_keepers(box.root());
  ASSERT_EQ(keepers.size(), 1U);
  EXPECT_EQ(keepers[0].machine, 3U);
  EXPECT_EQ(keepers[0].unit, "app/0");
  EXPECT_TRUE(keepers[0].hook_running && keepers[0].command);
  EXPECT_EQ(getsid(keepers[0].pid), keepers[0].pid);
  EXPECT_EQ(read_process(keepers[0].pid)->parent, getpid()) << "not the starter's child";
  int sockets = 0;
  for (const auto& file : fs::directory_iterator("/proc/" + std::to_string(keepers[0].pid) + "/fd"))
    sockets += fs::read_symlink(file).string().starts_with("socket:") ? 1 : 0;
  EXPECT_EQ(sockets, 1) << "its own, not the starter's";
  gate.tell("go\n");
  EXPECT_TRUE(result_of(std::move(end)).success());
}

TEST(Starter, US2_marks_a_keeper_whose_hook_is_not_noted) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  Signpost gate(box.root() / "gate");
  auto end =
    box.submit(box.job("app/0", "update-status", "echo $$ > $DIR/pids; read x < $DIR/gate"));
  EXPECT_GT(pids.pid(), 0);
  const auto keepers = find_keepers(box.root());
  ASSERT_EQ(keepers.size(), 1U);
  EXPECT_TRUE(keepers[0].hook_running && keepers[0].update_status && !keepers[0].command);
  gate.tell("go\n");
  EXPECT_TRUE(result_of(std::move(end)).success());
}

TEST(Starter, refuses_marks_that_would_not_fit) {
  Sandbox box;
  RunnerOptions options = box.options();
  options.data_directory = "/" + std::string(command_line_room, 'd');
  box.use(options);
  const HookEnd end = box.run(box.job("app/0", "install", "exit 0"));
  EXPECT_EQ(end.how, How::NotRun);
  EXPECT_NE(end.stderr_tail.find("does not fit into a keeper's command line"), std::string::npos);
}

TEST(Starter, passes_a_large_environment) {
  Sandbox box;
  ASSERT_TRUE(box.run(box.job("app/0", "install", "exit 0")).success());
  HookJob job =
    box.job("app/0", "install", "/bin/cat /proc/$$/environ | /usr/bin/wc -c > $DIR/size");
  job.environment = {};
  for (int i = 10; i < 25; ++i)
    job.environment["V" + std::to_string(i)] = std::string(100'000, 'x');
  job.environment["DIR"] = box.root();
  const std::size_t size = 15 * 100'005 + box.root().string().size() + 5;
  const HookEnd end = box.run(std::move(job));
  ASSERT_TRUE(end.success()) << end.stderr_tail;
  EXPECT_EQ(read_file(box.root() / "size"), std::to_string(size) + "\n");
  EXPECT_TRUE(box.run(box.job("app/0", "start", "exit 0")).success());
}

TEST(Starter, says_that_no_program_can_have_so_much) {
  Sandbox box;
  HookJob job = box.job("app/0", "install", "exit 0");
  for (int i = 0; i < 100; ++i)
    job.environment["V" + std::to_string(i)] = std::string(100'000, 'x');
  const HookEnd end = box.run(std::move(job));
  EXPECT_EQ(end.how, How::NotRun);
  EXPECT_NE(end.stderr_tail.find("environment are larger"), std::string::npos) << end.stderr_tail;
  HookJob nul = box.job("app/0", "install", "exit 0");
  nul.arguments = {std::string("a\0b", 3)};
  EXPECT_EQ(box.run(std::move(nul)).stderr_tail, "one of its arguments holds a NUL byte");
}

TEST(Starter, is_replaced_when_it_was_killed_and_running_hooks_are_unharmed) {
  Sandbox box;
  Signpost pids(box.root() / "pids");
  Signpost gate(box.root() / "gate");
  auto runs = box.submit(box.job("app/0", "start", until_gate + "; exit 3"));
  ASSERT_TRUE(is_alive(pids.pid()));
  const pid_t starter = starter_of(getpid());
  ASSERT_GT(starter, 0);
  kill(starter, SIGKILL);
  ASSERT_TRUE(is_gone(starter));
  EXPECT_TRUE(box.run(box.job("web/0", "start", "exit 0")).success());
  EXPECT_FALSE(is_alive(starter)) << "reaped";
  EXPECT_NE(starter_of(getpid()), starter);
  gate.tell("go\n");
  const HookEnd end = result_of(std::move(runs));
  EXPECT_EQ(end.how, How::Exited);
  EXPECT_EQ(end.code, 3);
}

TEST(Starter, is_replaced_though_nobody_has_heard_of_its_end) {
  const Sandbox box;
  const config::Descriptor null(open("/dev/null", O_RDWR | O_CLOEXEC));
  int begun = 0;
  Starter starter(box.options().keeper, most_patience, [&](int) { ++begun; });
  const auto request =
    encode_start({"keeper", "--data", "/", "--directory", "/", "--", "/bin/true"}, {});
  for (int i = 1; i <= 2; ++i) {
    std::array<int, 2> talk{};
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, talk.data()), 0);
    config::Descriptor ours(talk[0]); // open: the orchestrator is there
    const config::Descriptor theirs(talk[1]);
    const auto keeper =
      starter.make_keeper(*request, {null.get(), null.get(), theirs.get(), null.get(), null.get()});
    ASSERT_TRUE(keeper) << keeper.error();
    EXPECT_EQ(begun, i);
    KeeperReport report;
    ASSERT_EQ(read(ours.get(), &report, sizeof report), static_cast<ssize_t>(sizeof report));
    EXPECT_EQ(report.kind, KeeperReport::Kind::Exited);
    EXPECT_NE(report.spare, 0U);
    ours.close();
    int status = 1;
    EXPECT_EQ(waitpid(*keeper, &status, 0), *keeper);
    EXPECT_EQ(status, 0);
    const pid_t process = starter_of(getpid());
    kill(process, SIGKILL);
    ASSERT_TRUE(is_gone(process));
  }
}

TEST(Starter, is_replaced_when_it_does_not_answer) {
  Sandbox box;
  RunnerOptions options = box.options();
  options.start_patience = milliseconds(300);
  box.use(options);
  begin_starter(box);
  const std::size_t more_than_the_socket_holds = 1'000'000;
  for (const std::size_t size : {std::size_t{0}, more_than_the_socket_holds}) {
    const pid_t starter = starter_of(getpid());
    kill(starter, SIGSTOP);
    ASSERT_EQ(waitpid(starter, nullptr, WUNTRACED), starter);
    HookJob job = box.job("app/0", "start", "echo > $DIR/begun");
    for (std::size_t i = 0; i < size / 100'000; ++i)
      job.environment["V" + std::to_string(i)] = std::string(100'000, 'x');
    const HookEnd end = box.run(std::move(job));
    EXPECT_EQ(end.how, How::NotRun);
    EXPECT_NE(end.stderr_tail.find(options.keeper.string() + " did not answer within 300 ms"),
              std::string::npos)
      << end.stderr_tail;
    EXPECT_FALSE(is_alive(starter));
    begin_starter(box);
    EXPECT_FALSE(fs::exists(box.root() / "begun"));
  }
}

TEST(Starter, is_told_of_when_its_program_is_another) {
  Sandbox box;
  RunnerOptions options = box.options();
  options.keeper = "/bin/true";
  box.use(options);
  const HookEnd end = box.run(box.job("app/0", "install", "exit 0"));
  EXPECT_EQ(end.how, How::NotRun);
  EXPECT_EQ(end.stderr_tail, "/bin/true has ended instead of starting the hook");
}

/// The starter and what it forks, stopped in the very moment of the fork.
class Birth {
public:
  explicit Birth(pid_t starter) : starter_(starter) {
    watched_ = ptrace(PTRACE_SEIZE, starter, nullptr, PTRACE_O_TRACEFORK) == 0;
  }
  [[nodiscard]] bool watched() const { return watched_; }
  /// Waits for it.  @returns the new process; 0 if there is none.
  [[nodiscard]] pid_t child() const {
    int status = 0;
    unsigned long born = 0;
    if (waitpid(starter_, &status, __WALL) != starter_
        || status >> 8 != (SIGTRAP | PTRACE_EVENT_FORK << 8)
        || ptrace(PTRACE_GETEVENTMSG, starter_, nullptr, &born) != 0)
      return 0;
    const auto child = static_cast<pid_t>(born);
    return waitpid(child, &status, __WALL) == child ? child : 0;
  }

private:
  pid_t starter_;
  bool watched_ = false;
};

TEST(Starter, a_keeper_is_found_from_its_birth_and_starts_nothing_once_the_runner_is_gone) {
  Sandbox box;
  RunnerOptions options = box.options();
  options.start_patience = milliseconds(1000);
  box.use(options);
  begin_starter(box);
  const pid_t starter = starter_of(getpid());
  const Birth birth(starter);
  if (!birth.watched())
    GTEST_SKIP() << "no process may be traced here";
  auto end = box.submit(box.job("app/0", "start", "echo > $DIR/begun"));
  const pid_t keeper = birth.child();
  ASSERT_GT(keeper, 0);
  EXPECT_EQ(read_process(keeper)->parent, getpid());
  const auto found = find_keepers(box.root());
  ASSERT_EQ(found.size(), 1U) << "and the starter is none";
  EXPECT_EQ(found[0].pid, keeper);
  EXPECT_EQ(found[0].unit, "app/0");
  EXPECT_TRUE(found[0].hook_running);

  // The runner gives up, and closes its end of life.
  EXPECT_EQ(result_of(std::move(end)).how, How::NotRun);
  ASSERT_EQ(ptrace(PTRACE_DETACH, keeper, nullptr, nullptr), 0);
  EXPECT_TRUE(is_gone(keeper));
  waitpid(keeper, nullptr, 0);
  EXPECT_FALSE(fs::exists(box.root() / "begun"));
  EXPECT_TRUE(box.run(box.job("app/0", "stop", "exit 0")).success());
}

} // namespace
} // namespace orrery::hooks
