#include "actors/entities/counterparts.hpp"
#include "test/support/deterministic.hpp"
#include "test/support/probe.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

using protocol::Code;
using protocol::Verdict;
using store::Life;
using store::Role;
using store::ScopeKind;

namespace {

/// web/0 and db/0 in scope of relation 0.
World all_entered() {
  return World{}
    .application("web")
    .unit("web/0")
    .on_machine(1)
    .application("db")
    .unit("db/0")
    .on_machine(2)
    .relation("web:db db:server")
    .entered_by("web/0")
    .entered_by("db/0");
}

/// An agent that watches relation 0 for a unit.
class Watcher {
public:
  Watcher(DeterministicSystem& system, const std::string& unit, Role role, std::string container)
    : system_(system), unit_(unit), probe_(system.system().spawn<Probe>(std::ref(told_))) {
    caf::send_as(probe_, relation(), protocol::ObserveRelation{unit, role, std::move(container)});
    system.settle();
  }
  /// @param seen the time of what it has read before; 0: it asks for all.
  protocol::MembersSeen read(std::uint64_t seen = 0) {
    caf::send_as(probe_, relation(), protocol::ReadMembers{unit_, seen});
    system_.settle();
    return told_.members.back();
  }
  protocol::BagSeen read_bag(const std::string& owner) {
    caf::send_as(probe_, relation(), protocol::ReadBag{1, owner, unit_});
    system_.settle();
    return told_.bags.back();
  }
  [[nodiscard]] std::size_t stirs() const { return told_.stirs.size(); }
  [[nodiscard]] const std::vector<protocol::RelationSeen>& seen() const { return told_.relations; }

private:
  [[nodiscard]] caf::actor relation() const {
    return system_.services().directory.find(rules::relation(0));
  }
  DeterministicSystem& system_;
  std::string unit_;
  Told told_;
  caf::actor probe_;
};

protocol::FlushHook flush(const std::string& unit, const store::Settings& settings) {
  return {unit, {{0, settings}}, {}, {}, {}};
}

std::vector<std::string> names(const protocol::MembersSeen& seen) {
  std::vector<std::string> all;
  for (const auto& [name, version] : seen.members)
    all.push_back(name);
  return all;
}

} // namespace

TEST(Scope, S2_counterparts_are_woken_and_nobody_else) {
  DeterministicSystem system(all_entered());
  Watcher web(system, "web/0", Role::Requirer, "");
  Watcher db(system, "db/0", Role::Provider, "");
  EXPECT_EQ(names(web.read()), std::vector<std::string>{"db/0"});
  EXPECT_EQ(system.run(flush("db/0", {{"host", "h"}})).verdict, Verdict::Done);
  EXPECT_EQ(web.stirs(), 1U);
  EXPECT_EQ(db.stirs(), 0U) << "nobody observes its own side";
  EXPECT_EQ(web.read_bag("db/0").values, (store::Settings{{"host", "h"}}));
}

TEST(Scope, S5_a_write_that_changes_nothing_wakes_nobody_and_writes_nothing) {
  DeterministicSystem system(all_entered());
  Watcher web(system, "web/0", Role::Requirer, "");
  (void)system.run(flush("db/0", {{"host", "h"}}));
  (void)web.read();
  const std::uint64_t sequence = system.database().sequence();
  EXPECT_EQ(system.run(flush("db/0", {{"host", "h"}, {"none", ""}})).verdict, Verdict::Nothing);
  EXPECT_EQ(web.stirs(), 1U);
  EXPECT_EQ(system.database().sequence(), sequence);
}

TEST(Scope, H2_many_changes_before_it_reads_wake_an_observer_once) {
  DeterministicSystem system(all_entered());
  Watcher web(system, "web/0", Role::Requirer, "");
  for (const char* value : {"1", "2", "3"})
    (void)system.run(flush("db/0", {{"host", value}}));
  EXPECT_EQ(web.stirs(), 1U);
  (void)web.read();
  (void)system.run(flush("db/0", {{"host", "4"}}));
  EXPECT_EQ(web.stirs(), 2U);
}

