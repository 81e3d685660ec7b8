#include "config/names.hpp"

#include <gtest/gtest.h>

namespace orrery::config {

TEST(Names, application_has_a_letter_in_each_part) {
  for (const char* good : {"a", "web", "web2", "my-app", "a-1b"})
    EXPECT_TRUE(is_application_name(good)) << good;
  for (const char* bad : {"", "1a", "Web", "web-1", "web-", "-web", "a--b", "a_b", "a/0", "a b"})
    EXPECT_FALSE(is_application_name(bad)) << bad;
  EXPECT_TRUE(is_application_name(std::string(64, 'a')));
  EXPECT_FALSE(is_application_name(std::string(65, 'a')));
}

TEST(Names, endpoint_may_have_dashes_and_underscores_inside) {
  for (const char* good : {"db", "db-admin", "db_1", "a1"})
    EXPECT_TRUE(is_endpoint_name(good)) << good;
  for (const char* bad : {"", "1a", "Db", "db-", "db--a", "_db", "a:b"})
    EXPECT_FALSE(is_endpoint_name(bad)) << bad;
}

TEST(Names, actions_and_keys_have_dashes_inside_only) {
  for (const char* good : {"a", "0", "backup", "a-b", "5-o-0", "a--b"})
    EXPECT_TRUE(is_action_name(good)) << good;
  for (const char* bad : {"", "-", "-a", "a-", "A", "a_b", "a.b", "a b", "\xc3\xbc"})
    EXPECT_FALSE(is_action_name(bad)) << bad;
}

TEST(Names, juju_is_reserved) {
  EXPECT_TRUE(is_reserved_name("juju"));
  EXPECT_TRUE(is_reserved_name("juju-info"));
  EXPECT_FALSE(is_reserved_name("jujube"));
}

TEST(Names, nearest_is_what_was_probably_meant) {
  const std::vector<std::string> names{"num_units", "options", "to"};
  EXPECT_EQ(nearest_name("num-units", names), "num_units");
  EXPECT_EQ(nearest_name("option", names), "options");
  EXPECT_EQ(nearest_name("ot", names), "to"); // a swap is one step
  EXPECT_EQ(nearest_name("xylophone", names), "");
}

} // namespace orrery::config
