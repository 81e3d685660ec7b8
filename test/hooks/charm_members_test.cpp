// Lists of which files of a unit's copy came with its charm (P27, P29).
#include "actors/providers/charm_members.hpp"
#include "test/hooks/refreshed_home.hpp"

#include <gtest/gtest.h>

namespace orrery::providers {
namespace {

TEST(CharmMembers, a_list_is_read_as_it_was_written_and_half_of_one_is_none) {
  Sandbox box;
  const fs::path file = box.root() / "list";
  const CharmMembers members{"hooks", "hooks/start", "odd\nname"};
  ASSERT_TRUE(write_members(file, members));
  EXPECT_EQ(read_members(file), members);
  EXPECT_EQ(read_members(box.root() / "missing"), std::nullopt);
  write_file(file, "hooks");
  EXPECT_EQ(read_members(file), std::nullopt);
}

TEST(CharmMembers, P29_a_draft_is_no_list_before_it_is_put_in_place) {
  Sandbox box;
  const fs::path file = box.root() / "list";
  const CharmMembers members{"hooks/start"};
  ASSERT_TRUE(draft_members(file, members));
  EXPECT_EQ(read_members(file), std::nullopt);
  ASSERT_TRUE(put_members_in_place(file));
  EXPECT_EQ(read_members(file), members);
  ASSERT_TRUE(draft_members(file, members));
  drop_members(file);
  EXPECT_FALSE(fs::exists(file));
  EXPECT_FALSE(put_members_in_place(file));
}

} // namespace
} // namespace orrery::providers
