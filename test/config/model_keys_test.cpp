#include "config/go_duration.hpp"
#include "config/log_levels.hpp"
#include "config/model_config_file.hpp"
#include "config/model_keys.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace orrery::config {
namespace {

using namespace std::chrono_literals;

TEST(ModelKeys, are_found_by_name_and_each_default_is_canonical) {
  for (const ModelKey& key : model_keys()) {
    EXPECT_EQ(find_model_key(key.name), &key) << key.name << " is out of order";
    if (!key.usual)
      continue;
    const auto value = canonical_model_value(key, *key.usual);
    ASSERT_TRUE(value) << value.error();
    EXPECT_EQ(*value, *key.usual) << key.name;
  }
  EXPECT_EQ(find_model_key("zzz"), nullptr);
  EXPECT_EQ(find_model_key(""), nullptr);
}

TEST(ModelKeys, ST10_a_default_of_storage_is_a_pool_that_is_there) {
  for (const char* name : {"storage-default-block-source", "storage-default-filesystem-source"}) {
    const ModelKey& key = *find_model_key(name);
    EXPECT_EQ(canonical_model_value(key, "rootfs").value_or("refused"), "rootfs");
    EXPECT_EQ(canonical_model_value(key, "").value_or("refused"), "");
    const auto refused = canonical_model_value(key, "ebs");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error(), std::string(name) + ": pool \"ebs\" not found");
  }
}

TEST(ModelKeys, US4_any_interval_of_update_status_above_nothing_is_taken) {
  const ModelKey& key = *find_model_key("update-status-hook-interval");
  for (const char* taken : {"5m", "10s", "1h30m", "0.5h", "1ns", "2000h"})
    EXPECT_EQ(canonical_model_value(key, taken).value_or("refused"), taken);
  for (const char* refused : {"0", "0s", "-5m", "5", "soon", ""}) {
    const auto value = canonical_model_value(key, refused);
    ASSERT_FALSE(value) << refused;
    EXPECT_TRUE(
      value.error().starts_with("invalid update status hook interval in model configuration: "))
      << value.error();
  }
}

