// Programs of users outside hooks: their streams, that they wait for nobody, how they end.
#include "actors/hooks/remote_sessions.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <future>
#include <utility>
#include <vector>

namespace orrery::hooks {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds no_patience{0};

/// Sessions whose programs are begun by hand.
struct HeldSessions {
  std::vector<HookRunner::Callback> begun;
  std::vector<std::uint64_t> killed;
  RemoteSessions sessions{
    [this](HookJob, HookRunner::Callback done) { begun.push_back(std::move(done)); },
    [this](std::uint64_t id) { killed.push_back(id); }};
};

HookEnd ended_with(int code) {
  return {HookEnd::How::Exited, code, {}};
}

/// All that comes until the other side closes.
std::string read_to_end(int descriptor) {
  std::string all;
  std::array<char, 4096> bytes{};
  while (true) {
    pollfd waited{descriptor, POLLIN, 0};
    if (poll(&waited, 1, static_cast<int>(milliseconds{most_patience}.count())) <= 0)
      return all + " (and it did not end)";
    const ssize_t size = read(descriptor, bytes.data(), bytes.size());
    if (size <= 0)
      return all;
    all.append(bytes.data(), static_cast<std::size_t>(size));
  }
}

TEST(RemoteSessions, CL2_an_end_is_told_once_it_has_come) {
  HeldSessions of;
  const auto id = of.sessions.begin({});
  ASSERT_TRUE(id);
  EXPECT_FALSE(of.sessions.wait(*id, no_patience));
  of.begun.at(0)(ended_with(7));
  const auto end = of.sessions.wait(*id, no_patience);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->code, 7);
  of.sessions.close(*id);
  EXPECT_TRUE(of.killed.empty()) << "it had ended";
}

TEST(RemoteSessions, CL2_a_program_that_runs_is_killed_with_its_session) {
  HeldSessions of;
  const auto id = of.sessions.begin({});
  ASSERT_TRUE(id);
  of.sessions.close(*id);
  EXPECT_EQ(of.killed, std::vector<std::uint64_t>{*id});
  of.begun.at(0)(ended_with(0)); // nobody waits for it
}

TEST(RemoteSessions, CL2_there_are_so_many_at_most_with_those_that_are_being_killed) {
  HeldSessions of;
  std::vector<std::uint64_t> open;
  for (std::size_t i = 0; i < RemoteSessions::most; ++i)
    open.push_back(of.sessions.begin({}).value());
  EXPECT_FALSE(of.sessions.begin({}));
  of.sessions.close(open.front());
  EXPECT_FALSE(of.sessions.begin({})) << "its program runs still";
  of.begun.front()(ended_with(0));
  EXPECT_TRUE(of.sessions.begin({}));
}

TEST(HookRunner, CL2_a_session_has_its_own_streams_and_waits_for_no_hook) {
  Sandbox box;
  Signpost go(box.root() / "go");
  auto hook = box.submit(box.job("app/0", "start", "read word <$DIR/go"));
  auto streams = open_streams(0);
  ASSERT_TRUE(streams) << streams.error();
  auto job = box.job("app/0", "ssh", "cat; echo wrong >&2; exit 200");
  job.session = 1;
  job.streams = std::make_shared<const ProgramStreams>(std::move(streams->program));
  auto end = box.submit(std::move(job));
  const std::string given("a\0b\n\xff", 5);
  ASSERT_EQ(write(streams->user.input.get(), given.data(), given.size()), 5);
  streams->user.input.close();
  EXPECT_EQ(read_to_end(streams->user.output.get()), given);
  EXPECT_EQ(read_to_end(streams->user.errors.get()), "wrong\n");
  EXPECT_EQ(result_of(std::move(end)).code, 200);
  EXPECT_EQ(box.log().find("wrong"), std::string::npos) << box.log();
  go.tell("word\n");
  EXPECT_TRUE(result_of(std::move(hook)).success());
}

TEST(HookRunner, CL2_a_session_is_killed_with_all_that_it_has_started) {
  Sandbox box;
  Signpost started(box.root() / "started");
  auto streams = open_streams(0);
  ASSERT_TRUE(streams) << streams.error();
  auto job = box.job("app/0", "ssh", "setsid sleep 1000 & echo $! >$DIR/started; sleep 1000");
  job.session = 3;
  job.streams = std::make_shared<const ProgramStreams>(std::move(streams->program));
  auto end = box.submit(std::move(job));
  const pid_t child = started.pid();
  ASSERT_GT(child, 0);
  box.runner().end_session(4);
  EXPECT_TRUE(is_alive(child));
  box.runner().end_session(3);
  EXPECT_EQ(result_of(std::move(end)).how, HookEnd::How::Signaled);
  EXPECT_TRUE(is_gone(child));
}

} // namespace
} // namespace orrery::hooks
