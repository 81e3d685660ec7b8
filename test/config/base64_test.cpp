#include "config/base64.hpp"

#include <gtest/gtest.h>

#include <string>

namespace orrery::config {

TEST(Base64, pads_what_is_no_multiple_of_three_bytes) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foo"), "Zm9v");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64(std::string("\xff\xfe\0\xfb", 4)), "//4A+w==");
}

} // namespace orrery::config
