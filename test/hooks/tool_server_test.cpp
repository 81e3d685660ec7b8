#include "actors/hooks/tool_connection.hpp"
#include "actors/hooks/tool_server.hpp"
#include "actors/hooks/wire.hpp"
#include "config/descriptor.hpp"
#include "test/hooks/sandbox.hpp"
#include "test/hooks/tool.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstring>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace orrery::hooks {
namespace {

namespace fs = std::filesystem;

struct Served {
  Sandbox box;
  std::unique_ptr<ToolServer> server = ToolServer::make();
  std::string why;
  fs::path path = box.root() / "agent.socket";
  std::string open(ToolServer::Handler handler = echo) {
    return server->open("app/0", path, std::move(handler), why);
  }
};

TEST(ToolServer, answers_calls_one_after_another) {
  Served served;
  const std::string token = served.open();
  ASSERT_EQ(token.size(), 32U) << served.why;
  Tool tool(served.path);
  EXPECT_EQ(tool.call(token, {"config-get", "port"})->output, "config-get;port;");
  EXPECT_EQ(tool.call(token, {"is-leader"})->output, "is-leader;");
}

TEST(ToolServer, takes_answers_from_any_thread) {
  Served served;
  std::vector<std::thread> threads;
  const std::string token = served.open([&](const ToolCall&, const ToolServer::Answer& answer) {
    threads.emplace_back([answer] {
      answer(reply_of(std::string(3 << 20, 'z'), 3));
      answer(reply_of("again"));
    });
  });
  Tool tool(served.path);
  const auto reply = tool.call(token, {"relation-get"});
  EXPECT_EQ(reply->code, 3);
  EXPECT_EQ(reply->output.size(), 3U << 20);
  EXPECT_EQ(tool.call(token, {"relation-get"})->code, 3)
    << "not the second answer to the first call";
  for (std::thread& thread : threads)
    thread.join();
}

TEST(ToolServer, closes_on_a_wrong_token) {
  Served served;
  std::atomic<int> calls = 0;
  const std::string token =
    served.open([&](const ToolCall& call, const ToolServer::Answer& answer) {
      ++calls;
      echo(call, answer);
    });
  for (const std::string& wrong :
       {std::string(), token.substr(1), token + "0", std::string(32, '0')})
    EXPECT_FALSE(Tool(served.path).call(wrong, {"is-leader"}))
      << "guess of length " << wrong.size();
  EXPECT_EQ(calls, 0);
  EXPECT_TRUE(Tool(served.path).call(token, {"is-leader"})) << "others are still served";
}

TEST(ToolServer, takes_a_token_only_at_its_own_socket) {
  Served served;
  const std::string token = served.open();
  const fs::path other = served.box.root() / "other.socket";
  const std::string other_token = served.server->open("app/1", other, echo, served.why);
  EXPECT_NE(token, other_token);
  EXPECT_FALSE(Tool(other).call(token, {"is-leader"}));
  EXPECT_TRUE(Tool(other).call(other_token, {"is-leader"}));
}

TEST(ToolServer, close_revokes_token_connections_and_socket) {
  Served served;
  std::mutex mutex;
  std::condition_variable came;
  ToolServer::Answer kept;
  const std::string token = served.open([&](const ToolCall&, ToolServer::Answer answer) {
    const std::lock_guard lock(mutex);
    kept = std::move(answer);
    came.notify_one();
  });
  Tool tool(served.path);
  Tool idle(served.path);
  tool.send(*encode_call(token, Tool::call_of({"is-leader"})));
  {
    std::unique_lock lock(mutex);
    ASSERT_TRUE(came.wait_for(lock, most_patience, [&] { return static_cast<bool>(kept); }));
  }
  served.server->close(token);
  EXPECT_FALSE(fs::exists(served.path));
  EXPECT_FALSE(Tool(served.path).connected());
  kept(reply_of("too late"));
  EXPECT_TRUE(tool.is_closed());
  EXPECT_TRUE(idle.is_closed());
  const std::string next = served.open();
  EXPECT_NE(next, token);
  EXPECT_FALSE(Tool(served.path).call(token, {"is-leader"})) << "the old token is dead";
  EXPECT_TRUE(Tool(served.path).call(next, {"is-leader"}));
}

TEST(ToolServer, late_answers_after_the_server_do_no_harm) {
  ToolServer::Answer kept;
  {
    Served served;
    std::promise<void> came;
    const std::string token = served.open([&](const ToolCall&, ToolServer::Answer answer) {
      kept = std::move(answer);
      came.set_value();
    });
    const Tool tool(served.path);
    tool.send(*encode_call(token, Tool::call_of({"is-leader"})));
    ASSERT_EQ(came.get_future().wait_for(most_patience), std::future_status::ready);
  }
  kept(reply_of("too late"));
}

TEST(ToolServer, tells_a_tool_whose_call_was_forgotten) {
  Served served;
  const std::string token = served.open([](const ToolCall&, const ToolServer::Answer&) {});
  Tool tool(served.path);
  const auto reply = tool.call(token, {"is-leader"});
  EXPECT_EQ(reply->code, 1);
  EXPECT_NE(reply->error.find("dropped this call"), std::string::npos) << reply->error;
}

TEST(ToolServer, makes_a_socket_for_its_owner_only_whatever_the_umask) {
  Served served;
  const mode_t before = umask(0);
  ASSERT_FALSE(served.open().empty());
  umask(before);
  struct stat made {};
  ASSERT_EQ(stat(served.path.c_str(), &made), 0);
  EXPECT_TRUE(S_ISSOCK(made.st_mode));
  EXPECT_EQ(made.st_mode & 0777U, 0600U);
}

TEST(ToolServer, listens_on_a_path_longer_than_an_address) {
  Served served;
  served.path = served.box.root() / std::string(100, 'a') / std::string(100, 'b') / "agent.socket";
  fs::create_directories(served.path.parent_path());
  const std::string token = served.open();
  ASSERT_FALSE(token.empty()) << served.why;
  EXPECT_TRUE(Tool(served.path).call(token, {"is-leader"}));
  served.server->close(token);
  EXPECT_FALSE(fs::exists(served.path));
}

TEST(ToolServer, replaces_a_socket_left_behind_but_nothing_else) {
  Served served;
  const std::string first = served.open();
  const std::string second = served.open();
  EXPECT_TRUE(Tool(served.path).call(second, {"is-leader"}));
  served.server->close(first);
  EXPECT_TRUE(Tool(served.path).call(second, {"is-leader"}))
    << "the later socket is not the first one's to remove";

  served.path = served.box.root() / "file";
  write_file(served.path, "precious");
  EXPECT_TRUE(served.open().empty());
  EXPECT_NE(served.why.find("something else in its place"), std::string::npos) << served.why;
  EXPECT_EQ(read_file(served.path), "precious");
  served.path = served.box.root() / "missing" / "agent.socket";
  EXPECT_TRUE(served.open().empty());
  EXPECT_NE(served.why.find("No such file"), std::string::npos) << served.why;
}

TEST(ToolServer, closes_on_frames_that_are_none) {
  Served served;
  const std::string token = served.open();
  Tool large(served.path);
  large.send("\xff\xff\xff\xff");
  EXPECT_TRUE(large.is_closed());
  Tool garbage(served.path);
  garbage.send(std::string("\x04\0\0\0oops", 8));
  EXPECT_TRUE(garbage.is_closed());
  EXPECT_TRUE(Tool(served.path).call(token, {"is-leader"}));
}

TEST(ToolServer, lets_more_than_sixteen_tools_wait_their_turn) {
  Served served;
  const std::string token = served.open();
  std::vector<std::unique_ptr<Tool>> idle;
  for (int i = 0; i < 16; ++i) {
    idle.push_back(std::make_unique<Tool>(served.path));
    ASSERT_TRUE(idle.back()->call(token, {"is-leader"}));
  }
  Tool waits(served.path);
  ASSERT_TRUE(waits.connected());
  waits.send(*encode_call(token, Tool::call_of({"juju-log", "hello"})));
  idle.front().reset();
  EXPECT_EQ(waits.reply()->output, "juju-log;hello;");
}

TEST(ToolServer, calls_whose_tools_are_gone_keep_their_places_until_they_are_answered) {
  Served served;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<ToolServer::Answer> waiting;
  bool is_busy = true;
  const std::string token = served.open([&](const ToolCall& call, ToolServer::Answer answer) {
    const std::lock_guard lock(mutex);
    if (!is_busy)
      return echo(call, answer);
    waiting.push_back(std::move(answer));
    changed.notify_one();
  });
  constexpr std::size_t places = 16;
  for (std::size_t i = 0; i < places; ++i)
    Tool(served.path).send(*encode_call(token, Tool::call_of({"juju-log"})));
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return waiting.size() == places; });
  lock.unlock();
  Tool later(served.path);
  later.send(*encode_call(token, Tool::call_of({"is-leader"})));
  // Another unit's tool is answered after whatever came before it.
  const fs::path other = served.box.root() / "other.socket";
  const std::string other_token = served.server->open("app/1", other, echo, served.why);
  EXPECT_TRUE(Tool(other).call(other_token, {"is-leader"}));
  lock.lock();
  EXPECT_EQ(waiting.size(), places) << "it has no place yet";
  is_busy = false;
  const auto answers = std::exchange(waiting, {});
  lock.unlock();
  for (const ToolServer::Answer& answer : answers)
    answer(reply_of("late"));
  EXPECT_EQ(later.reply()->output, "is-leader;");
}

