#include "cmd/client.hpp"
#include "cmd/connection.hpp"
#include "cmd/endpoint.hpp"
#include "cmd/server.hpp"
#include "test/cmd/fake_orchestrator.hpp"

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <future>
#include <thread>

namespace orrery::cmd {
namespace {

using std::chrono::milliseconds;

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A server on a socket in the bench's directory.
struct Served : test::Bench {
  explicit Served(std::uint32_t sessions_max = 8, milliseconds deadline = milliseconds{5000}) {
    options.socket = directory / "socket";
    options.sessions_max = sessions_max;
    options.read_deadline = options.write_deadline = deadline;
    server = std::move(*Server::start(options, orchestrator));
  }

  /// Sends one request on a connection of its own.
  std::optional<int>
  ask(const std::vector<std::string>& words, test::TextOutput& to, bool as_script = false) const {
    auto client = Client::connect(options.socket);
    if (!client)
      return std::nullopt;
    wire::Request request;
    request.directory = directory;
    request.words = words;
    request.mode = as_script ? wire::Request::Mode::Script : wire::Request::Mode::Verb;
    request.name = "s";
    return client->ask(request, to);
  }

  /// Waits until so many sessions are open.
  [[nodiscard]] bool comes_to(std::size_t sessions) const {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{20};
    while (server->sessions() != sessions) {
      if (std::chrono::steady_clock::now() > deadline)
        return false;
      std::this_thread::yield();
    }
    return true;
  }

