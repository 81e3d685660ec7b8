// Places of storages on a host of the process provider (ST33-ST35, ST44).
#include "actors/providers/process_provider.hpp"
#include "actors/providers/trash.hpp"
#include "actors/providers/user_pool.hpp"
#include "test/hooks/sandbox.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orrery::providers {
namespace {

namespace fs = std::filesystem;
using hooks::read_file;
using hooks::Sandbox;
using hooks::write_file;

class Storage : public testing::Test {
protected:
  static constexpr store::MachineId machine = 3;

  std::unique_ptr<Provider> make(std::optional<config::UserRange> users = {}) {
    ProcessProviderOptions options;
    options.users = users ? &pool.emplace(*users) : nullptr;
    options.data_directory = box.root() / "model";
    options.grace = std::chrono::milliseconds(0);
    options.trash = &trash;
    options.warn = [this](const std::string& text) { warnings.push_back(text); };
    return make_process_provider(options);
  }
  static StorageForUnit storage(const std::string& id, const fs::path& mount_point = {}) {
    return {"web/0", id, mount_point.string(), false, false};
  }
  std::optional<UserPool> pool; ///< Outlives the provider.
  fs::path data(const std::string& id) { return box.root() / "model" / "storage" / id; }
  /// Makes its place, which must succeed. @returns its mount point
  std::string provide(const StorageForUnit& wanted) {
    const auto made = provider->provide_storage(machine, wanted);
    EXPECT_TRUE(made) << made.error().text;
    return made.value_or("");
  }
  /// @returns why its place is not made; empty: it is
  std::string refusal(const StorageForUnit& wanted) {
    const auto made = provider->provide_storage(machine, wanted);
    return made ? "" : made.error().text;
  }

  Sandbox box;
  Trash trash{box.root() / "trash", {}};
  std::vector<std::string> warnings;
  fs::path srv = box.root() / "srv"; ///< As /srv of the host.
  std::unique_ptr<Provider> provider = make();

