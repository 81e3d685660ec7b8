#include "actors/providers/charm_copy.hpp"
#include "actors/providers/juju_tools.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <functional>

/// Modes of what charms find in their units, made by an orchestrator whose own files are nobody
/// else's.
namespace orrery::providers {
namespace {

namespace fs = std::filesystem;

mode_t mode_at(const fs::path& path) {
  struct stat what {};
  return lstat(path.c_str(), &what) == 0 ? what.st_mode & 07777U : 0;
}

void with_closed_umask(const std::function<void()>& does) {
  const mode_t before = umask(077);
  does();
  umask(before);
}

TEST(Modes, P48_everybody_may_read_a_copy_and_run_what_is_a_program) {
  hooks::Sandbox box;
  const fs::path charm = box.root() / "kept";
  const fs::path copy = box.root() / "copy";
  fs::create_directories(charm / "files" / "bin");
  hooks::write_file(charm / "files" / "app.conf", "");
  hooks::write_file(charm / "files" / "bin" / "app", "");
  fs::permissions(charm / "files" / "app.conf", fs::perms(0400));
  fs::permissions(charm / "files" / "bin" / "app", fs::perms(0500));
  fs::permissions(charm / "files" / "bin", fs::perms(0700));
  with_closed_umask([&] { EXPECT_TRUE(copy_charm(charm, copy)); });
  EXPECT_EQ(mode_at(copy / "files" / "app.conf"), 0644U);
  EXPECT_EQ(mode_at(copy / "files" / "bin" / "app"), 0755U);
  for (const fs::path& directory : {copy, copy / "files", copy / "files" / "bin"})
    EXPECT_EQ(mode_at(directory), 0755U) << directory;
}

TEST(Modes, links_to_tools_are_for_all_users) {
  hooks::Sandbox box;
  const fs::path juju = box.root() / "juju";
  const fs::path tools = box.root() / "tools";
  with_closed_umask([&] { link_juju_tools(juju / "tools", 3, tools); });
  EXPECT_EQ(fs::read_symlink(juju / "tools" / "machine-3"), tools);
  EXPECT_EQ(mode_at(juju), 0755U);
  EXPECT_EQ(mode_at(juju / "tools"), 0755U);
  fs::permissions(juju, fs::perms(0700));
  link_juju_tools(juju / "tools", 4, tools);
  EXPECT_EQ(mode_at(juju), 0700U) << "what is there stays as it is";
}

} // namespace
} // namespace orrery::providers
