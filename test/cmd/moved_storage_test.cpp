// Storage of a model whose directory was moved or copied: where its units find it then.
#include "cmd/engine/moved_storage.hpp"
#include "store/keys.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace orrery::cmd {
namespace {

namespace fs = std::filesystem;

/// Two places of a data directory, and one for links.
struct Places {
  Places() {
    std::string pattern = (fs::temp_directory_path() / "orrery-moved-XXXXXX").string();
    root = fs::canonical(mkdtemp(pattern.data()));
  }
  ~Places() { fs::remove_all(root); }
  [[nodiscard]] fs::path model(const std::string& name) const {
    return root / name / "models" / "7b0c8d9e";
  }
  [[nodiscard]] fs::path made(const std::string& name) const {
    const fs::path data = model(name) / "storage" / "data" / "0";
    fs::create_directories(data);
    return data;
  }
  [[nodiscard]] fs::path link_to(const fs::path& data) const {
    fs::create_directory_symlink(data, root / "srv");
    return root / "srv";
  }

  fs::path root;
};

TEST(MovedStorage, ST33_a_moved_models_units_find_the_data_where_it_is_now) {
  const Places places;
  const fs::path data = places.made("now");
  const fs::path was = places.model("before") / "storage" / "data" / "0";
  EXPECT_EQ(mount_point_now(data, data), data);
  EXPECT_EQ(mount_point_now(was, data), data);
  EXPECT_EQ(mount_point_now("", data), "") << "not provisioned yet";
  const fs::path of_another =
    places.root / "now" / "models" / "ffffffff" / "storage" / "data" / "0";
  EXPECT_EQ(mount_point_now(of_another, data), of_another);
}

TEST(MovedStorage, ST33_a_link_follows_data_that_was_moved) {
  const Places places;
  const fs::path data = places.made("now");
  const fs::path link = places.link_to(places.model("before") / "storage" / "data" / "0");
  EXPECT_EQ(mount_point_now(link, data), link);
  EXPECT_EQ(fs::read_symlink(link), data);
  EXPECT_EQ(mount_point_now(link, data), link);
}

TEST(MovedStorage, ST34_a_copy_leaves_the_originals_link_and_data_alone) {
  const Places places;
  const fs::path original = places.made("before");
  const fs::path data = places.made("now");
  const fs::path link = places.link_to(original);
  EXPECT_EQ(mount_point_now(original, data), data);
  EXPECT_EQ(mount_point_now(link, data), data);
  EXPECT_EQ(fs::read_symlink(link), original);
}

TEST(MovedStorage, ST34_links_of_others_are_not_touched) {
  const Places places;
  const fs::path data = places.made("now");
  const fs::path link = places.link_to(places.root / "elsewhere");
  EXPECT_EQ(mount_point_now(link, data), link);
  EXPECT_EQ(fs::read_symlink(link), places.root / "elsewhere");
}

/// Brings a storage along whose mount point was that. @returns its mount point, where it is known
std::string brought(const Places& places, const fs::path& model, const fs::path& told) {
  store::OpenOptions options;
  options.directory = places.root / "store";
  const auto database = store::Database::open(options);
  store::Contents contents;
  store::StorageAttachment attachment;
  attachment.storage = "data/0";
  attachment.unit = "db/0";
  attachment.location = told.string();
  contents.attachments["data/0"] = attachment;
  if (!database || !bring_storage_along(**database, model, contents))
    return "the store fails";
  return contents.attachments["data/0"].location;
}

TEST(MovedStorage, ST33_the_directory_is_named_as_providers_name_it_however_it_was_reached) {
  const Places places;
  const fs::path data = fs::canonical(places.made("now"));
  const fs::path was = places.model("before") / "storage" / "data" / "0";
  fs::create_directory_symlink(places.root / "now", places.root / "way");
  for (const fs::path& model : {places.model("./now"), places.model("way")}) {
    EXPECT_EQ(brought(places, model, was), data);
    EXPECT_EQ(brought(places, model, model / "storage" / "data" / "0"), data);
    for (const fs::path& target : {was, model / "storage" / "data" / "0"}) {
      const fs::path link = places.link_to(target);
      EXPECT_EQ(brought(places, model, link), link);
      EXPECT_EQ(fs::read_symlink(link), data) << "was " << target;
      fs::remove(link);
    }
  }
}

TEST(MovedStorage, ST33_what_has_changed_is_on_disk_and_nothing_else) {
  const Places places;
  const fs::path data = places.made("now");
  store::OpenOptions options;
  options.directory = places.root / "store";
  const auto opened = store::Database::open(options);
  ASSERT_TRUE(opened);
  store::Database* database = opened->get();
  store::Contents contents;
  store::StorageAttachment attachment;
  attachment.storage = "data/0";
  attachment.unit = "db/0";
  attachment.location = places.model("before") / "storage" / "data" / "0";
  contents.attachments["data/0"] = attachment;
  const std::uint64_t before = database->sequence();
  ASSERT_TRUE(bring_storage_along(*database, places.model("now"), contents));
  EXPECT_EQ(contents.attachments["data/0"].location, data);
  EXPECT_EQ(database->sequence(), before + 1);
  EXPECT_TRUE(*database->snapshot()->get(store::storage_attachment_key("data/0", "db/0")));
  ASSERT_TRUE(bring_storage_along(*database, places.model("now"), contents));
  EXPECT_EQ(database->sequence(), before + 1);
}

} // namespace
} // namespace orrery::cmd
