#include "actors/hooks/idle_sockets.hpp"
#include "actors/hooks/tool_server.hpp"
#include "test/hooks/sandbox.hpp"
#include "test/hooks/tool.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orrery::hooks {
namespace {

namespace fs = std::filesystem;

ino_t inode_of(const fs::path& path) {
  struct stat there {};
  return lstat(path.c_str(), &there) == 0 ? there.st_ino : 0;
}

/// A server that keeps one socket unless said otherwise, and places of two units.
struct Units {
  explicit Units(std::size_t kept = 1) : server(ToolServer::make(kept)) {
    for (const char* unit : {"a", "b"})
      fs::create_directory(box.root() / unit);
  }
  Sandbox box;
  fs::path one = box.root() / "a" / "agent.socket";
  fs::path other = box.root() / "b" / "agent.socket";
  std::unique_ptr<ToolServer> server;
  std::string why;
  std::string open(const fs::path& path) { return server->open(path.string(), path, echo, why); }
  ino_t run_hook(const fs::path& path) {
    const std::string token = open(path);
    EXPECT_TRUE(Tool(path).call(token, {"is-leader"})) << why;
    server->close(token);
    return inode_of(path);
  }
};

TEST(KeptSockets, the_next_hook_of_a_unit_answers_at_the_same_socket) {
  Units units;
  const ino_t made = units.run_hook(units.one);
  ASSERT_NE(made, 0U);
  const std::string first = units.open(units.one);
  units.server->close(first);
  const std::string second = units.open(units.one);
  EXPECT_EQ(inode_of(units.one), made);
  EXPECT_EQ(Tool(units.one).call(second, {"is-leader"})->output, "is-leader;");
  EXPECT_FALSE(Tool(units.one).call(first, {"is-leader"})) << "the old token is dead";
}

TEST(KeptSockets, take_nobody_in_between_hooks) {
  Units units;
  const std::string token = units.open(units.one);
  units.server->close(token);
  for (int i = 0; i < 3; ++i) {
    Tool late(units.one);
    EXPECT_TRUE(!late.connected() || late.is_closed());
  }
  const std::string next = units.open(units.one);
  EXPECT_TRUE(Tool(units.one).call(next, {"is-leader"})) << "those are not held against the next";
}

TEST(KeptSockets, what_waits_at_the_end_of_a_hook_is_closed) {
  Units units;
  const std::string first = units.open(units.one);
  std::vector<std::unique_ptr<Tool>> old; // 16 are let in, the others wait
  old.push_back(std::make_unique<Tool>(units.one));
  ASSERT_TRUE(old.front()->call(first, {"is-leader"}));
  for (int i = 0; i < 20; ++i) {
    old.push_back(std::make_unique<Tool>(units.one));
    ASSERT_TRUE(old.back()->connected());
  }
  units.server->close(first);
  for (const auto& tool : old)
    EXPECT_TRUE(tool->is_closed());
  const std::string second = units.open(units.one);
  EXPECT_TRUE(Tool(units.one).call(second, {"is-leader"}));
}

TEST(KeptSockets, the_oldest_moves_to_a_unit_that_has_none) {
  Units units;
  const ino_t made = units.run_hook(units.one);
  EXPECT_EQ(units.run_hook(units.other), made);
  EXPECT_FALSE(fs::exists(units.one));
  EXPECT_EQ(units.run_hook(units.one), made);
  struct stat moved {};
  ASSERT_EQ(stat(units.one.c_str(), &moved), 0);
  EXPECT_EQ(moved.st_mode, S_IFSOCK | 0600U);
}

TEST(KeptSockets, who_waits_at_one_that_moves_is_turned_away) {
  Units units;
  units.run_hook(units.one);
  std::vector<std::unique_ptr<Tool>> late; // after the first nobody is looked at for a while
  for (int i = 0; i < 4; ++i)
    late.push_back(std::make_unique<Tool>(units.one));
  const std::string token = units.open(units.other);
  for (const auto& tool : late)
    EXPECT_TRUE(!tool->connected() || tool->is_closed());
  EXPECT_TRUE(Tool(units.other).call(token, {"is-leader"}));
}

TEST(KeptSockets, a_socket_that_is_not_as_it_was_made_is_not_used_again) {
  Units units;
  ino_t made = units.run_hook(units.one);
  fs::create_hard_link(units.one, units.box.root() / "link");
  EXPECT_NE(units.run_hook(units.one), made);
  EXPECT_FALSE(Tool(units.box.root() / "link").connected());
  made = units.run_hook(units.one);
  fs::permissions(units.one, fs::perms::all);
  EXPECT_NE(units.run_hook(units.one), made);
  fs::remove(units.one);
  EXPECT_NE(units.run_hook(units.one), 0U);
  fs::rename(units.one.parent_path(), units.box.root() / "trash");
  fs::create_directory(units.one.parent_path());
  EXPECT_NE(units.run_hook(units.one), 0U) << "its unit was removed and is there again";
}

TEST(KeptSockets, what_lies_in_a_sockets_place_is_nobodys_to_remove) {
  Units units;
  units.run_hook(units.one);
  fs::remove(units.one);
  write_file(units.one, "precious");
  EXPECT_TRUE(units.open(units.one).empty());
  EXPECT_NE(units.why.find("something else in its place"), std::string::npos) << units.why;
  EXPECT_EQ(read_file(units.one), "precious");
  units.run_hook(units.other);
  write_file(units.box.root() / "file", "precious, too");
  EXPECT_TRUE(units.open(units.box.root() / "file").empty());
  EXPECT_EQ(read_file(units.box.root() / "file"), "precious, too");
}

TEST(KeptSockets, two_hooks_at_one_place_leave_one_socket) {
  Units units(4);
  const std::string left = units.open(units.one);
  const std::string later = units.open(units.one);
  units.server->close(left);
  EXPECT_TRUE(Tool(units.one).call(later, {"is-leader"})) << "it is not the first one's";
  units.server->close(later);
  for (int i = 0; i < 2; ++i)
    EXPECT_NE(units.run_hook(units.one), 0U);
  const std::string token = units.open(units.one);
  const std::string other = units.open(units.one);
  units.server->close(other);
  units.server->close(token);
  EXPECT_NE(units.run_hook(units.one), 0U);
}

TEST(KeptSockets, that_of_a_unit_that_is_gone_is_gone) {
  Units units;
  const std::string token = units.open(units.one);
  units.server->forget(units.one);
  EXPECT_TRUE(Tool(units.one).call(token, {"is-leader"})) << "not while a hook runs";
  units.server->close(token);
  units.server->forget(units.other);
  EXPECT_TRUE(fs::exists(units.one));
  units.server->forget(units.one);
  EXPECT_FALSE(fs::exists(units.one));
}

TEST(KeptSockets, are_bounded_and_gone_in_the_end) {
  Units units(3);
  std::vector<std::string> tokens;
  const auto place = [&](int i) { return units.box.root() / ("socket-" + std::to_string(i)); };
  const auto there = [&] {
    int count = 0;
    for (int i = 0; i < 6; ++i)
      count += fs::exists(place(i)) ? 1 : 0;
    return count;
  };
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 6; ++i) {
      tokens.push_back(units.open(place(i)));
      ASSERT_TRUE(Tool(place(i)).call(tokens.back(), {"is-leader"})) << units.why;
    }
    EXPECT_EQ(there(), 6);
    for (const std::string& token : tokens)
      units.server->close(token);
    tokens.clear();
    EXPECT_EQ(there(), 3);
  }
  units.server.reset();
  EXPECT_EQ(there(), 0);
}

