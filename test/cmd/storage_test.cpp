#include "cmd/charms/storage_directives.hpp"
#include "test/cmd/storing_bench.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {
namespace {

class StorageVerbs : public StoringBench {};

TEST_F(StorageVerbs, ST14_a_new_unit_begins_with_storage_that_no_unit_has) {
  EXPECT_EQ(bench.verb({"add-unit", "web", "--attach-storage", "data/1"}), cmd::Exit::Fine)
    << bench.output.complained;
  EXPECT_EQ(bench.orchestrator.contents()->storages.at("data/1").unit, "web/1");
  EXPECT_EQ(bench.orchestrator.contents()->storages.size(), 2U) << "no new one beside it";
}

TEST_F(StorageVerbs, ST14_a_unit_is_refused_for_the_storage_that_is_not_there) {
  const auto said = failed({"add-unit", "web", "--attach-storage", "data/9"});
  EXPECT_TRUE(has(said, "cannot add a unit to application \"web\": ")) << said;
  EXPECT_TRUE(has(said, "storage instance \"data/9\" not found")) << said;
  EXPECT_FALSE(has(said, "did you mean")) << said;
}

TEST_F(StorageVerbs, ST14_what_cannot_be_attached_deploys_nothing) {
  bench.charm("log", "storage: {logs: {type: filesystem}}\n");
  const auto refused = [&](const std::string& charm, const std::string& ids) {
    return failed({"deploy", charm, "other", "--attach-storage", ids});
  };
  EXPECT_TRUE(has(refused("./web", "data/9"), "storage instance \"data/9\" not found"));
  EXPECT_TRUE(has(refused("./web", "data/1,data/0"), "unit web/0 has it: detach-storage data/0"));
  EXPECT_TRUE(has(refused("./log", "data/1"), "charm log has no storage called data"));
  EXPECT_TRUE(has(refused("./web", "data/1,"), "invalid storage ID \"\""));
  EXPECT_FALSE(bench.orchestrator.contents()->applications.contains("other"));
}

TEST_F(StorageVerbs, ST14_what_names_too_many_or_one_twice_deploys_nothing) {
  bench.charm("one", "storage: {data: {type: filesystem}}\n");
  bench.orchestrator.change([](store::Contents& model) {
    store::Storage storage = model.storages.at("data/1");
    storage.number = 2;
    model.storages["data/2"] = storage;
  });
  EXPECT_TRUE(has(failed({"deploy", "./web", "other", "--attach-storage", "data/1,data/1"}),
                  "cannot attach storage data/1: it is named twice"));
  EXPECT_TRUE(has(failed({"deploy", "./one", "other", "--attach-storage", "data/1,data/2"}),
                  "charm \"one\" store \"data\": storage is singular, 2 specified"));
  EXPECT_FALSE(bench.orchestrator.contents()->applications.contains("other"));
}

TEST_F(StorageVerbs, ST14_storage_is_for_one_unit) {
  for (const char* verb : {"deploy", "add-unit"}) {
    const std::string what = verb == std::string("deploy") ? "./web" : "web";
    EXPECT_TRUE(has(misused({verb, what, "-n", "2", "--attach-storage", "data/1"}),
                    "--attach-storage cannot be used with -n"));
  }
  EXPECT_TRUE(
    has(misused({"add-unit", "web", "--attach-storage", "data"}), "invalid storage ID \"data\""));
}

TEST_F(StorageVerbs, ST50_ST51_the_table_has_those_that_no_unit_has_first) {
  ASSERT_EQ(bench.verb({"storage"}), cmd::Exit::Fine);
  EXPECT_EQ(bench.output.printed,
            "Unit   Storage ID  Type        Pool    Size     Status    Message\n"
            "       data/1      filesystem  rootfs  1.0 GiB  detached  \n"
            "web/0  data/0      filesystem  rootfs  1.0 GiB  attached  \n");
  EXPECT_TRUE(has(misused({"storage", "data/0"}), "specifying IDs only supported"));
}

TEST_F(StorageVerbs, ST50_none_is_said_on_standard_error) {
  Bench empty;
  EXPECT_EQ(empty.verb({"list-storage"}), cmd::Exit::Fine);
  EXPECT_EQ(empty.output.complained, "No storage to display.\n");
  EXPECT_EQ(empty.output.printed, "");
}

TEST_F(StorageVerbs, ST43_what_goes_with_many_is_read_once) {
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{"remove-machine", "0", "0", "0", "--force"},
                                             {"remove-machine", "0", "0", "0", "--drain"},
                                             {"remove-unit", "web/0", "web/0", "web/0"},
                                             {"remove-application", "web", "web", "web"}}) {
    const std::size_t before = bench.orchestrator.kinds_read().size();
    (void)bench.verb(words); // whether it is done is all the same: it is told before
    const auto& read = bench.orchestrator.kinds_read();
    const auto times = [&](const char* kind) {
      return std::count(read.begin() + static_cast<std::ptrdiff_t>(before), read.end(), kind);
    };
    EXPECT_EQ(times("d"), 1) << words.front();
    EXPECT_EQ(times("u"), words.front() == "remove-machine" ? 1 : 0) << words.front();
  }
}

