#include "config/charm.hpp"

#include <gtest/gtest.h>

namespace orrery::config {

namespace {

std::string canonical(OptionKind kind, const std::string& text) {
  const auto result = canonical_option("x", kind, text);
  return result ? *result : result.error().text();
}

} // namespace

TEST(CanonicalOption, string_is_kept) {
  EXPECT_EQ(canonical(OptionKind::String, " 007 \n"), " 007 \n");
  EXPECT_EQ(canonical(OptionKind::String, ""), "");
}

TEST(CanonicalOption, int_is_decimal) {
  EXPECT_EQ(canonical(OptionKind::Int, "+007"), "7");
  EXPECT_EQ(canonical(OptionKind::Int, "-9223372036854775808"), "-9223372036854775808");
  for (const char* bad : {"", "1.0", "0x1", "9223372036854775808", " 1", "+-1", "+"})
    EXPECT_EQ(canonical(OptionKind::Int, bad),
              std::string{"option \"x\" is of type int and cannot be \""} + bad
                + "\": give a decimal whole number of at most 64 bits, e.g. 42");
}

TEST(CanonicalOption, float_is_the_shortest) {
  EXPECT_EQ(canonical(OptionKind::Float, "0.10"), "0.1");
  EXPECT_EQ(canonical(OptionKind::Float, "2"), "2");
  EXPECT_EQ(canonical(OptionKind::Float, "-0.0"), "0");
  for (const char* bad : {"", "abc", "inf", "nan", "1e999", "1,5"})
    EXPECT_EQ(canonical(OptionKind::Float, bad),
              std::string{"option \"x\" is of type float and cannot be \""} + bad
                + "\": give a finite decimal number, e.g. 0.5");
}

TEST(CanonicalOption, boolean_is_true_or_false) {
  EXPECT_EQ(canonical(OptionKind::Boolean, "True"), "true");
  EXPECT_EQ(canonical(OptionKind::Boolean, "0"), "false");
  EXPECT_EQ(canonical(OptionKind::Boolean, "yes"),
            "option \"x\" is of type boolean and cannot be \"yes\": give true or false");
}

TEST(CanonicalOption, SE58_secret_is_nothing_or_the_uri_of_one) {
  const std::string id = "9m4e2mr0ui3e8a215n4g";
  for (const std::string& good :
       {std::string(), "secret:" + id, "secret://0b7c6f6e-7a7b-4c54-8b0c-333333333333/" + id})
    EXPECT_EQ(canonical(OptionKind::Secret, good), good);
  for (const std::string& bad :
       {id, std::string("secret:"), std::string("secret:hunter2"), "secret://" + id, "juju:" + id,
        "secret:" + id + " ", "secret:" + id + "/1", std::string("hunter2")})
    EXPECT_EQ(canonical(OptionKind::Secret, bad),
              "option \"x\" is of type secret and cannot be what was given: give a secret's URI, "
              "e.g. secret:9m4e2mr0ui3e8a215n4g, or nothing")
      << "what was typed may be the secret itself";
}

TEST(CanonicalOption, canonical_text_stays_as_it_is) {
  for (const char* text : {"0", "-5", "12345678901"})
    EXPECT_EQ(canonical(OptionKind::Int, text), text);
  for (const char* text : {"0.1", "1e+30", "1e-07"})
    EXPECT_EQ(canonical(OptionKind::Float, text), text);
}

} // namespace orrery::config
