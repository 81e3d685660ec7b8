#include "actors/providers/unit_users.hpp"
#include "test/hooks/sandbox.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>

namespace orrery::providers {
namespace {

namespace fs = std::filesystem;

class Users : public testing::Test {
protected:
  void SetUp() override {
    if (geteuid() != 0)
      GTEST_SKIP() << "only root gives files away";
    const fs::path own = box_.root() / "own";
    hooks::write_file(own, "");
    if (chown(own.c_str(), 3'002, 3'002) != 0)
      GTEST_SKIP() << "this user namespace has no users to give";
  }

  /// Reads them as a start of the orchestrator does.
  std::unique_ptr<UnitUsers> start() {
    pool_.emplace(config::UserRange{3'000, 3'002});
    pool_->read(model());
    pool_->read(model("other"));
    return begin(model());
  }
  /// Begins a model.
  std::unique_ptr<UnitUsers> begin(const fs::path& directory) {
    auto users = std::make_unique<UnitUsers>();
    users->read(directory, *pool_, {});
    return users;
  }
  fs::path model(const std::string& name = "model") {
    fs::create_directories(box_.root() / name);
    return box_.root() / name;
  }
  fs::path home(const std::string& name) {
    const fs::path directory = box_.root() / name;
    fs::create_directories(directory / "charm" / "hooks");
    hooks::write_file(directory / "charm" / "hooks" / "start", "");
    return directory;
  }
  Given give(UnitUsers& users, const std::string& unit, const std::string& name) {
    const fs::path directory = home(name);
    return users.give(unit, directory, directory / "charm");
  }
  static uid_t owner(const fs::path& path) {
    struct stat found {};
    return lstat(path.c_str(), &found) == 0 ? found.st_uid : 0;
  }

  hooks::Sandbox box_;
  std::optional<UserPool> pool_;
};

TEST_F(Users, each_unit_has_one_of_its_own_also_after_a_start) {
  auto users = start();
  ASSERT_TRUE(give(*users, "app/0", "app-0"));
  ASSERT_TRUE(give(*users, "app/1", "app-1"));
  ASSERT_TRUE(give(*users, "app/0", "app-0")) << "again is not another";
  users = start();
  EXPECT_EQ(users->of("app/0"), 3'000U);
  EXPECT_EQ(users->of("app/1"), 3'001U);
  EXPECT_EQ(users->of("app/2"), 0U);
  EXPECT_EQ(owner(box_.root() / "app-0" / "charm" / "hooks" / "start"), 3'000U);
}

TEST_F(Users, one_that_is_given_back_comes_after_all_others) {
  const auto users = start();
  ASSERT_TRUE(give(*users, "app/0", "app-0"));
  users->take_back("app/0");
  ASSERT_TRUE(give(*users, "app/1", "app-1"));
  ASSERT_TRUE(give(*users, "app/2", "app-2"));
  ASSERT_TRUE(give(*users, "app/3", "app-3"));
  EXPECT_EQ(users->of("app/3"), 3'000U);
  const auto refused = give(*users, "app/4", "app-4");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error(), "no user is left for unit app/4: all of run-as-range 3000-3002 are "
                             "given: remove units, or set a larger range");
  users->keep_only({"app/3"});
  EXPECT_TRUE(give(*users, "app/4", "app-4"));
}

TEST_F(Users, MD1_no_two_units_of_two_models_share_one_also_after_a_start) {
  auto users = start();
  auto others = begin(model("other"));
  ASSERT_TRUE(give(*others, "app/0", "other-app-0"));
  ASSERT_TRUE(give(*users, "app/0", "app-0"));
  EXPECT_EQ(others->of("app/0"), 3'000U);
  EXPECT_EQ(users->of("app/0"), 3'001U);
  users = start(); // the other model's is known before that model begins
  ASSERT_TRUE(give(*users, "app/1", "app-1"));
  EXPECT_EQ(users->of("app/1"), 3'002U);
  ASSERT_FALSE(give(*users, "app/2", "app-2")) << "there is no other one";
  others = begin(model("other"));
  EXPECT_EQ(others->of("app/0"), 3'000U);
}

TEST_F(Users, MD3_a_model_that_is_gone_leaves_all_of_its_own) {
  auto users = start();
  auto others = begin(model("other"));
  for (const char* unit : {"app/0", "app/1", "app/2"})
    ASSERT_TRUE(give(*others, unit, "other"));
  ASSERT_FALSE(give(*users, "app/0", "app-0"));
  others.reset();
  fs::remove_all(model("other"));
  pool_->give_back_all(box_.root() / "other");
  EXPECT_TRUE(give(*users, "app/0", "app-0"));
}

TEST_F(Users, MD1_a_copied_model_gets_others) {
  ASSERT_TRUE(give(*start(), "app/0", "app-0"));
  fs::copy(model() / "users", model("other") / "users",
           fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  auto users = start(); // the first to be read keeps them
  auto others = begin(model("other"));
  EXPECT_EQ(users->of("app/0"), 3'000U);
  EXPECT_EQ(others->of("app/0"), 0U);
  ASSERT_TRUE(give(*others, "app/0", "other-app-0"));
  EXPECT_EQ(others->of("app/0"), 3'001U);
}

TEST_F(Users, links_and_files_with_other_names_stay_whose_they_are) {
  const auto users = start();
  const fs::path elsewhere = box_.root() / "elsewhere";
  hooks::write_file(elsewhere, "");
  const fs::path directory = home("app-0");
  fs::create_symlink(elsewhere, directory / "charm" / "link");
  fs::create_hard_link(elsewhere, directory / "charm" / "name");
  ASSERT_TRUE(users->give("app/0", directory, directory / "charm"));
  EXPECT_EQ(owner(elsewhere), 0U);
  EXPECT_EQ(owner(directory / "charm" / "link"), 3'000U);
}

/// One thread exchanges a unit's file for links to another's, without a pause: whoever looks first
/// and gives by name then gives that away before long.
TEST_F(Users, what_is_exchanged_for_a_link_while_it_is_given_stays_whose_it_is) {
  constexpr int gifts = 300;
  const auto users = start();
  const fs::path elsewhere = box_.root() / "elsewhere";
  hooks::write_file(elsewhere, "");
  const fs::path directory = home("app-0");
  const fs::path file = directory / "charm" / "file";
  hooks::write_file(file, "");
  fs::create_symlink(elsewhere, directory / "charm" / "link");
  fs::create_hard_link(elsewhere, directory / "charm" / "name");
  std::atomic<bool> is_over = false;
  std::thread swapper([&] {
    while (!is_over)
      for (const char* other : {"link", "name"})
        for (int i = 0; i < 2; ++i) // there and back
          renameat2(AT_FDCWD, file.c_str(), AT_FDCWD, (directory / "charm" / other).c_str(),
                    RENAME_EXCHANGE);
  });
  for (int i = 0; i < gifts && owner(elsewhere) == 0; ++i) {
    EXPECT_EQ(chown(directory.c_str(), 0, 0), 0); // so that all of it is given again
    EXPECT_TRUE(users->give("app/0", directory, directory / "charm"));
  }
  is_over = true;
  swapper.join();
  EXPECT_EQ(owner(elsewhere), 0U);
  EXPECT_EQ(owner(directory / "charm" / "hooks" / "start"), 3'000U);
}

} // namespace
} // namespace orrery::providers