TEST_F(StorageVerbs, ST49_before_it_has_a_place_it_is_pending) {
  told({"add-storage", "web/0", "data"});
  ASSERT_EQ(bench.verb({"storage"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "pending   waiting for filesystem to be provisioned\n"))
    << bench.output.printed;
}

TEST_F(StorageVerbs, ST52_as_data_with_its_attachment) {
  ASSERT_EQ(bench.verb({"show-storage", "data/0", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "{\"data/0\":{\"kind\":\"filesystem\",\"life\":\"alive\","
                                        "\"status\":{\"current\":\"attached\",\"since\":"))
    << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed,
                  "\"persistent\":false,\"attachments\":{\"units\":{\"web/0\":{\"machine\":\"0\","
                  "\"location\":\"/srv/data\",\"life\":\"alive\"}}}}}"))
    << bench.output.printed;
  ASSERT_EQ(bench.verb({"storage", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "{\"storage\":{\"data/0\":{"));
  const std::string filesystem =
    "\"filesystems\":{\"0\":{\"storage\":\"data/0\",\"attachments\":{\"machines\":{\"0\":{"
    "\"mount-point\":\"/srv/data\",\"read-only\":false,\"life\":\"alive\"}},\"units\":{\"web/0\":{"
    "\"machine\":\"0\",\"location\":\"/srv/data\",\"life\":\"alive\"}}},\"pool\":\"rootfs\","
    "\"size\":1024,\"life\":\"alive\",\"status\":{\"current\":\"attached\"";
  EXPECT_TRUE(has(bench.output.printed, filesystem)) << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed, "\"1\":{\"storage\":\"data/1\",\"pool\":\"rootfs\""))
    << bench.output.printed;
  EXPECT_TRUE(has(misused({"show-storage"}), "must specify storage ID(s)"));
  EXPECT_EQ(failed({"show-storage", "data"}), "ERROR invalid storage ID data\n");
  EXPECT_EQ(failed({"show-storage", "data/9"}), "ERROR storage instance \"data/9\" not found\n");
}

