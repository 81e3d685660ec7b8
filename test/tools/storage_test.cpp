// Tools for the storages of a unit (ST30-ST32).
#include "test/tools/case.hpp"

#include <gtest/gtest.h>

namespace orrery::hooks {
namespace {

World with_storages() {
  World world;
  world.sight.storages = {{"data/0", "/srv/data"}, {"data/10", ""}, {"logs/1", "/srv/logs"}};
  return world;
}

TEST(StorageList, ST30_lists_all_that_the_unit_has_or_those_of_one_name) {
  World world = with_storages();
  check(world, {{{"storage-list"}, 0, "data/0\ndata/10\nlogs/1\n", ""},
                {{"storage-list", "data"}, 0, "data/0\ndata/10\n", ""},
                {{"storage-list", "dat", "--format=json"}, 0, "[]\n", ""},
                {{"storage-list", "--format=json"}, 0, "[\"data/0\",\"data/10\",\"logs/1\"]\n", ""},
                {{"storage-list", "a", "b"}, 2, "", "unrecognized args: [\"b\"]"}});
}

TEST(StorageGet, ST31_prints_one_attribute_or_all) {
  World world = with_storages();
  check(world,
        {{{"storage-get", "-s", "data/0"}, 0, "kind: filesystem\nlocation: /srv/data\n", ""},
         {{"storage-get", "-s", "data/0", "location"}, 0, "/srv/data\n", ""},
         {{"storage-get", "-s", "data/0", "kind", "--format=json"}, 0, "\"filesystem\"\n", ""}});
  world.sight.storage = "logs/1";
  check(world, {{{"storage-get", "location"}, 0, "/srv/logs\n", ""},
                {{"storage-get", "-s", "data/0", "location"}, 0, "/srv/data\n", ""}});
}

TEST(StorageGet, ST31_refuses_what_it_cannot_tell) {
  World world = with_storages();
  check(world,
        {{{"storage-get"}, 2, "", "no storage instance specified"},
         {{"storage-get", "-s", "x"},
          2,
          "",
          "invalid value \"x\" for option -s: invalid storage ID \"x\""},
         {{"storage-get", "-s", "data/x"},
          2,
          "",
          "invalid value \"data/x\" for option -s: invalid storage ID \"data/x\""},
         {{"storage-get", "-s", "data/9"},
          2,
          "",
          "invalid value \"data/9\" for option -s: storage attachment data/9:web/0 not found"},
         {{"storage-get", "-s", "data/0", "size"}, 1, "", "invalid storage attribute \"size\""},
         {{"storage-get", "-s", "data/10"},
          1,
          "",
          "storage attachment data/10:web/0 is not provisioned yet"}});
}

TEST(StorageAdd, ST32_is_buffered_and_adds_up) {
  World world = with_storages();
  check(world,
        {{{"storage-add", "data", "logs=2"}, 0, "", ""}, {{"storage-add", "data=3"}, 0, "", ""}});
  EXPECT_EQ(world.state.storages_to_add,
            (std::map<std::string, std::uint32_t>{{"data", 4}, {"logs", 2}}));
  EXPECT_TRUE(world.effects.empty());
}

TEST(StorageAdd, ST32_refuses_all_of_a_call_that_has_one_wrong_directive) {
  World world = with_storages();
  const std::string parse = "cannot parse disk constraints: ";
  check(
    world,
    {{{"storage-add"}, 2, "", "storage add requires a storage directive"},
     {{"storage-add", "logs=1", "data=rootfs"}, 2, "", "only count can be specified for \"data\""},
     {{"storage-add", "data=1G"}, 2, "", "only count can be specified for \"data\""},
     {{"storage-add", "data="},
      2,
      "",
      parse + "storage constraints require at least one field to be specified"},
     {{"storage-add", "data=0"},
      2,
      "",
      parse + "parsing storage count: count must be greater than zero, got \"0\""},
     {{"storage-add", "data=_"}, 2, "", parse + "unrecognized storage constraint \"_\" not valid"},
     {{"storage-add", "data=99999999999"},
      2,
      "",
      parse + "parsing storage count: \"99999999999\" is too large"},
     {{"storage-add", "data", "Data"}, 2, "", "storage name \"Data\" not valid"},
     {{"storage-add", std::string(65, 'a')},
      2,
      "",
      "storage name \"" + std::string(65, 'a') + "\" not valid"}});
  EXPECT_TRUE(world.state.storages_to_add.empty());
}

TEST(StorageAdd, ST32_a_hook_asks_for_a_bounded_number_in_all) {
  World world = with_storages();
  const std::string many = ": one hook may add at most 64 instances in all, which is what a unit "
                           "may have";
  check(world, {{{"storage-add", "data=4294967295"}, 1, "", "cannot add storage \"data\"" + many},
                {{"storage-add", "data=60", "logs=4"}, 0, "", ""},
                {{"storage-add", "more"}, 1, "", "cannot add storage \"more\"" + many}});
  EXPECT_EQ(world.state.storages_to_add,
            (std::map<std::string, std::uint32_t>{{"data", 60}, {"logs", 4}}));
}

} // namespace
} // namespace orrery::hooks