TEST(ModelKeys, US4_the_interval_of_update_status_is_five_minutes_unless_it_is_set) {
  using std::chrono::milliseconds;
  EXPECT_EQ(update_status_interval({}), milliseconds{300'000});
  EXPECT_EQ(update_status_interval({{"update-status-hook-interval", "1h30m"}}),
            milliseconds{5'400'000});
  EXPECT_EQ(update_status_interval({{"update-status-hook-interval", "1ns"}}), milliseconds{1});
}

TEST(ModelKeys, MD63_values_are_coerced_or_refused_in_jujus_words) {
  struct Case {
    std::string_view key, text, becomes, wrong;
  };
  const std::vector<Case> cases{
    {"development", "T", "true", ""},
    {"development", "0", "false", ""},
    {"development", "foo", "", "development: expected bool, got string(\"foo\")"},
    {"num-provision-workers", "007", "7", ""},
    {"num-provision-workers", "7x", "",
     "num-provision-workers: expected number, got string(\"7x\")"},
    {"update-status-hook-interval", "10s", "10s", ""},
    {"update-status-hook-interval", "soon", "",
     "invalid update status hook interval in model configuration: time: invalid duration "
     "\"soon\""},
    {"update-status-hook-interval", "0", "",
     "invalid update status hook interval in model configuration: 0 is not more than nothing: "
     "write, for example, 5m"},
    {"max-action-results-age", "0", "0", ""},
    {"max-status-history-size", "2.5G", "2.5G", ""},
    {"max-status-history-size", "5K", "",
     "invalid max status history size in model configuration: expected a non-negative number with "
     "optional multiplier suffix (M/G/T/P/E), got \"5K\""},
    {"logging-config", "unit=DEBUG;x", "", "config value expected '=', found \"x\""},
    {"http-proxy", "", "", ""}};
  for (const Case& each : cases) {
    const auto value = canonical_model_value(*find_model_key(each.key), each.text);
    if (each.wrong.empty())
      EXPECT_EQ(value, each.becomes) << each.key;
    else
      EXPECT_EQ(value.error(), each.wrong) << each.key;
  }
}

TEST(ModelKeys, what_no_program_could_be_told_is_not_kept) {
  const std::string long_text(70'000, 'x');
  for (const std::string_view name : {"", "a b", "a,b", "a=b", "a\nb", "\xff", long_text.c_str()})
    EXPECT_TRUE(why_not_kept(name, "")) << name.substr(0, 9);
  using namespace std::string_view_literals;
  for (const std::string_view value : {"a\0b"sv, "\xff"sv, std::string_view(long_text)})
    EXPECT_TRUE(why_not_kept("mode", value));
  EXPECT_FALSE(why_not_kept("my.own_Key", "grüße\nsecond line"));
}

TEST(GoDuration, reads_what_go_writes) {
  const std::vector<std::pair<std::string_view, std::chrono::nanoseconds>> good{
    {"0", 0ns},    {"5m", 5min},       {"1h30m", 90min}, {"1.5h", 90min}, {"-10s", -10s},
    {"+1ms", 1ms}, {"1us2ns", 1002ns}, {".5s", 500ms},   {"2µs", 2us},    {"336h", 336h}};
  for (const auto& [text, duration] : good)
    EXPECT_EQ(parse_go_duration(text), duration) << text;
  for (const auto* text : {"", "-", "5", "5 m", "m", "1h30", "1d", "1..5s", "1e3s", "300000000h"})
    EXPECT_FALSE(parse_go_duration(text)) << text;
}

TEST(LogLevels, the_longest_beginning_of_a_name_decides) {
  const auto levels =
    parse_log_levels(" <root>=warning; UNIT = DEBUG ;unit.db/0=error;a=unspecified");
  ASSERT_TRUE(levels) << levels.error();
  EXPECT_EQ(level_for(*levels, "unit.web/0.juju-log"), LogLevel::Debug);
  EXPECT_EQ(level_for(*levels, "unit.db/0.juju-log"), LogLevel::Error);
  EXPECT_EQ(level_for(*levels, "units"), LogLevel::Warning);
  EXPECT_EQ(parse_log_levels("trace"), (LogLevels{{"<root>", LogLevel::Trace}}));
  EXPECT_EQ(level_for({}, "unit"), LogLevel::Warning);
  EXPECT_EQ(parse_log_levels("a=LOUD").error(), "unknown severity level \"LOUD\"");
  EXPECT_EQ(parse_log_levels("=INFO").error(), "config value \"=INFO\" has missing module name");
}

TEST(ModelConfigFile, takes_keys_and_its_own_output) {
  const auto read = parse_model_config_file(
    "mode: ''\nproxy-ssh: yes\nftp-proxy: {Value: f, Source: model}\n", "f.yaml");
  ASSERT_TRUE(read) << read.error().text();
  using Values = std::map<std::string, std::string>;
  EXPECT_EQ(read->values, (Values{{"ftp-proxy", "f"}, {"mode", ""}, {"proxy-ssh", "true"}}));
  EXPECT_EQ(parse_model_config_file("a: {source: x}\n", "f.yaml").error().text(),
            "f.yaml:1:1: \"a\" has no value: write a: VALUE");
  const auto twice = parse_model_config_file("mode: a\nmode: b\n", "f.yaml");
  ASSERT_TRUE(twice);
  EXPECT_EQ(twice->values, (Values{{"mode", "b"}}));
  EXPECT_EQ(twice->warnings.size(), 1U);
  EXPECT_FALSE(parse_model_config_file("- a\n", "f.yaml"));
  EXPECT_FALSE(parse_model_config_file("a: [1]\n", "f.yaml"));
}

TEST(ModelKeys, A63_a_size_without_a_suffix_is_in_MiB) {
  EXPECT_EQ(bytes_of_size("2"), 2U << 20);
  EXPECT_EQ(bytes_of_size("2.5M"), 5U << 19);
  EXPECT_EQ(bytes_of_size("5G"), std::uint64_t{5} << 30);
  EXPECT_EQ(bytes_of_size("0"), 0U);
  EXPECT_EQ(bytes_of_size("much"), 0U);
  EXPECT_GT(bytes_of_size("1000000000E"), std::uint64_t{1} << 62);
}

} // namespace
} // namespace orrery::config
