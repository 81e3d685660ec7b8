#include "cmd/views/render/json.hpp"
#include "cmd/views/render/read_json.hpp"
#include "cmd/views/render/yaml.hpp"

#include <gtest/gtest.h>

#include <string>

namespace orrery::render {
namespace {

TEST(ReadJson, gives_back_every_kind_of_value) {
  const std::string text =
    R"({"a":[1,-2.5,true,null],"b":{},"c":"é \" \n","big":12345678901234567890})";
  const auto read = read_json(text);
  ASSERT_TRUE(read);
  EXPECT_EQ(to_json(*read),
            R"({"a":[1,-2.5,true,null],"b":{},"big":12345678901234567890,"c":"é \" \n"})"
            "\n");
}

TEST(ReadJson, any_other_text_is_none) {
  for (const char* text : {"", "{", "{\"a\":}", "{} x", "[1,]", "\"\xff\""})
    EXPECT_FALSE(read_json(text)) << text;
}

TEST(ReadJson, cuts_what_is_nested_without_end) {
  const std::string deep = std::string(10'000, '[') + std::string(10'000, ']');
  const auto read = read_json(deep);
  ASSERT_TRUE(read);
  const std::string text = to_json(*read);
  EXPECT_NE(text.find("[\"...\"]"), std::string::npos);
  EXPECT_LT(text.size(), 300U);
}

TEST(KeyOrder, is_that_of_bytes_in_json_and_of_numbers_in_yaml) {
  auto map = Document::map();
  map.add("db/10", Document::map().add("b", "1").add("a", "2")).add("db/2", Document::list());
  EXPECT_EQ(to_json(in_key_order(map, DataFormat::Json)), R"({"db/10":{"a":"2","b":"1"},"db/2":[]})"
                                                          "\n");
  EXPECT_EQ(to_yaml(in_key_order(map, DataFormat::Yaml)),
            "db/2: []\ndb/10:\n  a: \"2\"\n  b: \"1\"\n");
}

} // namespace
} // namespace orrery::render