TEST(ToolServer, silent_connections_keep_no_tool_out) {
  Served served;
  const std::string token = served.open();
  std::vector<std::unique_ptr<Tool>> silent;
  for (int i = 0; i < 40; ++i) {
    silent.push_back(std::make_unique<Tool>(served.path));
    if (i < 8)
      silent.back()->send("\x10"); // and no more
  }
  EXPECT_EQ(Tool(served.path).call(token, {"is-leader"})->output, "is-leader;");
}

TEST(ToolServer, tools_that_take_a_moment_to_ask_are_all_answered) {
  Served served;
  const std::string token = served.open();
  std::vector<std::unique_ptr<Tool>> tools; // more than are let in at once
  for (int i = 0; i < 40; ++i)
    tools.push_back(std::make_unique<Tool>(served.path));
  for (auto& tool : tools) {
    const auto reply = tool->call(token, {"is-leader"});
    ASSERT_TRUE(reply);
    EXPECT_EQ(reply->output, "is-leader;");
    tool.reset();
  }
}

TEST(ToolServer, a_connection_has_its_time_before_the_first_byte_too) {
  std::array<int, 2> ends{};
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  const config::Descriptor tool(ends[1]);
  const ToolConnection connection{config::Descriptor(ends[0]), 1};
  ASSERT_TRUE(connection.due());
  EXPECT_LE(*connection.due(), ToolConnection::Clock::now() + std::chrono::seconds(10));
  EXPECT_TRUE(connection.is_silent());
}

} // namespace
} // namespace orrery::hooks