TEST(KeptSockets, none_are_left_by_who_stops) {
  Units units;
  units.run_hook(units.one);
  const std::string token = units.open(units.other);
  units.server->keep_none();
  EXPECT_FALSE(fs::exists(units.one));
  EXPECT_TRUE(Tool(units.other).call(token, {"is-leader"}));
  units.server->close(token);
  EXPECT_FALSE(fs::exists(units.other));
}

TEST(KeptSockets, take_an_eighth_of_the_descriptors_at_most) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit few{std::min<rlim_t>(before.rlim_cur, 256), before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  Units units(4096);
  EXPECT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  int left = 0;
  for (int i = 0; i < 40; ++i)
    units.run_hook(units.box.root() / ("socket-" + std::to_string(i)));
  for (int i = 0; i < 40; ++i)
    left += fs::exists(units.box.root() / ("socket-" + std::to_string(i))) ? 1 : 0;
  EXPECT_EQ(left, 32);
}

TEST(KeptSockets, are_not_moved_to_another_file_system) {
  Units units;
  const fs::path far = "/dev/shm/orrery-test-" + std::to_string(getpid()) + ".socket";
  struct stat here {};
  struct stat there {};
  if (stat("/dev/shm", &there) != 0 || stat(units.one.parent_path().c_str(), &here) != 0
      || here.st_dev == there.st_dev)
    GTEST_SKIP() << "there is no other file system";
  units.run_hook(units.one);
  EXPECT_NE(units.run_hook(far), 0U);
  EXPECT_FALSE(fs::exists(units.one)) << "the one that could not be moved is removed";
  units.server.reset();
  EXPECT_FALSE(fs::exists(far));
}

TEST(IdleSockets, the_one_that_came_first_goes_first) {
  IdleSockets idle;
  EXPECT_EQ(idle.add("a", 1), std::nullopt);
  EXPECT_EQ(idle.add("b", 2), std::nullopt);
  EXPECT_EQ(idle.add("a", 3), 1U);
  EXPECT_EQ(idle.size(), 2U);
  EXPECT_EQ(idle.take_oldest(), 2U);
  EXPECT_EQ(idle.take("b"), std::nullopt);
  EXPECT_EQ(idle.take("a"), 3U);
  EXPECT_EQ(idle.take_oldest(), std::nullopt);
}

} // namespace
} // namespace orrery::hooks