  ServerOptions options;
  std::unique_ptr<Server> server;
};

/// What the server says of itself to a user who connects and asks for nothing more; `cannot ...` if it is not let in at
/// all. Another process is that user: only what is safe after a fork in a program with threads.
std::string told_to_user(uid_t user, const std::filesystem::path& socket) {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string directory = socket.parent_path();
  const std::string name = socket.filename(); // from there: what is above may be closed to the user
  std::memcpy(address.sun_path, name.c_str(), name.size() + 1);
  const pid_t child = ::fork();
  if (child == 0) {
    std::array<char, 512> heard{};
    const int made = ::socket(AF_UNIX, SOCK_STREAM, 0);
    ssize_t size = 0;
    if (::chdir(directory.c_str()) != 0 || ::setgroups(0, nullptr) != 0
        || ::setresgid(user, user, user) != 0 || ::setresuid(user, user, user) != 0
        || ::connect(made, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
      size = static_cast<ssize_t>(::strlen(::strcpy(heard.data(), "cannot connect")));
    else if (::shutdown(made, SHUT_WR) == 0)
      size = ::recv(made, heard.data(), heard.size(), MSG_WAITALL);
    (void)!::write(ends[1], heard.data(), static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
    ::_exit(0);
  }
  ::close(ends[1]);
  std::string told;
  std::array<char, 512> some{};
  for (ssize_t size = 0; (size = ::read(ends[0], some.data(), some.size())) > 0;)
    told.append(some.data(), static_cast<std::size_t>(size));
  ::close(ends[0]);
  EXPECT_EQ(::waitpid(child, nullptr, 0), child);
  return told;
}

TEST(Wire, a_request_survives_its_journey_and_every_cut_is_noticed) {
  wire::Request request;
  request.mode = wire::Request::Mode::Verb;
  request.directory = "/a";
  request.terminal = {true, true, true, 132, 43};
  request.name = "n";
  request.words = {"deploy", "", std::string("\0x", 2)};
  const auto bytes = wire::encode(request);
  const auto back = wire::decode_request(bytes);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->words, request.words);
  EXPECT_EQ(back->terminal.columns, 132U);
  EXPECT_EQ(back->terminal.rows, 43U);
  EXPECT_TRUE(back->terminal.colour);
  EXPECT_TRUE(back->terminal.progress);
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(wire::decode_request(bytes.substr(0, size))) << size;
  EXPECT_FALSE(wire::decode_request(bytes + "x"));
}

TEST(Server, a_verb_and_a_script_are_answered) {
  Served served;
  EXPECT_EQ(served.ask({"version"}, served.output), Exit::Fine);
  EXPECT_EQ(served.output.printed, "3.6.1\n");
  EXPECT_EQ(served.ask({"assert 1 == 2"}, served.output, true), Exit::AssertFailed);
  EXPECT_EQ(served.ask({"assert", "1", "==", "2"}, served.output), Exit::Failed);
  EXPECT_EQ(served.ask({"nonsense"}, served.output), Exit::Misused);
}

TEST(Server, variables_last_as_long_as_the_connection) {
  Served served;
  auto client = Client::connect(served.options.socket);
  ASSERT_TRUE(client);
  wire::Request request;
  request.mode = wire::Request::Mode::Script;
  request.words = {"let x = 5"};
  EXPECT_EQ(client->ask(request, served.output), Exit::Fine);
  request.words = {"echo $x"};
  EXPECT_EQ(client->ask(request, served.output), Exit::Fine);
  EXPECT_EQ(served.output.printed, "5\n");
}

TEST(Server, its_socket_is_for_its_user_only_and_goes_with_it) {
  Served served;
  struct stat found {};
  ASSERT_EQ(::stat(served.options.socket.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777U, 0600U);
  EXPECT_FALSE(Server::start(served.options, served.orchestrator)); // somebody answers there
  served.server.reset();
  EXPECT_FALSE(std::filesystem::exists(served.options.socket));
}

TEST(Server, another_user_is_sent_away_whatever_the_modes_of_socket_and_directory) {
  if (::geteuid() != 0)
    GTEST_SKIP() << "only root can become another user";
  Served served;
  ASSERT_EQ(::chmod(served.directory.c_str(), 0755), 0);
  ASSERT_EQ(::chmod(served.options.socket.c_str(), 0666), 0);
  EXPECT_EQ(told_to_user(0, served.options.socket), "") << "root itself is let in, and waited for";
  EXPECT_EQ(served.ask({"version"}, served.output), Exit::Fine);
  const std::string told = told_to_user(65534, served.options.socket);
  EXPECT_TRUE(has(told, "ERROR this orchestrator belongs to another user")) << told;
  EXPECT_TRUE(served.comes_to(0));
}

TEST(Server, a_socket_that_nobody_listens_on_is_replaced_and_a_file_is_not) {
  test::Bench bench;
  ServerOptions options;
  options.socket = bench.directory / "socket";
  listen_at(options.socket)->close();
  ASSERT_TRUE(std::filesystem::exists(options.socket));
  EXPECT_TRUE(Server::start(options, bench.orchestrator));
  options.socket = bench.file("precious", "text");
  EXPECT_FALSE(Server::start(options, bench.orchestrator));
  EXPECT_EQ(std::filesystem::file_size(options.socket), 4U);
}

TEST(Server, a_path_longer_than_an_address_works) {
  test::Bench bench;
  ServerOptions options;
  const auto directory = bench.directory / std::string(100, 'd') / std::string(100, 'e');
  std::filesystem::create_directories(directory);
  options.socket = directory / "socket";
  const auto server = Server::start(options, bench.orchestrator);
  ASSERT_TRUE(server) << server.error();
  EXPECT_TRUE(Client::connect(options.socket));
}

TEST(Server, too_many_clients_are_told_so) {
  Served served{2};
  auto first = Client::connect(served.options.socket);
  auto second = Client::connect(served.options.socket);
  ASSERT_TRUE(served.comes_to(2));
  EXPECT_EQ(served.ask({"version"}, served.output), Exit::Failed);
  EXPECT_TRUE(has(served.output.complained, "too many sessions: 2 are open"))
    << served.output.complained;
  first.reset();
  ASSERT_TRUE(served.comes_to(1));
  EXPECT_EQ(served.ask({"version"}, served.output), Exit::Fine);
}

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

TEST(Server, a_wrong_frame_is_answered_and_ends_the_session) {
  for (const auto& bytes : {std::string("\xff\xff\xff\xff\x01", 5),    // longer than any may be
                            std::string("\x00\x00\x00\x00\x63", 5),    // of no kind
                            std::string("\x01\x00\x00\x00\x01Z", 6),   // no request
                            std::string("\x00\x00\x00\x00\x05", 5)}) { // not a client's to send
    Served served;
    auto client = Client::connect(served.options.socket);
    ASSERT_EQ(::send(client->socket(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(bytes.size()));
    const auto frame =
      wire::receive_frame(client->socket(), milliseconds{20'000}, milliseconds{20'000});
    ASSERT_TRUE(frame);
    EXPECT_TRUE(has(frame->payload, "is not understood")) << frame->payload;
    EXPECT_TRUE(served.comes_to(0));
  }
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
  const Descriptor ours{ends[0]};
  const Descriptor theirs{ends[1]};
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

TEST(Server, stopping_ends_every_session) {
  Served served;
  served.orchestrator.unsettle();
  test::TextOutput output;
  auto waiting = std::async(std::launch::async, [&] {
    return served.ask({"wait", "settled", "timeout=1h"}, output);
  });
  ASSERT_TRUE(served.comes_to(1));
  served.server->stop();
  EXPECT_NE(waiting.get(), std::optional<int>{Exit::Fine});
  EXPECT_EQ(served.server->sessions(), 0U);
}

} // namespace
} // namespace orrery::cmd
