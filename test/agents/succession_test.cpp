// Who leads after a leader: somebody who can, found without asking all.
#include "cmd/simulate/agreement.hpp"
#include "test/agents/charms.hpp"
#include "test/support/message_count.hpp"
#include "test/support/moments.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

constexpr int moments = 130; // a removal of a leader handles about that many messages

/// Units of mysql, at rest.
struct Followers : SimulatedWorld {
  Followers(int units, std::uint64_t seed, std::optional<store::MachineId> machine = std::nullopt)
    : SimulatedWorld(seed, rules::history_kept, 0) {
    deploy(database_charm(), "mysql", units, machine);
    settle();
  }
  [[nodiscard]] std::string leader() const { return contents().applications.at("mysql").leader; }
  /// All but the leader.
  [[nodiscard]] std::vector<std::string> others() const {
    std::vector<std::string> names;
    for (const auto& [name, unit] : contents().units)
      if (name != leader())
        names.push_back(name);
    return names;
  }
  void break_configuration_of(const std::vector<std::string>& units) {
    for (const std::string& unit : units)
      hooks().fail(unit, "config-changed");
    run(protocol::SetConfig{"mysql", {{"size", "2"}}, {}});
    settle();
  }
  /// Of those there are; whoever has nothing to do agrees that somebody leads.
  void expect_a_leader() {
    settle();
    EXPECT_TRUE(contents().units.contains(leader())) << leader();
    EXPECT_EQ(simulate::disagreements(*this), std::vector<std::string>{});
  }
  /// The leader is to go, and so many messages have been handled.
  void begin_to_remove_leader(int messages) {
    start(protocol::RemoveUnit{leader(), {}});
    step(messages);
  }
};

std::uint64_t messages_of_a_change(int units) {
  Followers world(units, 1, 0);
  const MessageCount messages(world.system());
  world.run(protocol::RemoveUnit{world.leader(), {}});
  world.expect_a_leader();
  return messages.all();
}

} // namespace

TEST(Succession, a_change_of_leader_concerns_as_few_of_many_units_as_of_few) {
  EXPECT_NEAR(static_cast<double>(messages_of_a_change(40)),
              static_cast<double>(messages_of_a_change(10)), 30);
}

TEST(Succession, who_cannot_lead_has_another_told) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    Followers world(6, seed, 0);
    auto broken = world.others();
    const std::string able = broken.back();
    broken.pop_back();
    world.break_configuration_of(broken);
    world.run(protocol::RemoveUnit{world.leader(), {}});
    world.settle();
    EXPECT_EQ(world.leader(), able);
  }
}

TEST(Succession, if_nobody_can_lead_the_first_who_can_later_does) {
  Followers world(4, 1, 0);
  const auto broken = world.others();
  world.break_configuration_of(broken);
  world.run(protocol::RemoveUnit{world.leader(), {}});
  world.settle();
  EXPECT_EQ(world.leader(), "");
  world.hooks().mend(broken[1], "config-changed");
  world.run(protocol::Resolve{broken[1], true});
  world.settle();
  EXPECT_EQ(world.leader(), broken[1]);
}

TEST(Succession, a_unit_that_comes_while_nobody_leads_does) {
  Followers world(2, 1, 0);
  world.break_configuration_of(world.others());
  world.run(protocol::RemoveUnit{world.leader(), {}});
  world.settle();
  const std::string added = world.add_unit("mysql", 0);
  world.settle();
  EXPECT_EQ(world.leader(), added);
}

TEST(Succession, units_of_lost_machines_are_passed_over) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    SCOPED_TRACE(seed);
    Followers world(5, seed);
    auto lost = world.others();
    const std::string able = lost.back();
    lost.pop_back();
    for (const std::string& unit : lost)
      world.provider().lose(world.contents().units.at(unit).machine);
    world.settle();
    if (seed % 2 == 0)
      world.crash(); // nobody knows then who has ever been there
    world.settle();
    world.run(protocol::RemoveUnit{world.leader(), {}});
    world.settle();
    EXPECT_EQ(world.leader(), able);
  }
}

