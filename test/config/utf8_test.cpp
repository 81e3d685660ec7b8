#include "config/utf8.hpp"

#include <gtest/gtest.h>

namespace orrery::config {
namespace {

TEST(Utf8, knows_what_is_well_formed) {
  for (const char* text :
       {"", "abc", "\xc3\xbc", "\xe2\x82\xac", "\xf0\x9f\x98\x80", "\xf4\x8f\xbf\xbf"})
    EXPECT_TRUE(is_utf8(text)) << text;
  for (const char* text : {"\x80", "\xc0\xaf", "\xc3", "\xe0\x80\x80", "\xe2\x82", "\xed\xa0\x80",
                           "\xf0\x80\x80\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "a\xff"})
    EXPECT_FALSE(is_utf8(text));
}

TEST(Utf8, takes_one_character_or_one_byte_that_is_none) {
  EXPECT_EQ(first_character("abc").value, U'a');
  EXPECT_EQ(first_character("\xc3\xbcx").value, U'\u00fc');
  EXPECT_EQ(first_character("\xf0\x9f\x98\x80x").length, 4U);
  const Character cut_off = first_character("\xe2\x82x");
  EXPECT_FALSE(cut_off.valid);
  EXPECT_EQ(cut_off.length, 1U);
}

TEST(Utf8, the_beginning_of_a_text_ends_with_a_whole_character) {
  EXPECT_EQ(config::first_bytes("short", 9), "short");
  EXPECT_EQ(config::first_bytes("end€", 5), "end") << "the sign takes three bytes";
  EXPECT_EQ(config::first_bytes("end€s", 6), "end€");
  EXPECT_EQ(config::first_bytes("\x80\x80\x80", 2), "") << "no UTF-8";
}

TEST(Utf8, the_end_of_a_text_begins_with_a_whole_character) {
  EXPECT_EQ(config::last_bytes("short", 9), "short");
  EXPECT_EQ(config::last_bytes("a€end", 4), "end") << "the sign takes three bytes";
  EXPECT_EQ(config::last_bytes("a€end", 6), "€end");
  EXPECT_EQ(config::last_bytes("\x80\x80\x80\x80\x80", 4), "\x80") << "no UTF-8";
}

TEST(Utf8, a_character_that_is_cut_short_is_left_out) {
  EXPECT_EQ(without_cut_character("abc"), "abc");
  EXPECT_EQ(without_cut_character(""), "");
  EXPECT_EQ(without_cut_character("a\xe2\x82\xac"), "a\xe2\x82\xac") << "whole";
  EXPECT_EQ(without_cut_character("a\xe2\x82"), "a");
  EXPECT_EQ(without_cut_character("a\xe2"), "a");
  EXPECT_EQ(without_cut_character("a\xf0\x9f\x98"), "a");
  EXPECT_EQ(without_cut_character("\xc3"), "");
  EXPECT_EQ(without_cut_character("a\x80\x80\x80\x80"), "a\x80\x80\x80\x80") << "no UTF-8";
  EXPECT_EQ(without_cut_character("\x80"), "\x80");
}

} // namespace
} // namespace orrery::config
