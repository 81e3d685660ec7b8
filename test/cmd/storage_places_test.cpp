// Places of storage: filesystems, listed by themselves, and storage that has none yet.
#include "test/cmd/storing_bench.hpp"

#include <gtest/gtest.h>

namespace orrery::test {
namespace {

class StoragePlaces : public StoringBench {};

TEST_F(StoragePlaces, ST43_of_storage_without_a_place_nothing_is_said) {
  bench.orchestrator.change([](store::Contents& model) {
    store::Storage storage = model.storages.at("data/0");
    storage.number = 15;
    storage.placed = false;
    model.storages["data/15"] = storage;
    model.attachments["data/15"] = model.attachments.at("data/0");
    model.attachments["data/15"].storage = "data/15";
    model.attachments["data/15"].location.clear();
  });
  (void)bench.verb({"remove-unit", "web/0"});
  EXPECT_TRUE(has(bench.output.printed, "- will detach storage data/0\n")) << bench.output.printed;
  EXPECT_FALSE(has(bench.output.printed, "data/15")) << bench.output.printed;
}

TEST_F(StoragePlaces, ST51_filesystems_are_listed_all_or_by_their_numbers_and_no_volumes) {
  ASSERT_EQ(bench.verb({"storage", "--filesystem"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "Machine  Unit ")) << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed, "data/0") && has(bench.output.printed, "data/1"));
  ASSERT_EQ(bench.verb({"storage", "--filesystem", "0", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_TRUE(bench.output.printed.starts_with("{\"filesystems\":{\"0\":{\"storage\":\"data/0\""))
    << bench.output.printed;
  EXPECT_FALSE(has(bench.output.printed, "data/1"));
  EXPECT_EQ(failed({"storage", "--filesystem", "7"}), "ERROR filesystem \"7\" not found\n");
  EXPECT_EQ(told({"storage", "--volume"}), "No storage to display.\n");
  EXPECT_EQ(failed({"storage", "--volume", "0"}), "ERROR volume \"0\" not found\n");
  EXPECT_TRUE(has(misused({"storage", "--volume", "--filesystem"}), "can not be used together"));
  EXPECT_TRUE(has(misused({"storage", "0"}), "--filesystem and --volume"));
}

} // namespace
} // namespace orrery::test
