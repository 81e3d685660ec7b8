#include "test/config/bundle_file.hpp"

#include <gtest/gtest.h>

namespace orrery::config {

using test::BundleFile;
using test::two_applications;
using Names = std::vector<std::string>;

TEST_F(BundleFile, wrong_placements_name_their_place) {
  const auto placed = [&](const std::string& to) {
    return error(two_applications + "  app: {charm: ./web, num_units: 2, to: " + to + "}\n");
  };
  EXPECT_EQ(placed("[new, 3]"),
            "bundle.yaml:4:47: machine \"3\" is not declared: add it: machines: {\"3\": {}}");
  EXPECT_EQ(placed("wab/0"),
            "bundle.yaml:4:41: the placement \"wab/0\" is neither a machine nor an application of "
            "the bundle: did you mean web?");
  EXPECT_EQ(placed("\"lxd:0\""),
            "bundle.yaml:4:41: the placement \"lxd:0\" asks for a container: Orrery places units "
            "on machines: name one without the prefix");
  EXPECT_EQ(placed("web/2"),
            "bundle.yaml:4:41: the bundle deploys 2 units of web, so none is \"web/2\": units "
            "count from 0: raise num_units of web or name a lower one");
  EXPECT_EQ(placed("web/01"), "bundle.yaml:4:41: \"web/01\" is no unit: write e.g. web/0");
  EXPECT_EQ(placed("app/1"),
            "bundle.yaml:4:41: application \"app\" is placed on itself: name a machine or another "
            "application");
  EXPECT_EQ(placed("[web, web, web]"),
            "bundle.yaml:4:37: application \"app\" has 3 placements for 2 units: give at most one "
            "placement a unit");
  EXPECT_EQ(placed("[\"\"]"),
            "bundle.yaml:4:42: a placement is empty: write a machine, new, or a unit, e.g. to: "
            "[\"0\"]");
  EXPECT_EQ(placed("{web: 1}"),
            "bundle.yaml:4:41: expected a list, found a mapping: write `- item` lines below to");
}

TEST_F(BundleFile, placement_on_an_application_takes_its_units_in_turn) {
  const auto bundle =
    load(two_applications + "  app: {charm: ./web, num_units: 5, to: [db, web]}\n");
  ASSERT_TRUE(bundle) << bundle.error().text();
  EXPECT_EQ(bundle->applications[2].to, (Names{"db/0", "web/0", "web/1", "web/0", "web/1"}));
}

TEST_F(BundleFile, placements_in_a_circle_are_refused) {
  EXPECT_EQ(error("applications:\n"
                  "  first: {charm: ./web, num_units: 1, to: second}\n"
                  "  second: {charm: ./web, num_units: 1, to: third}\n"
                  "  third: {charm: ./web, num_units: 1, to: second}\n"),
            "bundle.yaml:3:40: the placements of application \"second\" lead back to itself "
            "through other applications: place one of them on a machine or new");
}

TEST_F(BundleFile, repeated_placements_have_a_bound) {
  EXPECT_EQ(error("applications:\n"
                  "  db: {charm: ./charms/db, num_units: 1}\n"
                  "  one: {charm: ./web, num_units: 600000, to: db}\n"
                  "  two: {charm: ./web, num_units: 600000, to: db}\n"),
            "bundle.yaml:4:42: the bundle places more than 1000000 units: place fewer units on "
            "those of other applications");
}

TEST_F(BundleFile, wrong_relations_name_their_place) {
  const auto related = [&](const std::string& relations) {
    return error(two_applications + "relations:\n" + relations);
  };
  EXPECT_EQ(related("- [web:db]\n"),
            "bundle.yaml:5:3: a relation is a list of two endpoints: write e.g. - [web:db, "
            "mysql:server]");
  EXPECT_EQ(related("- web:db\n"),
            "bundle.yaml:5:3: a relation is a list of two endpoints: write e.g. - [web:db, "
            "mysql:server]");
  EXPECT_EQ(related("- [web:db, dbb:server]\n"),
            "bundle.yaml:5:12: the bundle has no application \"dbb\": did you mean db?");
  EXPECT_EQ(related("- [\"web:\", db:server]\n"),
            "bundle.yaml:5:4: \"\" is no endpoint name: write e.g. web:db, or only web");
  EXPECT_EQ(related("- [web:a, web:b]\n"),
            "bundle.yaml:5:3: a relation is between two different applications: remove it: peer "
            "relations come by themselves");
  EXPECT_EQ(related("- [web:db, db]\n- [db, web:db]\n"),
            "bundle.yaml:6:3: this relation is here a second time, first at line 5: remove one of "
            "the two");
  EXPECT_EQ(related("- [web, [db]]\n"),
            "bundle.yaml:5:9: expected text, found a list: write e.g. endpoint: text");
}

} // namespace orrery::config
