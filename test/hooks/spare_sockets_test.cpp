#include "actors/hooks/spare_sockets.hpp"
#include "actors/hooks/tool_server.hpp"
#include "test/hooks/sandbox.hpp"
#include "test/hooks/tool.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace orrery::hooks {
namespace {

namespace fs = std::filesystem;

ino_t inode_of(const fs::path& path) {
  struct stat there {};
  return lstat(path.c_str(), &there) == 0 ? there.st_ino : 0;
}

/// A server with spare sockets, and places of two units.
struct Units {
  Units() {
    for (const char* unit : {"a", "b"})
      fs::create_directory(box.root() / unit);
  }
  Sandbox box;
  fs::path spares = box.root() / "sockets";
  fs::path one = box.root() / "a" / "agent.socket";
  fs::path other = box.root() / "b" / "agent.socket";
  std::unique_ptr<ToolServer> server = ToolServer::make(spares);
  std::string why;
  std::string open(const fs::path& path) { return server->open(path, echo, why); }
  [[nodiscard]] std::size_t spare() const {
    return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(spares), fs::directory_iterator()));
  }
};

TEST(SpareSockets, the_next_hook_answers_at_the_socket_of_the_last) {
  Units units;
  const std::string first = units.open(units.one);
  const ino_t made = inode_of(units.one);
  units.server->close(first);
  EXPECT_FALSE(fs::exists(units.one));
  EXPECT_FALSE(Tool(units.one).connected());
  EXPECT_EQ(units.spare(), 1U);
  const std::string second = units.open(units.other);
  EXPECT_EQ(inode_of(units.other), made);
  EXPECT_EQ(units.spare(), 0U);
  EXPECT_FALSE(fs::exists(units.one));
  EXPECT_EQ(Tool(units.other).call(second, {"is-leader"})->output, "is-leader;");
  EXPECT_FALSE(Tool(units.other).call(first, {"is-leader"})) << "the old token is dead";
  struct stat moved {};
  ASSERT_EQ(stat(units.other.c_str(), &moved), 0);
  EXPECT_EQ(moved.st_mode, S_IFSOCK | 0600U);
  ASSERT_EQ(stat(units.spares.c_str(), &moved), 0);
  EXPECT_EQ(moved.st_mode, S_IFDIR | 0700U);
}

TEST(SpareSockets, nobody_of_the_old_hook_reaches_the_next) {
  Units units;
  const std::string first = units.open(units.one);
  std::vector<std::unique_ptr<Tool>> old; // 16 are let in, the others wait
  for (int i = 0; i < 20; ++i) {
    old.push_back(std::make_unique<Tool>(units.one));
    ASSERT_TRUE(old.back()->connected());
  }
  ASSERT_TRUE(old.front()->call(first, {"is-leader"}));
  const ino_t made = inode_of(units.one);
  units.server->close(first);
  const std::string second = units.open(units.other);
  EXPECT_EQ(inode_of(units.other), made);
  for (const auto& tool : old)
    EXPECT_TRUE(tool->is_closed());
  EXPECT_TRUE(Tool(units.other).call(second, {"is-leader"}));
}

TEST(SpareSockets, a_socket_that_is_not_as_it_was_made_is_not_used_again) {
  Units units;
  std::string token = units.open(units.one);
  fs::create_hard_link(units.one, units.box.root() / "link");
  units.server->close(token);
  EXPECT_FALSE(fs::exists(units.one));
  EXPECT_EQ(units.spare(), 0U);
  EXPECT_FALSE(Tool(units.box.root() / "link").connected());
  token = units.open(units.one);
  fs::permissions(units.one, fs::perms::all);
  units.server->close(token);
  EXPECT_EQ(units.spare(), 0U);
  token = units.open(units.one);
  fs::remove(units.one);
  write_file(units.one, "of the hook's own");
  units.server->close(token);
  EXPECT_EQ(units.spare(), 0U);
  EXPECT_EQ(read_file(units.one), "of the hook's own");
}

