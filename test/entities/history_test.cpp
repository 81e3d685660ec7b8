#include "store/history.hpp"
#include "test/support/deterministic.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

using store::Life;

/// `alive deploy 2`, `removed delete unit 9`.
std::vector<std::string> told(DeterministicSystem& system, const store::EntityRef& entity) {
  std::vector<std::string> lines;
  const auto steps = store::read_history(*system.database().snapshot(), entity);
  EXPECT_TRUE(steps);
  for (const store::LifeStep& step : *steps)
    lines.push_back((step.removed ? "removed" : std::string(to_string(step.life))) + ' '
                    + step.turn.cause + ' ' + std::to_string(step.turn.sequence));
  return lines;
}

std::string at(const std::string& what, const protocol::Answer& answer) {
  EXPECT_EQ(answer.verdict, protocol::Verdict::Done) << what << ": " << answer.text;
  return what + ' ' + std::to_string(answer.sequence);
}

} // namespace

TEST(History, C3_of_a_units_whole_life_names_the_transactions_that_were_acknowledged) {
  DeterministicSystem system(World{}.machine(0).application("web"));
  const std::string made = at("alive add-unit", system.run(protocol::AddUnit{"web", {}}));
  (void)system.run(protocol::ReportUnit{"web/0", {}, store::Status{"idle", "", 0}, {}, {}, {}});
  const std::string dying = at("dying remove-unit", system.run(protocol::RemoveUnit{"web/0"}));
  const std::string dead = at("dead set dead", system.run(protocol::SetUnitDead{"web/0"}));
  system.restart();
  const std::string gone = at("removed delete unit", system.run(protocol::DeleteUnit{"web/0"}));
  system.restart();
  EXPECT_EQ(told(system, store::unit_ref("web/0")),
            (std::vector<std::string>{made, dying, dead, gone}));
}

TEST(History, C3_of_machines_applications_and_relations_is_written_by_whoever_ends_them) {
  DeterministicSystem system(World{}
                               .machine(0)
                               .application("web")
                               .requiring("db", "sql")
                               .application("db")
                               .providing("server", "sql"));
  const std::string machine = at("alive add-machine", system.run(protocol::AddMachine{}));
  EXPECT_EQ(told(system, store::machine_ref(1)), std::vector<std::string>{machine});
  const std::string related =
    at("alive integrate", system.run(protocol::AddRelation{"web", "db", "db", "server"}));
  const std::string removed =
    at("removed remove-application", system.run(protocol::RemoveApplication{"db"}));
  EXPECT_EQ(told(system, store::relation_ref(0)), (std::vector<std::string>{related, removed}));
  EXPECT_EQ(told(system, store::application_ref("db")).back(), removed);
}

TEST(History, C3_of_a_name_used_again_has_both_lives) {
  DeterministicSystem system(World{}.machine(0));
  store::Charm charm;
  charm.url = "local:web-1";
  charm.name = "web";
  std::vector<std::string> expected;
  for (int life = 0; life < 2; ++life) {
    expected.push_back(
      at("alive deploy", system.run(protocol::CreateApplication{"web", charm, {}})));
    expected.push_back(
      at("removed remove-application", system.run(protocol::RemoveApplication{"web"})));
  }
  EXPECT_EQ(told(system, store::application_ref("web")), expected);
}

TEST(History, C3_what_is_refused_leaves_none) {
  DeterministicSystem system(World{}.machine(0).application("web").unit("web/0").on_machine(0));
  const auto before = dump(system.database());
  EXPECT_EQ(system.run(protocol::DeleteUnit{"web/0"}).verdict, protocol::Verdict::Refused);
  EXPECT_EQ(dump(system.database()), before);
}

} // namespace orrery::test
