#include "store/in_order.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace orrery::test {

TEST(InOrder, finds_whatever_the_order_is_in_which_it_is_asked) {
  std::map<std::string, int> map{{"a", 1}, {"b", 2}, {"c", 3}, {"d", 4}};
  store::InOrder in_order(map);
  for (const char* key : {"a", "a", "b", "d", "c", "d", "a", "nobody", "z", "b", "c"}) {
    const int* const found = in_order.find(key);
    const auto expected = map.find(key);
    ASSERT_EQ(found != nullptr, expected != map.end()) << key;
    EXPECT_TRUE(found == nullptr || found == &expected->second) << key;
  }
}

TEST(InOrder, finds_nothing_in_an_empty_map) {
  const std::map<int, int> map;
  store::InOrder in_order(map);
  EXPECT_EQ(in_order.find(1), nullptr);
  EXPECT_EQ(in_order.find(1), nullptr);
}

} // namespace orrery::test