TEST(SpareSockets, replaces_a_socket_left_behind_but_nothing_else) {
  Units units;
  units.server->close(units.open(units.one));
  write_file(units.one, "precious");
  EXPECT_TRUE(units.open(units.one).empty());
  EXPECT_NE(units.why.find("something else in its place"), std::string::npos) << units.why;
  EXPECT_EQ(read_file(units.one), "precious");

  const std::string left = units.open(units.other);
  fs::remove(units.one);
  units.server->close(units.open(units.one));
  const std::string later = units.open(units.other);
  units.server->close(left);
  EXPECT_TRUE(Tool(units.other).call(later, {"is-leader"})) << "it is not the first one's to move";
}

TEST(SpareSockets, none_are_left_by_who_stops) {
  Units units;
  const std::string first = units.open(units.one);
  const std::string second = units.open(units.other);
  units.server->close(first);
  EXPECT_EQ(units.spare(), 1U);
  units.server->keep_none();
  EXPECT_EQ(units.spare(), 0U);
  units.server->close(second);
  EXPECT_EQ(units.spare(), 0U);
  EXPECT_FALSE(fs::exists(units.other));
}

TEST(SpareSockets, are_bounded) {
  Units units;
  std::vector<std::string> tokens;
  const auto place = [&](std::size_t i) {
    return units.box.root() / ("socket-" + std::to_string(i));
  };
  for (int round = 0; round < 2; ++round) {
    for (std::size_t i = 0; i < SpareSockets::limit + 3; ++i) {
      tokens.push_back(units.open(place(i)));
      ASSERT_TRUE(Tool(place(i)).call(tokens.back(), {"is-leader"})) << units.why;
    }
    EXPECT_EQ(units.spare(), 0U);
    for (const std::string& token : tokens)
      units.server->close(token);
    tokens.clear();
    EXPECT_EQ(units.spare(), SpareSockets::limit);
    EXPECT_FALSE(fs::exists(place(0)) || fs::exists(place(SpareSockets::limit + 2)));
  }
  units.server.reset();
  EXPECT_EQ(units.spare(), 0U);
}

TEST(SpareSockets, of_an_earlier_process_are_removed_and_nothing_else_is) {
  Units units;
  ASSERT_FALSE(units.open(units.spares / "0").empty()); // as if it had been left
  ASSERT_FALSE(units.open(units.spares / "stranger").empty());
  write_file(units.spares / "1", "precious");
  const auto next = ToolServer::make(units.spares);
  EXPECT_FALSE(fs::exists(units.spares / "0"));
  EXPECT_TRUE(fs::exists(units.spares / "stranger"));
  EXPECT_EQ(read_file(units.spares / "1"), "precious");
}

TEST(SpareSockets, none_are_kept_where_they_cannot_be) {
  Units units;
  for (const fs::path& spares : {fs::path(), units.box.root() / "missing" / "sockets"}) {
    const auto server = ToolServer::make(spares);
    for (int i = 0; i < 2; ++i) {
      const std::string token = server->open(units.one, echo, units.why);
      ASSERT_TRUE(Tool(units.one).call(token, {"is-leader"})) << units.why;
      server->close(token);
      EXPECT_FALSE(fs::exists(units.one));
    }
  }
  units.server->close(units.open(units.one));
  ASSERT_EQ(units.spare(), 1U);
  fs::remove_all(units.spares);
  for (int i = 0; i < 2; ++i) {
    const std::string token = units.open(units.one);
    ASSERT_TRUE(Tool(units.one).call(token, {"is-leader"})) << units.why;
    units.server->close(token);
    EXPECT_FALSE(fs::exists(units.one));
  }
}

TEST(SpareSockets, are_not_moved_to_another_file_system) {
  Units units;
  const fs::path far = "/dev/shm/orrery-test-" + std::to_string(getpid()) + ".socket";
  struct stat here {};
  struct stat there {};
  if (stat("/dev/shm", &there) != 0 || stat(units.one.parent_path().c_str(), &here) != 0
      || here.st_dev == there.st_dev)
    GTEST_SKIP() << "there is no other file system";
  units.server->close(units.open(units.one));
  const std::string token = units.open(far);
  ASSERT_TRUE(Tool(far).call(token, {"is-leader"})) << units.why;
  units.server->close(token);
  EXPECT_FALSE(fs::exists(far));
  EXPECT_EQ(units.spare(), 0U) << "the one that could not be moved is removed";
}

} // namespace
} // namespace orrery::hooks
