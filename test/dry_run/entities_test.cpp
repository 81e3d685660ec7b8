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

TEST(DryModel, P21_a_refresh_is_told_as_what_it_changes) {
  const World world = World{}
                        .application("web")
                        .with_option("port", store::OptionType::Int)
                        .unit("web/0")
                        .relation("web:ring")
                        .entered_by("web/0");
  store::Contents contents = world.contents();
  contents.configs.at("web").values["port"] = "80";
  rules::DryModel dry(contents, 1);
  protocol::RefreshApplication wanted;
  wanted.application = "web";
  wanted.charm.url = "local:web-2";
  wanted.charm.name = "web";
  wanted.charm.revision = 2;
  wanted.force_units = true;
  std::vector<std::string> told;
  for (const rules::Effect& effect : dry.run(wanted).effects)
    told.push_back(effect.name + " " + effect.detail);
  EXPECT_EQ(told,
            (std::vector<std::string>{"relation 0 (web:ring) ", "unit web/0 relation 0 (web:ring)",
                                      "application web gets charm local:web-2, had local:web-1",
                                      "application web gives its charm to units in error at once",
                                      "application web option port gets its default, was \"80\""}));
  const auto moved = dry.run(protocol::SetUnitCharm{"web/0", "local:web-2"});
  ASSERT_EQ(moved.effects.size(), 1U);
  EXPECT_EQ(moved.effects[0].detail, "gets the files of local:web-2");
  EXPECT_FALSE(dry.contents().charms.contains("local:web-1"));
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
