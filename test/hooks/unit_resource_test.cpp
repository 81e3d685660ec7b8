// A resource that is brought to a unit's directory (RS8, RS9).
#include "actors/hooks/unit_resource.hpp"
#include "config/sha384.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <fstream>
#include <sstream>

namespace orrery::hooks {
namespace {

namespace fs = std::filesystem;

std::string sha384(const std::string& text) {
  config::Sha384 hash;
  hash.add(text);
  return hash.finish();
}

class UnitResourceFile : public ::testing::Test {
protected:
  UnitResourceFile() {
    std::string pattern = (fs::temp_directory_path() / "orrery-resource-XXXXXX").string();
    root_ = ::mkdtemp(pattern.data());
    fs::create_directory(root_ / "unit");
  }
  ~UnitResourceFile() override { fs::remove_all(root_); }

  /// The bytes as they are kept, and what a unit is to have of them.
  UnitResource kept(const std::string& text) {
    std::ofstream(root_ / "content", std::ios::binary | std::ios::trunc) << text;
    return {root_ / "content", root_ / "unit", "site", "site.tgz", sha384(text), text.size(), 0};
  }
  std::string unit_has() const { return read(root_ / "unit/resources/site/site.tgz"); }
  static std::string read(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  std::size_t files() const {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(root_ / "unit/resources/site"))
      count += entry.path().empty() ? 0 : 1;
    return count;
  }

  fs::path root_;
};

} // namespace

TEST_F(UnitResourceFile, RS8_lies_below_its_name_under_the_charms_filename) {
  const auto resource = kept("one");
  const auto given = give_resource(resource);
  EXPECT_EQ(given.error, "");
  EXPECT_FALSE(given.was_there);
  EXPECT_EQ(path_of(resource), root_ / "unit/resources/site/site.tgz");
  EXPECT_EQ(unit_has(), "one");
}

TEST_F(UnitResourceFile, RS9_the_same_bytes_are_not_copied_again) {
  ASSERT_EQ(give_resource(kept("one")).error, "");
  auto again = kept("one");
  fs::remove(again.content); // nobody looks for them
  const auto given = give_resource(again);
  EXPECT_EQ(given.error, "");
  EXPECT_TRUE(given.was_there);
}

TEST_F(UnitResourceFile, RS9_a_file_that_was_edited_is_replaced) {
  ASSERT_EQ(give_resource(kept("one")).error, "");
  std::ofstream(root_ / "unit/resources/site/site.tgz") << "own";
  ASSERT_EQ(give_resource(kept("one")).error, "");
  EXPECT_EQ(unit_has(), "one");
}

TEST_F(UnitResourceFile, RS9_who_reads_the_old_file_keeps_it_while_it_is_replaced) {
  ASSERT_EQ(give_resource(kept("old bytes")).error, "");
  std::ifstream open(root_ / "unit/resources/site/site.tgz");
  ASSERT_EQ(give_resource(kept("new")).error, "");
  std::string read_on;
  std::getline(open, read_on);
  EXPECT_EQ(read_on, "old bytes");
  EXPECT_EQ(unit_has(), "new");
  EXPECT_EQ(files(), 1U);
}

TEST_F(UnitResourceFile, RS9_other_bytes_than_expected_leave_the_old_file) {
  ASSERT_EQ(give_resource(kept("old")).error, "");
  auto resource = kept("new");
  resource.hash = sha384("other");
  EXPECT_EQ(give_resource(resource).error, "resource fingerprint does not match expected");
  resource = kept("new");
  resource.size = 2;
  EXPECT_EQ(give_resource(resource).error, "resource size does not match expected");
  resource.size = 4;
  EXPECT_EQ(give_resource(resource).error, "resource size does not match expected");
  EXPECT_EQ(unit_has(), "old");
  EXPECT_EQ(files(), 1U) << "nothing half written stays";
}

TEST_F(UnitResourceFile, RS9_what_a_try_that_was_cut_has_left_is_no_hindrance) {
  fs::create_directories(root_ / "unit/resources/site");
  std::ofstream(root_ / "unit/resources/site/.site.new") << "hal";
  EXPECT_EQ(give_resource(kept("whole")).error, "");
  EXPECT_EQ(unit_has(), "whole");
  EXPECT_EQ(files(), 1U);
}

TEST_F(UnitResourceFile, RS9_kept_bytes_that_are_gone_are_said_to_be) {
  const auto resource = kept("one");
  fs::remove(resource.content);
  const auto given = give_resource(resource);
  EXPECT_TRUE(given.is_gone);
  EXPECT_NE(given.error, "");
}

TEST_F(UnitResourceFile, RS9_no_link_of_the_units_user_leads_out) {
  fs::create_directory(root_ / "elsewhere");
  fs::create_symlink(root_ / "elsewhere", root_ / "unit/resources");
  EXPECT_NE(give_resource(kept("one")).error, "");
  EXPECT_TRUE(fs::is_empty(root_ / "elsewhere"));
  fs::remove(root_ / "unit/resources");
  fs::create_directories(root_ / "unit/resources/site");
  std::ofstream(root_ / "victim") << "safe";
  fs::create_symlink(root_ / "victim", root_ / "unit/resources/site/site.tgz");
  EXPECT_EQ(give_resource(kept("one")).error, "");
  EXPECT_EQ(read(root_ / "victim"), "safe");
  EXPECT_EQ(unit_has(), "one");
}

} // namespace orrery::hooks
