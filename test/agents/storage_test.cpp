// Storage of units through the real actors (ST19-ST28, ST42, ST44).
#include "actors/agents/hook_environment.hpp"
#include "test/agents/charms.hpp"
#include "test/agents/shorthand.hpp"
#include "test/support/moments.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace orrery::test {

namespace {

/// Keeps files: one `data` for each unit, and caches as many as there are.
store::Charm store_charm() {
  store::Charm charm = make_charm("keep", {});
  charm.storage["data"] = {};
  charm.storage["cache"].least = 0;
  charm.storage["cache"].most = 0;
  charm.options["size"] = {store::OptionType::Int, "", true, "1"};
  return charm;
}

void deploy_keep(SimulatedWorld& world) {
  world.deploy(store_charm(), "keep");
  world.settle();
}

/// Runs a command, which may die with the process, and settles.
void run_again(SimulatedWorld& world, const protocol::Command& command) {
  world.start(command);
  world.settle();
}

} // namespace

TEST(StorageOfUnits, ST22_is_made_and_attached_before_install) {
  SimulatedWorld world;
  deploy_keep(world);
  EXPECT_EQ(world.hooks_of("keep/0"), (Hooks{"data-storage-attached", "install", "leader-elected",
                                             "config-changed", "start"}));
  const auto attachment = world.contents().attachments.at("data/0");
  EXPECT_TRUE(attachment.attached);
  EXPECT_EQ(attachment.location, "/storage/data/0");
  EXPECT_TRUE(world.contents().storages.at("data/0").placed);
  EXPECT_EQ(world.provider().data(), std::set<std::string>{"data/0"});
}

