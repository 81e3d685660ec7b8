// Contents of secrets, their names and times, as people and charms write them.
#include "config/base64.hpp"
#include "config/secret_content.hpp"
#include "config/secret_reference.hpp"
#include "config/secret_times.hpp"

#include <gtest/gtest.h>

namespace orrery::config {

namespace {

const std::string some_id = "9m4e2mr0ui3e8a215n4g";

std::string fault(const std::string& argument) {
  const auto parsed = parse_secret_argument(argument);
  return parsed ? "" : parsed.error();
}

std::int64_t expiry(const std::string& text) {
  return parse_secret_expiry(text, 0).value_or(-1);
}

} // namespace

TEST(SecretReference, SE1_three_forms_name_one_secret) {
  for (const std::string& form : {some_id, "secret:" + some_id, "secret://a-model/" + some_id})
    EXPECT_EQ(parse_secret_uri(form).value_or(""), some_id) << form;
  EXPECT_EQ(parse_secret_uri("http:" + some_id).error(), "secret URI scheme \"http\" not valid");
  for (const std::string& form :
       {std::string(), "secret:" + some_id.substr(1), some_id + "0", "secret:///" + some_id,
        "secret://" + some_id, "secret:" + some_id.substr(1) + "W"})
    EXPECT_EQ(parse_secret_uri(form).error(), "secret URI \"" + form + "\" not valid");
}

TEST(SecretContent, SE3_keys_have_three_small_characters_or_more) {
  for (const char* key : {"abc", "a-b-c", "a1b", "pass-word2"})
    EXPECT_TRUE(is_secret_key(key)) << key;
  for (const char* key : {"", "ab", "a-b", "Abc", "1abc", "ab-", "a--bc", "-abc", "a_bc", "a.bc"})
    EXPECT_FALSE(is_secret_key(key)) << key;
  EXPECT_EQ(fault("Foo=x"), "key \"Foo\" not valid");
  EXPECT_EQ(fault("x"), "key value \"x\" not valid");
  EXPECT_EQ(fault("=x"), "key value \"\" not valid");
}

TEST(SecretContent, SE4_text_base64_and_files_are_one_thing_within) {
  SecretContent content;
  for (const char* argument : {"text=abc", "coded#base64=YWJj", "file#file=what the file holds"})
    ASSERT_TRUE(add_secret_value(content, parse_secret_argument(argument).value()));
  EXPECT_EQ(
    content,
    (SecretContent{{"text", "YWJj"}, {"coded", "YWJj"}, {"file", base64("what the file holds")}}));
  EXPECT_EQ(parse_secret_text(secret_text(content)), content);
  EXPECT_EQ(parse_secret_text(secret_text({})), SecretContent{});
  const auto wrong = add_secret_value(content, {"key", SecretArgument::Kind::Encoded, "hunter2!"});
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().find("hunter2"), std::string::npos) << "a value is never shown";
}

TEST(SecretContent, SE4_a_file_of_keys_and_values) {
  EXPECT_EQ(read_secret_file("password: abc\nnumber: 5\ncoded#base64: YWJj\n", "f").value(),
            (SecretContent{{"password", "YWJj"}, {"number", "NQ=="}, {"coded", "YWJj"}}));
  EXPECT_EQ(read_secret_file(R"({"password": "abc"})", "f").value(),
            (SecretContent{{"password", "YWJj"}}));
  const auto wrong = read_secret_file("password: {hunter2: [\n", "f.yaml");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().find("hunter2"), std::string::npos) << wrong.error();
  EXPECT_EQ(wrong.error().find("f.yaml:"), 0U) << wrong.error();
  EXPECT_FALSE(read_secret_file("ab: c\n", "f"));
  EXPECT_FALSE(read_secret_file("abc#file: /etc/shadow\n", "f"));
}

