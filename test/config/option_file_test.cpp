#include "config/option_file.hpp"

#include <gtest/gtest.h>

namespace orrery::config {

namespace {

using OptionTexts = std::map<std::string, std::string>;
using OptionNames = std::set<std::string>;

OptionFile options_in(const std::string& text) {
  auto file = parse_option_file(text, "f", "web");
  EXPECT_TRUE(file) << file.error().text();
  return file ? std::move(*file) : OptionFile{};
}

std::string option_file_error(const std::string& text) {
  const auto file = parse_option_file(text, "f", "web");
  return file ? "no error" : file.error().text();
}

/// The output of `orrery config`.
constexpr const char* shown_config = R"(application: web
application-config:
  trust:
    default: false
    description: Does this application have access to trusted credentials
    source: user
    type: bool
    value: true
charm: shop
settings:
  mode:
    default: 420
    description: ""
    source: user
    type: int
    value: 0755
  port:
    default: 80
    description: Where to listen
    source: default
    type: int
    value: 80
  title:
    description: ""
    source: user
    type: string
    value: "no"
  unset:
    description: ""
    source: unset
    type: string
)";

} // namespace

TEST(OptionFile, options_stand_on_top_or_below_the_applications_name) {
  EXPECT_EQ(options_in("port: 0x50\ntitle: shop\n").texts,
            (OptionTexts{{"port", "0x50"}, {"title", "shop"}}));
  EXPECT_EQ(options_in("port: 0x50\n").readings, (OptionTexts{{"port", "80"}}));
  EXPECT_EQ(options_in("web:\n  port: 80\nother:\n  port: 81\n").texts,
            (OptionTexts{{"port", "80"}}));
  EXPECT_EQ(options_in("web: 5\n").texts, (OptionTexts{{"web", "5"}})) << "an option of that name";
  EXPECT_TRUE(options_in("web: {}\n").texts.empty());
}

TEST(OptionFile, what_config_shows_sets_what_somebody_has_set) {
  const auto file = options_in(shown_config);
  EXPECT_EQ(file.texts, (OptionTexts{{"mode", "0755"}, {"title", "no"}}));
  EXPECT_EQ(file.readings, (OptionTexts{{"mode", "493"}}));
  EXPECT_TRUE(file.reset.empty());
  EXPECT_EQ(options_in("settings: {port: {value: 1}, name: {default: x}}\n").texts,
            (OptionTexts{{"port", "1"}}))
    << "older clients show no source";
  EXPECT_EQ(parse_option_file("settings: {port: 1}\n", "f", "settings")->texts,
            (OptionTexts{{"port", "1"}}))
    << "an application of that name";
  EXPECT_EQ(option_file_error("settings: {port: {source: user, value: [1]}}\n"),
            "f:1:40: expected a single value, found a list: write e.g. port: text");
}

TEST(OptionFile, an_option_without_a_value_has_its_default_again) {
  const auto file = options_in("web:\n  port:\n  title: null\n  name: \"\"\n  level: ~\n");
  EXPECT_EQ(file.reset, (OptionNames{"level", "port", "title"}));
  EXPECT_EQ(file.texts, (OptionTexts{{"name", ""}})) << "an empty text is a value";
  EXPECT_EQ(options_in("port:\ntitle: a\n").reset, (OptionNames{"port"}));
}

TEST(OptionFile, without_settings_it_is_refused) {
  const std::string none = "no settings found for \"web\": write ";
  EXPECT_EQ(option_file_error("web:\n"), "f:1:1: " + none + "options below it: KEY: VALUE");
  EXPECT_EQ(option_file_error("web: \nother: {port: 1}\n"),
            "f:1:1: " + none + "options below it: KEY: VALUE");
  EXPECT_EQ(option_file_error("other: {port: 1}\n"), "f:1:1: " + none + "its name on top: web:");
  EXPECT_EQ(option_file_error(""), "f: " + none + "its name on top: web:");
  EXPECT_EQ(option_file_error("# port: 80\n"), "f: " + none + "its name on top: web:");
  EXPECT_EQ(option_file_error("[]\n"),
            "f:1:1: expected a mapping, found a list: write `key: value` lines "
            "below f");
}

TEST(OptionFile, a_second_document_is_warned_of) {
  const auto file = options_in("port: 80\n---\nport: 81\n");
  EXPECT_EQ(file.texts, (OptionTexts{{"port", "80"}}));
  ASSERT_EQ(file.warnings.size(), 1U);
  EXPECT_TRUE(file.warnings.front().starts_with("f:2:1: another document begins here"));
}

} // namespace orrery::config
