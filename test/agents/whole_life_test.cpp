// What a unit's life costs, from add-unit until it is gone, with one relation and a charm without
// hooks, on a machine that is there: counted, because counts do not wobble.
// docs/developers/performance.md says what is counted and what is not.
#include "test/agents/charms.hpp"
#include "test/support/message_count.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {

namespace {

struct Cost {
  std::uint64_t transactions = 0; ///< Of the model, on disk.
  std::uint64_t visits = 0;   ///< Messages by which entities take part in them: a turn, an outcome.
  std::uint64_t notes = 0;    ///< Transactions of the agents' own store.
  std::uint64_t messages = 0; ///< All that any actor has handled.
};

std::uint64_t visits(const MessageCount& messages) {
  std::uint64_t all = 0;
  for (const auto& [kind, times] : messages.kinds())
    if (kind.ends_with(": Arrive") || kind.ends_with(": Decided"))
      all += times;
  return all;
}

Cost cost_of_a_life(std::uint64_t seed) {
  SimulatedWorld world(seed);
  world.provider().set_hooks_of_charm([](const auto&) { return std::vector<std::string>{}; });
  world.deploy(web_charm(), "web");
  world.deploy(database_charm(), "mysql");
  world.relate("web:db", "mysql:server");
  world.settle();
  const std::uint64_t transactions = world.database().sequence();
  const std::uint64_t notes = world.notes_database().sequence();
  const MessageCount messages(world.system());
  const std::string unit = world.add_unit("web", 1);
  world.settle();
  EXPECT_EQ(world.status(unit).workflow, "running");
  EXPECT_TRUE(world.contents().scopes.contains({0, unit}));
  world.run(protocol::RemoveUnit{unit, {}});
  world.settle();
  EXPECT_FALSE(world.has_unit(unit));
  return {world.database().sequence() - transactions, visits(messages),
          world.notes_database().sequence() - notes, messages.all()};
}

Cost most_of(std::uint64_t seeds) {
  Cost most;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Cost cost = cost_of_a_life(seed);
    most.transactions = std::max(most.transactions, cost.transactions);
    most.visits = std::max(most.visits, cost.visits);
    most.notes = std::max(most.notes, cost.notes);
    most.messages = std::max(most.messages, cost.messages);
  }
  return most;
}

} // namespace

TEST(WholeLife, six_transactions_and_one_that_reports_its_status) {
  const Cost most = most_of(20);
  constexpr std::uint64_t of_its_life = 6; // added, entered, Dying, left, Dead, deleted
  constexpr std::uint64_t reports = 1;     // idle, for people (W5)
  EXPECT_LE(most.transactions, of_its_life + reports);
  // Each transaction is handed to the journal once, and a report visits one entity.
  EXPECT_LE(most.visits + most.transactions - 2 * reports, 24U);
  RecordProperty("notes", static_cast<int>(most.notes));
  RecordProperty("messages", static_cast<int>(most.messages));
  EXPECT_LE(most.notes, 8U);
  EXPECT_LE(most.messages, 91U);
}

} // namespace orrery::test
