// Trees that are given to a user, by root only: what stays whose it is, and how deep they may be.
#include "actors/providers/giving.hpp"
#include "actors/providers/known_names.hpp"
#include "actors/providers/removal.hpp"
#include "config/descriptor.hpp"
#include "test/hooks/sandbox.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace orrery::providers {
namespace {

namespace fs = std::filesystem;
using hooks::write_file;

constexpr std::uint32_t receiver = 3'000;

/// Shows a file or a directory at another place, too, until it is destroyed.
class Bind {
public:
  Bind(const fs::path& from, fs::path to)
    : to_(std::move(to)),
      is_there_(mount(from.c_str(), to_.c_str(), nullptr, MS_BIND, nullptr) == 0) {}
  ~Bind() {
    if (is_there_)
      umount2(to_.c_str(), MNT_DETACH);
  }
  Bind(const Bind&) = delete;
  Bind& operator=(const Bind&) = delete;
  [[nodiscard]] bool is_there() const { return is_there_; }

private:
  fs::path to_;
  bool is_there_;
};

class Giving : public testing::Test {
protected:
  void SetUp() override {
    if (geteuid() != 0)
      GTEST_SKIP() << "only root gives files away";
    write_file(box_.root() / "own", "");
    if (chown((box_.root() / "own").c_str(), receiver, receiver) != 0)
      GTEST_SKIP() << "this user namespace has no users to give";
    fs::create_directories(tree_ / "charm");
    write_file(tree_ / "charm" / "file", "");
  }
  Given give() {
    return give_tree(tree_, receiver, [this](const std::string& text) { told_.push_back(text); });
  }
  static uid_t owner(const fs::path& path) {
    struct stat found {};
    return lstat(path.c_str(), &found) == 0 ? found.st_uid : uid_t(-1);
  }

