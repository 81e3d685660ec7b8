#include "cmd/views/render/json.hpp"
#include "cmd/views/render/key_order.hpp"
#include "cmd/views/render/yaml.hpp"

#include <gtest/gtest.h>

namespace orrery::render {
namespace {

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
