#include "test/support/any_command.hpp"
#include "test/support/deterministic.hpp"
#include "test/support/moments.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

/// Commands that conflict, in many orders of messages.
namespace orrery::test {

using protocol::Command;
using protocol::Verdict;

namespace {

/// What came of some commands: their answers, and every record.
struct Outcome {
  std::vector<std::string> answers;
  std::map<std::string, std::string> records;
  auto operator<=>(const Outcome&) const = default;
};

std::string told(const protocol::Answer& answer) {
  return std::to_string(static_cast<int>(answer.verdict)) + ' '
         + std::to_string(static_cast<int>(answer.code)) + ' ' + answer.created;
}

/// A few messages, so that the next command meets the earlier ones half-way.
void step_some(DeterministicSystem& system, std::mt19937_64& random) {
  for (std::uint64_t steps = random() % 12; steps > 0; --steps)
    system.scheduler().step();
}

/// Asks something of every application that is left, so that one which nobody finds is noticed.
void finish(DeterministicSystem& system, Outcome& outcome) {
  outcome.records = dump(system.database());
  for (const auto& [name, application] : system.contents().applications)
    outcome.answers.push_back(told(system.run(protocol::AddUnit{name, {}})));
}

Outcome at_once(const World& world, const std::vector<Command>& commands, std::uint64_t seed) {
  DeterministicSystem system(world, seed);
  std::mt19937_64 random(seed);
  std::vector<std::size_t> order(commands.size());
  std::iota(order.begin(), order.end(), 0U);
  std::shuffle(order.begin(), order.end(), random);
  std::vector<std::uint64_t> tickets(commands.size());
  for (const std::size_t i : order) {
    tickets[i] = system.start(commands[i]);
    step_some(system, random);
  }
  system.settle();
  Outcome outcome;
  for (const std::uint64_t ticket : tickets)
    outcome.answers.push_back(told(system.answer(ticket)));
  finish(system, outcome);
  return outcome;
}

Outcome in_order(const World& world,
                 const std::vector<Command>& commands,
                 const std::vector<std::size_t>& order) {
  DeterministicSystem system(world);
  Outcome outcome;
  outcome.answers.resize(commands.size());
  for (const std::size_t i : order)
    outcome.answers[i] = told(system.run(commands[i]));
  finish(system, outcome);
  return outcome;
}

std::set<Outcome> all_orders(const World& world, const std::vector<Command>& commands) {
  std::vector<std::size_t> order(commands.size());
  std::iota(order.begin(), order.end(), 0U);
  std::set<Outcome> outcomes;
  do
    outcomes.insert(in_order(world, commands, order));
  while (std::next_permutation(order.begin(), order.end()));
  return outcomes;
}

void expect_as_in_some_order(const World& world, const std::vector<Command>& commands) {
  const std::set<Outcome> serial = all_orders(world, commands);
  std::set<Outcome> seen;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Outcome outcome = at_once(world, commands, seed);
    EXPECT_TRUE(serial.contains(outcome))
      << "seed " << seed << ": " << ::testing::PrintToString(outcome.answers);
    seen.insert(outcome);
  }
  EXPECT_EQ(seen.size() > 1, serial.size() > 1)
    << "the orders of messages make no difference: nothing is tested";
}

World related() {
  return World{}
    .application("app")
    .requiring("in", "any")
    .requiring("in2", "any")
    .application("base")
    .providing("out", "any")
    .relation("app:in base:out");
}

World entered() {
  return World{}
    .application("app")
    .unit("app/0")
    .on_machine(0)
    .application("base")
    .unit("base/0")
    .on_machine(1)
    .relation("app:in base:out")
    .entered_by("app/0")
    .entered_by("base/0");
}

} // namespace

TEST(Concurrency, A3_both_ends_of_a_relation_are_removed_at_once) {
  expect_as_in_some_order(
    related(), {protocol::RemoveApplication{"app"}, protocol::RemoveApplication{"base"}});
}

