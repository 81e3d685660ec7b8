#include "actors/providers/removal.hpp"
#include "config/descriptor.hpp"
#include "test/hooks/sandbox.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

namespace orrery::providers {
namespace {

namespace fs = std::filesystem;
using hooks::Sandbox;
using hooks::write_file;

/// Makes a unit's directory with a link that leads out of it.
fs::path make_whole_unit(const Sandbox& box) {
  const fs::path unit = box.root() / "app-3";
  fs::create_directories(unit / "charm" / "hooks");
  write_file(unit / "charm" / "hooks" / "install", "#!/bin/sh\n");
  fs::create_directory_symlink(box.root(), unit / "out");
  return unit;
}

TEST(Removal, needs_few_descriptors_for_a_deep_tree) {
  const Sandbox box;
  constexpr int depth = 30'000;
  // In memory where that can be: some disks take milliseconds for each directory.
  std::string deep = "/dev/shm/orrery-deep-XXXXXX";
  if (mkdtemp(deep.data()) == nullptr)
    fs::create_directory(deep = box.root() / "deep");
  config::Descriptor here(open(deep.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  for (int i = 0; i < depth; ++i) {
    ASSERT_EQ(mkdirat(here.get(), "d", 0700), 0);
    here = config::Descriptor(openat(here.get(), "d", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }
  here.close();
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit few = before;
  few.rlim_cur = static_cast<rlim_t>(open("/dev/null", O_RDONLY | O_CLOEXEC)) + 5;
  close(static_cast<int>(few.rlim_cur) - 5);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  const auto removed = remove_tree(deep);
  setrlimit(RLIMIT_NOFILE, &before);
  ASSERT_TRUE(removed) << removed.error();
  EXPECT_FALSE(fs::exists(deep));
}

TEST(Removal, lists_a_directory_once_however_many_are_in_it) {
  const Sandbox box;
  constexpr std::size_t width = 300;
  const fs::path wide = box.root() / "wide";
  for (std::size_t i = 0; i < width; ++i) {
    fs::create_directories(wide / std::to_string(i));
    write_file(wide / std::to_string(i) / "file", "");
  }
  std::size_t listings = 0;
  const auto removed = remove_tree(wide, &listings);
  ASSERT_TRUE(removed) << removed.error();
  EXPECT_FALSE(fs::exists(wide));
  EXPECT_EQ(listings, width + 1);
}

TEST(Removal, lists_directories_of_a_deep_tree_twice_on_average_at_most) {
  const Sandbox box;
  constexpr std::size_t width = 10;
  constexpr std::size_t depth = 40;
  const fs::path wide = box.root() / "wide";
  for (std::size_t i = 0; i < width; ++i) {
    fs::path deep = wide / std::to_string(i);
    for (std::size_t level = 1; level < depth; ++level)
      deep /= "d";
    fs::create_directories(deep);
  }
  std::size_t listings = 0;
  const auto removed = remove_tree(wide, &listings);
  ASSERT_TRUE(removed) << removed.error();
  EXPECT_FALSE(fs::exists(wide));
  EXPECT_LE(listings, 2 * (width * depth + 1));
}

TEST(Removal, goes_into_no_mount_and_undoes_it) {
  const Sandbox box;
  const fs::path host = box.root() / "host";
  const fs::path unit = make_whole_unit(box);
  fs::create_directories(host / "directory");
  write_file(host / "directory" / "precious", "kept");
  write_file(host / "file", "kept");
  write_file(unit / "charm" / "file", "");
  fs::create_directory(unit / "charm" / "data");
  const auto bind = [](const fs::path& from, const fs::path& to) {
    return mount(from.c_str(), to.c_str(), nullptr, MS_BIND, nullptr) == 0;
  };
  if (!bind(host, unit / "charm" / "data"))
    GTEST_SKIP() << "nothing can be mounted here";
  ASSERT_TRUE(bind(host / "directory", unit / "charm" / "data"));
  ASSERT_TRUE(bind(host / "file", unit / "charm" / "file"));
  const auto removed = remove_tree(unit);
  EXPECT_TRUE(removed) << removed.error();
  EXPECT_FALSE(fs::exists(unit));
  EXPECT_EQ(hooks::read_file(host / "directory" / "precious"), "kept");
  EXPECT_EQ(hooks::read_file(host / "file"), "kept");
}

TEST(Removal, takes_away_what_its_owner_may_not_write_and_follows_no_link) {
  const Sandbox box;
  const fs::path unit = make_whole_unit(box);
  write_file(box.root() / "precious", "kept");
  fs::create_directories(unit / "closed" / "deeper");
  write_file(unit / "closed" / "deeper" / "file", "");
  chmod((unit / "closed" / "deeper").c_str(), 0);
  chmod((unit / "closed").c_str(), 0500);
  const auto removed = remove_tree(unit);
  EXPECT_TRUE(removed) << removed.error();
  EXPECT_FALSE(fs::exists(unit));
  EXPECT_EQ(hooks::read_file(box.root() / "precious"), "kept");
  EXPECT_TRUE(remove_tree(unit)) << "not there is success";
  EXPECT_TRUE(remove_tree(unit / "nor" / "this"));
}

} // namespace
} // namespace orrery::providers