TEST_F(StorageVerbs, ST53_status_has_it_as_data_and_in_a_section_of_its_own) {
  ASSERT_EQ(bench.verb({"status", "--format", "json"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "\"storage\":{\"storage\":{\"data/0\":"))
    << bench.output.printed;
  EXPECT_TRUE(has(bench.output.printed, "\"filesystems\":{\"0\":{\"storage\":\"data/0\""))
    << bench.output.printed;
  ASSERT_EQ(bench.verb({"status"}), cmd::Exit::Fine);
  EXPECT_FALSE(has(bench.output.printed, "data/0"));
  ASSERT_EQ(bench.verb({"status", "--storage"}), cmd::Exit::Fine);
  EXPECT_TRUE(has(bench.output.printed, "\nStorage Unit  Storage ID  Type        Pool    Mountpoint"
                                        "  Size     Status    Message\n"))
    << bench.output.printed;
}

TEST_F(StorageVerbs, ST38_adding_says_each_and_what_fails_stops_no_other) {
  EXPECT_EQ(told({"add-storage", "web/0", "data=2"}),
            "added storage data/2 to web/0\nadded storage data/3 to web/0\n");
  EXPECT_EQ(failed({"add-storage", "web/0", "x", "data"}),
            "ERROR failed to add storage \"x\" to web/0: charm storage \"x\" not found\n"
            "ERROR failed to add storage \"data\" to web/0: attaching 1 storage instances brings "
            "the total to 4, exceeding the maximum of 3\n");
  EXPECT_TRUE(
    has(misused({"add-storage", "web/0"}), "add-storage requires a unit and a storage directive"));
  EXPECT_TRUE(has(misused({"add-storage", "web/0", "data=-"}), "unrecognized storage"));
}

TEST_F(StorageVerbs, ST39_ST40_detaching_and_attaching) {
  EXPECT_EQ(failed({"detach-storage", "data/9", "data/0"}),
            "ERROR failed to detach data/9: storage instance \"data/9\" not found\n"
            "ERROR failed to detach data/0: cannot destroy storage attachment data/0:web/0: "
            "detaching 1 storage instance brings the total to 0, which is less than the minimum of "
            "1\n");
  EXPECT_EQ(told({"attach-storage", "web/0", "data/1"}), "attaching data/1 to web/0\n");
  EXPECT_EQ(told({"detach-storage", "data/0"}), "detaching data/0\n");
  EXPECT_EQ(told({"detach-storage", "data/0"}), "detaching data/0\n") << "it is dying already";
  EXPECT_TRUE(has(failed({"attach-storage", "web/7", "data/0"}),
                  "cannot attach storage owned by unit web/0 to unit web/7"));
  EXPECT_EQ(failed({"attach-storage", "web/0", "data/9"}),
            "ERROR failed to attach data/9 to web/0: storage instance \"data/9\" not found\n");
  EXPECT_TRUE(has(misused({"detach-storage", "data"}), "invalid storage ID \"data\""));
}

TEST_F(StorageVerbs, ST42_removing_what_a_unit_has_wants_force) {
  EXPECT_EQ(told({"remove-storage", "data/1"}), "removing data/1\n");
  EXPECT_EQ(failed({"remove-storage", "data/0"}),
            "ERROR failed to remove data/0: cannot destroy storage \"data/0\": storage is "
            "attached\n\nUse the --force option to remove attached storage, or use \"orrery "
            "detach-storage\" to explicitly detach the storage before removing.\n");
  told({"add-storage", "web/0", "data"});
  EXPECT_EQ(told({"remove-storage", "data/0", "--force"}), "removing data/0\n");
  EXPECT_EQ(bench.orchestrator.contents()->storages.at("data/0").life, store::Life::Dying);
  EXPECT_TRUE(has(failed({"remove-storage", "data/0", "--no-destroy"}), "releasing storage"));
}

TEST_F(StorageVerbs, ST7_ST13_deploy_takes_directives_and_a_bundle_gives_them_back) {
  ASSERT_EQ(bench.verb({"deploy", "./web", "db", "-n", "0", "--storage", "data=rootfs,2,10G"}),
            cmd::Exit::Fine)
    << bench.output.complained;
  const auto contents = *bench.orchestrator.contents();
  EXPECT_EQ(contents.applications.at("db").storage.at("data"),
            (store::StorageDirective{"rootfs", 2, 10'240}));
  ASSERT_EQ(bench.verb({"export-bundle"}), cmd::Exit::Fine) << bench.output.complained;
  EXPECT_TRUE(has(bench.output.printed, "    storage:\n      data: rootfs,2,10240M\n"))
    << bench.output.printed;
  EXPECT_EQ(misused({"deploy", "./web", "x", "--storage", "data"}),
            "ERROR expected <store>=<constraints>, got \"data\"\n");
  bench.file("shop.yaml", "applications: {c: {charm: ./web, storage: {data: 4}}}\n");
  EXPECT_TRUE(has(failed({"deploy", "./shop.yaml"}),
                  "charm \"web\" store \"data\": at most 3 instances supported, 4 specified"));
}

TEST_F(StorageVerbs, ST7_a_storage_that_is_named_twice_is_refused_and_changes_nothing) {
  const std::string twice =
    "ERROR storage \"data\" specified more than once: give one directive for it\n";
  EXPECT_EQ(
    misused({"deploy", "./web", "db", "-n", "0", "--storage", "data=1", "--storage", "data=2"}),
    twice);
  EXPECT_FALSE(bench.orchestrator.contents()->applications.contains("db"));
  EXPECT_EQ(
    misused({"refresh", "web", "--path", "./web", "--storage", "data=1", "--storage", "data=2"}),
    twice);
  EXPECT_TRUE(bench.orchestrator.contents()->applications.at("web").storage.empty());
}

TEST_F(StorageVerbs, ST7_a_bundles_applications_are_directed_by_their_names) {
  bench.file("shop.yaml", "applications: {db: {charm: ./web, storage: {data: 1}}}\n");
  EXPECT_TRUE(has(misused({"deploy", "./shop.yaml", "--storage", "data=2"}),
                  "expected <application>:<store>=<constraints> for a bundle, got \"data=2\""));
  EXPECT_TRUE(has(failed({"deploy", "./shop.yaml", "--storage", "x:data=2"}),
                  "--storage is for application \"x\", which "));
  EXPECT_TRUE(has(failed({"deploy", "./shop.yaml", "--storage", "db:data=4"}),
                  "at most 3 instances supported, 4 specified"));
  EXPECT_FALSE(bench.orchestrator.contents()->applications.contains("db"));
  told({"deploy", "./shop.yaml", "--storage", "db:data=2,2G"});
  EXPECT_EQ(bench.orchestrator.contents()->applications.at("db").storage.at("data"),
            (store::StorageDirective{"", 2, 2048}));
  told({"deploy", "./shop.yaml", "--storage", "db:data=2,2G"}); // as it is
  EXPECT_TRUE(has(failed({"deploy", "./shop.yaml", "--storage", "db:data=3,2G"}),
                  "--storage db:data is for an application that is deployed already"));
}

TEST_F(StorageVerbs, ST39_a_dry_run_says_what_would_come) {
  told({"add-storage", "web/0", "data"});
  ASSERT_EQ(bench.verb({"detach-storage", "data/0", "--dry-run"}), cmd::Exit::Fine)
    << bench.output.complained;
  EXPECT_TRUE(has(bench.output.printed, "storage data/0 is being detached from web/0"))
    << bench.output.printed;
  EXPECT_EQ(bench.orchestrator.contents()->attachments.at("data/0").life, store::Life::Alive);
}

TEST_F(StorageVerbs, ST13_a_refresh_names_units_that_keep_storage_of_another_size) {
  const std::string kept =
    "web/0 keeps storage data/0 of 1024 MiB: the new size is for storage to come\n";
  (void)told({"refresh", "web", "--path", "./web", "--storage", "data=2,2G"});
  EXPECT_TRUE(has(bench.output.printed, kept)) << bench.output.printed;
  for (const char* directive : {"data=2,1G", "data=3"}) {
    (void)told({"refresh", "web", "--path", "./web", "--storage", directive});
    EXPECT_FALSE(has(bench.output.printed, "keeps storage")) << bench.output.printed;
  }
  (void)told({"deploy", "./web", "db"});
  (void)told({"refresh", "db", "--path", "./web", "--storage", "data=2,2G"});
  EXPECT_FALSE(has(bench.output.printed, "keeps storage")) << "another application's";
}

} // namespace
} // namespace orrery::test
