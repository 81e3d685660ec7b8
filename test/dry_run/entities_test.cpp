#include "actors/rules/dry_model.hpp"
#include "test/dry_run/shape.hpp"
#include "test/support/any_command.hpp"
#include "test/support/deterministic.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

World some_machines() {
  World world;
  world.machine(0).managing().machine(1).machine(2);
  return world;
}

void expect_same(const protocol::Answer& dry, const protocol::Answer& real) {
  EXPECT_EQ(dry.verdict, real.verdict) << dry.text << " / " << real.text;
  EXPECT_EQ(dry.code, real.code);
  EXPECT_EQ(dry.text, real.text);
  EXPECT_EQ(dry.created, real.created);
  EXPECT_EQ(dry.sequence, real.sequence);
}

} // namespace

TEST(DryModel, does_what_the_entities_do_byte_for_byte) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    DeterministicSystem system(some_machines(), seed);
    rules::DryModel dry(system.contents(), system.clock().now());
    for (int i = 0; i < 250 && !testing::Test::HasFailure(); ++i) {
      const protocol::Command command = any_command(system.contents(), random);
      SCOPED_TRACE(command.index());
      const rules::DryModel::Ran ran = dry.run(command);
      expect_same(ran.answer, system.run(command));
      EXPECT_EQ(bytes_of(dry.contents()), bytes_of(system.contents()));
    }
  }
}

TEST(DryModel, begun_from_the_records_it_does_the_same) {
  std::mt19937_64 random(77);
  DeterministicSystem system(some_machines());
  for (int i = 0; i < 300 && !testing::Test::HasFailure(); ++i) {
    const store::Contents before = system.contents();
    const protocol::Command command = any_command(before, random);
    SCOPED_TRACE(command.index());
    rules::DryModel dry(before, system.clock().now());
    const rules::DryModel::Ran ran = dry.run(command);
    expect_same(ran.answer, system.run(command));
    EXPECT_EQ(bytes_of(dry.contents()), bytes_of(system.contents()));
  }
}

TEST(DryModel, what_the_janitor_deletes_goes) {
  World world = some_machines();
  world.application("web").peering("ring", "ring").unit("web/0").on_machine(1);
  world.relation("web:ring").entered_by("web/0");
  DeterministicSystem system(world);
  rules::DryModel dry(system.contents(), system.clock().now());
  const std::vector<protocol::Command> commands{protocol::RemoveApplication{"web"},
                                                protocol::LeaveScope{"web/0", 0},
                                                protocol::DeleteBags{0, {"web/0"}, true}};
  for (const protocol::Command& command : commands)
    expect_same(dry.run(command).answer, system.run(command));
  EXPECT_EQ(bytes_of(dry.contents()), bytes_of(system.contents()));
  EXPECT_TRUE(dry.contents().cleanups.empty());
}

} // namespace orrery::test
