// The hooks of a unit's storages, in their order (ST22-ST26, ST28, ST37).
#include "actors/workflow/hooks_left.hpp"
#include "actors/workflow/resting.hpp"
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

namespace orrery::agents {
namespace {

using store::Life;

TEST(UnitStorage, ST22_initial_storage_is_attached_before_install) {
  PlayedUnit unit;
  unit.store_in("data/0").settle();
  EXPECT_EQ(unit.take(),
            (Names{"data-storage-attached data/0", "install", "config-changed", "start"}));
  EXPECT_TRUE(unit.remote.storages.at("data/0").told);
  EXPECT_TRUE(may_rest(unit.local, unit.remote, unit.policy));
}

TEST(UnitStorage, ST23_comes_by_name_then_number) {
  PlayedUnit unit;
  unit.store_in("logs/1").store_in("data/10").store_in("data/9").store_in("data-b/3").settle();
  EXPECT_EQ(unit.take(), (Names{"data-storage-attached data/9", "data-storage-attached data/10",
                                "data-b-storage-attached data-b/3", "logs-storage-attached logs/1",
                                "install", "config-changed", "start"}));
}

TEST(UnitStorage, ST22_ST27_install_does_not_run_while_an_attached_hook_fails) {
  PlayedUnit unit;
  unit.failing = {"data-storage-attached data/0"};
  unit.store_in("data/0").settle();
  EXPECT_EQ(unit.take(), Names{"data-storage-attached data/0"});
  EXPECT_EQ(workflow_state(unit.local, unit.policy), "new");
  EXPECT_EQ(word_for_failed(unit.local.operation->hook), "storage-attached"); // ST27
}

TEST(UnitStorage, ST23_later_storage_comes_between_other_hooks) {
  PlayedUnit unit;
  unit.settle();
  (void)unit.take();
  unit.store_in("data/4").settle();
  EXPECT_EQ(unit.take(), Names{"data-storage-attached data/4"});
}

TEST(UnitStorage, ST37_a_place_that_cannot_be_made_is_tried_again_later_each_time) {
  PlayedUnit unit;
  unit.unprovidable = {"data/0"};
  unit.store_in("data/0").store_in("logs/1").settle();
  EXPECT_EQ(unit.take(), Names{"logs-storage-attached logs/1"}) << "the others go on, not install";
  EXPECT_EQ(unit.peek(), Next(WaitUntil{unit.now + 30'000}));
  EXPECT_EQ(storage_trouble(unit.remote.storages), "storage data/0: no space");
  for (const store::Milliseconds delay :
       {60'000, 120'000, 240'000, 480'000, 960'000, 1'800'000, 1'800'000}) {
    unit.now = std::get<WaitUntil>(unit.peek()).at;
    unit.settle();
    EXPECT_EQ(unit.peek(), Next(WaitUntil{unit.now + delay}));
  }
  EXPECT_FALSE(may_rest(unit.local, unit.remote, unit.policy)) << "its next try would be lost";
  unit.unprovidable.clear();
  unit.now = std::get<WaitUntil>(unit.peek()).at;
  unit.settle();
  EXPECT_EQ(unit.take(),
            (Names{"data-storage-attached data/0", "install", "config-changed", "start"}));
  EXPECT_EQ(storage_trouble(unit.remote.storages), "");
}

TEST(UnitStorage, ST23_later_storage_that_cannot_be_provisioned_blocks_nothing) {
  PlayedUnit unit;
  unit.settle();
  (void)unit.take();
  unit.unprovidable = {"data/0"};
  unit.store_in("data/0").settle();
  ++unit.remote.config_version;
  unit.settle();
  EXPECT_EQ(unit.take(), Names{"config-changed"});
  EXPECT_EQ(unit.peek(), Next(WaitUntil{unit.now + 30'000}));
}

TEST(UnitStorage, ST24_a_dying_unit_detaches_before_it_leaves_relations_and_stops) {
  PlayedUnit unit;
  unit.relate(1, "db", "mysql").member(1, "mysql/0").store_in("data/0").store_in("logs/1").settle();
  (void)unit.take();
  unit.remote.life = Life::Dying;
  unit.settle();
  EXPECT_EQ(unit.take(),
            (Names{"data-storage-detaching data/0", "logs-storage-detaching logs/1",
                   "db-relation-departed mysql/0", "db-relation-broken", "stop", "remove"}));
  EXPECT_TRUE(unit.remote.storages.empty());
  EXPECT_EQ(unit.remote.life, Life::Dead);
}

TEST(UnitStorage, ST21_is_given_up_by_a_dying_unit_that_never_ran_without_any_hook) {
  PlayedUnit unit;
  unit.unprovidable = {"data/0"};
  unit.store_in("data/0").settle();
  unit.remote.life = Life::Dying;
  unit.settle();
  EXPECT_EQ(unit.take(), Names{});
  EXPECT_TRUE(unit.remote.storages.empty());
  EXPECT_EQ(unit.remote.life, Life::Dead);
}

TEST(UnitStorage, ST25_a_unit_that_dies_before_install_detaches_what_it_was_told_of) {
  PlayedUnit unit;
  unit.unprovidable = {"logs/1"};
  unit.store_in("data/0").store_in("logs/1").settle();
  unit.remote.life = Life::Dying;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"data-storage-attached data/0", "data-storage-detaching data/0"}));
}

TEST(UnitStorage, ST25_one_that_is_detached_runs_its_hook_and_is_released) {
  PlayedUnit unit;
  unit.store_in("data/0").store_in("data/1").settle();
  (void)unit.take();
  unit.detach("data/0").settle();
  EXPECT_EQ(unit.take(), Names{"data-storage-detaching data/0"});
  EXPECT_FALSE(unit.remote.storages.contains("data/0"));
  EXPECT_EQ(unit.local.storages, (std::set<std::string, StorageOrder>{"data/1"}));
  unit.settle();
  EXPECT_EQ(unit.take(), Names{});
}

TEST(UnitStorage, ST26_none_of_its_hooks_runs_while_another_hook_fails) {
  PlayedUnit unit;
  unit.failing = {"config-changed"};
  unit.store_in("data/0").settle();
  (void)unit.take();
  unit.store_in("data/1").detach("data/0").settle();
  EXPECT_EQ(unit.take(), Names{});
  unit.failing.clear();
  unit.remote.resolved = store::Resolved::Retry;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"config-changed", "data-storage-detaching data/0",
                                "data-storage-attached data/1", "start"}));
}

TEST(UnitStorage, ST25_one_without_attached_hook_goes_at_once_also_while_a_hook_fails) {
  PlayedUnit unit;
  unit.failing = {"config-changed"};
  unit.settle();
  (void)unit.take();
  unit.store_in("data/1").detach("data/1").settle();
  EXPECT_EQ(unit.take(), Names{});
  EXPECT_TRUE(unit.remote.storages.empty());
}

TEST(UnitStorage, ST25_its_own_failing_attached_hook_is_dropped_when_it_goes) {
  PlayedUnit unit;
  unit.failing = {"data-storage-attached data/0"};
  unit.store_in("data/0").settle();
  unit.detach("data/0").settle();
  EXPECT_EQ(unit.take(),
            (Names{"data-storage-attached data/0", "install", "config-changed", "start"}));
  EXPECT_TRUE(unit.remote.storages.empty());
}

TEST(UnitStorage, ST26_no_retry_of_attached_counts_as_attached) {
  PlayedUnit unit;
  unit.failing = {"data-storage-attached data/0"};
  unit.store_in("data/0").settle();
  unit.remote.resolved = store::Resolved::NoRetry;
  unit.settle();
  EXPECT_EQ(unit.take(),
            (Names{"data-storage-attached data/0", "install", "config-changed", "start"}));
  unit.detach("data/0").settle();
  EXPECT_EQ(unit.take(), Names{"data-storage-detaching data/0"});
}

TEST(UnitStorage, ST26_no_retry_of_detaching_releases_it) {
  PlayedUnit unit;
  unit.store_in("data/0").settle();
  unit.failing = {"data-storage-detaching data/0"};
  unit.detach("data/0").settle();
  EXPECT_TRUE(unit.remote.storages.contains("data/0"));
  unit.remote.resolved = store::Resolved::NoRetry;
  unit.settle();
  EXPECT_TRUE(unit.remote.storages.empty());
}

TEST(UnitStorage, ST46_ST54_what_was_taken_and_given_back_and_goes_again_runs_no_hook) {
  PlayedUnit unit;
  unit.store_in("data/0").settle();
  (void)unit.take();
  SeenStorage& given_back = unit.remote.storages.at("data/0"); // by another attachment
  given_back.location.clear();
  given_back.life = Life::Dying;
  EXPECT_EQ(unit.peek(), Next(StorageStep{StorageStep::Do::Forget, "data/0"}));
}

TEST(UnitStorage, ST46_ST54_what_was_taken_and_given_back_at_once_is_attached_anew) {
  PlayedUnit unit;
  unit.store_in("data/0").settle();
  (void)unit.take();
  SeenStorage& given_back = unit.remote.storages.at("data/0"); // by another attachment
  given_back.location.clear();
  given_back.told = false;
  unit.settle();
  EXPECT_EQ(unit.take(), Names{"data-storage-attached data/0"});
  EXPECT_TRUE(unit.remote.storages.at("data/0").told);
}

TEST(UnitStorage, ST46_ST54_no_hook_goes_on_for_what_was_taken_and_given_back) {
  PlayedUnit unit;
  unit.store_in("data/0").settle();
  (void)unit.take();
  unit.failing = {"data-storage-detaching data/0"};
  unit.detach("data/0").settle();
  (void)unit.take();
  SeenStorage& given_back = unit.remote.storages.at("data/0");
  given_back = {};
  unit.settle();
  EXPECT_EQ(unit.take(), Names{"data-storage-attached data/0"});
}

TEST(UnitStorage, ST46_a_detaching_hook_in_hand_is_dropped_when_force_took_the_storage) {
  PlayedUnit unit;
  unit.store_in("data/0").settle();
  unit.failing = {"data-storage-detaching data/0"};
  unit.detach("data/0").settle();
  unit.remote.storages.clear();
  unit.settle();
  EXPECT_FALSE(unit.local.operation);
  EXPECT_TRUE(unit.local.storages.empty());
}

TEST(UnitStorage, ST28_an_attached_hook_that_was_not_committed_runs_again_after_a_crash) {
  PlayedUnit unit;
  unit.store_in("data/0").settle_before("data-storage-attached data/0");
  unit.begin_hook();
  unit.restart();
  EXPECT_TRUE(unit.local.storages.empty());
  unit.now += 3'600'000;
  unit.settle();
  EXPECT_EQ(unit.take(), (Names{"data-storage-attached data/0", "data-storage-attached data/0",
                                "install", "config-changed", "start"}));
}

TEST(UnitStorage, ST28_what_is_attached_outlives_the_agent) {
  PlayedUnit unit;
  unit.store_in("data/0").store_in("data/10").settle();
  (void)unit.take();
  unit.restart().settle();
  EXPECT_EQ(unit.take(), Names{});
  unit.remote.storages.erase("data/10");
  unit.restart().settle();
  EXPECT_EQ(unit.take(), Names{}) << "what it has no more is forgotten";
  EXPECT_EQ(unit.local.storages, (std::set<std::string, StorageOrder>{"data/0"}));
}

TEST(UnitStorage, ST28_a_unit_on_a_fresh_disk_is_told_of_its_storage_again) {
  PlayedUnit unit;
  unit.store_in("data/0").settle();
  (void)unit.take();
  unit.lose_disk().settle();
  EXPECT_EQ(unit.take(),
            (Names{"data-storage-attached data/0", "install", "config-changed", "start"}));
}

TEST(UnitStorage, P24_storage_that_comes_with_other_files_waits_for_them) {
  PlayedUnit unit;
  unit.settle();
  (void)unit.take();
  unit.refresh("local:web-2").store_in("cache/0").settle();
  EXPECT_EQ(unit.take(), (Names{"files of local:web-2", "upgrade-charm", "config-changed",
                                "cache-storage-attached cache/0"}));
}

TEST(UnitStorage, ST24_hooks_left_begin_with_detaching) {
  PlayedUnit unit;
  unit.store_in("data/0").settle();
  Names left;
  for (const Hook& hook : hooks_left(unit.local, {"*"}))
    left.push_back(label(hook));
  EXPECT_EQ(left, (Names{"data-storage-detaching data/0", "stop", "remove"}));
  EXPECT_EQ(say_skipped(hooks_left(unit.local, {"data-storage-detaching"}), "--force"),
            "1 hook skipped by --force: data-storage-detaching data/0");
}

} // namespace
} // namespace orrery::agents