TEST(Succession, a_machine_that_is_lost_meanwhile_keeps_nobody_from_leading) {
  for (int moment = 0; moment < moments; moment += next_moment) {
    SCOPED_TRACE(moment);
    Followers world(3, static_cast<std::uint64_t>(moment % 5));
    const std::string lost = world.others()[static_cast<std::size_t>(moment) % 2];
    const store::MachineId machine = world.contents().units.at(lost).machine;
    world.begin_to_remove_leader(moment);
    world.provider().lose(machine);
    world.settle();
    EXPECT_FALSE(world.leader().empty());
  }
}

TEST(Succession, an_agent_that_fails_meanwhile_keeps_nobody_from_leading) {
  for (int moment = 0; moment < moments; moment += next_moment) {
    SCOPED_TRACE(moment);
    Followers world(3, static_cast<std::uint64_t>(moment % 5), 0);
    const auto others = world.others();
    world.begin_to_remove_leader(moment);
    for (const std::string& unit : others)
      (void)world.fail_agent_of(unit);
    world.expect_a_leader();
  }
}

TEST(Succession, the_agent_of_a_machine_that_fails_meanwhile_keeps_nobody_from_leading) {
  for (int moment = 0; moment < moments; moment += next_moment) {
    SCOPED_TRACE(moment);
    Followers world(3, static_cast<std::uint64_t>(moment % 5), 0);
    world.begin_to_remove_leader(moment);
    EXPECT_TRUE(world.fail_agent_of("machine 0"));
    world.expect_a_leader();
  }
}

TEST(Succession, a_crash_meanwhile_leaves_nobody_without_a_leader) {
  for (int moment = 0; moment < moments; moment += next_moment) {
    SCOPED_TRACE(moment);
    Followers world(3, static_cast<std::uint64_t>(moment % 5), 0);
    world.begin_to_remove_leader(moment);
    world.crash();
    world.expect_a_leader();
  }
}

TEST(Succession, who_is_dying_does_not_lead_however_long_that_takes) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    Followers world(6, seed, 0);
    auto dying = world.others();
    const std::string able = dying.back();
    dying.pop_back();
    for (const std::string& unit : dying) {
      world.hooks().hold(unit, "stop");
      world.run(protocol::RemoveUnit{unit, {}});
    }
    world.run(protocol::RemoveUnit{world.leader(), {}});
    EXPECT_EQ(world.leader(), able);
    for (const std::string& unit : dying)
      world.hooks().release(unit);
    world.settle();
  }
}

TEST(Succession, who_waits_for_its_subordinates_to_go_does_not_lead) {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    SCOPED_TRACE(seed);
    SimulatedWorld world(seed);
    world.deploy(web_charm(), "web", 3, 0);
    world.deploy(logger_charm(), "logger", 0);
    world.relate("logger:info", "web:juju-info");
    world.settle();
    const auto leader = [&] { return world.contents().applications.at("web").leader; };
    std::string dying;
    for (const auto& [name, unit] : world.contents().units)
      if (!unit.principal.empty() && unit.principal != leader()) {
        dying = unit.principal;
        world.hooks().hold(name, "stop");
        break;
      }
    world.run(protocol::RemoveUnit{dying, {}});
    world.run(protocol::RemoveUnit{leader(), {}});
    EXPECT_NE(leader(), "");
    EXPECT_NE(leader(), dying);
    for (const auto& [name, unit] : world.contents().units)
      if (unit.principal == dying)
        world.hooks().release(name);
    world.settle();
  }
}

TEST(Succession, candidates_that_go_too_are_passed_over) {
  for (int moment = 0; moment < moments; moment += 2 * next_moment) {
    SCOPED_TRACE(moment);
    Followers world(6, static_cast<std::uint64_t>(moment % 5), 0);
    const auto others = world.others();
    world.begin_to_remove_leader(moment);
    for (std::size_t i = 0; i + 1 < others.size(); ++i)
      world.start(protocol::RemoveUnit{others[i], {}});
    world.expect_a_leader();
    EXPECT_EQ(world.leader(), others.back());
  }
}

} // namespace orrery::test
