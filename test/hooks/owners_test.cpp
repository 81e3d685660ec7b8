// Owners of the directories of units and of storage after a start, where units are users of their
// own or were; by root only.
#include "actors/providers/process_provider.hpp"
#include "actors/providers/user_pool.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orrery::providers {
namespace {

namespace fs = std::filesystem;
using hooks::write_file;

class Owners : public testing::Test {
protected:
  static constexpr store::MachineId machine = 3;

  void SetUp() override {
    if (geteuid() != 0)
      GTEST_SKIP() << "only root gives files away";
    write_file(box_.root() / "own", "");
    if (chown((box_.root() / "own").c_str(), 3'009, 3'009) != 0)
      GTEST_SKIP() << "this user namespace has no users to give";
  }

  /// Starts as the orchestrator does.
  /// @param users none: all is the orchestrator's
  /// @param records as ProcessProviderOptions::storage_units
  void start(std::optional<config::UserRange> users,
             std::map<std::string, std::string> records = {}) {
    ProcessProviderOptions options;
    options.data_directory = model_;
    options.storage_units = std::move(records);
    options.warn = [this](const std::string& text) { told_.push_back(text); };
    provider_.reset();
    pool_.reset();
    if (users) {
      options.users = &pool_.emplace(*users);
      pool_->read(model_);
    }
    provider_ = make_process_provider(options);
    ASSERT_TRUE(provider_->start(machine));
  }
  /// Makes a unit's directory as a unit has it that was deployed.
  fs::path deploy(const std::string& unit) {
    const fs::path home = provider_->place(machine, unit).directory;
    fs::create_directories(home / "charm");
    write_file(home / "charm" / "file", "");
    return home;
  }
  /// Makes the storage's place, with a file as its unit makes one.
  fs::path provide(const std::string& unit, const std::string& storage) {
    const auto made = provider_->provide_storage(machine, {unit, storage, {}});
    EXPECT_TRUE(made) << made.error().text;
    write_file(data(storage) / "file", "");
    struct stat found {};
    EXPECT_EQ(lstat(data(storage).c_str(), &found), 0);
    EXPECT_EQ(chown((data(storage) / "file").c_str(), found.st_uid, found.st_gid), 0);
    return data(storage);
  }
  [[nodiscard]] fs::path data(const std::string& storage) const {
    return model_ / "storage" / storage;
  }
  /// Gives the storage's data to a user as others do.
  void chown_data(const std::string& storage, uid_t user) {
    for (const fs::path& path : {data(storage), data(storage) / "file"})
      ASSERT_EQ(chown(path.c_str(), user, user), 0);
  }
  /// Returns the owner of the directory and of the file in it; 1: they are not one.
  static uid_t owner(const fs::path& directory, const char* file = "file") {
    struct stat found {
    }, below{};
    EXPECT_EQ(lstat(directory.c_str(), &found), 0);
    EXPECT_EQ(lstat((directory / file).c_str(), &below), 0);
    return found.st_uid == below.st_uid ? found.st_uid : 1;
  }
  [[nodiscard]] uid_t user(const std::string& unit) const {
    return provider_->place(machine, unit).user;
  }
  [[nodiscard]] static mode_t mode(const fs::path& path) {
    struct stat found {};
    return lstat(path.c_str(), &found) == 0 ? found.st_mode & 07777U : 0;
  }

