#include "store/names.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace orrery::store {
namespace {

TEST(ApplicationName, is_lower_words_whose_later_parts_have_a_letter) {
  for (const char* good : {"a", "mysql", "web2", "my-sql", "my-2sql", "a-b-c", "web-0b"})
    EXPECT_TRUE(is_application_name(good)) << good;
  for (const char* bad : {"", "2web", "Web", "web-", "-web", "web--a", "web-2", "web_a", "web a",
                          "web/0", "wéb", "web."})
    EXPECT_FALSE(is_application_name(bad)) << bad;
  EXPECT_FALSE(is_application_name(std::string_view("we\0b", 4)));
}

TEST(ApplicationName, has_at_most_64_bytes) {
  EXPECT_TRUE(is_application_name(std::string(64, 'a')));
  EXPECT_FALSE(is_application_name(std::string(65, 'a')));
}

TEST(EndpointName, is_words_with_single_separators_between_them) {
  for (const char* good : {"db", "juju-info", "db_admin", "http2", "a-1"})
    EXPECT_TRUE(is_endpoint_name(good)) << good;
  for (const char* bad : {"", "db-", "_db", "db--a", "db-_a", "Db", "1db", "d b", "db:x"})
    EXPECT_FALSE(is_endpoint_name(bad)) << bad;
  EXPECT_FALSE(is_endpoint_name(std::string(65, 'a')));
}

TEST(UnitName, is_an_application_and_a_number) {
  for (const char* good : {"web/0", "web/10", "my-sql/4294967294"})
    EXPECT_TRUE(is_unit_name(good)) << good;
  for (const char* bad : {"web", "web/", "web/01", "web/-1", "web/+1", "web/1 ", "web/1/2", "/1",
                          "web/4294967295", "web/99999999999"})
    EXPECT_FALSE(is_unit_name(bad)) << bad;
}

TEST(UnitName, comes_apart_and_together_again) {
  const auto parts = split_unit("my-sql/12");
  ASSERT_TRUE(parts);
  EXPECT_EQ(*parts, (UnitParts{"my-sql", 12}));
  EXPECT_EQ(unit_name(parts->application, parts->number), "my-sql/12");
  EXPECT_EQ(split_unit("my-sql"), std::nullopt);
  EXPECT_EQ(application_of("my-sql/12"), "my-sql");
  EXPECT_EQ(application_of("my-sql"), "my-sql");
}

TEST(Id, has_no_leading_zero_and_leaves_room_for_a_next_one) {
  EXPECT_EQ(parse_id("0"), 0U);
  EXPECT_EQ(parse_id("4294967294"), 4294967294U);
  for (const char* bad : {"", "00", "01", "-0", " 1", "1x", "4294967295"})
    EXPECT_EQ(parse_id(bad), std::nullopt) << bad;
}

TEST(StorageId, is_a_name_and_a_number_and_leads_nowhere_else) {
  for (const char* good : {"data/0", "my-data2/17", "2/00"})
    EXPECT_TRUE(is_storage_id(good)) << good;
  for (const char* bad :
       {"", "data", "data/", "/0", "Data/0", "data/0/1", "../0", "data/x", "a b/0"})
    EXPECT_FALSE(is_storage_id(bad)) << bad;
}

TEST(NaturalOrder, compares_digits_as_numbers) {
  std::vector<std::string> names{
    "web/10", "web/2", "db/0", "web", "web/02", "web/99999999999999999999", "web2/0", "web-a/1"};
  std::sort(names.begin(), names.end(), natural_less);
  EXPECT_EQ(names, (std::vector<std::string>{"db/0", "web", "web-a/1", "web/02", "web/2", "web/10",
                                             "web/99999999999999999999", "web2/0"}));
}

TEST(NaturalOrder, is_irreflexive_and_tells_different_names_apart) {
  EXPECT_FALSE(natural_less("web/2", "web/2"));
  EXPECT_NE(natural_less("a1", "a01"), natural_less("a01", "a1"));
  EXPECT_NE(natural_less("a0", "a00"), natural_less("a00", "a0"));
}

} // namespace
} // namespace orrery::store
