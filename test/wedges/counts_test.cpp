#include "store/invariants.hpp"
#include "test/wedges/recount.hpp"
#include "test/wedges/story.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

/// web/0 and mysql/0, related.
store::Contents contents_of_a_pair() {
  SimulatedWorld world;
  world.deploy(web_charm(), "web");
  world.deploy(database_charm(), "mysql");
  world.relate("web:db", "mysql:server");
  world.settle();
  return world.contents();
}

/// Both checks find it, and the store's names who counts wrong.
void expect_named(const store::Contents& all, const std::string& name, const std::string& noun) {
  EXPECT_FALSE(recount(all).empty());
  const std::vector<std::string> broken = store::broken_invariants(all);
  ASSERT_EQ(broken.size(), 1U);
  EXPECT_NE(broken.front().find(name), std::string::npos) << broken.front();
  EXPECT_NE(broken.front().find(noun), std::string::npos) << broken.front();
}

} // namespace

TEST(DriftedCounts, units_of_an_application_are_named) {
  for (const std::uint32_t drifted : {0U, 2U}) {
    store::Contents all = contents_of_a_pair();
    all.applications.at("web").unit_count = drifted;
    expect_named(all, "web", "units");
  }
}

TEST(DriftedCounts, relations_of_an_application_are_named) {
  for (const std::uint32_t drifted : {0U, 2U}) {
    store::Contents all = contents_of_a_pair();
    all.applications.at("mysql").relation_count = drifted;
    expect_named(all, "mysql", "relations");
  }
}

TEST(DriftedCounts, units_in_scope_of_a_relation_are_named) {
  for (const std::uint32_t drifted : {1U, 3U}) {
    store::Contents all = contents_of_a_pair();
    all.relations.begin()->second.unit_count = drifted;
    expect_named(all, "web:db mysql:server", "units in scope");
  }
}

} // namespace orrery::test
