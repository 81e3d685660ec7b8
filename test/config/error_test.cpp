#include "config/error.hpp"

#include <gtest/gtest.h>

namespace orrery::config {

TEST(Error, names_place_fault_and_remedy) {
  EXPECT_EQ((Error{"a.yaml", 3, 5, "bad", "do good"}.text()), "a.yaml:3:5: bad: do good");
}

TEST(Error, leaves_out_what_is_not_known) {
  EXPECT_EQ((Error{"a.yaml", 3, 0, "bad", "do good"}.text()), "a.yaml:3: bad: do good");
  EXPECT_EQ((Error{"a.yaml", 0, 0, "bad", ""}.text()), "a.yaml: bad");
  EXPECT_EQ((Error{"", 0, 0, "bad", "do good"}.text()), "bad: do good");
}

} // namespace orrery::config