  hooks::Sandbox box_;
  const fs::path tree_ = box_.root() / "app-3";
  const fs::path host_ = box_.root() / "host";
  std::vector<std::string> told_;
};

TEST_F(Giving, stops_at_mount_points_and_tells_of_them_once) {
  fs::create_directories(host_ / "below");
  write_file(host_ / "below" / "precious", "");
  write_file(host_ / "file", "");
  fs::create_directories(tree_ / "data");
  const Bind directory(host_, tree_ / "data");
  const Bind file(host_ / "file", tree_ / "charm" / "file");
  if (!directory.is_there() || !file.is_there())
    GTEST_SKIP() << "nothing can be mounted here";
  write_file(tree_ / "charm" / "other", "");
  const auto given = give();
  ASSERT_TRUE(given) << given.error();
  for (const fs::path& path :
       {host_, host_ / "below", host_ / "below" / "precious", host_ / "file"})
    EXPECT_EQ(owner(path), 0U) << path;
  for (const fs::path& path : {tree_, tree_ / "charm", tree_ / "charm" / "other"})
    EXPECT_EQ(owner(path), receiver) << path;
  ASSERT_EQ(told_.size(), 1U);
  const std::string two = tree_.string()
                          + " has mount points, which stay whose they are with all below them: 2, "
                            "the first is ";
  EXPECT_TRUE(told_[0] == two + (tree_ / "data").string()
              || told_[0] == two + (tree_ / "charm" / "file").string())
    << told_[0];
}

TEST_F(Giving, of_what_is_mounted_as_a_whole_gives_nothing) {
  fs::create_directories(host_);
  write_file(host_ / "precious", "");
  const Bind all(host_, tree_);
  if (!all.is_there())
    GTEST_SKIP() << "nothing can be mounted here";
  const auto given = give();
  ASSERT_FALSE(given);
  EXPECT_EQ(given.error(), tree_.string()
                             + " is a mount point, through which nothing is given to a user: "
                               "unmount it, or give it to user 3000 by hand");
  EXPECT_EQ(owner(host_), 0U);
  EXPECT_EQ(owner(host_ / "precious"), 0U);
}

TEST_F(Giving, needs_few_descriptors_for_a_deep_tree) {
  constexpr int depth = 30'000;
  // In memory where that can be: some disks take milliseconds for each directory.
  std::string deep = "/dev/shm/orrery-deep-XXXXXX";
  if (mkdtemp(deep.data()) == nullptr)
    fs::create_directory(deep = box_.root() / "deep");
  const auto open_in = [](int directory, const char* name) {
    return config::Descriptor(openat(directory, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  };
  config::Descriptor here = open_in(AT_FDCWD, deep.c_str());
  for (int i = 0; i < depth; ++i) { // some file systems list what is new first, and some last
    EXPECT_EQ(mknodat(here.get(), "before", S_IFREG, 0), 0);
    ASSERT_EQ(mkdirat(here.get(), "d", 0700), 0);
    EXPECT_EQ(mknodat(here.get(), "later", S_IFREG, 0), 0);
    here = open_in(here.get(), "d");
  }
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit few = before;
  few.rlim_cur = static_cast<rlim_t>(open("/dev/null", O_RDONLY | O_CLOEXEC)) + 6;
  close(static_cast<int>(few.rlim_cur) - 6);
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  const auto given = give_tree(deep, receiver, {});
  setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_TRUE(given) << given.error();
  here = open_in(AT_FDCWD, deep.c_str());
  int all = 0;
  for (; here.is_open(); here = open_in(here.get(), "d"))
    for (const char* name : {"before", "later", ""})
      if (struct stat found{};
          fstatat(here.get(), name, &found, AT_EMPTY_PATH) == 0 && found.st_uid == receiver)
        ++all;
  EXPECT_EQ(all, 3 * depth + 1);
  EXPECT_TRUE(remove_tree(deep));
}

TEST_F(Giving, goes_on_where_it_was_in_directories_that_it_had_to_close) {
  constexpr int depth = 40;
  constexpr int width = 30;
  fs::path here = tree_;
  for (int level = 0; level < depth; ++level) {
    for (int i = 0; i < width; ++i) {
      fs::create_directories(here / ("side" + std::to_string(i)));
      write_file(here / ("side" + std::to_string(i)) / "file", "");
      write_file(here / ("file" + std::to_string(i)), "");
    }
    fs::create_directory(here /= "d");
  }
  const auto given = give();
  ASSERT_TRUE(given) << given.error();
  std::size_t others = 0;
  for (const auto& each : fs::recursive_directory_iterator(tree_))
    others += owner(each.path()) == receiver ? 0 : 1;
  EXPECT_EQ(others, 0U);
}

TEST_F(Giving, files_with_several_names_are_given_if_all_are_in_the_tree) {
  fs::create_directories(tree_ / "z" / "deeper");
  write_file(tree_ / "a", "");
  fs::create_hard_link(tree_ / "a", tree_ / "b");
  fs::create_hard_link(tree_ / "a", tree_ / "z" / "deeper" / "a");
  write_file(box_.root() / "elsewhere", "");
  fs::create_hard_link(box_.root() / "elsewhere", tree_ / "z" / "one");
  fs::create_hard_link(box_.root() / "elsewhere", tree_ / "z" / "two");
  const auto given = give();
  ASSERT_TRUE(given) << given.error();
  EXPECT_EQ(owner(tree_ / "a"), receiver);
  EXPECT_EQ(owner(box_.root() / "elsewhere"), 0U);
  EXPECT_EQ(owner(tree_ / "z"), receiver);
  ASSERT_EQ(told_.size(), 1U);
  const std::string two = tree_.string()
                          + " has files with names outside of it, which stay whose they are: 2 "
                            "names, the first is ";
  EXPECT_TRUE(told_[0] == two + (tree_ / "z" / "one").string()
              || told_[0] == two + (tree_ / "z" / "two").string())
    << told_[0];
}

TEST_F(Giving, files_with_several_names_are_given_again_at_once) {
  fs::create_hard_link(tree_ / "charm" / "file", tree_ / "charm" / "name");
  for (const std::uint32_t user : {receiver, 3'001U, receiver}) {
    const auto given = give_tree(tree_, user, {});
    ASSERT_TRUE(given) << given.error();
    ASSERT_EQ(owner(tree_ / "charm" / "name"), user);
  }
}

/// One thread moves links to somebody else's files along, without a pause: whoever counts the names
/// that one had one after another gives that file away before long.
TEST_F(Giving, a_name_that_is_moved_along_meanwhile_is_not_several) {
  constexpr int gifts = 30;
  constexpr std::size_t width = 100;
  std::vector<fs::path> names;
  std::vector<fs::path> others;
  fs::create_directories(host_);
  for (std::size_t i = 0; i < width; ++i) {
    fs::create_directories(tree_ / std::to_string(i));
    names.push_back(tree_ / std::to_string(i) / "file");
    write_file(i % 2 == 0 ? names.back() : host_ / std::to_string(i), "");
    if (i % 2 == 1)
      fs::create_hard_link(others.emplace_back(host_ / std::to_string(i)), names.back());
  }
  const auto given_away = [&] {
    return std::count_if(others.begin(), others.end(),
                         [](const fs::path& file) { return owner(file) != 0; });
  };
  std::atomic<bool> is_over = false;
  std::thread mover([&] {
    for (std::size_t at = 0; !is_over; at = (at + 1) % width)
      renameat2(AT_FDCWD, names[at].c_str(), AT_FDCWD, names[(at + 1) % width].c_str(),
                RENAME_EXCHANGE);
  });
  for (int i = 0; i < gifts && given_away() == 0; ++i)
    EXPECT_TRUE(give_tree(tree_, receiver + i % 2, {}));
  is_over = true;
  mover.join();
  EXPECT_EQ(given_away(), 0);
}

TEST(NamesOfFiles, a_name_counts_once_and_only_so_many_are_kept_in_mind) {
  KnownNames names(3);
  const Spot one{1, 1, 10, false, 2}, other{1, 1, 11, false, 3}, here{1, 1, 1, true};
  EXPECT_FALSE(names.has_all_with(one, here, "a"));
  EXPECT_FALSE(names.has_all_with(one, here, "a"));
  EXPECT_FALSE(names.has_all_with(other, here, "a"));
  EXPECT_TRUE(names.has_all_with(one, {1, 1, 2, true}, "a"));
  EXPECT_FALSE(names.has_all_with(other, here, "b"));
  EXPECT_TRUE(names.has_all_with(other, here, "c")) << "those of the first are forgotten";
  EXPECT_FALSE(names.has_all_with(one, here, "a"));
  EXPECT_FALSE(names.has_all_with(other, here, "a"));
  EXPECT_FALSE(names.has_all_with(other, here, "b"));
  EXPECT_FALSE(names.has_all_with(one, here, "b")) << "there are three already";
}

} // namespace
} // namespace orrery::providers