TEST(Concurrency, L8_an_application_is_removed_while_its_relation_is) {
  expect_as_in_some_order(related(),
                          {protocol::RemoveApplication{"app"}, protocol::RemoveRelation{0},
                           protocol::AddRelation{"app", "in2", "base", "out"}});
}

TEST(Concurrency, L8_a_relation_goes_while_another_is_visited) {
  expect_as_in_some_order(
    related().relation("app:in2 base:out"),
    {protocol::RemoveApplication{"app"}, protocol::RemoveRelation{0}, protocol::RemoveRelation{1}});
}

TEST(Concurrency, A2_an_application_is_removed_while_units_are_added) {
  expect_as_in_some_order(related().machine(0),
                          {protocol::RemoveApplication{"app"}, protocol::AddUnit{"app", {}},
                           protocol::AddUnit{"app", 0}, protocol::RemoveMachine{0}});
}

TEST(Concurrency, S8_the_last_two_leave_a_relation_that_is_being_removed) {
  expect_as_in_some_order(entered(), {protocol::RemoveRelation{0}, protocol::LeaveScope{"app/0", 0},
                                      protocol::LeaveScope{"base/0", 0}});
}

TEST(Concurrency, R7_a_unit_enters_a_relation_that_is_being_removed) {
  expect_as_in_some_order(entered().unit("app/1").on_machine(0),
                          {protocol::RemoveRelation{0}, protocol::EnterScope{"app/1", 0, {}},
                           protocol::RemoveUnit{"app/1"}, protocol::LeaveScope{"app/0", 0}});
}

TEST(Concurrency, B1_two_container_relations_share_one_subordinate) {
  const World world = World{}
                        .application("app")
                        .unit("app/0")
                        .on_machine(0)
                        .subordinate("tail")
                        .relation("tail:info app:juju-info", store::ScopeKind::Container)
                        .relation("tail:logs app:logs", store::ScopeKind::Container);
  expect_as_in_some_order(world, {protocol::EnterScope{"app/0", 0, {}},
                                  protocol::EnterScope{"app/0", 1, {}},
                                  protocol::RemoveApplication{"tail"}});
}

TEST(Concurrency, L6_a_name_is_used_again_while_its_holder_goes) {
  const World world = related();
  const store::Charm charm = world.contents().charms.at(charm_url("app"));
  expect_as_in_some_order(world, {protocol::RemoveApplication{"app"},
                                  protocol::CreateApplication{"app", charm, {}},
                                  protocol::AddUnit{"app", {}}});
}

TEST(Concurrency, S4_leadership_is_claimed_by_two_while_one_goes) {
  World world = entered();
  world.unit("app/1").on_machine(1).dead();
  expect_as_in_some_order(
    world, {protocol::ClaimLeadership{"app", "app/0"}, protocol::ClaimLeadership{"app", "app/1"},
            protocol::DeleteUnit{"app/1"}, protocol::ResignLeadership{"app", "app/0"}});
}

/// Whole histories: at every rest all invariants hold and every command has its answer.
TEST(Concurrency, L7_any_commands_in_any_order_leave_a_consistent_model) {
  std::map<Verdict, int> verdicts;
  for (std::uint64_t seed = 0; seed < 250; seed += next_moment) {
    std::mt19937_64 random(seed);
    DeterministicSystem system(World{}.machine(0).managing(), seed);
    std::uint64_t last = 0;
    for (int round = 0; round < 12; ++round) {
      const store::Contents contents = system.contents();
      for (int i = 0; i < 14; ++i) {
        last = system.start(any_command(contents, random));
        if (i % 3 == 0)
          step_some(system, random);
      }
      system.settle();
      if (testing::Test::HasFailure())
        FAIL() << "seed " << seed << " round " << round;
    }
    for (std::uint64_t ticket = 1; ticket <= last; ++ticket)
      ++verdicts[system.answer(ticket).verdict];
  }
  EXPECT_GT(verdicts[Verdict::Done], 5'000 / next_moment);
  EXPECT_GT(verdicts[Verdict::Nothing], 500 / next_moment);
  EXPECT_GT(verdicts[Verdict::Refused], 5'000 / next_moment);
}

} // namespace orrery::test
