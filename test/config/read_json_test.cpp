#include "config/json_writer.hpp"
#include "config/read_json.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

namespace orrery::config {
namespace {

std::string written(const Data& data) {
  std::string text;
  JsonWriter writer(text, TextStyle::Juju);
  write(writer, data);
  return text;
}

std::string brackets(std::size_t levels, const std::string& within) {
  return std::string(levels, '[') + within + std::string(levels, ']');
}

TEST(ReadJson, gives_back_every_kind_of_value) {
  const std::string text =
    R"({"a":[1,-2.5,true,null],"b":{},"c":"é \" \n","big":12345678901234567890})";
  for (const TextStyle style : {TextStyle::Plain, TextStyle::Juju}) {
    const auto read = read_json(text, style);
    ASSERT_TRUE(read);
    EXPECT_EQ(written(*read),
              R"({"a":[1,-2.5,true,null],"b":{},"big":12345678901234567890,"c":"é \" \n"})");
  }
}

TEST(ReadJson, any_other_text_is_none) {
  for (const char* text : {"", "{", "{\"a\":}", "{} x", "[1,]", "\"\xff\""})
    EXPECT_FALSE(read_json(text)) << text;
}

TEST(ReadJson, cuts_what_is_nested_without_end) {
  const auto read = read_json(brackets(10'000, ""));
  ASSERT_TRUE(read);
  EXPECT_EQ(written(*read), brackets(101, "\"...\""));
  const std::string deepest = brackets(101, "1");
  ASSERT_TRUE(read_json(deepest));
  EXPECT_EQ(written(*read_json(deepest)), deepest);
}

TEST(ReadJson, A29_charms_are_refused_what_is_nested_without_end) {
  EXPECT_TRUE(read_json(brackets(100, "1"), TextStyle::Juju));
  EXPECT_TRUE(read_json(brackets(101, ""), TextStyle::Juju));
  EXPECT_FALSE(read_json(brackets(101, "1"), TextStyle::Juju));
  EXPECT_FALSE(read_json(brackets(102, ""), TextStyle::Juju));
}

TEST(ReadJson, A29_fractions_for_charms_are_numbers_to_yaml_1_1) {
  EXPECT_EQ(written(*read_json("[1e20,1.5e-7,0.5]", TextStyle::Juju)), "[1.0e+20,1.5e-07,0.5]");
  EXPECT_EQ(written(*read_json("[1e20,1.5e-7,0.5]")), "[1e+20,1.5e-07,0.5]");
}

TEST(Data, finds_and_drops_the_keys_of_a_map) {
  Data map = Data::map().add("b", "1").add("a", true);
  ASSERT_NE(map.find("a"), nullptr);
  EXPECT_EQ(map.find("a")->kind(), Data::Kind::Boolean);
  EXPECT_EQ(map.find("c"), nullptr);
  EXPECT_EQ(Data("b").find("b"), nullptr);
  map.drop("c");
  map.drop("b");
  EXPECT_EQ(written(map), "{\"a\":true}");
}

} // namespace
} // namespace orrery::config
