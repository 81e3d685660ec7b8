#include "actors/rules/refreshed_settings.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

using store::OptionType;
using store::Settings;

namespace {

store::Charm with(OptionType type) {
  store::Charm charm;
  charm.options["x"].type = type;
  return charm;
}

/// Filters one value; `dropped` if it is.
std::string after(OptionType before, const std::string& value, OptionType type) {
  const Settings kept = rules::refreshed_settings({{"x", value}}, with(before), with(type));
  return kept.empty() ? "dropped" : kept.at("x");
}

} // namespace

TEST(RefreshedSettings, SE58_an_option_that_becomes_a_secret_keeps_a_uri_and_no_text) {
  EXPECT_EQ(after(OptionType::String, "secret:9m4e2mr0ui3e8a215n4g", OptionType::Secret),
            "secret:9m4e2mr0ui3e8a215n4g");
  EXPECT_EQ(after(OptionType::String, "hunter2", OptionType::Secret), "dropped");
}

TEST(RefreshedSettings, P22_a_value_that_the_new_type_accepts_is_kept) {
  EXPECT_EQ(after(OptionType::String, "5", OptionType::Int), "5");
  EXPECT_EQ(after(OptionType::String, "-7", OptionType::Int), "-7");
  EXPECT_EQ(after(OptionType::String, "0x10", OptionType::Int), "16");
  EXPECT_EQ(after(OptionType::String, "-0x10", OptionType::Int), "-16");
  EXPECT_EQ(after(OptionType::String, "0b101", OptionType::Int), "5");
  EXPECT_EQ(after(OptionType::String, "0o17", OptionType::Int), "15");
  EXPECT_EQ(after(OptionType::String, "017", OptionType::Int), "15");
  EXPECT_EQ(after(OptionType::String, "0", OptionType::Int), "0");
  EXPECT_EQ(after(OptionType::String, "true", OptionType::Boolean), "true");
  EXPECT_EQ(after(OptionType::Int, "5", OptionType::Float), "5");
  EXPECT_EQ(after(OptionType::Int, "5", OptionType::Int), "5");
  EXPECT_EQ(after(OptionType::String, "", OptionType::String), "");
}

TEST(RefreshedSettings, P22_a_value_that_the_new_type_refuses_is_dropped) {
  EXPECT_EQ(after(OptionType::Int, "5", OptionType::String), "dropped");
  EXPECT_EQ(after(OptionType::Boolean, "true", OptionType::String), "dropped");
  EXPECT_EQ(after(OptionType::Float, "5.5", OptionType::Int), "dropped");
  EXPECT_EQ(after(OptionType::Float, "5", OptionType::Int), "dropped");
  EXPECT_EQ(after(OptionType::Int, "1", OptionType::Boolean), "dropped");
  for (const char* text : {"abc", "", "-", "0x", "--5", "+-5", "5 ", "99999999999999999999"})
    EXPECT_EQ(after(OptionType::String, text, OptionType::Int), "dropped") << text;
  EXPECT_EQ(after(OptionType::String, "yes please", OptionType::Boolean), "dropped");
}

TEST(RefreshedSettings, P22_a_value_whose_option_is_gone_is_dropped_and_does_not_come_back) {
  const store::Charm has = with(OptionType::String);
  const store::Charm has_not;
  const Settings gone = rules::refreshed_settings({{"x", "a"}}, has, has_not);
  EXPECT_EQ(gone, Settings{});
  EXPECT_EQ(rules::refreshed_settings(gone, has_not, has), Settings{});
}

} // namespace orrery::test
