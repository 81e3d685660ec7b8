#include "config/kept_charms.hpp"

#include <gtest/gtest.h>

namespace orrery::config {
namespace {

TEST(KeptCharms, P21_nothing_goes_while_somebody_is_about_to_use_a_charm) {
  const std::filesystem::path charms =
    std::filesystem::path(::testing::TempDir()) / "orrery-kept-charms" / "charms";
  std::filesystem::remove_all(charms);
  EXPECT_FALSE(close_kept_charms(charms).is_open()) << "there are none";
  CharmsHold deploy = hold_kept_charms(charms);
  ASSERT_TRUE(deploy);
  CharmsHold backup = hold_kept_charms(charms);
  EXPECT_TRUE(backup) << "several may use them";
  deploy.reset();
  EXPECT_FALSE(close_kept_charms(charms).is_open());
  backup.reset();
  EXPECT_TRUE(close_kept_charms(charms).is_open());
  std::filesystem::remove_all(charms.parent_path());
}

TEST(KeptCharms, P21_the_end_of_a_hold_is_told_once_when_it_has_ended) {
  const std::filesystem::path charms =
    std::filesystem::path(::testing::TempDir()) / "orrery-held-charms" / "charms";
  std::filesystem::remove_all(charms);
  int told = 0;
  bool is_free = false;
  CharmsHold hold = hold_kept_charms(charms, [&] {
    ++told;
    is_free = close_kept_charms(charms).is_open();
  });
  ASSERT_TRUE(hold);
  CharmsHold copy = hold;
  hold.reset();
  EXPECT_EQ(told, 0) << "a copy is left";
  copy.reset();
  EXPECT_EQ(told, 1);
  EXPECT_TRUE(is_free) << "whoever is told may have them";
  std::filesystem::remove_all(charms.parent_path());
}

} // namespace
} // namespace orrery::config
