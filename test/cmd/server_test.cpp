// Who is let in, what is answered, how it ends.
#include "cmd/client/endpoint.hpp"
#include "test/cmd/parts.hpp"
#include "test/cmd/served.hpp"

#include <fcntl.h>
#include <grp.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <future>
#include <mutex>
#include <string>
#include <vector>

namespace orrery::cmd {
namespace {

using test::has;

using std::chrono::milliseconds;

/// What the server says of itself to a user who connects and asks for nothing more; `cannot ...` if
/// it is not let in at all. Another process is that user: only what is safe after a fork in a
/// program with threads.
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

TEST(Server, a_verb_and_a_script_are_answered) {
  Served served;
  EXPECT_EQ(served.ask({"version"}, served.output), Exit::Fine);
  EXPECT_TRUE(served.output.printed.starts_with("3.6.1-linux-")) << served.output.printed;
  EXPECT_EQ(served.ask({"assert 1 == 2"}, served.output, true), Exit::AssertFailed);
  EXPECT_EQ(served.ask({"assert", "1", "==", "2"}, served.output), Exit::Failed);
  EXPECT_EQ(served.ask({"nonsense"}, served.output), Exit::Misused);
}

TEST(Server, a_request_to_a_process_without_a_model_is_refused) {
  struct NoModels final : Models {
    std::shared_ptr<Orchestrator> find_model(const std::string&, const std::string&) override {
      return nullptr;
    }
  } none;
  Served served;
  served.server.reset();
  served.server = std::move(*Server::start(served.options, none));
  EXPECT_EQ(served.ask({"status"}, served.output), Exit::Failed);
  EXPECT_EQ(served.output.complained, "ERROR this orchestrator has no model\n");
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

TEST(Server, a_socket_whose_queue_is_full_is_not_taken_over) {
  test::Bench bench;
  ServerOptions options;
  options.socket = bench.directory / "socket";
  auto busy = listen_at(options.socket);
  ASSERT_TRUE(busy);
  ASSERT_EQ(::listen(busy->get(), 0), 0);
  const auto waiting = connect_to(options.socket); // nobody accepts it, and no second one fits
  ASSERT_TRUE(waiting.is_open());
  const auto server = Server::start(options, bench.orchestrator);
  ASSERT_FALSE(server);
  EXPECT_TRUE(has(server.error(), "another orchestrator answers there already")) << server.error();
  EXPECT_TRUE(std::filesystem::exists(options.socket));
}

TEST(Server, another_orchestrators_socket_in_the_place_of_its_own_stays) {
  Served served;
  std::filesystem::rename(served.options.socket, served.directory / "moved");
  const auto others = listen_at(served.options.socket);
  ASSERT_TRUE(others);
  served.server.reset();
  EXPECT_TRUE(std::filesystem::exists(served.options.socket));
}

TEST(Server, tells_who_used_what_changes_something_and_never_a_value) {
  Served served;
  served.server.reset();
  std::mutex mutex;
  std::vector<std::string> told;
  served.options.audit = [&](const Peer& peer, const Use& use) {
    const std::lock_guard lock{mutex};
    told.push_back(std::to_string(peer.uid == ::getuid()) + std::to_string(peer.pid == ::getpid())
                   + " " + use.verb + " " + (use.exit ? std::to_string(*use.exit) : "begins") + " "
                   + std::to_string(use.sequence));
  };
  served.server = std::move(*Server::start(served.options, served.orchestrator));
  EXPECT_EQ(served.ask({"status"}, served.output), Exit::Fine);
  EXPECT_EQ(served.ask({"add-machine"}, served.output), Exit::Fine);
  EXPECT_EQ(served.ask({"add-machine", "--dry-run"}, served.output), Exit::Fine);
  EXPECT_EQ(served.ask({"config", "db", "password=secret"}, served.output), Exit::Fine);
  EXPECT_EQ(served.ask({"add-machine; add-unit nobody"}, served.output, true), Exit::Failed);
  const std::lock_guard lock{mutex};
  EXPECT_EQ(told, (std::vector<std::string>{"11 add-machine 0 2", "11 config 0 3",
                                            "11 add-machine 0 4", "11 add-unit 1 0"}));
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

TEST(Server, an_idle_session_gives_its_place_to_a_client_that_finds_none) {
  Served served{2};
  served.server.reset();
  served.options.idle_min = milliseconds{0};
  served.server = std::move(*Server::start(served.options, served.orchestrator));
  auto first = Client::connect(served.options.socket);
  wire::Request request;
  request.words = {"version"};
  ASSERT_EQ(first->ask(request, served.output), Exit::Fine);
  auto second = Client::connect(served.options.socket);
  ASSERT_EQ(second->ask(request, served.output), Exit::Fine);
  EXPECT_EQ(served.ask({"version"}, served.output), Exit::Fine) << served.output.complained;
  EXPECT_EQ(first->ask(request, served.output), std::nullopt) << "idle for longest";
  EXPECT_EQ(second->ask(request, served.output), Exit::Fine);
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
