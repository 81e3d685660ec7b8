#include "actors/rules/storage_numbers.hpp"
#include "test/rules/played_storage.hpp"

namespace orrery::test {

using protocol::Code;
using rules::decide;
using store::Life;

TEST(NewStorage, ST15_a_unit_comes_with_its_storage_numbered_for_all_names) {
  const World world = World{}.application("web").storing("data", 2, 2).storing("logs", 1, 1);
  PlayedStorage played(world);
  played.run(protocol::AddUnit{"web", {}}).run(protocol::AddUnit{"web", {}});
  for (const char* id : {"data/0", "data/1", "logs/2", "data/3", "data/4", "logs/5"})
    EXPECT_TRUE(played.has(id)) << id;
  EXPECT_EQ(played.storage("logs/5").unit, "web/1");
  EXPECT_EQ(played.storage("logs/5").pool, "rootfs");
  EXPECT_EQ(played.storage("logs/5").size_mib, 1024U);
  EXPECT_EQ(played.attachment("logs/5").life, Life::Alive);
  EXPECT_EQ(played.last.answer.created, "web/1");
}

TEST(NewStorage, ST15_also_on_a_machine_that_is_there) {
  PlayedStorage played(World{}.machine(0).application("web").storing("data", 1, 1));
  played.run(protocol::AddUnit{"web", 0});
  EXPECT_EQ(played.storage("data/0").unit, "web/0");
}

TEST(NewStorage, ST10_a_default_pool_that_an_earlier_program_let_be_set_stops_nothing) {
  World world = World{}.application("web").storing("data", 1, 1);
  auto model = world.model_state();
  model.config.values["storage-default-filesystem-source"] = "fast";
  const rules::NumberStorage wanted{"web/0", {{"data", 1, 1024}}, {}, false};
  const rules::Decision made = decide(model, wanted, now());
  ASSERT_EQ(made.verdict, rules::Verdict::Proceed);
  const auto storage = std::find_if(made.writes.begin(), made.writes.end(), [](const auto& write) {
    return std::holds_alternative<store::Storage>(write.record);
  });
  ASSERT_NE(storage, made.writes.end());
  EXPECT_EQ(std::get<store::Storage>(storage->record).pool, "rootfs");
}

TEST(NewStorage, B1_ST10_a_subordinate_has_its_storage_whatever_pools_an_earlier_program_took) {
  store::Contents contents = World{}
                               .application("web")
                               .unit("web/0")
                               .on_machine(1)
                               .subordinate("logging")
                               .storing("data", 1, 1)
                               .relation("logging:info web:juju-info", store::ScopeKind::Container)
                               .contents();
  contents.model_config.values["storage-default-filesystem-source"] = "fast";
  contents.applications.at("logging").storage["data"] = {"fast", 1, 0};
  rules::DryModel model(std::move(contents), present);
  const protocol::Answer entered = model.run(protocol::EnterScope{"web/0", 0, {}}).answer;
  EXPECT_TRUE(entered.ok()) << "the principal would wait for what does not come: " << entered.text;
  EXPECT_EQ(model.contents().storages.at("data/0").unit, "logging/0");
}

TEST(FlushHook, ST32_storage_add_is_checked_at_the_flush) {
  PlayedStorage played(a_storing_world().with_storage("data/0"));
  protocol::FlushHook flush{"web/0", {}, {}, {}, {}};
  flush.storage["data"] = 2;
  played.run(flush);
  EXPECT_TRUE(played.has("data/2"));
  EXPECT_NE(played.refusal_of(flush).find("exceeding the maximum of 3"), std::string::npos);
}

TEST(FlushHook, ST32_a_unit_that_goes_gets_no_storage_and_keeps_what_else_its_hook_did) {
  PlayedStorage played(a_storing_world().with_storage("data/0"));
  played.run(protocol::RemoveUnit{"web/0", {}});
  protocol::FlushHook flush{"web/0", {}, {}, {}, {}};
  flush.storage["data"] = 1;
  flush.open.push_back({"tcp", 80, 80});
  played.run(flush);
  EXPECT_FALSE(played.has("data/1"));
  EXPECT_EQ(played.model.contents().statuses.at("web/0").ports.size(), 1U);
}

TEST(AddUnit, ST14_it_begins_with_storage_that_no_unit_has_which_counts_towards_the_minimum) {
  for (const bool placed : {true, false}) {
    PlayedStorage played(
      World{}.machine(0).application("web").storing("data", 2, 3).free_storage("data/0"));
    played.run(protocol::AddUnit{
      "web", placed ? std::optional<store::MachineId>(0) : std::nullopt, {"data/0"}});
    EXPECT_EQ(played.storage("data/0").unit, "web/0");
    EXPECT_EQ(played.attachment("data/0").unit, "web/0");
    EXPECT_FALSE(played.attachment("data/0").attached);
    EXPECT_EQ(played.model.contents().attachments.size(), 2U);
    EXPECT_TRUE(played.has("data/1"));
  }
}

TEST(AddUnit, ST14_storage_that_cannot_be_its_own_refuses_it_and_leaves_no_unit) {
  PlayedStorage played(
    a_storing_world().with_storage("data/0").application("log").storing("data", 1, 1));
  const auto refused = [&](std::vector<std::string> ids) {
    return played.refusal_of(protocol::AddUnit{"log", {}, std::move(ids)});
  };
  EXPECT_EQ(refused({"data/0"}), "storage instance \"data/0\" not found, or another unit has it");
  EXPECT_EQ(played.model.run(protocol::AddUnit{"log", {}, {"data/0"}}).answer.code,
            Code::BadStorage)
    << "what is named, the application, is there";
  EXPECT_EQ(refused({"data/7"}), "storage instance \"data/7\" not found, or another unit has it");
  EXPECT_EQ(refused({"logs/7"}),
            "cannot attach storage logs/7: charm log has no storage called logs");
  EXPECT_EQ(refused({"data"}), "invalid storage ID \"data\"");
  EXPECT_EQ(refused({"data/7", "data/7"}), "cannot attach storage data/7: it is named twice");
  EXPECT_EQ(refused({"data/7", "data/8"}),
            "charm \"log\" store \"data\": storage is singular, 2 specified");
  EXPECT_FALSE(played.model.contents().units.contains("log/0"));
}

} // namespace orrery::test