  static constexpr config::UserRange range_{3'000, 3'009};
  hooks::Sandbox box_;
  const fs::path model_ = box_.root() / "model";
  std::vector<std::string> told_;
  std::optional<UserPool> pool_; ///< Outlives the provider.
  std::unique_ptr<Provider> provider_;
};

TEST_F(Owners, storage_is_its_units_also_where_users_are_numbered_anew) {
  start(range_);
  deploy("db/0");
  deploy("web/0");
  provide("web/0", "data/0");
  provide("db/0", "data/1");
  const std::map<std::string, std::string> records{{"data/0", "web/0"}, {"data/1", "db/0"}};
  ASSERT_EQ(owner(data("data/0")), user("web/0"));
  fs::remove_all(model_ / "users"); // as a restore: the directory of data was copied
  fs::remove_all(model_ / "holders");
  start(range_, records);
  ASSERT_EQ(user("db/0"), 3'000U);
  ASSERT_EQ(user("web/0"), 3'001U);
  EXPECT_EQ(owner(data("data/0")), 3'001U);
  EXPECT_EQ(owner(data("data/1")), 3'000U);
}

TEST_F(Owners, storage_is_its_units_where_the_provider_alone_knows_of_it) {
  start(range_);
  deploy("web/0");
  provide("web/0", "data/0");
  chown_data("data/0", 3'007);
  start(range_);
  EXPECT_EQ(owner(data("data/0")), user("web/0"));
}

TEST_F(Owners, storage_that_no_unit_has_is_the_orchestrators) {
  start(range_);
  const fs::path data = provide("web/0", "data/0");
  ASSERT_TRUE(provider_->leave_storage(machine, {"web/0", "data/0", data.string()}));
  chown_data("data/0", 3'007);
  start(range_);
  struct stat found {};
  ASSERT_EQ(lstat(data.c_str(), &found), 0);
  EXPECT_EQ(found.st_uid, 0U);
}

TEST_F(Owners, a_unit_that_has_storage_keeps_its_user_also_without_a_directory) {
  start(range_);
  provide("web/0", "data/0");
  const uid_t before = user("web/0");
  start(range_);
  EXPECT_EQ(user("web/0"), before);
  EXPECT_EQ(owner(data("data/0")), before);
}

TEST_F(Owners, units_that_become_users_get_their_storage_and_reach_it) {
  start({});
  deploy("web/0");
  provide("web/0", "data/0");
  ASSERT_EQ(mode(model_ / "storage"), 0700U);
  start(range_);
  EXPECT_EQ(owner(data("data/0")), user("web/0"));
  EXPECT_EQ(mode(model_ / "storage"), 0711U);
  EXPECT_EQ(mode(model_ / "storage" / "data"), 0711U);
  EXPECT_EQ(mode(data("data/0")), 0700U);
}

TEST_F(Owners, units_that_are_users_no_more_give_back_all_and_get_it_again) {
  start(range_);
  deploy("web/0");
  start(range_);
  const fs::path home = provider_->place(machine, "web/0").directory;
  provide("web/0", "data/0");
  const uid_t before = user("web/0");
  start({});
  EXPECT_EQ(owner(home / "charm"), 0U);
  EXPECT_EQ(owner(data("data/0")), 0U);
  write_file(data("data/0") / "new", "");
  write_file(home / "charm" / "new", "");
  start(range_);
  EXPECT_EQ(user("web/0"), before);
  EXPECT_EQ(owner(data("data/0"), "new"), before);
  EXPECT_EQ(owner(home / "charm", "new"), before);
}

TEST_F(Owners, what_a_charm_has_given_to_a_user_of_another_kind_stays_that_ones) {
  start(range_);
  provide("web/0", "data/0");
  chown_data("data/0", 105);
  start(range_);
  EXPECT_EQ(owner(data("data/0")), 105U);
  start({});
  EXPECT_EQ(owner(data("data/0")), 105U);
}

TEST_F(Owners, a_tree_is_not_gone_through_whose_top_is_its_users) {
  start(range_);
  const fs::path file = provide("web/0", "data/0") / "file";
  ASSERT_EQ(chown(file.c_str(), 105, 105), 0);
  start(range_);
  struct stat found {};
  ASSERT_EQ(lstat(file.c_str(), &found), 0);
  EXPECT_EQ(found.st_uid, 105U);
}

TEST_F(Owners, what_cannot_be_given_is_told_once_and_holds_nothing_up) {
  start({});
  for (const char* unit : {"db/0", "web/0", "web/1"})
    deploy(unit);
  provide("web/1", "data/0");
  start(config::UserRange{3'000, 3'000});
  EXPECT_EQ(user("db/0"), 3'000U);
  ASSERT_EQ(told_.size(), 1U);
  EXPECT_EQ(told_[0], "what could not be given to its unit's user: 3 directories, the first: no "
                      "user is left for unit web/0: all of run-as-range 3000-3000 are given: "
                      "remove units, or set a larger range");
}

} // namespace
} // namespace orrery::providers
