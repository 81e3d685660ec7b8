// What was read is given back.
#include "store/release.hpp"

#include <gtest/gtest.h>

namespace orrery::store {
namespace {

TEST(Release, nothing_of_a_large_model_is_left) {
  Contents contents;
  for (int i = 0; i < 1'000; ++i) {
    Unit unit;
    unit.name = "web/" + std::to_string(i);
    UnitStatus status;
    status.unit = unit.name;
    insert(contents, unit);
    insert(contents, status);
  }
  ASSERT_EQ(contents.units.size(), 1'000U);
  ASSERT_EQ(contents.statuses.size(), 1'000U);
  release(contents);
  EXPECT_TRUE(contents.units.empty());
  EXPECT_TRUE(contents.statuses.empty());
}

} // namespace
} // namespace orrery::store
