#include "test/tools/case.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {
namespace {

World with_site() {
  World world;
  world.resources["site"] = {"site.tgz", {"aa", 3, 1, "admin"}};
  world.brought = "/unit/resources/site/site.tgz";
  return world;
}

} // namespace

TEST(ResourceGet, RS8_prints_the_path_without_a_newline) {
  World world = with_site();
  check(world, {{{"resource-get", "site"}, 0, "/unit/resources/site/site.tgz", ""}});
  EXPECT_EQ(world.asked_for, std::vector<std::string>{"site"});
}

TEST(ResourceGet, RS9_RS10_each_call_asks_anew) {
  World world = with_site();
  (void)world.call({"resource-get", "site"});
  world.brought = "/elsewhere";
  check(world, {{{"resource-get", "site"}, 0, "/elsewhere", ""}});
  EXPECT_EQ(world.asked_for.size(), 2U);
}

TEST(ResourceGet, RS8_wants_one_name) {
  World world = with_site();
  check(world, {{{"resource-get"}, 2, "", "missing required resource name"}});
  EXPECT_EQ(world.call({"resource-get", "site", "other"}).code, 2);
}

TEST(ResourceGet, RS3_a_placeholder_is_not_found) {
  World world;
  const auto said = world.call({"resource-get", "site"});
  EXPECT_EQ(said.code, 1);
  EXPECT_EQ(said.error.find("ERROR could not download resource: resource \"site\" not found"), 0U)
    << said.error;
  EXPECT_TRUE(world.asked_for.empty());
}

TEST(ResourceGet, RS9_what_has_gone_wrong_is_told) {
  World world = with_site();
  world.brought = tl::unexpected(std::string("resource size does not match expected"));
  check(world, {{{"resource-get", "site"},
                 1,
                 "",
                 "could not download resource: resource size does not match expected"}});
}

} // namespace orrery::hooks