TEST(StorageOfUnits, ST16_a_unit_whose_notes_are_lost_while_it_goes_lets_go_of_it_all_the_same) {
  SimulatedWorld world;
  deploy_keep(world);
  world.hooks().hold("keep/0", "data-storage-detaching");
  world.start(protocol::RemoveUnit{"keep/0"});
  world.settle();
  ASSERT_TRUE(world.contents().attachments.contains("data/0"));
  world.crash_losing_notes();
  world.hooks().release("keep/0");
  world.settle();
  world.advance(600'000);
  EXPECT_FALSE(world.contents().units.contains("keep/0"));
  EXPECT_EQ(world.contents().storages.at("data/0").unit, "");
}

TEST(StorageOfUnits, ST29_only_storage_hooks_are_told_which_storage_they_are_of) {
  hooks::HookSight sight;
  sight.unit = "keep/0";
  sight.storages = {{"data/0", "/srv/data"}, {"cache/1", "/srv/cache"}};
  const entities::ModelSettings model;
  const auto without = agents::hook_environment(sight, {}, model, "token");
  for (const char* name : {"JUJU_STORAGE_ID", "JUJU_STORAGE_LOCATION", "JUJU_STORAGE_KIND"})
    EXPECT_FALSE(without.contains(name)) << name;
  sight.storage = "cache/1";
  const auto with = agents::hook_environment(sight, {}, model, "token");
  EXPECT_EQ(with.at("JUJU_STORAGE_ID"), "cache/1");
  EXPECT_EQ(with.at("JUJU_STORAGE_LOCATION"), "/srv/cache");
  EXPECT_EQ(with.at("JUJU_STORAGE_KIND"), "filesystem");
}

TEST(StorageOfUnits, ST37_a_place_that_cannot_be_made_is_waited_for_and_said) {
  SimulatedWorld world;
  world.provider().fail("provide data/0", "\"/srv/data\" is not empty", 2);
  world.deploy(store_charm(), "keep");
  world.advance(1'000);
  EXPECT_TRUE(world.hooks_of("keep/0").empty());
  EXPECT_EQ(world.status("keep/0").agent.message, "storage data/0: \"/srv/data\" is not empty");
  world.settle();
  EXPECT_EQ(world.provider().count("provide data/0"), 3U);
  EXPECT_EQ(world.status("keep/0").agent.message, "");
  EXPECT_EQ(world.status("keep/0").agent.value, "idle");
}

TEST(StorageOfUnits, ST24_ST44_a_removed_unit_detaches_first_and_leaves_its_data) {
  SimulatedWorld world;
  deploy_keep(world);
  world.hooks().clear();
  EXPECT_TRUE(world.run(protocol::RemoveUnit{"keep/0", {}}).ok());
  world.settle();
  EXPECT_FALSE(world.has_unit("keep/0"));
  EXPECT_EQ(world.hooks_of("keep/0"), (Hooks{"data-storage-detaching", "stop", "remove"}));
  EXPECT_EQ(world.contents().storages.at("data/0").unit, ""); // ST19
  EXPECT_EQ(world.provider().data(), std::set<std::string>{"data/0"});
}

TEST(StorageOfUnits, ST44_destroyed_with_its_unit_if_that_is_said) {
  SimulatedWorld world;
  deploy_keep(world);
  protocol::RemoveUnit wanted{"keep/0", {}};
  wanted.how.destroy_storage = true;
  EXPECT_TRUE(world.run(wanted).ok());
  world.settle();
  EXPECT_FALSE(world.has_unit("keep/0"));
  EXPECT_TRUE(world.contents().storages.empty());
  EXPECT_TRUE(world.provider().data().empty());
}

TEST(StorageOfUnits, ST40_a_free_one_goes_to_another_unit_with_its_data) {
  SimulatedWorld world;
  deploy_keep(world);
  EXPECT_TRUE(world.run(protocol::AddStorage{"keep/0", "cache", {}}).ok());
  world.settle();
  EXPECT_EQ(world.hooks_of("keep/0").back(), "cache-storage-attached");
  EXPECT_TRUE(world.run(protocol::DetachStorage{"cache/1", "keep/0", false}).ok());
  world.settle();
  EXPECT_EQ(world.hooks_of("keep/0").back(), "cache-storage-detaching");
  const std::string other = world.add_unit("keep");
  world.settle();
  EXPECT_TRUE(world.run(protocol::AttachStorage{"cache/1", other}).ok());
  world.settle();
  EXPECT_EQ(world.hooks_of(other).back(), "cache-storage-attached");
  EXPECT_TRUE(world.provider().data().contains("cache/1"));
}

TEST(StorageOfUnits, ST42_data_of_a_free_one_goes_when_it_is_removed) {
  SimulatedWorld world;
  deploy_keep(world);
  EXPECT_TRUE(world.run(protocol::RemoveUnit{"keep/0", {}}).ok());
  world.settle();
  EXPECT_TRUE(world.run(protocol::RemoveStorage{"data/0", "", false}).ok());
  world.settle();
  EXPECT_TRUE(world.contents().storages.empty());
  EXPECT_TRUE(world.provider().data().empty());
}

TEST(StorageOfUnits, ST54_what_force_takes_away_leaves_its_place_and_keeps_its_data) {
  SimulatedWorld world;
  deploy_keep(world);
  EXPECT_TRUE(world.run(protocol::AddStorage{"keep/0", "cache", {}}).ok());
  world.settle();
  ASSERT_TRUE(world.provider().places().contains("cache/1"));
  EXPECT_TRUE(world.run(protocol::DetachStorage{"cache/1", "keep/0", true}).ok());
  world.settle();
  EXPECT_EQ(count(world.hooks_of("keep/0"), "cache-storage-detaching"), 0U);
  EXPECT_FALSE(world.provider().places().contains("cache/1"));
  EXPECT_TRUE(world.provider().places().contains("data/0"));
  EXPECT_TRUE(world.provider().data().contains("cache/1"));
}

TEST(StorageOfUnits, ST46_what_force_takes_and_gives_back_during_a_hook_is_attached_anew) {
  SimulatedWorld world;
  deploy_keep(world);
  EXPECT_TRUE(world.run(protocol::AddStorage{"keep/0", "cache", {}}).ok());
  world.settle();
  world.hooks().hold("keep/0", "config-changed");
  EXPECT_TRUE(world.run(protocol::SetConfig{"keep", {{"size", "2"}}, {}}).ok());
  world.advance(1'000);
  EXPECT_TRUE(world.run(protocol::DetachStorage{"cache/1", "keep/0", true}).ok());
  EXPECT_TRUE(world.run(protocol::AttachStorage{"cache/1", "keep/0"}).ok());
  world.advance(1'000);
  world.hooks().release("keep/0");
  world.settle();
  EXPECT_EQ(world.hooks_of("keep/0").back(), "cache-storage-attached");
  const auto attachment = world.contents().attachments.at("cache/1");
  EXPECT_TRUE(attachment.attached);
  EXPECT_EQ(attachment.location, "/storage/cache/1");
  EXPECT_TRUE(world.provider().places().contains("cache/1"));
}

TEST(StorageOfUnits, ST54_a_forced_unit_leaves_all_its_places) {
  SimulatedWorld world;
  deploy_keep(world);
  EXPECT_TRUE(world.run(protocol::RemoveUnit{"keep/0", forced()}).ok());
  world.settle();
  EXPECT_FALSE(world.has_unit("keep/0"));
  EXPECT_TRUE(world.provider().places().empty());
  EXPECT_EQ(world.provider().data(), std::set<std::string>{"data/0"});
}

TEST(StorageOfUnits, ST54_a_place_that_is_made_for_storage_that_is_gone_meanwhile_is_left) {
  SimulatedWorld world;
  deploy_keep(world);
  world.provider().hold("provide cache/1");
  EXPECT_TRUE(world.run(protocol::AddStorage{"keep/0", "cache", {}}).ok());
  world.advance(1'000);
  ASSERT_TRUE(world.provider().holds());
  EXPECT_TRUE(world.run(protocol::DetachStorage{"cache/1", "keep/0", false}).ok());
  world.advance(1'000);
  world.provider().release("provide cache/1");
  world.settle();
  EXPECT_EQ(count(world.hooks_of("keep/0"), "cache-storage-attached"), 0U);
  EXPECT_FALSE(world.provider().places().contains("cache/1"));
}

TEST(StorageOfUnits, ST28_a_machine_that_is_made_anew_has_its_units_data_still) {
  SimulatedWorld world;
  deploy_keep(world);
  world.provider().lose(1);
  world.settle();
  EXPECT_TRUE(world.run(protocol::RetryProvisioning{1}).ok());
  world.settle();
  EXPECT_EQ(count(world.hooks_of("keep/0"), "data-storage-attached"), 2U);
  EXPECT_EQ(world.provider().data(), std::set<std::string>{"data/0"});
  EXPECT_EQ(world.provider().count("provide data/0"), 1U);
}

TEST(StorageOfUnits, ST25_ST28_come_and_go_whole_whatever_crashes_where) {
  const auto live = [](SimulatedWorld& world) {
    while (!world.contents().applications.contains("keep"))
      run_again(world, protocol::CreateApplication{"keep", store_charm(), {}});
    while (!world.has_unit("keep/0"))
      run_again(world, protocol::AddUnit{"keep", 0});
    if (!world.contents().attachments.contains("cache/1"))
      run_again(world, protocol::AddStorage{"keep/0", "cache", {}});
    protocol::RemoveUnit wanted{"keep/0", {}};
    wanted.how.destroy_storage = true;
    while (world.has_unit("keep/0"))
      run_again(world, wanted);
  };
  SimulatedWorld undisturbed;
  const std::uint64_t before = undisturbed.effects();
  live(undisturbed);
  const std::uint64_t whole = undisturbed.effects() - before;
  ASSERT_GT(whole, 20U);
  for (std::uint64_t effect = 1; effect <= whole; effect += next_moment) {
    SCOPED_TRACE(effect);
    SimulatedWorld world;
    world.crash_after(effect);
    live(world);
    EXPECT_FALSE(world.has_unit("keep/0"));
    EXPECT_TRUE(world.contents().attachments.empty());
    EXPECT_TRUE(world.provider().data().empty());
    if (::testing::Test::HasFailure())
      return;
  }
}

} // namespace orrery::test
