// What the mind puts out for a unit's storages: places before words, and words before it goes on.
#include "test/workflow/played_mind.hpp"

#include <gtest/gtest.h>

namespace orrery::agents {
namespace {

using store::Life;

protocol::StorageSeen storage_seen(const std::string& name, std::uint32_t number) {
  protocol::StorageSeen seen;
  seen.storage.name = name;
  seen.storage.number = number;
  seen.storage.unit = "web/0";
  seen.attachment.storage = name + "/" + std::to_string(number);
  seen.attachment.unit = "web/0";
  return seen;
}

class MindStorage : public testing::Test {
protected:
  Output show(std::vector<protocol::StorageSeen> storage, Life life = Life::Alive) {
    protocol::UnitSeen seen;
    seen.unit.name = "web/0";
    seen.unit.application = "web";
    seen.unit.charm = "local:web-1";
    seen.unit.life = life;
    seen.storage = std::move(storage);
    played.mind.observe(seen, ++played.now);
    return played.tell(SubordinatesHeld{0});
  }
  Output begin_with(std::vector<protocol::StorageSeen> storage) {
    (void)played.tell(NotesRead{played.mind.notes()});
    (void)played.tell(HooksListed{{"*"}});
    (void)show(std::move(storage));
    protocol::ApplicationSeen application = PlayedMind::application("web/0", 1);
    application.application.charm = "local:web-1";
    return played.show(application);
  }
  static protocol::Answer done() { return {}; }
  /// Until storage-attached of data/0 is committed.
  Output attach(std::vector<protocol::StorageSeen> storage) {
    (void)begin_with(std::move(storage));
    (void)played.tell(StorageHandled{{}, "/srv/data"});
    (void)played.tell(done());
    (void)played.start_hook();
    return played.tell(PlayedMind::ended());
  }

