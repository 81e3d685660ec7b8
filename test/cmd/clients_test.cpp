// Clients that vanish, interrupt, do not read, or say nothing.
#include "cmd/server/connection.hpp"
#include "test/cmd/parts.hpp"
#include "test/cmd/served.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <future>
#include <thread>

namespace orrery::cmd {
namespace {

using test::has;

using std::chrono::milliseconds;

TEST(Server, a_client_that_vanishes_ends_its_wait) {
  Served served;
  served.orchestrator.unsettle();
  auto client = Client::connect(served.options.socket);
  wire::Request request;
  request.words = {"wait", "settled", "timeout=1h"};
  ASSERT_TRUE(wire::send_frame(client->socket(), wire::FrameKind::Request, wire::encode(request),
                               milliseconds{1000}));
  ASSERT_TRUE(served.comes_to(1));
  client.reset();
  EXPECT_TRUE(served.comes_to(0));
}

TEST(Server, an_interrupt_ends_the_wait_but_not_the_session) {
  Served served;
  served.orchestrator.unsettle();
  auto client = Client::connect(served.options.socket);
  wire::Request request;
  request.words = {"wait", "settled", "timeout=1h"};
  auto waiting =
    std::async(std::launch::async, [&] { return client->ask(request, served.output); });
  ASSERT_TRUE(served.comes_to(1));
  // The interrupt may overtake the request, then it is for nothing: it is sent until the answer
  // comes.
  while (waiting.wait_for(milliseconds{20}) != std::future_status::ready)
    ASSERT_TRUE(
      wire::send_frame(client->socket(), wire::FrameKind::Interrupt, "", milliseconds{1000}));
  EXPECT_EQ(waiting.get(), Exit::Failed);
  EXPECT_TRUE(has(served.output.complained, "interrupted")) << served.output.complained;
  request.words = {"version"};
  EXPECT_EQ(client->ask(request, served.output), Exit::Fine);
}

TEST(Server, a_client_that_does_not_read_loses_its_session_and_holds_up_nobody) {
  Served served{8, milliseconds{100}};
  auto client = Client::connect(served.options.socket);
  wire::Request request;
  request.mode = wire::Request::Mode::Script;
  request.words = {"let x = 0123456789; repeat 12 { let x = $x$x }; repeat 1000000 { echo $x }"};
  ASSERT_TRUE(wire::send_frame(client->socket(), wire::FrameKind::Request, wire::encode(request),
                               milliseconds{1000}));
  ASSERT_TRUE(served.comes_to(1));
  EXPECT_EQ(served.ask({"version"}, served.output), Exit::Fine);
  EXPECT_TRUE(served.comes_to(0));
}

TEST(Server, a_client_that_says_nothing_is_let_go) {
  Served served{8, milliseconds{50}};
  auto client = Client::connect(served.options.socket);
  ASSERT_TRUE(client);
  pollfd closed{client->socket(), POLLIN, 0};
  EXPECT_EQ(::poll(&closed, 1, 20'000), 1);
  EXPECT_TRUE(served.comes_to(0));
}

/// What a client shows of an answer.
struct Watched : test::TextOutput {
  void progress(std::string_view text) override { told.emplace_back(text); }
  std::vector<std::string> told;
};

TEST(Server, progress_is_sent_to_those_who_want_it) {
  Served served;
  auto client = Client::connect(served.options.socket);
  served.orchestrator.unsettle();
  wire::Request request;
  request.words = {"wait", "settled", "timeout=1500ms"};
  Watched silent;
  EXPECT_EQ(client->ask(request, silent), Exit::Failed);
  EXPECT_TRUE(silent.told.empty());
  request.terminal.progress = true;
  Watched watched;
  EXPECT_EQ(client->ask(request, watched), Exit::Failed);
  EXPECT_EQ(watched.told, std::vector<std::string>{"1 s: wait settled timeout=1500ms"});
}

TEST(Server, progress_is_sent_four_times_a_second_at_most) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
  const config::Descriptor ours{ends[0]};
  const config::Descriptor theirs{ends[1]};
  const std::atomic<bool> stopping{false};
  ClientOutput output{ours.get(), milliseconds{1000}, stopping};
  output.progress("nobody asked");
  output.begin(true);
  const auto before = std::chrono::steady_clock::now();
  for (int i = 0; i < 100'000; ++i)
    output.progress("step " + std::to_string(i));
  ASSERT_TRUE(output.finish(Exit::Fine));
  const auto took = std::chrono::steady_clock::now() - before;
  auto frame = wire::receive_frame(theirs.get(), milliseconds{1000}, milliseconds{1000});
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->payload, "step 0");
  auto frames = 0;
  for (; frame && frame->kind == wire::FrameKind::Progress; ++frames)
    frame = wire::receive_frame(theirs.get(), milliseconds{1000}, milliseconds{1000});
  EXPECT_LE(frames, 1 + took / milliseconds{250});
  EXPECT_EQ(frame->kind, wire::FrameKind::Exit);
}

/// How many of these this process has now.
std::size_t entries(const char* directory) {
  const std::filesystem::directory_iterator all{directory};
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

TEST(Server, clients_that_vanish_in_the_middle_of_anything_leave_nothing) {
  Served served{64};
  served.orchestrator.unsettle();
  ASSERT_EQ(served.ask({"version"}, served.output), Exit::Fine);
  ASSERT_TRUE(served.comes_to(0));
  const auto threads = entries("/proc/self/task");
  const auto descriptors = entries("/proc/self/fd");
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"wait", "settled", "timeout=1h"},
                                             {"wait", "count", "machine", "==", "7", "timeout=1h"},
                                             {"add-machine", "-n", "1000000"}}) {
    std::vector<Client> clients;
    for (std::size_t i = 0; i < 10; ++i) {
      clients.push_back(std::move(*Client::connect(served.options.socket)));
      wire::Request request;
      request.words = words;
      const auto bytes = wire::encode(request);
      ASSERT_TRUE(wire::send_frame(clients.back().socket(), wire::FrameKind::Request, bytes,
                                   milliseconds{1000}));
    }
    ASSERT_TRUE(served.comes_to(10));
    clients.clear();
    EXPECT_TRUE(served.comes_to(0)) << words[0];
  }
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{20};
  const auto held = [&] {
    return entries("/proc/self/task") > threads || entries("/proc/self/fd") > descriptors;
  };
  while (held() && std::chrono::steady_clock::now() < deadline)
    std::this_thread::yield();
  EXPECT_LE(entries("/proc/self/task"), threads);
  EXPECT_LE(entries("/proc/self/fd"), descriptors);
}

} // namespace
} // namespace orrery::cmd