TEST(Scope, S2_who_reads_again_is_shown_what_has_changed_and_nothing_else) {
  World world = all_entered();
  for (int i = 1; i < 50; ++i)
    world.unit("web/" + std::to_string(i)).on_machine(1).entered_by("web/" + std::to_string(i));
  DeterministicSystem system(world.unit("web/50").on_machine(1));
  Watcher db(system, "db/0", Role::Provider, "");
  const protocol::MembersSeen all = db.read();
  EXPECT_TRUE(all.complete);
  EXPECT_EQ(all.members.size(), 50U);
  const protocol::MembersSeen nothing = db.read(all.time);
  EXPECT_FALSE(nothing.complete);
  EXPECT_TRUE(nothing.members.empty() && nothing.gone.empty());
  (void)system.run(protocol::EnterScope{"web/50", 0, {}});
  (void)system.run(flush("web/7", {{"a", "b"}}));
  (void)system.run(protocol::DepartScope{"web/8", 0});
  (void)system.run(protocol::LeaveScope{"web/9", 0});
  (void)system.run(flush("db/0", {{"c", "d"}})); // its own side
  const protocol::MembersSeen some = db.read(all.time);
  EXPECT_FALSE(some.complete);
  EXPECT_EQ(names(some), (std::vector<std::string>{"web/50", "web/7"}));
  EXPECT_EQ(some.gone, (std::vector<std::string>{"web/8", "web/9"}));
  EXPECT_EQ(db.read().members.size(), 49U);
}

TEST(Scope, S2_one_of_many_looks_at_the_other_side_only) {
  rules::RelationState state;
  state.record.ends = {{"web", "db", Role::Requirer}, {"db", "server", Role::Provider}};
  entities::Counterparts counterparts(state);
  const auto write = [&](const std::string& unit, Role role, bool deleted) {
    const store::Scope scope{0, unit, role, {}, false};
    counterparts.before(scope);
    if (deleted)
      state.members.erase(unit);
    else
      state.members[unit] = scope;
    counterparts.after(scope);
  };
  for (const char* unit : {"web/0", "web/1", "web/2"})
    write(unit, Role::Requirer, false);
  write("db/0", Role::Provider, false);
  using Units = std::vector<std::string_view>;
  EXPECT_EQ(counterparts.observed_by(Role::Requirer), Units{"db/0"});
  write("web/1", Role::Requirer, true);
  EXPECT_EQ(counterparts.observed_by(Role::Provider), (Units{"web/0", "web/2"}));
}

TEST(Scope, S2_who_is_too_far_behind_is_shown_all) {
  DeterministicSystem system(all_entered());
  Watcher web(system, "web/0", Role::Requirer, "");
  const protocol::MembersSeen before = web.read();
  for (int i = 0; i < 200; ++i)
    (void)system.run(flush("db/0", {{"n", std::to_string(i)}}));
  const protocol::MembersSeen after = web.read(before.time);
  EXPECT_TRUE(after.complete);
  EXPECT_GT(after.members.at("db/0"), before.members.at("db/0"));
  (void)system.run(flush("db/0", {{"n", "last"}}));
  const protocol::MembersSeen next = web.read(after.time);
  EXPECT_FALSE(next.complete);
  EXPECT_GT(next.members.at("db/0"), after.members.at("db/0"));
}

TEST(Scope, S11_a_unit_that_has_begun_to_leave_is_gone_for_its_counterparts) {
  DeterministicSystem system(all_entered());
  Watcher web(system, "web/0", Role::Requirer, "");
  EXPECT_EQ(system.run(protocol::DepartScope{"db/0", 0}).verdict, Verdict::Done);
  EXPECT_EQ(web.stirs(), 1U);
  EXPECT_EQ(names(web.read()), std::vector<std::string>{});
  EXPECT_EQ(system.contents().relations.at(0).unit_count, 2U) << "it still holds the relation";
  EXPECT_EQ(system.run(protocol::SetUnitDead{"db/0"}).code, Code::InScope);
}

TEST(Scope, S1_entering_twice_changes_nothing) {
  DeterministicSystem system(all_entered());
  const auto before = dump(system.database());
  EXPECT_EQ(system.run(protocol::EnterScope{"web/0", 0, {{"new", "1"}}}).verdict, Verdict::Nothing);
  EXPECT_EQ(dump(system.database()), before);
}

TEST(Scope, S7_settings_stay_readable_after_their_unit_left) {
  DeterministicSystem system(all_entered());
  Watcher web(system, "web/0", Role::Requirer, "");
  (void)system.run(flush("db/0", {{"host", "h"}}));
  EXPECT_EQ(system.run(protocol::LeaveScope{"db/0", 0}).verdict, Verdict::Done);
  EXPECT_EQ(names(web.read()), std::vector<std::string>{});
  EXPECT_TRUE(web.read_bag("db/0").found);
  EXPECT_EQ(system.run(protocol::EnterScope{"db/0", 0, {{"fresh", "1"}}}).verdict, Verdict::Done);
  EXPECT_EQ(web.read_bag("db/0").values, (store::Settings{{"fresh", "1"}})) << "overwritten (S1)";
}

TEST(Scope, R9_observers_are_told_of_its_life_and_end) {
  DeterministicSystem system(all_entered());
  Watcher web(system, "web/0", Role::Requirer, "");
  (void)system.run(protocol::RemoveRelation{0});
  (void)system.run(protocol::LeaveScope{"web/0", 0});
  (void)system.run(protocol::LeaveScope{"db/0", 0});
  ASSERT_EQ(web.seen().size(), 3U);
  EXPECT_EQ(web.seen()[1].life, Life::Dying);
  EXPECT_TRUE(web.seen()[2].gone);
}

