#include "actors/rules/storage.hpp"
#include "actors/rules/storage_numbers.hpp"
#include "test/rules/played_storage.hpp"

namespace orrery::test {

using protocol::Code;
using rules::decide;
using rules::put;
using store::Life;

TEST(AddStorage, ST38_an_alive_unit_gets_more_up_to_its_range) {
  PlayedStorage played(a_storing_world().with_storage("data/0"));
  protocol::AddStorage two{"web/0", "data", {}};
  two.directive.count = 2;
  played.run(two);
  EXPECT_EQ(played.last.answer.created, "data/1 data/2");
  EXPECT_EQ(played.storage("data/2").unit, "web/0");
  EXPECT_EQ(played.refusal_of(protocol::AddStorage{"web/0", "data", {}}),
            "attaching 1 storage instances brings the total to 4, exceeding the maximum of 3");
  EXPECT_EQ(played.refusal_of(protocol::AddStorage{"web/0", "x", {}}),
            "charm storage \"x\" not found");
}

TEST(AddStorage, ST38_a_singular_one_and_a_unit_that_goes_get_none) {
  const World world = World{}
                        .application("web")
                        .storing("data", 1, 1)
                        .unit("web/0")
                        .on_machine(0)
                        .with_storage("data/0");
  PlayedStorage played(world);
  EXPECT_EQ(played.refusal_of(protocol::AddStorage{"web/0", "data", {}}),
            "cannot attach, storage is singular");
  const auto dying = a_storing_world().dying().unit_state("web/0");
  EXPECT_TRUE(refused(decide(dying, protocol::AddStorage{"web/0", "data", {}}, now()),
                      Code::NotAlive, "unit is not found or not alive"));
}

TEST(DetachStorage, ST39_it_is_dying_until_the_hook_is_committed_and_then_has_no_unit) {
  PlayedStorage played(a_storing_world().with_storage("data/0").with_storage("data/1"));
  played.run(protocol::DetachStorage{"data/1", "web/0", false});
  EXPECT_EQ(played.attachment("data/1").life, Life::Dying);
  EXPECT_EQ(played.storage("data/1").life, Life::Alive);
  played.run(protocol::StorageDetached{"data/1", "web/0"});
  EXPECT_FALSE(played.is_attached("data/1"));
  EXPECT_EQ(played.storage("data/1").unit, "") << "ST19";
}

TEST(DetachStorage, ST18_ST39_below_the_minimum_it_is_refused_also_by_force) {
  PlayedStorage played(a_storing_world().with_storage("data/0"));
  for (const bool force : {false, true})
    EXPECT_EQ(played.refusal_of(protocol::DetachStorage{"data/0", "web/0", force}),
              "cannot destroy storage attachment data/0:web/0: detaching 1 storage instance brings "
              "the total to 0, which is less than the minimum of 1");
}

TEST(DetachStorage, ST39_by_force_or_before_it_has_a_place_it_is_free_at_once) {
  PlayedStorage played(a_storing_world().with_storage("data/0").with_storage("data/1"));
  played.run(protocol::DetachStorage{"data/1", "web/0", true});
  EXPECT_EQ(played.storage("data/1").unit, "");
  played.run(protocol::AddStorage{"web/0", "data", {}});
  played.run(protocol::DetachStorage{"data/2", "web/0", false});
  EXPECT_EQ(played.storage("data/2").unit, "");
}

TEST(DetachStorage, ST39_one_that_is_dying_or_gone_is_a_no_op) {
  PlayedStorage played(a_storing_world().with_storage("data/0").with_storage("data/1"));
  played.run(protocol::DetachStorage{"data/1", "web/0", false});
  played.run(protocol::DetachStorage{"data/1", "web/0", false});
  EXPECT_EQ(played.last.answer.verdict, protocol::Verdict::Nothing);
  played.run(protocol::DetachStorage{"data/9", "web/0", false});
  EXPECT_EQ(played.last.answer.verdict, protocol::Verdict::Nothing);
}

TEST(StorageDetached, ST25_an_alive_attachment_does_not_go) {
  const auto unit = a_storing_world().with_storage("data/0").unit_state("web/0");
  EXPECT_TRUE(refused(decide(unit, protocol::StorageDetached{"data/0", "web/0"}, now()),
                      Code::NotDead, "is not to be detached"));
}

TEST(AttachStorage, ST40_a_free_one_goes_to_any_unit_whose_charm_has_that_name) {
  PlayedStorage played(a_storing_world().free_storage("data/0"));
  played.run(protocol::AttachStorage{"data/0", "web/0"});
  EXPECT_EQ(played.storage("data/0").unit, "web/0");
  EXPECT_EQ(played.attachment("data/0").location, "") << "its agent makes the place";
  played.run(protocol::AttachStorage{"data/0", "web/0"});
  EXPECT_EQ(played.last.answer.verdict, protocol::Verdict::Nothing);
}

TEST(AttachStorage, ST40_refusals_name_the_cause) {
  PlayedStorage played(
    a_storing_world().free_storage("logs/0").unit("web/1").on_machine(1).with_storage("data/1"));
  EXPECT_EQ(played.refusal_of(protocol::AttachStorage{"logs/0", "web/0"}),
            "cannot attach storage logs/0 to unit web/0: charm web has no storage called logs");
  EXPECT_EQ(played.refusal_of(protocol::AttachStorage{"data/1", "web/0"}),
            "storage instance \"data/1\" not found, or another unit has it");
  const auto dying = a_storing_world().dying().unit_state("web/0");
  EXPECT_TRUE(refused(decide(dying, protocol::AttachStorage{"data/0", "web/0"}, now()),
                      Code::NotAlive, "unit not alive"));
}

TEST(AttachStorage, ST20_a_dying_instance_goes_to_nobody) {
  PlayedStorage played(a_storing_world().with_storage("data/0").with_storage("data/1"));
  played.run(protocol::RemoveStorage{"data/1", "web/0", true});
  EXPECT_NE(played.refusal_of(protocol::AttachStorage{"data/1", "web/0"}).find("not alive"),
            std::string::npos);
}

TEST(RemoveStorage, ST42_a_free_one_goes_at_once_and_an_attached_one_by_force_only) {
  PlayedStorage played(
    a_storing_world().with_storage("data/0").with_storage("data/1").free_storage("data/2"));
  played.run(protocol::RemoveStorage{"data/2", "", false});
  EXPECT_FALSE(played.has("data/2"));
  EXPECT_EQ(played.refusal_of(protocol::RemoveStorage{"data/1", "web/0", false}),
            "cannot destroy storage \"data/1\": storage is attached");
  played.run(protocol::RemoveStorage{"data/1", "web/0", true});
  EXPECT_EQ(played.storage("data/1").life, Life::Dying);
  EXPECT_EQ(played.attachment("data/1").life, Life::Dying);
  played.run(protocol::StorageDetached{"data/1", "web/0"});
  EXPECT_FALSE(played.has("data/1")) << "ST20";
}

TEST(RemoveStorage, ST42_the_range_holds_also_by_force_and_what_is_not_there_is_not_found) {
  PlayedStorage played(a_storing_world().with_storage("data/0"));
  EXPECT_NE(
    played.refusal_of(protocol::RemoveStorage{"data/0", "web/0", true}).find("minimum of 1"),
    std::string::npos);
  EXPECT_EQ(played.refusal_of(protocol::RemoveStorage{"data/7", "", false}),
            "storage instance \"data/7\" not found");
}

TEST(RemoveUnit, ST16_ST25_its_attachments_die_with_it_and_hold_it) {
  PlayedStorage played(a_storing_world().with_storage("data/0"));
  played.run(protocol::RemoveUnit{"web/0"});
  EXPECT_EQ(played.attachment("data/0").life, Life::Dying);
  EXPECT_EQ(played.storage("data/0").life, Life::Alive);
  EXPECT_EQ(played.refusal_of(protocol::SetUnitDead{"web/0"}),
            "unit web/0 still has storage data/0");
  played.run(protocol::StorageDetached{"data/0", "web/0"});
  played.run(protocol::SetUnitDead{"web/0"}).run(protocol::DeleteUnit{"web/0"});
  EXPECT_EQ(played.storage("data/0").unit, "") << "ST44: the data stays";
}

TEST(RemoveUnit, ST44_with_destroy_storage_the_data_goes_with_the_attachment) {
  protocol::RemoveUnit removal{"web/0"};
  removal.how.destroy_storage = true;
  PlayedStorage at_once(a_storing_world().with_storage("data/0"));
  at_once.run(removal);
  EXPECT_EQ(at_once.storage("data/0").life, Life::Dying);
  at_once.run(protocol::StorageDetached{"data/0", "web/0"});
  EXPECT_FALSE(at_once.has("data/0"));
  PlayedStorage later(a_storing_world().with_storage("data/0"));
  later.run(protocol::RemoveUnit{"web/0"}).run(removal);
  EXPECT_EQ(later.storage("data/0").life, Life::Dying);
}

TEST(RemoveApplication, ST44_its_units_storage_dies_with_them_if_that_is_said) {
  for (const bool destroys : {false, true}) {
    PlayedStorage played(a_storing_world().with_storage("data/0"));
    protocol::RemoveApplication removal{"web"};
    removal.how.destroy_storage = destroys;
    played.run(removal).run(protocol::SetUnitDying{"web/0", "its application is"});
    EXPECT_EQ(played.attachment("data/0").life, Life::Dying);
    EXPECT_EQ(played.storage("data/0").life, destroys ? Life::Dying : Life::Alive);
  }
}

TEST(SetUnitDead, ST21_a_unit_that_never_ran_loses_storage_without_a_place_with_its_death) {
  PlayedStorage played(World{}.machine(0).application("web").storing("data", 1, 1));
  played.run(protocol::AddUnit{"web", 0}).run(protocol::RemoveUnit{"web/0"});
  played.run(protocol::SetUnitDead{"web/0"});
  EXPECT_FALSE(played.has("data/0")) << "there is nothing in it";
}

TEST(StorageProvisioned, ST17_says_where_the_data_lies_and_once_attached_it_stays_so) {
  PlayedStorage played(World{}.machine(0).application("web").storing("data", 1, 1));
  played.run(protocol::AddUnit{"web", 0});
  played.run(protocol::StorageProvisioned{"data/0", "web/0", "/srv"});
  EXPECT_TRUE(played.storage("data/0").placed);
  EXPECT_EQ(played.attachment("data/0").location, "/srv");
  played.run(protocol::StorageProvisioned{"data/0", "web/0", "/srv"});
  EXPECT_EQ(played.last.answer.verdict, protocol::Verdict::Nothing);
  played.run(protocol::StorageAttached{"data/0", "web/0"});
  EXPECT_TRUE(played.attachment("data/0").attached);
  played.run(protocol::StorageAttached{"data/0", "web/0"});
  EXPECT_EQ(played.last.answer.verdict, protocol::Verdict::Nothing);
  EXPECT_EQ(played.refusal_of(protocol::StorageProvisioned{"data/0", "web/0", ""}),
            "storage data/0 has no mount point");
}

TEST(States, ST15_recovery_knows_who_has_which) {
  const World world = a_storing_world().with_storage("data/0").free_storage("logs/1");
  EXPECT_FALSE(world.unit_state("web/0").storages().empty());
  EXPECT_EQ(world.model_state().storages.size(), 1U);
}

TEST(SetUnitCharm, ST48_a_unit_gets_the_storage_that_its_new_charm_has_more) {
  const World world = a_storing_world()
                        .with_storage("data/0")
                        .refreshed("web", 2)
                        .storing("data", 2, 3)
                        .storing("wal", 1, 1);
  PlayedStorage played(world);
  played.run(protocol::SetUnitCharm{"web/0", "local:web-2"});
  EXPECT_EQ(played.storage("data/1").unit, "web/0") << "one less than the minimum";
  EXPECT_EQ(played.storage("wal/2").unit, "web/0");
  EXPECT_EQ(played.attachment("wal/2").life, Life::Alive);
  EXPECT_EQ(played.model.contents().storages.size(), 3U);
  EXPECT_FALSE(played.model.contents().charms.contains("local:web-1")) << "nobody has it any more";
}

TEST(SetUnitCharm, ST48_of_a_storage_that_is_new_it_gets_what_a_new_unit_gets) {
  store::Contents contents =
    a_storing_world().with_storage("data/0").refreshed("web", 2).storing("wal", 0, 0).contents();
  contents.applications.at("web").storage["wal"] = {"", 2, 0};
  contents.applications.at("web").storage["data"] = {"", 3, 0};
  rules::DryModel model(std::move(contents), present);
  ASSERT_TRUE(model.run(protocol::SetUnitCharm{"web/0", "local:web-2"}).answer.ok());
  EXPECT_TRUE(model.contents().storages.contains("wal/1"));
  EXPECT_TRUE(model.contents().storages.contains("wal/2"));
  EXPECT_EQ(model.contents().storages.size(), 3U) << "data is as it was, and enough";
}

TEST(SetUnitCharm, ST48_one_that_was_there_is_not_given_again_after_somebody_took_it_away) {
  store::Contents contents = World{}
                               .application("web")
                               .storing("data", 0, 3)
                               .unit("web/0")
                               .on_machine(0)
                               .refreshed("web", 2)
                               .contents();
  contents.applications.at("web").storage["data"] = {"", 2, 0};
  contents.charms["local:web-1"] = contents.charms.at("local:web-2");
  contents.charms["local:web-1"].url = "local:web-1";
  contents.charms["local:web-1"].revision = 1;
  rules::DryModel model(std::move(contents), present);
  ASSERT_TRUE(model.run(protocol::SetUnitCharm{"web/0", "local:web-2"}).answer.ok());
  EXPECT_TRUE(model.contents().storages.empty());
}

TEST(SetUnitCharm, ST48_a_unit_that_goes_gets_none) {
  PlayedStorage played(
    a_storing_world().with_storage("data/0").refreshed("web", 2).storing("wal", 1, 1));
  played.run(protocol::RemoveUnit{"web/0", {}}).run(protocol::SetUnitCharm{"web/0", "local:web-2"});
  EXPECT_EQ(played.model.contents().storages.size(), 1U);
}

} // namespace orrery::test