  void SetUp() override { ASSERT_TRUE(provider->start(machine)); }
};

TEST_F(Storage, ST35_a_disk_that_is_too_small_is_told_and_nothing_is_made) {
  StorageForUnit huge = storage("data/0");
  huge.size_mib = std::uint64_t{1} << 44;
  EXPECT_TRUE(refusal(huge).starts_with("filesystem is not big enough ("));
  EXPECT_FALSE(fs::exists(data("data/0")));
}

TEST_F(Storage, ST35_a_size_that_is_not_free_is_a_warning_once) {
  constexpr std::uint64_t bytes_of_mib = 1 << 20;
  const fs::space_info disk = fs::space(box.root());
  StorageForUnit large = storage("data/0");
  large.size_mib = (disk.available / 2 + disk.capacity / 2) / bytes_of_mib;
  if (large.size_mib < disk.available / bytes_of_mib + 64)
    GTEST_SKIP() << "the disk is empty";
  (void)provide(large);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_TRUE(warnings[0].starts_with("storage data/0 of unit web/0 is to have "));
  large.placed = true;
  (void)provide(large);
  EXPECT_EQ(warnings.size(), 1U) << "its data lies there";
}

TEST_F(Storage, ST33_lies_in_the_storage_directory_where_no_location_is_wished) {
  EXPECT_EQ(provide(storage("data/0")), data("data/0").string());
  struct stat what {};
  ASSERT_EQ(lstat(data("data/0").c_str(), &what), 0);
  EXPECT_TRUE(S_ISDIR(what.st_mode));
  EXPECT_EQ(what.st_mode & 07777U, 0700U);
  EXPECT_TRUE(warnings.empty());
}

TEST_F(Storage, ST33_is_linked_at_its_location_and_above_that_directories_are_made) {
  EXPECT_EQ(provide(storage("data/0", srv / "web" / "data")), (srv / "web" / "data").string());
  write_file(srv / "web" / "data" / "file", "kept");
  EXPECT_EQ(read_file(data("data/0") / "file"), "kept");
}

TEST_F(Storage, ST28_making_a_place_again_changes_nothing_in_it) {
  (void)provide(storage("data/0", srv / "data"));
  write_file(data("data/0") / "file", "kept");
  provider = make();
  StorageForUnit again = storage("data/0", srv / "data");
  again.placed = true;
  EXPECT_EQ(provide(again), (srv / "data").string());
  EXPECT_EQ(read_file(data("data/0") / "file"), "kept");
}

TEST_F(Storage, ST28_data_that_is_gone_is_not_begun_anew) {
  StorageForUnit again = storage("data/0");
  again.placed = true;
  EXPECT_EQ(refusal(again), "the data of storage data/0 is gone: put back "
                              + data("data/0").string() + ", or remove the storage");
  EXPECT_FALSE(fs::exists(data("data/0")));
}

TEST_F(Storage, ST35_a_new_storage_never_begins_with_data_that_is_not_its_own) {
  fs::create_directories(data("data/0"));
  write_file(data("data/0") / "file", "of a storage that a restored model does not know");
  EXPECT_EQ(refusal(storage("data/0")),
            "\"" + data("data/0").string() + "\" is not empty: move away what is in it");
  fs::remove(data("data/0") / "file");
  EXPECT_EQ(provide(storage("data/0")), data("data/0").string()) << "as after a crash";
}

TEST_F(Storage, ST44_outlives_unit_and_machine) {
  (void)provide(storage("data/0", srv / "data"));
  write_file(data("data/0") / "file", "kept");
  ASSERT_TRUE(provider->recall_unit(machine, "web/0"));
  ASSERT_TRUE(provider->stop("process-3", false));
  EXPECT_EQ(read_file(data("data/0") / "file"), "kept");
}

TEST_F(Storage, ST19_left_keeps_its_data_and_another_unit_finds_that_on_another_machine) {
  (void)provide(storage("data/0", srv / "data"));
  write_file(data("data/0") / "file", "kept");
  ASSERT_TRUE(provider->leave_storage(machine, storage("data/0", srv / "data")));
  EXPECT_FALSE(fs::exists(fs::symlink_status(srv / "data"))) << "the location is free";
  StorageForUnit other = storage("data/0", srv / "other");
  other.unit = "db/1";
  other.placed = true;
  const auto made = provider->provide_storage(4, other);
  ASSERT_TRUE(made) << made.error().text;
  EXPECT_EQ(read_file(srv / "other" / "file"), "kept");
}

TEST_F(Storage, ST54_a_unit_that_is_recalled_leaves_what_it_still_has) {
  (void)provide(storage("data/0", srv / "data"));
  write_file(data("data/0") / "file", "kept");
  StorageForUnit others = storage("data/1", srv / "others");
  others.unit = "web/1";
  (void)provide(others);
  provider = make();
  ASSERT_TRUE(provider->recall_unit(machine, "web/0"));
  EXPECT_FALSE(fs::exists(fs::symlink_status(srv / "data"))) << "the location is free";
  EXPECT_EQ(read_file(data("data/0") / "file"), "kept");
  EXPECT_TRUE(fs::is_symlink(srv / "others"));
  EXPECT_EQ(provide(storage("data/2", srv / "data")), (srv / "data").string());
}

TEST_F(Storage, ST54_a_link_goes_with_a_storage_that_no_unit_has) {
  (void)provide(storage("data/0", srv / "data"));
  StorageForUnit removed = storage("data/0");
  removed.unit.clear();
  removed.destroy = true;
  ASSERT_TRUE(provider->leave_storage(machine, removed));
  EXPECT_FALSE(fs::exists(fs::symlink_status(srv / "data")));
  EXPECT_EQ(provide(storage("data/1", srv / "data")), (srv / "data").string());
}

TEST_F(Storage, ST54_whoever_leaves_late_takes_nothing_from_the_next_unit) {
  (void)provide(storage("data/0", srv / "data"));
  StorageForUnit next = storage("data/0", srv / "data");
  next.unit = "web/1";
  next.placed = true;
  EXPECT_EQ(provide(next), (srv / "data").string());
  ASSERT_TRUE(provider->leave_storage(machine, storage("data/0", srv / "data")));
  ASSERT_TRUE(provider->recall_unit(machine, "web/0"));
  EXPECT_TRUE(fs::is_symlink(srv / "data"));
  ASSERT_TRUE(provider->leave_storage(machine, next));
  EXPECT_FALSE(fs::exists(fs::symlink_status(srv / "data")));
}

TEST_F(Storage, ST54_the_next_unit_frees_another_location_of_the_one_before) {
  (void)provide(storage("data/0", srv / "data"));
  StorageForUnit next = storage("data/0", srv / "next");
  next.unit = "db/0";
  next.placed = true;
  EXPECT_EQ(provide(next), (srv / "next").string());
  EXPECT_FALSE(fs::exists(fs::symlink_status(srv / "data")));
  EXPECT_TRUE(fs::is_symlink(srv / "next"));
}

TEST_F(Storage, ST20_whoever_destroys_data_has_the_last_word) {
  (void)provide(storage("data/0", srv / "data"));
  StorageForUnit going = storage("data/0");
  going.unit = "web/1"; // the records were restored since
  going.destroy = true;
  ASSERT_TRUE(provider->leave_storage(machine, going));
  EXPECT_FALSE(fs::exists(data("data/0")));
  EXPECT_FALSE(fs::exists(fs::symlink_status(srv / "data")));
}

TEST_F(Storage, ST54_leaving_touches_no_link_of_somebody_else) {
  (void)provide(storage("data/0", srv / "data"));
  fs::remove(srv / "data");
  fs::create_directory_symlink(box.root(), srv / "data");
  ASSERT_TRUE(provider->leave_storage(machine, storage("data/0", srv / "data")));
  EXPECT_TRUE(fs::is_symlink(srv / "data"));
}

TEST_F(Storage, ST20_destroyed_goes_with_its_link_and_no_other_data_does) {
  (void)provide(storage("data/0", srv / "data"));
  (void)provide(storage("data/1"));
  write_file(data("data/1") / "file", "kept");
  StorageForUnit going = storage("data/0", srv / "data");
  going.destroy = true;
  ASSERT_TRUE(provider->leave_storage(machine, going));
  EXPECT_FALSE(fs::exists(data("data/0")));
  EXPECT_FALSE(fs::exists(fs::symlink_status(srv / "data")));
  EXPECT_EQ(read_file(data("data/1") / "file"), "kept");
  EXPECT_TRUE(provider->leave_storage(machine, going)) << "not there is success";
}

TEST_F(Storage, ST34_a_location_that_another_storage_has_is_refused) {
  (void)provide(storage("data/0", srv / "data"));
  EXPECT_EQ(refusal(storage("data/1", srv / "data")), "mount point " + (srv / "data").string()
                                                        + " is taken: it is a link to "
                                                        + data("data/0").string());
  EXPECT_EQ(refusal(storage("data/1", srv / "data" / "inner")),
            "invalid location \"" + (srv / "data" / "inner").string()
              + "\": must not fall within \"" + data("").parent_path().string() + "\"");
  EXPECT_TRUE(fs::is_empty(data("data/0")));
  EXPECT_EQ(refusal(storage("data/1", srv)),
            "\"" + srv.string() + "\" is not empty: move away what is in it");
}

TEST_F(Storage, ST35_what_is_there_already_is_not_touched) {
  fs::create_directories(srv / "full");
  write_file(srv / "full" / "file", "somebody's");
  write_file(srv / "file", "somebody's");
  EXPECT_EQ(refusal(storage("data/0", srv / "full")),
            "\"" + (srv / "full").string() + "\" is not empty: move away what is in it");
  const std::string blocked = "path \"" + (srv / "file").string() + "\" must be a directory";
  EXPECT_EQ(refusal(storage("data/0", srv / "file")), blocked + ": move it away");
  EXPECT_EQ(refusal(storage("data/0", srv / "file/a/b")),
            blocked + ", for \"" + (srv / "file/a/b").string() + "\" to be in it: move it away");
  EXPECT_EQ(read_file(srv / "full" / "file"), "somebody's");
  EXPECT_EQ(read_file(srv / "file"), "somebody's");
  fs::create_directories(srv / "empty");
  EXPECT_EQ(provide(storage("data/0", srv / "empty")), (srv / "empty").string());
}

TEST_F(Storage, ST33_is_in_the_storage_directory_with_a_word_where_its_location_is_not_allowed) {
  if (geteuid() == 0)
    GTEST_SKIP() << "root may make everything";
  fs::create_directories(srv);
  fs::permissions(srv, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_EQ(provide(storage("data/0", srv / "data")), data("data/0").string());
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_EQ(warnings.front(), "storage data/0 of unit web/0 is at " + data("data/0").string()
                                + ": it cannot be at " + (srv / "data").string()
                                + ", where its charm wants it");
  fs::permissions(srv, fs::perms::owner_all);
}

TEST_F(Storage, ST33_a_location_gives_no_user_a_link_that_only_the_orchestrator_could_make) {
  write_file(box.root() / "own", "");
  if (geteuid() != 0 || chown((box.root() / "own").c_str(), 3'002, 3'002) != 0)
    GTEST_SKIP() << "only root gives files away";
  provider = make(config::UserRange{3'000, 3'002});
  ASSERT_TRUE(provider->start(machine));
  EXPECT_EQ(provide(storage("data/0", srv / "data")), data("data/0").string());
  EXPECT_FALSE(fs::exists(fs::symlink_status(srv / "data")));
  EXPECT_EQ(warnings.size(), 1U);
  struct stat what {};
  ASSERT_EQ(lstat(data("data/0").c_str(), &what), 0);
  EXPECT_EQ(what.st_uid, 3'000U) << "its unit's user";
  EXPECT_EQ(what.st_mode & 07777U, 0700U);
  ASSERT_EQ(lstat(data("data/0").parent_path().c_str(), &what), 0);
  EXPECT_EQ(what.st_uid, geteuid());
  EXPECT_EQ(what.st_mode & 07777U, 0711U) << "its user passes, and lists nothing";
  ASSERT_TRUE(provider->leave_storage(machine, storage("data/0", data("data/0"))));
  ASSERT_EQ(lstat(data("data/0").c_str(), &what), 0);
  EXPECT_EQ(what.st_uid, geteuid()) << "nobody who gets that user later";
}

TEST_F(Storage, ST15_ids_that_lead_elsewhere_are_refused) {
  for (const char* id : {"", "data", "data/", "/0", "../0", "data/../0", "data/0/1", "da.ta/0"}) {
    EXPECT_EQ(refusal(storage(id)), "'" + std::string(id) + "' is no storage's id");
    EXPECT_FALSE(provider->leave_storage(machine, storage(id))) << id;
  }
  EXPECT_EQ(refusal(storage("data/0", "srv/data")),
            "location \"srv/data\" is no absolute path of a directory");
}

} // namespace
} // namespace orrery::providers
