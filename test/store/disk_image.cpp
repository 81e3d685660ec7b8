// What a power cut leaves of a disk's image.

#include "store/disk/image.hpp"

#include <gtest/gtest.h>

#include <set>

namespace orrery::store {
namespace {

using CutKind = PowerCut::Kind;

/// A disk with one file, `/data/log`, whose name is durable.
class Image : public testing::Test {
protected:
  void SetUp() override {
    image_.make_directory("/data");
    file_ = image_.make_file();
    image_.change_names("/data", {{"log", file_}});
    image_.sync_directory("/data", {});
    image_.sync_directory("/", {});
  }
  DiskFile& file() { return image_.file_to_change(file_); }
  void append(const std::string& text) { file().write(file().now().size(), text); }
  std::string after(PowerCut cut) const { return image_.after(cut).read("/data/log").value(); }

  DiskImage image_;
  FileNumber file_ = 0;
};

TEST_F(Image, keeps_what_is_synced_after_every_cut) {
  append("synced");
  file().sync();
  for (const PowerCut& cut : power_cuts(1))
    EXPECT_EQ(after(cut), "synced") << to_string(cut);
}

TEST_F(Image, knows_eighteen_cuts_which_all_differ) {
  append(std::string(10'000, 's'));
  file().sync();
  append(std::string(10'000, 'u'));
  std::set<std::string> left;
  for (const PowerCut& cut : power_cuts(1))
    left.insert(after(cut));
  EXPECT_EQ(power_cuts(1).size(), 18U);
  EXPECT_EQ(left.size(), 18U);
}

TEST_F(Image, drops_or_keeps_what_is_not_synced) {
  append("synced");
  file().sync();
  append(" and not");
  EXPECT_EQ(after({CutKind::DropsUnsynced}), "synced");
  EXPECT_EQ(after({CutKind::KeepsAll}), "synced and not");
}

TEST_F(Image, tears_the_last_four_kilobytes_at_each_sector) {
  append(std::string(100, 's'));
  file().sync();
  append(std::string(5000, 'u'));
  for (std::uint64_t i = 1; i <= 8; ++i)
    EXPECT_EQ(after({CutKind::TearsTail, i}).size(), 5100 - 512 * i);
}

TEST_F(Image, tears_a_short_tail_at_each_eighth) {
  append("synced");
  file().sync();
  append("12345678");
  EXPECT_EQ(after({CutKind::TearsTail, 1}), "synced1234567");
  EXPECT_EQ(after({CutKind::TearsTail, 5}), "synced123");
  EXPECT_EQ(after({CutKind::TearsTail, 8}), "synced");
}

TEST_F(Image, tears_what_was_written_within_a_file_at_whole_sectors) {
  append(std::string(4096, '.'));
  file().sync();
  file().write(0, std::string(1500, 'w'));
  for (std::uint64_t i = 1; i <= 8; ++i) {
    const std::string left = after({CutKind::TearsTail, i});
    EXPECT_EQ(left.size(), 4096U);
    EXPECT_EQ(left.find('.') % 512, 0U);
    EXPECT_LT(left.find('.'), 1500U);
    EXPECT_EQ(left.find('w', left.find('.')), std::string::npos);
  }
  EXPECT_EQ(after({CutKind::TearsTail, 1}).find('.'), 1024U);
  EXPECT_EQ(after({CutKind::TearsTail, 8}).find('w'), std::string::npos);
}

TEST_F(Image, reorders_sectors_with_holes_that_read_as_zeros) {
  append(std::string(512, 's'));
  file().sync();
  append(std::string(64 * 512, 'u'));
  std::size_t holes = 0;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const std::string left = after({CutKind::Reorders, seed});
    EXPECT_EQ(left.substr(0, 512), std::string(512, 's'));
    for (std::size_t at = 512; at < left.size(); at += 512) {
      const std::string sector = left.substr(at, 512);
      const bool is_hole = sector == std::string(512, '\0');
      EXPECT_TRUE(is_hole || sector == std::string(512, 'u')) << seed << " at " << at;
      holes += is_hole && left.find('u', at) != std::string::npos ? 1 : 0;
    }
    EXPECT_EQ(after({CutKind::Reorders, seed}), left) << "another time, the same seed";
  }
  EXPECT_GT(holes, 8U);
}

TEST_F(Image, an_overwritten_sector_is_the_old_one_or_the_new_one) {
  append("old");
  file().sync();
  file().write(0, "new");
  std::set<std::string> left;
  for (const PowerCut& cut : power_cuts(3))
    left.insert(after(cut));
  EXPECT_EQ(left, (std::set<std::string>{"old", "new"}));
}

TEST_F(Image, what_a_failed_sync_was_for_is_readable_and_never_durable) {
  append("synced");
  file().sync();
  append(" lost");
  file().fail_sync();
  append(" kept");
  file().sync();
  EXPECT_EQ(after({CutKind::KeepsAll}), "synced lost kept");
  for (const PowerCut& cut : power_cuts(1)) {
    if (cut.kind != CutKind::KeepsAll) {
      EXPECT_EQ(after(cut), std::string("synced\0\0\0\0\0 kept", 16)) << to_string(cut);
    }
  }
}

TEST_F(Image, writes_back_the_oldest_of_many_pending_writes) {
  for (int i = 0; i < 300; ++i)
    append("x");
  EXPECT_EQ(after({CutKind::DropsUnsynced}).size(), 300U - 256U);
}

TEST_F(Image, a_name_is_durable_when_its_directory_is_synced) {
  const FileNumber other = image_.make_file();
  image_.file_to_change(other).write(0, "text");
  image_.file_to_change(other).sync();
  image_.change_names("/data", {{"other", other}});
  EXPECT_FALSE(image_.after({CutKind::DropsUnsynced}).read("/data/other"));
  EXPECT_EQ(image_.after({CutKind::KeepsAll}).read("/data/other"), "text");
  image_.sync_directory("/data", {});
  EXPECT_EQ(image_.after({CutKind::DropsUnsynced}).read("/data/other"), "text");
}

TEST_F(Image, a_rename_is_whole_or_not_at_all) {
  image_.change_names("/data", {{"log", std::nullopt}, {"renamed", file_}});
  for (const PowerCut& cut : power_cuts(5))
    EXPECT_EQ(image_.after(cut).paths().size(), 1U) << to_string(cut);
  EXPECT_EQ(image_.after({CutKind::DropsUnsynced}).paths(), std::vector<std::string>{"/data/log"});
}

TEST_F(Image, a_directory_whose_name_is_not_synced_goes_with_all_in_it) {
  image_.make_directory("/new");
  const FileNumber inner = image_.make_file();
  image_.change_names("/new", {{"inner", inner}});
  image_.sync_directory("/new", {});
  EXPECT_EQ(image_.paths("/new"), std::vector<std::string>{"/new/inner"});
  EXPECT_EQ(image_.after({CutKind::DropsUnsynced}).directory("/new"), nullptr);
}

TEST_F(Image, a_deleted_file_comes_back_if_the_directory_was_not_synced) {
  append("text");
  file().sync();
  image_.change_names("/data", {{"log", std::nullopt}});
  EXPECT_FALSE(image_.read("/data/log"));
  EXPECT_EQ(after({CutKind::DropsUnsynced}), "text");
  image_.sync_directory("/data", {});
  EXPECT_FALSE(image_.after({CutKind::DropsUnsynced}).read("/data/log"));
}

TEST_F(Image, copies_do_not_see_each_others_changes) {
  append(std::string(9000, 'a'));
  const DiskImage before = image_;
  file().write(4000, std::string(500, 'b'));
  file().resize(4100);
  append("c");
  image_.change_names("/data", {{"log", std::nullopt}});
  EXPECT_EQ(before.read("/data/log"), std::string(9000, 'a'));
  EXPECT_NE(before.fingerprint(), image_.fingerprint());
}

TEST_F(Image, what_was_cut_off_does_not_come_back) {
  append("12345678");
  file().resize(3);
  file().resize(6);
  EXPECT_EQ(image_.read("/data/log"), std::string("123\0\0\0", 6));
}

TEST_F(Image, has_the_same_fingerprint_exactly_if_it_reads_the_same) {
  append("text");
  EXPECT_EQ(image_.fingerprint(), image_.after({CutKind::KeepsAll}).fingerprint());
  EXPECT_NE(image_.fingerprint(), image_.after({CutKind::DropsUnsynced}).fingerprint());
}

} // namespace
} // namespace orrery::store
