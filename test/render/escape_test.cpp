#include "cmd/views/render/escape.hpp"

#include <gtest/gtest.h>

namespace {

using namespace std::string_literals;
using orrery::render::cut;
using orrery::render::escaped;
using orrery::render::width;

TEST(Escape, leaves_readable_text_alone) {
  EXPECT_EQ(escaped("naïve café 日本 🚀"), "naïve café 日本 🚀");
}

TEST(Escape, spells_out_what_a_terminal_would_act_on) {
  EXPECT_EQ(escaped("\x1b[31mred\r\n\tx\x7f"), "\\x1b[31mred\\r\\n\\tx\\x7f");
  EXPECT_EQ(escaped("\0"s), "\\x00");
  EXPECT_EQ(escaped("\xc2\x9b"), "\\x9b"); // C1: starts a sequence as ESC [ does
  EXPECT_EQ(escaped("a\xe2\x80\xae"
                    "b"),
            "a\\u202eb"); // from right to left
}

TEST(Escape, spells_out_bytes_that_are_no_utf8) {
  EXPECT_EQ(escaped("\xff"), "\\xff");
  EXPECT_EQ(escaped("\xc3"), "\\xc3");                            // cut off
  EXPECT_EQ(escaped("\xc0\xaf"), "\\xc0\\xaf");                   // overlong
  EXPECT_EQ(escaped("\xed\xa0\x80"), "\\xed\\xa0\\x80");          // a surrogate
  EXPECT_EQ(escaped("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80"); // beyond Unicode
}

TEST(Escape, counts_and_cuts_characters_not_bytes) {
  EXPECT_EQ(width("日本"), 2U);
  EXPECT_EQ(cut("日本語日本", 5), "日本語日本");
  EXPECT_EQ(cut("日本語日本語", 5), "日本...");
}

} // namespace
