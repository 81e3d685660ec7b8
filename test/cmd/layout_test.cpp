#include "cmd/engine/layout.hpp"
#include "cmd/engine/uuid.hpp"
#include "test/cmd/fake_orchestrator.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>

namespace orrery::cmd {
namespace {

namespace fs = std::filesystem;

const std::string uuid = "0cc175b9-c0f1-4b6a-831c-399e26977266";

std::string text_of(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// An earlier data directory, each of its files holding its own name.
struct Earlier {
  Earlier() {
    for (const char* name :
         {"store/CURRENT", "store.witness", "agents/CURRENT", "agents.witness", "boot", "version",
          "charms/a-1/metadata.yaml", "kept/0/a-0.7", "machines/0/units/a-0/charm/metadata.yaml",
          "logs/unit-a-0.log", "logs/removed", "logs/orrery.log", "logs/orrery.log.1",
          "trash/1/file"})
      bench.file(std::string("data/") + name, name);
  }
  [[nodiscard]] tl::expected<ModelPlace, std::string> settle() {
    return settle_layout(data, [this]() -> tl::expected<std::string, std::string> {
      ++asked;
      return uuid;
    });
  }
  /// Names with, of files, their text and, of links, their target.
  [[nodiscard]] std::map<std::string, std::string> whole() const {
    std::map<std::string, std::string> found;
    for (const auto& entry : fs::recursive_directory_iterator(data)) {
      std::string& text = found[entry.path().lexically_relative(data).string()];
      if (entry.is_symlink())
        text = fs::read_symlink(entry.path()).string();
      else if (entry.is_regular_file())
        text = text_of(entry.path());
    }
    return found;
  }
  test::Bench bench;
  fs::path data = bench.directory / "data";
  int asked = 0;
};

TEST(Layout, what_is_the_models_goes_below_its_directory_and_the_rest_stays) {
  Earlier earlier;
  const auto place = earlier.settle();
  ASSERT_TRUE(place) << place.error();
  EXPECT_EQ(*place, (ModelPlace{uuid, earlier.data / "models" / uuid, true}));
  const auto found = earlier.whole();
  const std::string model = "models/" + uuid + "/";
  for (const char* name :
       {"store/CURRENT", "store.witness", "agents/CURRENT", "agents.witness", "kept/0/a-0.7",
        "charms/a-1/metadata.yaml", "machines/0/units/a-0/charm/metadata.yaml", "logs/unit-a-0.log",
        "logs/removed"}) {
    ASSERT_TRUE(found.contains(model + name)) << name;
    EXPECT_EQ(found.at(model + name), name);
  }
  for (const char* name :
       {"boot", "version", "logs/orrery.log", "logs/orrery.log.1", "trash/1/file"})
    EXPECT_EQ(found.at(name), name);
  EXPECT_FALSE(found.contains("agents"));
  EXPECT_EQ(found.at("kept"), model + "kept") << "for keepers that an earlier program began";
  EXPECT_NE(found.at("store").find(model), std::string::npos) << "an earlier program is refused";
}

TEST(Layout, each_beginning_of_the_steps_is_gone_on_with) {
  Earlier undisturbed;
  ASSERT_TRUE(undisturbed.settle());
  const auto wanted = undisturbed.whole();
  const std::size_t steps = layout_steps(undisturbed.data, uuid).size();
  ASSERT_GT(steps, 10U);
  for (std::size_t taken = 0; taken <= steps; ++taken) {
    Earlier earlier;
    fs::create_directories(earlier.data / "models" / (uuid + ".new"));
    const auto all = layout_steps(earlier.data, uuid);
    for (std::size_t i = 0; i < taken; ++i)
      ASSERT_TRUE(take_step(all[i])) << i;
    for (int again = 0; again < 2; ++again) {
      const auto place = earlier.settle();
      ASSERT_TRUE(place) << taken << ": " << place.error();
      EXPECT_EQ(place->directory, earlier.data / "models" / uuid);
      EXPECT_EQ(earlier.whole(), wanted) << taken;
    }
    EXPECT_EQ(earlier.asked, 0) << "the half tells whose it is";
  }
}

TEST(Layout, a_crash_before_the_first_step_leaves_what_was) {
  Earlier earlier;
  fs::create_directory(earlier.data / "models");
  ASSERT_TRUE(earlier.settle());
  EXPECT_EQ(earlier.asked, 1);
}

TEST(Layout, a_new_directory_gets_a_model_of_its_own_and_keeps_it) {
  test::Bench bench;
  fs::create_directory(bench.directory / "data");
  const auto nobody = [] { return tl::expected<std::string, std::string>("asked"); };
  const auto first = settle_layout(bench.directory / "data", nobody);
  ASSERT_TRUE(first) << first.error();
  EXPECT_EQ(settle_layout(bench.directory / "data", nobody), first);
  EXPECT_EQ(model_directories(bench.directory / "data"), std::vector<fs::path>{first->directory});
}

TEST(Layout, what_is_in_doubt_is_refused_and_left) {
  Earlier earlier;
  ASSERT_TRUE(earlier.settle());
  fs::create_directories(earlier.data / "machines.mine");
  fs::remove(earlier.data / "machines");
  fs::create_directories(earlier.data / "machines/0"); // by an earlier program
  const auto both = earlier.settle();
  ASSERT_FALSE(both);
  EXPECT_NE(both.error().find("move those away"), std::string::npos) << both.error();
  fs::remove_all(earlier.data / "machines");
  const auto other = earlier.data / "models/1cc175b9-c0f1-4b6a-831c-399e26977266";
  fs::create_directory(other);
  const auto two = earlier.settle();
  ASSERT_FALSE(two);
  EXPECT_NE(two.error().find("holds 2 models"), std::string::npos) << two.error();
  fs::remove(other);
  EXPECT_TRUE(earlier.settle());
}

TEST(Layout, MD34_of_several_models_one_is_noted_as_the_first) {
  test::Bench bench;
  const fs::path data = bench.directory / "data";
  fs::create_directory(data);
  const auto nobody = [] { return tl::expected<std::string, std::string>("asked"); };
  const auto first = settle_layout(data, nobody);
  ASSERT_TRUE(first) << first.error();
  ASSERT_TRUE(note_first_model(data, first->uuid));
  const auto other = make_model_place(data, uuid);
  ASSERT_TRUE(other) << other.error();
  EXPECT_TRUE(fs::is_directory(other->directory / "logs"));
  EXPECT_EQ(settle_layout(data, nobody), first);
  EXPECT_EQ(model_directories(data).size(), 2U);
  ASSERT_TRUE(note_first_model(data, uuid)); // another is noted: it takes the place
  EXPECT_EQ(settle_layout(data, nobody).value().uuid, uuid);
}

TEST(Layout, MD34_a_first_model_that_is_gone_is_refused) {
  test::Bench bench;
  const fs::path data = bench.directory / "data";
  fs::create_directory(data);
  const auto nobody = [] { return tl::expected<std::string, std::string>("asked"); };
  const auto first = settle_layout(data, nobody);
  ASSERT_TRUE(first && note_first_model(data, uuid));
  const auto refused = settle_layout(data, nobody);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("there is no models/" + uuid), std::string::npos)
    << refused.error();
  fs::remove(data / "models/first");
  EXPECT_EQ(settle_layout(data, nobody), first);
}

TEST(Layout, MD35_a_uuid_is_a_new_one_of_version_4) {
  const std::string one = random_uuid();
  EXPECT_NE(one, random_uuid());
  ASSERT_EQ(one.size(), 36U);
  EXPECT_EQ(one[14], '4');
  EXPECT_NE(std::string("89ab").find(one[19]), std::string::npos) << one;
}

TEST(Layout, a_users_own_absolute_link_is_moved_as_it_is) {
  Earlier earlier;
  fs::rename(earlier.data / "charms", earlier.bench.directory / "elsewhere");
  fs::create_directory_symlink("../elsewhere", earlier.data / "charms");
  const auto refused = earlier.settle();
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().find("absolute"), std::string::npos) << refused.error();
  fs::remove(earlier.data / "charms");
  fs::create_directory_symlink(earlier.bench.directory / "elsewhere", earlier.data / "charms");
  const auto place = earlier.settle();
  ASSERT_TRUE(place) << place.error();
  EXPECT_EQ(text_of(place->directory / "charms/a-1/metadata.yaml"), "charms/a-1/metadata.yaml");
}

TEST(Layout, links_for_programs_of_before_go_with_them) {
  Earlier earlier;
  ASSERT_TRUE(earlier.settle());
  forget_earlier_layout(earlier.data);
  EXPECT_FALSE(fs::exists(fs::symlink_status(earlier.data / "kept")));
  EXPECT_FALSE(fs::exists(fs::symlink_status(earlier.data / "machines")));
  EXPECT_TRUE(fs::exists(earlier.data / "models" / uuid / "kept/0/a-0.7"));
}

} // namespace
} // namespace orrery::cmd
