#include "actors/rules/storage_refresh.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

namespace orrery::test {

namespace {

store::Charm charm_with(const store::CharmStorage& data) {
  store::Charm charm;
  charm.name = "c";
  charm.storage["s"] = data;
  return charm;
}

store::CharmStorage ranged(std::uint32_t least, std::uint32_t most) {
  store::CharmStorage storage;
  storage.least = least;
  storage.most = most;
  return storage;
}

std::string trouble(const store::CharmStorage& storage,
                    const store::StorageDirective& directive,
                    const std::string& name = "s") {
  const auto refusal = rules::refuses_directives(charm_with(storage), {{name, directive}});
  return refusal ? refusal->text : "";
}

std::string refreshed(const store::CharmStorage& before, const store::CharmStorage& after) {
  const auto refusal = rules::refuses_storage_of(charm_with(before), charm_with(after));
  return refusal ? refusal->text : "";
}

} // namespace

TEST(StorageDirectives, ST12_counts_and_sizes_outside_of_the_charms_are_refused) {
  EXPECT_EQ(trouble(ranged(1, 1), {"", 2, 0}),
            "charm \"c\" store \"s\": storage is singular, 2 specified");
  EXPECT_EQ(trouble(ranged(2, 4), {"", 1, 0}),
            "charm \"c\" store \"s\": 2 instances required, 1 specified");
  EXPECT_EQ(trouble(ranged(0, 3), {"", 4, 0}),
            "charm \"c\" store \"s\": at most 3 instances supported, 4 specified");
  auto large = ranged(1, 1);
  large.size_mib = 1908; // 2 GB
  EXPECT_EQ(trouble(large, {"", 1, 954}),
            "charm \"c\" store \"s\": minimum storage size is 2.0 GB, 1.0 GB specified");
  EXPECT_EQ(trouble(ranged(1, 1), {"", 1, 0}, "x"), "charm \"c\" has no store called \"x\"");
  EXPECT_EQ(trouble(ranged(0, 0), {"rootfs", 9, 10}), "");
}

TEST(StorageDirectives, ST5_ST11_shared_and_block_storage_and_other_pools_are_refused) {
  EXPECT_EQ(trouble(ranged(1, 1), {"fast", 1, 0}), "pool \"fast\" not found");
  EXPECT_EQ(trouble(ranged(1, 1), {"tmpfs", 1, 0}).find("pool \"tmpfs\" is not offered here"), 0U);
  auto shared = ranged(1, 1);
  shared.shared = true;
  EXPECT_EQ(trouble(shared, {"", 1, 0}),
            "charm \"c\" store \"s\": shared storage support not implemented");
  EXPECT_EQ(rules::refuses_directives(charm_with(shared), {})->text,
            "no constraints specified for shared charm storage \"s\"");
  auto block = ranged(1, 1);
  block.block = true;
  EXPECT_EQ(rules::refuses_directives(charm_with(block), {})->text,
            "charm \"c\" store \"s\": block storage is not offered here");
  block.least = 0;
  EXPECT_FALSE(rules::refuses_directives(charm_with(block), {})) << "nobody has to have it";
}

TEST(StorageDirectives, ST2_a_unit_has_a_bounded_number_of_instances) {
  EXPECT_EQ(trouble(ranged(0, 0), {"", 64, 0}), "");
  EXPECT_EQ(trouble(ranged(0, 0), {"", 65, 0}),
            "charm \"c\": a unit would have 65 storage instances, and may have 64");
}

TEST(StorageDirectives, ST9_ST10_each_new_unit_gets_what_is_directed_or_the_minimum) {
  auto data = ranged(0, 3);
  data.size_mib = 2048;
  EXPECT_TRUE(rules::storage_of_new_unit(charm_with(data), {}).empty());
  const auto given = rules::storage_of_new_unit(charm_with(data), {{"s", {"", 2, 0}}});
  ASSERT_EQ(given.size(), 1U);
  EXPECT_EQ(given.front(), (rules::NewStorage{"s", 2, 2048}));
  const auto usual = rules::storage_of_new_unit(charm_with(ranged(1, 1)), {});
  ASSERT_EQ(usual.size(), 1U);
  EXPECT_EQ(usual.front(), (rules::NewStorage{"s", 1, 1024}));
}

TEST(RefreshStorage, ST48_a_charm_that_takes_storage_away_or_changes_it_is_refused) {
  EXPECT_EQ(refreshed(ranged(1, 1), ranged(1, 1)), "");
  EXPECT_EQ(refreshed(ranged(1, 3), ranged(1, 1)),
            "existing storage \"s\" range contracted: max decreased from 3 to 1");
  EXPECT_EQ(refreshed(ranged(1, 0), ranged(1, 4)),
            "existing storage \"s\" range contracted: max decreased from <unbounded> to 4");
  auto block = ranged(1, 1);
  block.block = true;
  EXPECT_EQ(refreshed(ranged(1, 1), block),
            "existing storage \"s\" type changed from \"filesystem\" to \"block\"");
  auto located = ranged(1, 1);
  located.location = "/a";
  auto moved = located;
  moved.location = "/b";
  EXPECT_EQ(refreshed(located, moved),
            "existing storage \"s\" location changed from \"/a\" to \"/b\"");
  auto many = located;
  many.most = 0;
  EXPECT_EQ(refreshed(located, many),
            "existing storage \"s\" with location changed from single to multiple");
  const auto gone = rules::refuses_storage_of(charm_with(ranged(1, 1)), store::Charm{});
  ASSERT_TRUE(gone);
  EXPECT_EQ(gone->text, "required storage \"s\" removed");
}

} // namespace orrery::test
