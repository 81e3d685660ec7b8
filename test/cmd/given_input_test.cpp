// A client's standard input: read only where a command asks for it, whole, and within a bound.
#include "test/cmd/parts.hpp"
#include "test/cmd/served.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <future>

namespace orrery::cmd {
namespace {

using test::has;

using std::chrono::milliseconds;

/// An orchestrator with db/0, db/1 and db's action backup, and clients that have something on their
/// standard input.
struct GivenInput : testing::Test {
  GivenInput() {
    served.charm("redis", "extra-bindings: {}\n");
    served.file("redis/config.yaml", "options: {port: {type: int}, name: {type: string}}\n");
    EXPECT_EQ(served.verb({"deploy", "./redis", "db", "-n", "2"}), Exit::Fine)
      << served.output.complained;
    served.orchestrator.change([](store::Contents& contents) {
      contents.charms.begin()->second.actions["backup"] = {"Backs up", false, "",
                                                           R"({"type":"object"})"};
    });
  }

  [[nodiscard]] static wire::Request request_of(const std::vector<std::string>& words,
                                                const std::filesystem::path& directory) {
    wire::Request request;
    request.directory = directory;
    request.words = words;
    request.gives_input = true;
    return request;
  }
  /// Runs a verb of a client whose standard input is that descriptor.
  int ask_from(int input, const std::vector<std::string>& words) {
    served.output = {};
    auto client = Client::connect(served.options.socket);
    return client->ask(request_of(words, served.directory), served.output, input).value_or(-1);
  }
  /// Runs a verb with those bytes on standard input.
  int ask(const std::string& bytes, const std::vector<std::string>& words) {
    const config::Descriptor file{::open(served.file("input", bytes).c_str(), O_RDONLY)};
    return ask_from(file.get(), words);
  }
  protocol::EnqueueOperation asked() {
    protocol::EnqueueOperation last;
    served.orchestrator.operate(
      [&](test::FakeOperations& operations) { last = operations.last(); });
    return last;
  }
  [[nodiscard]] const std::string& err() const { return served.output.complained; }

