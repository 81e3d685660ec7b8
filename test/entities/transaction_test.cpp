#include "test/support/deterministic.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

using protocol::Code;
using protocol::Verdict;
using store::Life;

namespace {

/// wordpress/0 on machine 1 and mysql/0 on machine 2, related as relation 0; nobody has entered.
World shop() {
  return World{}
    .machine(0)
    .managing()
    .application("wordpress")
    .requiring("db", "mysql")
    .requiring("cache", "varnish")
    .unit("wordpress/0")
    .on_machine(1)
    .application("mysql")
    .providing("server", "mysql")
    .unit("mysql/0")
    .on_machine(2)
    .relation("wordpress:db mysql:server");
}

} // namespace

TEST(Transaction, U1_machine_unit_and_count_are_one) {
  DeterministicSystem system(shop());
  const std::uint64_t before = system.database().sequence();
  const auto answer = system.run(protocol::AddUnit{"wordpress", {}});
  EXPECT_EQ(answer.verdict, Verdict::Done);
  EXPECT_EQ(answer.created, "wordpress/1");
  EXPECT_EQ(answer.sequence, before + 1);
  EXPECT_EQ(system.database().sequence(), before + 1) << "one transaction, one number";
  const auto contents = system.contents();
  EXPECT_EQ(contents.units.at("wordpress/1").machine, 3U);
  EXPECT_EQ(contents.applications.at("wordpress").unit_count, 2U);
  EXPECT_TRUE(contents.machines.contains(3));
}

TEST(Transaction, L7_a_refusal_in_the_middle_changes_nothing_and_leaves_no_lock) {
  DeterministicSystem system(shop());
  const auto before = dump(system.database());
  // The machine agrees and is locked, then the application refuses.
  EXPECT_EQ(system.run(protocol::RemoveApplication{"mysql"}).verdict, Verdict::Done);
  const auto dying = dump(system.database());
  for (int i = 0; i < 3; ++i) {
    const auto refused = system.run(protocol::AddUnit{"mysql", 1});
    EXPECT_EQ(refused.verdict, Verdict::Refused);
    EXPECT_EQ(refused.code, Code::NotAlive);
    EXPECT_EQ(refused.created, "");
  }
  EXPECT_EQ(dump(system.database()), dying);
  EXPECT_EQ(system.run(protocol::AddUnit{"wordpress", 1}).verdict, Verdict::Done)
    << "the machine serves others";
}

} // namespace orrery::test
