// No transaction of a removal grows with what is removed: each is small, however many units an
// application has.
#include "cmd/simulate/spectator.hpp"
#include "test/agents/charms.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace orrery::test {

namespace {

/// The largest transaction since it was made or cleared, but for the janitor's, which have a bound
/// of their own (C1).
struct Largest final : simulate::Spectator {
  std::size_t records = 0;
  std::size_t bytes = 0; ///< Of keys and values.

  void decided(const entities::Token& token) override {
    if (token.context.cause == "clean up settings")
      return;
    std::size_t written = 0;
    for (const store::Change& change : token.changes)
      written += change.key.size() + (change.value ? change.value->size() : 0);
    records = std::max(records, token.changes.size());
    bytes = std::max(bytes, written);
  }
};

/// Of removing an application of so many units, each with a subordinate and related to one other
/// unit.
Largest largest_of_a_removal(int units) {
  Largest largest;
  simulate::WorldOptions options;
  options.spectator = &largest;
  options.listener = [](const std::string& finding) { ADD_FAILURE() << finding; };
  simulate::World world(options);
  world.begin();
  world.provider().set_hooks_of_charm([](const auto&) { return std::vector<std::string>{}; });
  world.deploy(web_charm(), "web", units);
  world.deploy(database_charm(), "mysql");
  world.deploy(logger_charm(), "logger", 0);
  world.relate("web:db", "mysql:server");
  world.relate("logger:info", "web:juju-info");
  world.settle();
  largest = {};
  world.run(protocol::RemoveApplication{"web", {}});
  world.settle();
  EXPECT_FALSE(world.contents().applications.contains("web"));
  return largest;
}

} // namespace

TEST(RemovalSize, A4_no_transaction_grows_with_the_units_of_a_removed_application) {
  const Largest few = largest_of_a_removal(10);
  const Largest many = largest_of_a_removal(99);
  EXPECT_EQ(few.records, many.records);
  EXPECT_LE(many.bytes, few.bytes + 100) << "numbers with more digits";
  EXPECT_GT(few.bytes, 0U);
}

} // namespace orrery::test
