#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

#include <functional>
#include <optional>

/// Every verb that moves or asks a life, for every entity in every life: what comes of it.
namespace orrery::test {

using rules::Step;
using rules::Verdict;
using store::Life;

namespace {

/// `alive`, `dying`, `dead`, `gone`: the life it has after; `no-op`, `no`, `again`, `ok` (asked,
/// not changed).
std::string outcome(const rules::Decision& decision) {
  if (decision.verdict == Verdict::Nothing)
    return "no-op";
  if (decision.verdict == Verdict::Refuse)
    return "no";
  if (decision.verdict == Verdict::Again)
    return "again";
  for (const rules::Write& write : decision.writes) {
    std::optional<Life> life;
    if (const auto* machine = std::get_if<store::Machine>(&write.record))
      life = machine->life;
    else if (const auto* unit = std::get_if<store::Unit>(&write.record))
      life = unit->life;
    else if (const auto* application = std::get_if<store::Application>(&write.record))
      life = application->life;
    else if (const auto* relation = std::get_if<store::Relation>(&write.record))
      life = relation->life;
    if (life)
      return write.deleted ? "gone" : std::string(store::to_string(*life));
  }
  return "ok";
}

struct Row {
  const char* verb;
  Step step;
  const char* outcomes[4]; ///< Of an entity that is alive, dying, dead, gone. Null: cannot be.
};

void play(const Row& row, const std::function<rules::Decision(int life, const Step&)>& decide) {
  for (int life = 0; life < 4; ++life) {
    if (row.outcomes[life] == nullptr)
      continue;
    EXPECT_EQ(outcome(decide(life, row.step)), row.outcomes[life])
      << row.verb << " in life " << life;
  }
}

template <class State>
State in_life(State state, int life) {
  state.record.life = life == 3 ? Life::Dead : static_cast<Life>(life);
  state.gone = life == 3;
  return state;
}

const rules::AdmitUnit admit{"web/0", "web", "", false, 0, {}, {}};

} // namespace

TEST(Lives, L2_machine) {
  const Row rows[] = {
    {"host a unit", rules::HostUnit{}, {"ok", "no", "no", "no"}},
    {"take part", rules::Witness{}, {"ok", "ok", "ok", "no"}},
    {"remove", protocol::RemoveMachine{3}, {"dying", "no-op", "no-op", "no"}},
    {"set dead", protocol::SetMachineDead{3}, {"dead", "dead", "no-op", "no"}},
    {"delete", protocol::DeleteMachine{3}, {"no", "no", "gone", "no"}},
    {"set instance", protocol::SetInstance{3, "i", "a"}, {"alive", "dying", "no", "no"}},
    {"set status",
     protocol::SetMachineStatus{3, {"down", "", 1}},
     {"alive", "dying", "no-op", "no"}},
  };
  const auto machine = World{}.machine(3).machine_state(3);
  for (const Row& row : rows)
    play(row, [&](int life, const Step& step) {
      return rules::decide(in_life(machine, life), step, now());
    });
}

TEST(Lives, L2_unit) {
  protocol::ReportUnit report{"web/0", {}, {}, {}, {}, {}};
  report.version = "8";
  const Row rows[] = {
    {"ask whether alive", rules::AssertAlive{}, {"ok", "no", "no", "no"}},
    {"take part", rules::Witness{}, {"ok", "ok", "ok", "no"}},
    {"remove", protocol::RemoveUnit{"web/0"}, {"dying", "no-op", "no-op", "no"}},
    {"set dying", protocol::SetUnitDying{"web/0", ""}, {"dying", "no-op", "no-op", "no"}},
    {"set dead", protocol::SetUnitDead{"web/0"}, {"dead", "dead", "no-op", "no"}},
    {"delete", protocol::DeleteUnit{"web/0"}, {"no", "no", "gone", "no"}},
    {"enter a scope", protocol::EnterScope{"web/0", 0, {}}, {"ok", "no", "no", "no"}},
    {"leave a scope it is not in",
     protocol::LeaveScope{"web/0", 0},
     {"no-op", "no-op", "no-op", "no"}},
    {"resolve without an error", protocol::Resolve{"web/0", true}, {"no", "no", "no", "no"}},
    {"clear resolved", protocol::ClearResolved{"web/0"}, {"no-op", "no-op", "no-op", "no"}},
    {"report", report, {"ok", "ok", "ok", "no"}},
    {"flush", protocol::FlushHook{"web/0", {}, {}, {}, {}}, {"ok", "ok", "ok", "no"}},
    {"take a charm",
     protocol::SetUnitCharm{"web/0", "local:web-2"},
     {"alive", "dying", "no", "no"}},
    {"lose a scope", rules::LoseScope{}, {"ok", "ok", "ok", "ok"}},
  };
  const auto unit = World{}.application("web").unit("web/0").unit_state("web/0");
  for (const Row& row : rows)
    play(row, [&](int life, const Step& step) {
      return rules::decide(in_life(unit, life), step, now());
    });
}

TEST(Lives, L4_relation_is_never_seen_dead) {
  const Row empty[] = {
    {"remove", protocol::RemoveRelation{0}, {"gone", nullptr, nullptr, "no"}},
    {"remove with its application", rules::RemoveWith{"web"}, {"gone", nullptr, nullptr, "again"}},
    {"admit", admit, {"alive", nullptr, nullptr, "no"}},
  };
  const Row entered[] = {
    {"remove", protocol::RemoveRelation{0}, {"dying", "no-op", nullptr, "no"}},
    {"remove with its application", rules::RemoveWith{"web"}, {"dying", "ok", nullptr, "again"}},
    {"admit", admit, {"alive", "no", nullptr, "no"}},
    {"release the last", rules::ReleaseScope{"db/0"}, {"alive", "gone", nullptr, "no"}},
    {"release nobody", rules::ReleaseScope{"db/9"}, {"ok", "ok", nullptr, "no"}},
    {"depart", protocol::DepartScope{"db/0", 0}, {"ok", "ok", nullptr, "no"}},
    {"write", rules::WriteBags{"db/0", "db", {{"a", "1"}}, {}}, {"ok", "ok", nullptr, "no"}},
  };
  World world = World{}.application("web").unit("web/0").application("db").unit("db/0").relation(
    "web:db db:server");
  const auto nobody = world.relation_state(0);
  const auto one = world.entered_by("db/0").relation_state(0);
  for (const Row& row : empty)
    play(row, [&](int life, const Step& step) {
      return rules::decide(in_life(nobody, life), step, now());
    });
  for (const Row& row : entered)
    play(row, [&](int life, const Step& step) {
      return rules::decide(in_life(one, life), step, now());
    });
}

TEST(Lives, L4_application_is_never_seen_dead) {
  const store::CharmEndpoint other{"out", "x", store::Role::Provider, store::ScopeKind::Global, 0};
  protocol::RefreshApplication refresh;
  refresh.application = "web";
  refresh.charm.url = "local:web-2";
  const Row rows[] = {
    {"take part", rules::Witness{}, {"ok", "ok", nullptr, "no"}},
    {"add a unit", protocol::AddUnit{"web", {}}, {"alive", "no", nullptr, "no"}},
    {"remove", protocol::RemoveApplication{"web"}, {"dying", "no-op", nullptr, "no"}},
    {"release the last unit", rules::Release{{}, "web/0"}, {"alive", "gone", nullptr, "no"}},
    {"relate", rules::Relate{"in", "web2", "out"}, {"alive", "no", nullptr, "no"}},
    {"relate with", rules::RelateWith{"in", "app", other, false}, {"alive", "no", nullptr, "no"}},
    {"claim", protocol::ClaimLeadership{"web", "web/0"}, {"alive", "dying", nullptr, "no"}},
    {"configure", protocol::SetConfig{"web", {{"a", "1"}}, {}}, {"alive", "dying", nullptr, "no"}},
    {"refresh", refresh, {"alive", "dying", nullptr, "no"}},
    {"expose", protocol::SetExposed{"web", true}, {"alive", "no", nullptr, "no"}},
    {"constrain", protocol::SetConstraints{"web", "cores=1"}, {"alive", "no", nullptr, "no"}},
    {"unexpose what is not exposed",
     protocol::SetExposed{"web", false},
     {"no-op", "no-op", nullptr, "no"}},
  };
  const auto application = World{}
                             .application("web")
                             .requiring("in", "x")
                             .with_option("a", store::OptionType::Int)
                             .unit("web/0")
                             .application_state("web");
  for (const Row& row : rows)
    play(row, [&](int life, const Step& step) {
      return rules::decide(in_life(application, life), step, now());
    });
}

} // namespace orrery::test