  Served served;
};

/// A pipe that nobody writes to unless the test does, and nobody closes.
struct OpenPipe {
  OpenPipe() {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    out = config::Descriptor{ends[0]};
    in = config::Descriptor{ends[1]};
  }
  config::Descriptor out, in;
};

std::string read_all(int file) {
  std::string bytes;
  std::array<char, 4096> some{};
  for (ssize_t size = 0; (size = ::read(file, some.data(), some.size())) > 0;)
    bytes.append(some.data(), static_cast<std::size_t>(size));
  return bytes;
}

} // namespace

TEST_F(GivenInput, A64_nothing_is_read_before_somebody_asks_for_it) {
  const OpenPipe pipe;
  ASSERT_EQ(::write(pipe.in.get(), "for the loop\n", 13), 13);
  EXPECT_EQ(ask_from(pipe.out.get(), {"exec", "--unit", "db/0", "--", "cat"}), Exit::Fine) << err();
  EXPECT_EQ(ask_from(pipe.out.get(), {"exec", "--unit", "nobody", "--stdin", "--", "cat"}),
            Exit::Misused);
  int left = 0;
  ASSERT_EQ(::ioctl(pipe.out.get(), FIONREAD, &left), 0);
  EXPECT_EQ(left, 13);
}

TEST_F(GivenInput, A64_exec_keeps_it_for_all_its_targets_while_its_client_waits) {
  served.orchestrator.operate([](test::FakeOperations& operations) {
    operations.hold("db/0");
    operations.hold("db/1");
  });
  const std::string bytes = std::string("a\0\xff", 3) + std::string(1 << 20, '\0') + "b";
  const config::Descriptor file{::open(served.file("input", bytes).c_str(), O_RDONLY)};
  auto client = Client::connect(served.options.socket);
  ASSERT_TRUE(client);
  auto waiting = std::async(std::launch::async, [&] {
    return client->ask(request_of({"exec", "--stdin", "-a", "db", "--", "cat"}, served.directory),
                       served.output, file.get());
  });
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds{20};
  while (asked().receivers.empty() && std::chrono::steady_clock::now() < deadline)
    std::this_thread::yield();
  const std::string parameters = asked().parameters;
  const auto at = parameters.find("\"stdin\":\"");
  ASSERT_NE(at, std::string::npos) << parameters;
  const std::string token = parameters.substr(at + 9, 32);
  for (int target = 0; target < 2; ++target) {
    const auto opened = served.orchestrator.inputs().open(token);
    ASSERT_TRUE(opened);
    EXPECT_TRUE(read_all(opened->get()) == bytes);
  }
  while (waiting.wait_for(milliseconds{20}) != std::future_status::ready)
    ASSERT_TRUE(
      wire::send_frame(client->socket(), wire::FrameKind::Interrupt, "", milliseconds{1000}));
  EXPECT_FALSE(served.orchestrator.inputs().open(token)) << "it went with its client";
}

TEST_F(GivenInput, A64_an_empty_one_is_that_of_every_command) {
  EXPECT_EQ(ask("", {"exec", "--stdin", "--unit", "db/0", "--", "cat"}), Exit::Fine) << err();
  EXPECT_EQ(asked().parameters, R"({"command":"cat","timeout":300000000000})");
}

TEST_F(GivenInput, A64_what_nobody_waits_for_has_none) {
  EXPECT_EQ(ask("x", {"exec", "-i", "--background", "--unit", "db/0", "--", "cat"}), Exit::Misused);
  EXPECT_TRUE(has(err(), "cannot specify both --stdin and --background")) << err();
  EXPECT_TRUE(asked().receivers.empty());
}

TEST_F(GivenInput, A64_too_much_is_refused_and_nothing_runs) {
  EXPECT_EQ(ask(std::string((16 << 20) + 1, 'x'), {"exec", "-i", "--unit", "db/0", "--", "cat"}),
            Exit::Failed);
  EXPECT_EQ(err(), "ERROR standard input holds more than 16777216 bytes\n");
  EXPECT_EQ(ask(std::string((1 << 20) + 1, ' '), {"run", "db/0", "backup", "--params", "-"}),
            Exit::Failed);
  EXPECT_EQ(err(), "ERROR standard input holds more than 1048576 bytes\n");
  EXPECT_TRUE(asked().receivers.empty());
}

TEST_F(GivenInput, A64_one_that_cannot_be_read_is_an_error) {
  const config::Descriptor directory{::open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  EXPECT_EQ(ask_from(directory.get(), {"exec", "-i", "--unit", "db/0", "--", "cat"}), Exit::Failed);
  EXPECT_EQ(err(), "ERROR cannot read standard input: Is a directory\n");
  EXPECT_TRUE(asked().receivers.empty());
}

TEST_F(GivenInput, A39_parameters_come_from_it_with_those_that_were_typed_on_top) {
  EXPECT_EQ(
    ask("size: 1\nto: {host: nas}\n", {"run", "db/0", "backup", "to.port=2", "--params", "-"}),
    Exit::Fine)
    << err();
  EXPECT_EQ(asked().parameters, R"({"size":1,"to":{"host":"nas","port":2}})");
  EXPECT_EQ(ask("size: 1\n  to: [\n", {"run", "db/0", "backup", "--params", "-"}), Exit::Failed);
  EXPECT_TRUE(has(err(), "standard input:2:")) << err();
}

TEST_F(GivenInput, MD65_options_and_keys_of_the_model_come_from_it) {
  EXPECT_EQ(ask("port: 1\nname: a\n", {"config", "db", "--file", "-", "name=b"}), Exit::Fine)
    << err();
  EXPECT_EQ(served.verb({"config", "db", "port"}), Exit::Fine);
  EXPECT_EQ(served.output.printed, "1\n");
  EXPECT_EQ(ask("port: 1\n  name: [\n", {"config", "db", "--file", "-"}), Exit::Failed);
  EXPECT_TRUE(has(err(), "standard input:2:")) << err();
  EXPECT_EQ(ask("http-proxy: http://p:1\n", {"model-config", "--file", "-"}), Exit::Fine) << err();
  EXPECT_EQ(served.verb({"model-config", "http-proxy"}), Exit::Fine);
  EXPECT_EQ(served.output.printed, "http://p:1\n");
  EXPECT_EQ(ask("[]\n", {"model-config", "--file", "-"}), Exit::Failed);
  EXPECT_TRUE(has(err(), "standard input:1:1")) << err();
  EXPECT_EQ(ask("web: {port: 7}\n", {"deploy", "./redis", "web", "--config", "-"}), Exit::Fine)
    << err();
  EXPECT_EQ(served.verb({"config", "web", "port"}), Exit::Fine);
  EXPECT_EQ(served.output.printed, "7\n");
  EXPECT_EQ(ask("port: 7\n", {"deploy", "./redis", "more", "--config", "-", "--config", "-"}),
            Exit::Failed);
  EXPECT_TRUE(has(err(), "standard input can be read once only")) << err();
}

TEST_F(GivenInput, A64_a_script_and_an_older_client_have_none) {
  EXPECT_EQ(served.script("run db/0 backup --params -"), Exit::Failed);
  EXPECT_TRUE(has(served.output.complained, "a console's command has no standard input"))
    << served.output.complained;
  served.output = {};
  EXPECT_EQ(served.ask({"exec -i --unit db/0 -- cat"}, served.output, true), Exit::Failed);
  EXPECT_TRUE(has(served.output.complained, "a console's command has no standard input"))
    << served.output.complained;
  served.output = {};
  EXPECT_EQ(served.ask({"exec", "-i", "--unit", "db/0", "--", "cat"}, served.output), Exit::Failed);
  EXPECT_TRUE(has(served.output.complained, "this client gives no standard input"))
    << served.output.complained;
  EXPECT_TRUE(asked().receivers.empty());
}

TEST_F(GivenInput, A64_an_interrupt_ends_the_wait_for_it_and_nothing_runs) {
  const OpenPipe pipe;
  auto client = Client::connect(served.options.socket);
  ASSERT_TRUE(client);
  auto waiting = std::async(std::launch::async, [&] {
    return client->ask(request_of({"exec", "-i", "--unit", "db/0", "--", "cat"}, served.directory),
                       served.output, pipe.out.get());
  });
  while (waiting.wait_for(milliseconds{20}) != std::future_status::ready)
    ASSERT_TRUE(
      wire::send_frame(client->socket(), wire::FrameKind::Interrupt, "", milliseconds{1000}));
  EXPECT_EQ(waiting.get(), Exit::Failed);
  EXPECT_TRUE(has(err(), "interrupted before the end of standard input")) << err();
  EXPECT_TRUE(asked().receivers.empty());
  wire::Request request;
  request.words = {"version"};
  EXPECT_EQ(client->ask(request, served.output), Exit::Fine) << "the session goes on";
}

TEST_F(GivenInput, A64_a_server_that_stops_ends_the_wait_for_it) {
  const OpenPipe pipe;
  auto waiting = std::async(std::launch::async, [&] {
    return ask_from(pipe.out.get(), {"exec", "-i", "--unit", "db/0", "--", "cat"});
  });
  ASSERT_TRUE(served.comes_to(1));
  served.server->stop();
  EXPECT_NE(waiting.get(), Exit::Fine);
  EXPECT_TRUE(asked().receivers.empty());
}

TEST_F(GivenInput, A64_a_part_beyond_its_bound_ends_the_session) {
  auto client = Client::connect(served.options.socket);
  ASSERT_TRUE(client);
  const auto request = request_of({"exec", "-i", "--unit", "db/0", "--", "cat"}, served.directory);
  ASSERT_TRUE(wire::send_frame(client->socket(), wire::FrameKind::Request, wire::encode(request),
                               milliseconds{1000}));
  const auto wanted =
    wire::receive_frame(client->socket(), milliseconds{20'000}, milliseconds{20'000});
  ASSERT_TRUE(wanted);
  EXPECT_EQ(wanted->kind, wire::FrameKind::WantInput);
  const std::string head("\xff\xff\xff\x00\x09", 5); // a frame as large as may be
  ASSERT_EQ(::send(client->socket(), head.data(), head.size(), MSG_NOSIGNAL), 5);
  EXPECT_TRUE(served.comes_to(0));
  EXPECT_TRUE(asked().receivers.empty());
}

} // namespace orrery::cmd