TEST(Scope, B1_entering_makes_the_subordinate_in_the_same_transaction) {
  DeterministicSystem system(
    World{}.application("web").unit("web/0").on_machine(1).subordinate("logging").relation(
      "logging:info web:juju-info", ScopeKind::Container));
  const std::uint64_t before = system.database().sequence();
  EXPECT_EQ(system.run(protocol::EnterScope{"web/0", 0, {}}).verdict, Verdict::Done);
  EXPECT_EQ(system.database().sequence(), before + 1);
  const auto contents = system.contents();
  EXPECT_EQ(contents.units.at("logging/0").principal, "web/0");
  EXPECT_EQ(contents.units.at("logging/0").machine, 1U);
  EXPECT_EQ(contents.applications.at("logging").unit_count, 1U);
  EXPECT_EQ(contents.scopes.size(), 1U);
  EXPECT_EQ(system.run(protocol::EnterScope{"logging/0", 0, {}}).verdict, Verdict::Done);
  EXPECT_EQ(system.contents().scopes.at({0, "logging/0"}).container, "web/0");
}

TEST(Scope, B2_waits_for_an_earlier_subordinate_and_gets_the_next_number) {
  DeterministicSystem system(World{}
                               .application("web")
                               .unit("web/0")
                               .on_machine(1)
                               .subordinate("logging")
                               .unit("logging/0")
                               .subordinate_to("web/0")
                               .dying()
                               .relation("logging:info web:juju-info", ScopeKind::Container));
  EXPECT_EQ(system.run(protocol::EnterScope{"web/0", 0, {}}).code, Code::CannotEnterScopeYet);
  (void)system.run(protocol::SetUnitDead{"logging/0"});
  EXPECT_EQ(system.run(protocol::EnterScope{"web/0", 0, {}}).code, Code::CannotEnterScopeYet)
    << "Dead is not gone";
  (void)system.run(protocol::DeleteUnit{"logging/0"});
  EXPECT_EQ(system.run(protocol::EnterScope{"web/0", 0, {}}).verdict, Verdict::Done);
  EXPECT_TRUE(system.contents().units.contains("logging/1"));
}

TEST(Scope, S3_a_container_is_told_of_its_own_principal_alone) {
  DeterministicSystem system(World{}
                               .application("web")
                               .unit("web/0")
                               .on_machine(1)
                               .unit("web/1")
                               .on_machine(1)
                               .subordinate("logging")
                               .unit("logging/0")
                               .subordinate_to("web/0")
                               .relation("logging:info web:juju-info", ScopeKind::Container)
                               .entered_by("logging/0"));
  Watcher logging(system, "logging/0", Role::Requirer, "web/0");
  (void)system.run(protocol::EnterScope{"web/1", 0, {}});
  EXPECT_EQ(logging.stirs(), 0U);
  (void)system.run(protocol::EnterScope{"web/0", 0, {}});
  EXPECT_EQ(logging.stirs(), 1U);
  EXPECT_EQ(names(logging.read()), std::vector<std::string>{"web/0"});
}

TEST(Scope, S4_every_container_is_told_of_what_the_application_sets) {
  DeterministicSystem system(World{}
                               .application("web")
                               .led_by("web/0")
                               .unit("web/0")
                               .on_machine(1)
                               .subordinate("logging")
                               .unit("logging/0")
                               .subordinate_to("web/0")
                               .relation("logging:info web:juju-info", ScopeKind::Container)
                               .entered_by("logging/0")
                               .entered_by("web/0"));
  Watcher logging(system, "logging/0", Role::Requirer, "web/0");
  ASSERT_EQ(system.run(protocol::FlushHook{"web/0", {}, {{0, {{"ours", "2"}}}}, {}, {}}).verdict,
            Verdict::Done);
  EXPECT_EQ(logging.stirs(), 1U);
}

TEST(Scope, S4_only_the_leader_writes_for_the_application_and_a_refusal_drops_all) {
  DeterministicSystem system(all_entered());
  protocol::FlushHook both{"db/0", {{0, {{"mine", "1"}}}}, {{0, {{"ours", "2"}}}}, {}, {}};
  const auto before = dump(system.database());
  EXPECT_EQ(system.run(both).code, Code::NotLeader);
  EXPECT_EQ(dump(system.database()), before) << "H6: all or nothing";
  (void)system.run(protocol::ClaimLeadership{"db", "db/0"});
  EXPECT_EQ(system.run(both).verdict, Verdict::Done);
  EXPECT_EQ(system.contents().bags.at({0, "db"}).values, (store::Settings{{"ours", "2"}}));
}

} // namespace orrery::test