TEST(SecretContent, SE5_what_is_too_large_is_refused_with_its_size) {
  SecretContent content;
  const std::string large(1'000'001, 'x');
  EXPECT_EQ(add_secret_value(content, {"key", SecretArgument::Kind::File, large}).error(),
            "secret content for key \"key\" in file too large: 1000001 bytes");
  EXPECT_EQ(add_secret_value(content, {"key", SecretArgument::Kind::Text, large}).error(),
            "base64 encoded secret content for key \"key\" too large: 1333336 bytes");
  EXPECT_EQ(read_secret_file(large, "f").error(),
            "secret content in file \"f\" too large: 1000001 bytes");
  content = {{"one", std::string(600'000, 'x')}, {"two", std::string(600'000, 'x')}};
  EXPECT_EQ(check_secret_size(content).error(),
            "base64 encoded secret content too large: 1200000 bytes");
}

TEST(SecretContent, SE6_the_checksum_is_of_the_encoded_map) {
  EXPECT_EQ(secret_text({{"foo", "YmFy"}}), R"({"foo":"YmFy"})");
  EXPECT_EQ(secret_checksum({{"foo", "YmFy"}}).size(), 64U);
  EXPECT_NE(secret_checksum({{"foo", "YmFy"}}), secret_checksum({{"foo", "YmF6"}}));
}

TEST(Base64, gives_the_bytes_back) {
  for (const std::string& bytes : {std::string(), std::string("f"), std::string("fo"),
                                   std::string("foo"), std::string("\xff\xfe\0\xfb", 4)})
    EXPECT_EQ(bytes_of_base64(base64(bytes)), bytes);
  for (const char* text : {"Zg", "Zg=", "Z===", "Zm 9", "Zm9v\n", "====", "Zm=v"})
    EXPECT_EQ(bytes_of_base64(text), std::nullopt) << text;
}

TEST(SecretTimes, SE16_a_time_or_a_duration) {
  EXPECT_EQ(expiry("1970-01-01T00:00:10Z"), 10'000);
  EXPECT_EQ(expiry("1970-01-01T00:00:10"), 10'000);
  EXPECT_EQ(expiry("1970-01-01T02:00:10.999+02:00"), 10'000);
  EXPECT_EQ(expiry("1h30m"), 5'400'000);
  EXPECT_EQ(parse_secret_expiry("-1h", 0).error(), "negative expire duration \"-1h\" not valid");
  for (const char* text : {"x", "", "1970-13-01T00:00:00Z", "1970-02-30T00:00:00Z",
                           "1970-01-01T24:00:00Z", "1970-01-01", "1970-01-01T00:00:00+2"})
    EXPECT_EQ(parse_secret_expiry(text, 0).error(),
              "expire time or duration \"" + std::string(text) + "\" not valid");
  EXPECT_EQ(secret_time_text(expiry("2026-01-31T08:00:00Z")), "2026-01-31T08:00:00Z");
}

TEST(SecretTimes, SE46_periods_go_by_the_calendar_and_roll_over) {
  const auto after = [](const std::string& policy, const std::string& from) {
    return secret_time_text(rotation_after(policy, expiry(from)));
  };
  EXPECT_EQ(after("hourly", "2026-01-31T23:30:00Z"), "2026-02-01T00:30:00Z");
  EXPECT_EQ(after("daily", "2026-02-28T08:00:00Z"), "2026-03-01T08:00:00Z");
  EXPECT_EQ(after("weekly", "2026-12-28T08:00:00Z"), "2027-01-04T08:00:00Z");
  EXPECT_EQ(after("monthly", "2026-01-31T08:00:00Z"), "2026-03-03T08:00:00Z");
  EXPECT_EQ(after("quarterly", "2026-11-15T08:00:00Z"), "2027-02-15T08:00:00Z");
  EXPECT_EQ(after("yearly", "2024-02-29T08:00:00Z"), "2025-03-01T08:00:00Z");
  EXPECT_EQ(rotation_after("never", 1), 0);
  EXPECT_TRUE(is_rotate_policy("never"));
  EXPECT_FALSE(is_rotate_policy("fortnightly")) << "SE17";
}

} // namespace orrery::config