  PlayedMind played;
};

TEST_F(MindStorage, ST6_ST22_makes_the_place_says_so_and_runs_the_hook_in_it) {
  const Output begins = begin_with({storage_seen("data", 0)});
  const auto* wanted = std::get_if<ProvideStorage>(&begins.then);
  ASSERT_NE(wanted, nullptr);
  EXPECT_EQ(wanted->storage, "data/0");
  EXPECT_EQ(wanted->mount_point, "");
  EXPECT_FALSE(wanted->placed);
  const Output made = played.tell(StorageHandled{{}, "/srv/data"});
  const auto* said = asked<protocol::StorageProvisioned>(made);
  ASSERT_NE(said, nullptr);
  EXPECT_EQ(*said, (protocol::StorageProvisioned{"data/0", "web/0", "/srv/data"}));
  EXPECT_TRUE(played.tell(done()).wants_place);
  const Output runs = played.start_hook();
  ASSERT_EQ(started_program(runs), "data-storage-attached");
  const hooks::HookSight& sight = std::get<StartHook>(runs.then).order.sight;
  EXPECT_EQ(sight.storage, "data/0"); // ST29
  ASSERT_EQ(sight.storages.size(), 1U);
  EXPECT_EQ(sight.storages.front().location, "/srv/data");
}

TEST_F(MindStorage, ST22_tells_the_model_that_it_is_attached_before_it_installs) {
  const Output ended = attach({storage_seen("data", 0)});
  const auto* said = asked<protocol::StorageAttached>(ended);
  ASSERT_NE(said, nullptr);
  EXPECT_EQ(*said, (protocol::StorageAttached{"data/0", "web/0"}));
  EXPECT_FALSE(ended.notes.empty()) << "its own notes are on disk first";
  (void)played.tell(done());
  const Output installs = played.start_hook();
  EXPECT_EQ(started_program(installs), "install");
  EXPECT_EQ(std::get<StartHook>(installs.then).order.sight.storage, "") << "only in its own hooks";
  EXPECT_EQ(std::get<StartHook>(installs.then).order.sight.storages.size(), 1U);
}

TEST_F(MindStorage, ST33_wishes_the_charms_location_and_places_below_it_for_several) {
  auto charm = std::make_shared<store::Charm>();
  charm->url = "local:web-1";
  charm->storage["data"].location = "/srv/data";
  charm->storage["logs"].location = "/srv/logs/";
  charm->storage["logs"].most = 0;
  played.charms["local:web-1"] = charm;
  const Output first = begin_with({storage_seen("data", 0), storage_seen("logs", 1)});
  ASSERT_TRUE(std::holds_alternative<ProvideStorage>(first.then));
  EXPECT_EQ(std::get<ProvideStorage>(first.then).mount_point, "/srv/data");
  (void)played.tell(StorageHandled{{}, "/srv/data"});
  (void)played.tell(done());
  (void)played.start_hook();
  (void)played.tell(PlayedMind::ended());
  const Output second = played.tell(done());
  ASSERT_TRUE(std::holds_alternative<ProvideStorage>(second.then));
  EXPECT_EQ(std::get<ProvideStorage>(second.then).mount_point, "/srv/logs/logs/1");
}

TEST_F(MindStorage, ST37_says_why_a_place_cannot_be_made_and_comes_back_in_time) {
  (void)begin_with({storage_seen("data", 0)});
  const Output failed = played.tell(StorageHandled{"\"/srv/data\" is not empty", ""});
  EXPECT_TRUE(is_said(failed, "storage data/0: \"/srv/data\" is not empty"));
  ASSERT_TRUE(failed.wake_at);
  EXPECT_EQ(*failed.wake_at, played.now + 30'000);
  EXPECT_FALSE(failed.is_idle);
  EXPECT_TRUE(waits_for_nothing(played.tell(TimeHasCome{}))) << "not before its time";
  played.now = *failed.wake_at;
  EXPECT_TRUE(std::holds_alternative<ProvideStorage>(played.tell(TimeHasCome{}).then));
}

TEST_F(MindStorage, ST6_ST19_a_detached_one_keeps_its_data) {
  (void)attach({storage_seen("data", 0)});
  (void)played.tell(done());
  (void)played.start_hook(); // install
  protocol::StorageSeen going = storage_seen("data", 0);
  going.attachment.life = Life::Dying;
  going.attachment.location = "/srv/data";
  going.attachment.attached = true;
  (void)show({going});
  (void)played.tell(PlayedMind::ended());
  (void)played.tell(NotesOnDisk{});
  EXPECT_EQ(started_program(played.start_hook()), "data-storage-detaching");
  const Output ended = played.tell(PlayedMind::ended());
  const auto* left = std::get_if<LeaveStorage>(&ended.then);
  ASSERT_NE(left, nullptr);
  EXPECT_EQ(left->mount_point, "/srv/data");
  EXPECT_FALSE(left->destroy);
  const Output released = played.tell(StorageHandled{});
  ASSERT_NE(asked<protocol::StorageDetached>(released), nullptr);
  EXPECT_EQ(*asked<protocol::StorageDetached>(released),
            (protocol::StorageDetached{"data/0", "web/0"}));
}

TEST_F(MindStorage, ST20_a_dying_instance_loses_its_data_before_the_model_forgets_it) {
  protocol::StorageSeen going = storage_seen("data", 0);
  going.attachment.life = going.storage.life = Life::Dying;
  going.attachment.location = "/srv/data";
  const Output begins = begin_with({going});
  const auto* left = std::get_if<LeaveStorage>(&begins.then);
  ASSERT_NE(left, nullptr) << "its attached hook was never committed: no hook runs (ST25)";
  EXPECT_TRUE(left->destroy);
  const Output stays = played.tell(StorageHandled{"its data stays: the disk is read-only", ""});
  EXPECT_TRUE(is_said(stays, "its data stays"));
  EXPECT_NE(asked<protocol::StorageDetached>(stays), nullptr) << "the unit does not wait for that";
}

TEST_F(MindStorage, ST54_leaves_the_place_of_what_force_took_away_and_forgets_it_then) {
  auto charm = std::make_shared<store::Charm>();
  charm->url = "local:web-1";
  charm->storage["data"].location = "/srv/data";
  played.charms["local:web-1"] = charm;
  (void)attach({storage_seen("data", 0)});
  (void)played.tell(done());
  (void)played.start_hook(); // install
  (void)show({});
  const Output ended = played.tell(PlayedMind::ended());
  const auto* left = std::get_if<LeaveStorage>(&ended.then);
  ASSERT_NE(left, nullptr);
  EXPECT_EQ(left->storage, "data/0");
  EXPECT_EQ(left->mount_point, "/srv/data");
  EXPECT_FALSE(left->destroy);
  EXPECT_TRUE(played.mind.notes().storages.contains("data/0")) << "a crash has it left once more";
  const Output forgotten = played.tell(StorageHandled{});
  EXPECT_TRUE(played.mind.notes().storages.empty());
  EXPECT_EQ(asked<protocol::StorageDetached>(forgotten), nullptr) << "the model knows";
  EXPECT_TRUE(forgotten.wants_place) << "config-changed";
}

TEST_F(MindStorage, ST54_an_agent_that_began_since_leaves_where_the_charm_wishes) {
  auto charm = std::make_shared<store::Charm>();
  charm->url = "local:web-1";
  charm->storage["data"].location = "/srv/data";
  played.charms["local:web-1"] = charm;
  UnitNotes notes = played.mind.notes();
  notes.storages.insert("data/0");
  (void)played.tell(NotesRead{notes});
  (void)played.tell(HooksListed{{"*"}});
  (void)show({});
  protocol::ApplicationSeen application = PlayedMind::application("web/0", 1);
  application.application.charm = "local:web-1";
  const Output begins = played.show(application);
  const auto* left = std::get_if<LeaveStorage>(&begins.then);
  ASSERT_NE(left, nullptr);
  EXPECT_EQ(left->mount_point, "/srv/data");
}

TEST_F(MindStorage, ST25_what_is_given_back_while_its_place_is_left_is_attached_anew) {
  (void)begin_with({storage_seen("data", 0)});
  (void)played.tell(StorageHandled{{}, "/srv/data"});
  (void)played.tell(done());
  protocol::StorageSeen going = storage_seen("data", 0);
  going.attachment.location = "/srv/data";
  going.attachment.life = Life::Dying;
  const Output drops = show({going}); // before its hook has run
  ASSERT_TRUE(std::holds_alternative<LeaveStorage>(drops.then));
  (void)show({storage_seen("data", 0)});
  ASSERT_NE(asked<protocol::StorageDetached>(played.tell(StorageHandled{})), nullptr);
  protocol::Answer refused;
  refused.verdict = protocol::Verdict::Refused;
  refused.code = protocol::Code::NotDead;
  EXPECT_TRUE(std::holds_alternative<ProvideStorage>(played.tell(refused).then));
}

TEST_F(MindStorage, ST54_H3_what_force_takes_as_its_hook_begins_is_shown_where_it_was) {
  (void)begin_with({storage_seen("data", 0)});
  (void)played.tell(StorageHandled{{}, "/srv/data"});
  (void)played.tell(done());
  (void)played.tell(protocol::SlotGranted{});
  (void)show({}); // it is noted that the hook may run
  const Output runs = played.tell(protocol::ConfigSeen{});
  ASSERT_TRUE(std::holds_alternative<StartHook>(runs.then));
  const hooks::HookSight& sight = std::get<StartHook>(runs.then).order.sight;
  ASSERT_EQ(sight.storages.size(), 1U);
  EXPECT_EQ(sight.storages.front().location, "/srv/data");
}

TEST_F(MindStorage, ST54_leaves_where_it_was_what_is_given_back_at_once) {
  (void)attach({storage_seen("data", 0)});
  (void)played.tell(done());
  (void)played.start_hook();             // install
  (void)show({storage_seen("data", 0)}); // by another attachment
  EXPECT_EQ(std::get<LeaveStorage>(played.tell(PlayedMind::ended()).then).mount_point, "/srv/data");
  (void)played.tell(StorageHandled{});
  EXPECT_TRUE(played.mind.notes().storages.empty()) << "it is attached anew";
}

TEST_F(MindStorage, ST54_leaves_a_place_that_is_made_when_the_storage_is_gone_already) {
  (void)begin_with({storage_seen("data", 0)});
  (void)show({});
  const Output made = played.tell(StorageHandled{{}, "/srv/data"});
  EXPECT_EQ(asked<protocol::StorageProvisioned>(made), nullptr);
  const auto* left = std::get_if<LeaveStorage>(&made.then);
  ASSERT_NE(left, nullptr);
  EXPECT_EQ(left->mount_point, "/srv/data");
  EXPECT_FALSE(left->destroy);
  EXPECT_FALSE(std::holds_alternative<LeaveStorage>(played.tell(StorageHandled{}).then)) << "once";
}

TEST_F(MindStorage, ST54_leaves_a_place_whose_storage_goes_while_the_model_is_told_of_it) {
  (void)begin_with({storage_seen("data", 0)});
  (void)played.tell(StorageHandled{{}, "/srv/data"});
  (void)show({});
  const Output told = played.tell(done());
  const auto* left = std::get_if<LeaveStorage>(&told.then);
  ASSERT_NE(left, nullptr);
  EXPECT_EQ(left->mount_point, "/srv/data");
}

TEST_F(MindStorage, ST54_leaves_a_place_whose_storage_goes_before_its_hook) {
  (void)begin_with({storage_seen("data", 0)});
  (void)played.tell(StorageHandled{{}, "/srv/data"});
  EXPECT_TRUE(played.tell(done()).wants_place);
  const Output gone = show({});
  const Output next = std::holds_alternative<GoOn>(gone.then) ? played.tell(NotesOnDisk{}) : gone;
  ASSERT_TRUE(std::holds_alternative<LeaveStorage>(next.then)) << "no hook was told of it";
  EXPECT_EQ(std::get<LeaveStorage>(next.then).mount_point, "/srv/data");
}

TEST_F(MindStorage, ST54_what_is_left_in_order_is_not_left_again) {
  protocol::StorageSeen going = storage_seen("data", 0);
  going.attachment.life = Life::Dying;
  going.attachment.location = "/srv/data";
  ASSERT_TRUE(std::holds_alternative<LeaveStorage>(begin_with({going}).then));
  ASSERT_NE(asked<protocol::StorageDetached>(played.tell(StorageHandled{})), nullptr);
  (void)show({}); // before the answer
  EXPECT_FALSE(std::holds_alternative<LeaveStorage>(played.tell(done()).then));
}

TEST_F(MindStorage, ST32_what_a_hook_adds_is_flushed_with_it) {
  (void)played.begin();
  (void)played.start_hook();
  protocol::HookEnded ended = PlayedMind::ended();
  ended.state.storages_to_add = {{"data", 2}};
  const Output flushes = played.tell(ended);
  const auto* flush = asked<protocol::FlushHook>(flushes);
  ASSERT_NE(flush, nullptr);
  EXPECT_EQ(flush->storage, (std::map<std::string, std::uint32_t>{{"data", 2}}));
  protocol::Answer refused;
  refused.verdict = protocol::Verdict::Refused;
  refused.text = "cannot attach, storage is singular";
  (void)played.tell(refused);
  ASSERT_TRUE(played.mind.notes().operation);
  EXPECT_EQ(played.mind.notes().operation->attempt, 1U) << "the hook fails";
}

TEST_F(MindStorage, ST28_what_is_placed_already_is_asked_for_as_such) {
  protocol::StorageSeen again = storage_seen("data", 0);
  again.storage.placed = true;
  EXPECT_TRUE(std::get<ProvideStorage>(begin_with({again}).then).placed);
}

} // namespace
} // namespace orrery::agents
