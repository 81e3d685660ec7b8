// Hooks that secrets ask for: which agents run them, when, and who is not woken.
#include "actors/agents/hook_environment.hpp"
#include "test/agents/timed_world.hpp"

#include <string>

namespace orrery::test {

namespace {

constexpr store::Milliseconds an_hour = 60 * minute;
const std::string kept_secret = "00000000000000000001";

/// Changes the secret, as by a hook of the unit that has succeeded.
void change(TimedWorld& world, const std::string& unit, const protocol::SecretChange& wanted) {
  protocol::FlushHook flush{unit, {}, {}, {}, {}};
  flush.secrets[kept_secret] = wanted;
  const protocol::Answer answer = world.run(std::move(flush));
  ASSERT_TRUE(answer.ok()) << answer.text;
}

protocol::SecretChange content(const std::string& text) {
  protocol::SecretChange wanted;
  wanted.value = {"sealed " + text, "mark of " + text};
  return wanted;
}

protocol::SecretChange first_content(const std::string& owner) {
  protocol::SecretChange wanted = content("a");
  wanted.added_for = owner;
  return wanted;
}

void read(TimedWorld& world, const std::string& unit, std::uint32_t revision) {
  const protocol::Answer answer =
    world.run(protocol::TrackSecret{unit, kept_secret, "mysql", revision, {}});
  ASSERT_TRUE(answer.ok()) << answer.text;
}

std::size_t rotations(TimedWorld& world, const std::string& unit = "mysql/0") {
  return world.hooks().count(unit, "secret-rotate");
}

/// Each secret-rotate of the unit makes a new content.
void rotate_in_hooks_of(TimedWorld& world, const std::string& unit) {
  world.hooks().script(
    unit, "secret-rotate", [made = 0](const hooks::HookSight&, hooks::HookState& state) mutable {
      state.secrets.sealed[kept_secret] = content("of rotation " + std::to_string(++made));
    });
}

/// mysql has a secret that is to be rotated each hour, and one unit that leads.
void deploy_with_rotation(TimedWorld& world, std::uint32_t units = 1) {
  world.deploy(database_charm(), "mysql", units);
  world.settle();
  protocol::SecretChange wanted = first_content("mysql");
  wanted.rotation = "hourly";
  change(world, "mysql/0", wanted);
  world.settle();
}

} // namespace

TEST(SecretHooks, SE46_SE47_a_secret_is_rotated_when_it_is_due_and_once_a_period) {
  for (const std::uint32_t idle_agents : {nobody_stays, 100U}) {
    TimedWorld world(idle_agents);
    rotate_in_hooks_of(world, "mysql/0");
    deploy_with_rotation(world);
    EXPECT_EQ(world.activity(), 0) << "nobody waits for a time that only comes round";
    world.advance(an_hour - minute);
    EXPECT_EQ(rotations(world), 0U);
    world.advance(minute + 1'000);
    EXPECT_EQ(rotations(world), 1U);
    world.advance(24 * an_hour);
    EXPECT_EQ(rotations(world), 25U);
  }
}

TEST(SecretHooks, SE47_a_rotation_that_changes_nothing_comes_again_after_five_minutes) {
  TimedWorld world;
  deploy_with_rotation(world);
  world.advance(an_hour + 1'000);
  EXPECT_EQ(rotations(world), 1U);
  world.advance(4 * minute);
  EXPECT_EQ(rotations(world), 1U);
  world.advance(minute + 1'000);
  EXPECT_EQ(rotations(world), 2U);
}

TEST(SecretHooks, SE48_after_a_crash_a_rotation_that_is_due_runs_once) {
  TimedWorld world;
  rotate_in_hooks_of(world, "mysql/0");
  deploy_with_rotation(world);
  world.crash();
  world.settle();
  world.advance(an_hour + 1'000);
  EXPECT_EQ(rotations(world), 1U);
  world.crash();
  world.settle();
  world.advance(30 * minute);
  EXPECT_EQ(rotations(world), 1U);
}

TEST(SecretHooks, SE41_each_unit_that_has_read_it_is_told_of_a_new_revision_once) {
  TimedWorld world;
  world.deploy(database_charm(), "mysql", 3);
  world.settle();
  change(world, "mysql/0", first_content("mysql"));
  read(world, "mysql/1", 1);
  change(world, "mysql/0", content("b"));
  world.settle();
  EXPECT_EQ(world.hooks().count("mysql/1", "secret-changed"), 1U);
  EXPECT_EQ(world.hooks().count("mysql/2", "secret-changed"), 0U) << "it has never read it";
  world.crash();
  world.settle();
  world.advance(30 * minute);
  EXPECT_EQ(world.hooks().count("mysql/1", "secret-changed"), 1U);
}

TEST(SecretHooks, SE41_a_change_just_before_a_crash_is_not_lost) {
  TimedWorld world;
  world.deploy(database_charm(), "mysql", 2);
  world.settle();
  change(world, "mysql/0", first_content("mysql"));
  read(world, "mysql/1", 1);
  world.hooks().hold("mysql/1", "secret-changed");
  change(world, "mysql/0", content("b"));
  world.crash();
  world.hooks().release("mysql/1");
  world.settle();
  EXPECT_GE(world.hooks().count("mysql/1", "secret-changed"), 1U);
  EXPECT_TRUE(world.contents().secret_hooks.empty());
}

TEST(SecretHooks, SE40_the_leader_is_told_once_what_nobody_reads_any_more) {
  TimedWorld world;
  world.deploy(database_charm(), "mysql", 2);
  world.settle();
  change(world, "mysql/0", first_content("mysql"));
  change(world, "mysql/0", content("b"));
  world.settle();
  EXPECT_EQ(world.hooks().count("mysql/0", "secret-remove"), 1U);
  EXPECT_EQ(world.hooks().count("mysql/1", "secret-remove"), 0U);
  change(world, "mysql/0", content("c"));
  world.settle();
  EXPECT_EQ(world.hooks().count("mysql/0", "secret-remove"), 2U) << "the second one";
}

TEST(SecretHooks, SE37_a_new_leader_gets_the_hooks_of_its_applications_secrets) {
  TimedWorld world;
  deploy_with_rotation(world, 2);
  world.run(protocol::RemoveUnit{"mysql/0"});
  world.settle();
  world.advance(an_hour + 1'000);
  EXPECT_EQ(rotations(world, "mysql/0"), 0U);
  EXPECT_EQ(rotations(world, "mysql/1"), 1U);
}

TEST(SecretHooks, SE50_an_expired_revision_is_told_every_five_minutes_until_it_goes) {
  TimedWorld world;
  world.deploy(database_charm(), "mysql");
  world.settle();
  protocol::SecretChange wanted = first_content("mysql");
  wanted.expires = 1; // long past
  change(world, "mysql/0", wanted);
  world.settle();
  world.advance(1'000);
  EXPECT_EQ(world.hooks().count("mysql/0", "secret-expired"), 1U);
  world.advance(5 * minute + 1'000);
  EXPECT_EQ(world.hooks().count("mysql/0", "secret-expired"), 2U);
  change(world, "mysql/0", content("b"));
  protocol::SecretChange pruned;
  pruned.pruned = {1};
  change(world, "mysql/0", pruned);
  world.advance(30 * minute);
  EXPECT_EQ(world.hooks().count("mysql/0", "secret-expired"), 2U);
}

TEST(SecretHooks, SE47_a_new_content_meanwhile_takes_the_waiting_rotation_back) {
  TimedWorld world;
  deploy_with_rotation(world);
  world.hooks().hold("mysql/0", "config-changed");
  world.run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
  world.settle();
  world.advance(an_hour + 1'000);
  ASSERT_FALSE(world.contents().secret_hooks.empty()) << "a rotation waits";
  change(world, "mysql/0", content("b"));
  world.hooks().release("mysql/0");
  world.settle();
  EXPECT_EQ(rotations(world), 0U);
}

TEST(SecretHooks, SE36_a_unit_outlives_the_application_whose_secret_it_has_read) {
  TimedWorld world;
  world.deploy(web_charm(), "web", 2);
  world.deploy(database_charm(), "zed"); // the last one that a transaction comes to
  const store::RelationId relation = world.relate("web:db", "zed:server");
  world.settle();
  protocol::SecretChange wanted = first_content("zed");
  wanted.grants["web"] = relation;
  change(world, "zed/0", wanted);
  ASSERT_TRUE(world.run(protocol::TrackSecret{"web/0", kept_secret, "zed", 1, {}}).ok());
  world.run(protocol::RemoveApplication{"zed"});
  world.settle();
  ASSERT_FALSE(world.contents().applications.contains("zed"));
  for (const char* unit : {"web/0", "web/1"}) {
    world.run(protocol::RemoveUnit{unit});
    world.settle();
    EXPECT_FALSE(world.contents().units.contains(unit)) << unit;
  }
}

TEST(SecretHooks, SE33_SE36_a_grant_is_to_a_unit_that_is_there_and_goes_with_it) {
  TimedWorld world;
  world.deploy(web_charm(), "web", 2);
  world.deploy(database_charm(), "mysql");
  const store::RelationId relation = world.relate("web:db", "mysql:server");
  world.settle();
  change(world, "mysql/0", first_content("mysql"));
  protocol::FlushHook flush{"mysql/0", {}, {}, {}, {}};
  flush.secrets[kept_secret].grants["web/9"] = relation;
  EXPECT_TRUE(world.run(flush).ok()) << "nobody can hold it any more";
  EXPECT_TRUE(world.contents().secret_grants.empty());
  world.hooks().hold("web/1", "stop");
  world.run(protocol::RemoveUnit{"web/1"});
  flush.secrets[kept_secret].grants = {{"web/1", relation}};
  EXPECT_EQ(world.run(flush).code, protocol::Code::NotAlive) << "it goes";
  world.hooks().release("web/1");
  protocol::SecretChange wanted;
  wanted.grants["web/0"] = relation;
  change(world, "mysql/0", wanted);
  ASSERT_EQ(world.contents().secret_grants.size(), 1U);
  world.run(protocol::RemoveUnit{"web/0"});
  world.settle();
  EXPECT_TRUE(world.contents().secret_grants.empty());
}

TEST(SecretHooks, SE43_a_unit_whose_charm_has_no_such_hook_is_never_woken_for_it) {
  TimedWorld world;
  world.give_hooks("web", {"install", "start"});
  world.deploy(web_charm(), "web", 2);
  world.settle();
  protocol::SecretChange wanted = first_content("web");
  wanted.rotation = "hourly";
  change(world, "web/0", wanted);
  world.settle();
  ASSERT_TRUE(world.rests("web/0"));
  const std::size_t begun = world.beginnings_of("web/0");
  world.advance(3 * an_hour);
  EXPECT_EQ(world.beginnings_of("web/0"), begun);
  EXPECT_EQ(rotations(world, "web/0"), 0U);
  const std::uint64_t written = world.written();
  world.advance(24 * an_hour);
  EXPECT_EQ(world.written(), written) << "what stays due costs nothing";
  world.crash();
  world.settle();
  EXPECT_EQ(world.beginnings_of("web/0"), begun) << "nor by a start";
}

TEST(SecretHooks, SE2_SE42_they_find_the_uri_the_label_and_where_it_counts_the_revision) {
  hooks::HookSight sight;
  sight.unit = "mysql/0";
  const entities::ModelSettings model;
  const auto without = agents::hook_environment(sight, {}, model, "token");
  for (const char* name : {"JUJU_SECRET_ID", "JUJU_SECRET_LABEL", "JUJU_SECRET_REVISION"})
    EXPECT_FALSE(without.contains(name)) << name;
  sight.secret = {kept_secret, "", 0};
  const auto wanted = agents::hook_environment(sight, {}, model, "token");
  EXPECT_EQ(wanted.at("JUJU_SECRET_ID"), "secret:" + kept_secret);
  EXPECT_EQ(wanted.at("JUJU_SECRET_LABEL"), "");
  EXPECT_FALSE(wanted.contains("JUJU_SECRET_REVISION"));
  sight.secret = {kept_secret, "pw", 3};
  const auto removed = agents::hook_environment(sight, {}, model, "token");
  EXPECT_EQ(removed.at("JUJU_SECRET_LABEL"), "pw");
  EXPECT_EQ(removed.at("JUJU_SECRET_REVISION"), "3");
}

} // namespace orrery::test
