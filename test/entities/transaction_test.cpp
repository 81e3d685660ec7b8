#include "actors/entities/entity.hpp"
#include "test/support/deterministic.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

using protocol::Code;
using protocol::Verdict;
using store::Life;

namespace {

/// wordpress/0 on machine 1 and mysql/0 on machine 2, related as relation 0; nobody has entered.
World small_shop() {
  return World{}
    .machine(0)
    .managing()
    .application("wordpress")
    .requiring("db", "mysql")
    .requiring("cache", "mysql")
    .unit("wordpress/0")
    .on_machine(1)
    .application("mysql")
    .providing("server", "mysql")
    .unit("mysql/0")
    .on_machine(2)
    .relation("wordpress:db mysql:server");
}

/// An application whose relations are never the ones that were visited.
class RestlessActor final : public entities::Entity {
public:
  using Entity::Entity;
  int asked = 0;

private:
  bool handle(const Content& message) override {
    return dispatch(message, &RestlessActor::arrive, &RestlessActor::decided);
  }
  rules::Decision decide(const rules::Step&, const rules::Context&) override {
    ++asked;
    return rules::again(
      {{rules::machine(1), rules::Witness{}}, {rules::application("restless"), rules::Witness{}}});
  }
  void take_in(const rules::Writes&, std::vector<entities::Delivery>&) override {}
};

} // namespace

TEST(Transaction, U1_machine_unit_and_count_are_one) {
  DeterministicSystem system(small_shop());
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
  DeterministicSystem system(small_shop());
  EXPECT_EQ(system.run(protocol::RemoveApplication{"mysql"}).verdict, Verdict::Done);
  const auto before = dump(system.database());
  for (int i = 0; i < 3; ++i) { // the machine agrees and is locked, then the application refuses
    const auto refused = system.run(protocol::AddUnit{"mysql", 1});
    EXPECT_EQ(refused.verdict, Verdict::Refused);
    EXPECT_EQ(refused.code, Code::NotAlive);
    EXPECT_EQ(refused.created, "");
  }
  EXPECT_EQ(dump(system.database()), before);
  EXPECT_EQ(system.run(protocol::AddUnit{"wordpress", 1}).verdict, Verdict::Done)
    << "the machine serves others";
}

TEST(Transaction, R2_two_applications_and_the_model_are_one) {
  DeterministicSystem system(small_shop());
  const std::uint64_t before = system.database().sequence();
  const auto answer = system.run(protocol::AddRelation{"wordpress", "cache", "mysql", "server"});
  EXPECT_EQ(answer.verdict, Verdict::Done);
  EXPECT_EQ(answer.created, "1");
  EXPECT_EQ(system.database().sequence(), before + 1);
  const auto contents = system.contents();
  EXPECT_EQ(contents.applications.at("wordpress").relation_count, 2U);
  EXPECT_EQ(contents.applications.at("mysql").relation_count, 2U);
  EXPECT_EQ(contents.relations.at(1).key, "wordpress:cache mysql:server");
}

TEST(Transaction, R3_the_second_application_refuses_and_the_first_is_free_again) {
  DeterministicSystem system(small_shop());
  for (int i = 0; i < 2; ++i) {
    const auto again = system.run(protocol::AddRelation{"wordpress", "db", "mysql", "server"});
    EXPECT_EQ(again.code, Code::AlreadyExists);
  }
  EXPECT_EQ(system.run(protocol::AddRelation{"mysql", "server", "nobody", "db"}).code,
            Code::NotFound);
  EXPECT_EQ(system.run(protocol::AddUnit{"mysql", 1}).verdict, Verdict::Done);
}

TEST(Transaction, L8_a_relation_that_goes_between_two_visits_is_left_out) {
  DeterministicSystem system(small_shop().relation("wordpress:cache mysql:server"));
  // The removal has read relations 0 and 1, and waits for 0 while 1 is removed.
  system.scheduler().withhold(system.services().directory.find(rules::relation(0)));
  const auto removal = system.start(protocol::RemoveApplication{"wordpress"});
  system.scheduler().run_until_quiet();
  const auto other = system.start(protocol::RemoveRelation{1});
  system.scheduler().run_until_quiet();
  ASSERT_TRUE(system.answered(other));
  ASSERT_FALSE(system.answered(removal));
  system.scheduler().release();
  system.settle();
  EXPECT_EQ(system.answer(removal).verdict, Verdict::Done) << system.answer(removal).text;
  EXPECT_EQ(system.contents().applications.at("wordpress").life, Life::Dying);
}

TEST(Transaction, L8_a_relation_that_comes_between_two_visits_is_taken_along) {
  DeterministicSystem system(small_shop());
  system.scheduler().withhold(system.services().directory.find(rules::relation(0)));
  const auto removal = system.start(protocol::RemoveApplication{"wordpress"});
  system.scheduler().run_until_quiet();
  const auto other = system.start(protocol::AddRelation{"wordpress", "cache", "mysql", "server"});
  system.scheduler().run_until_quiet();
  ASSERT_TRUE(system.answered(other));
  system.scheduler().release();
  system.settle();
  EXPECT_EQ(system.answer(removal).verdict, Verdict::Done);
  EXPECT_TRUE(system.contents().relations.empty()) << "the new one, too";
}

TEST(Transaction, L8_assumptions_that_never_hold_end_in_excessive_contention) {
  DeterministicSystem system(small_shop());
  auto restless = system.system().spawn<RestlessActor>(std::ref(system.services()));
  const auto* actor = static_cast<RestlessActor*>(caf::actor_cast<caf::abstract_actor*>(restless));
  system.services().directory.add(rules::application("restless"), restless);
  const auto before = dump(system.database());
  const auto answer = system.run(protocol::RemoveApplication{"restless"});
  EXPECT_EQ(answer.verdict, Verdict::Contended);
  EXPECT_EQ(answer.code, Code::Contention);
  EXPECT_NE(answer.text.find("excessive contention"), std::string::npos) << answer.text;
  EXPECT_EQ(actor->asked, static_cast<int>(entities::Transactions::most_tries));
  EXPECT_LE(actor->asked, 100) << "soon enough for somebody who waits";
  EXPECT_EQ(dump(system.database()), before);
  EXPECT_EQ(system.run(protocol::AddUnit{"wordpress", 1}).verdict, Verdict::Done)
    << "machine 1 was locked by each try and is free";
}

TEST(Transaction, L8_more_commands_than_may_be_in_flight_all_get_their_turn_in_order) {
  constexpr std::size_t many = 3 * entities::Transactions::most_in_flight;
  DeterministicSystem system(small_shop());
  system.scheduler().withhold(system.journal());
  std::vector<std::uint64_t> tickets;
  for (std::size_t i = 0; i < many; ++i)
    tickets.push_back(system.start(protocol::AddUnit{"wordpress", 1}));
  system.scheduler().run_until_quiet();
  EXPECT_EQ(system.answers(), 0U);
  system.scheduler().release();
  system.settle();
  for (std::size_t i = 0; i < many; ++i)
    EXPECT_EQ(system.answer(tickets[i]).created, "wordpress/" + std::to_string(i + 1));
  EXPECT_GE(system.database().batches(), 3U) << "no batch holds more than may be in flight";
}

TEST(Transaction, L5_the_directory_forgets_what_is_gone) {
  DeterministicSystem system(small_shop());
  const auto& directory = system.services().directory;
  (void)system.run(protocol::RemoveRelation{0});
  EXPECT_FALSE(directory.find(rules::relation(0)));
  (void)system.run(protocol::SetUnitDead{"mysql/0"});
  (void)system.run(protocol::DeleteUnit{"mysql/0"});
  EXPECT_FALSE(directory.find_unit("mysql/0"));
  (void)system.run(protocol::RemoveApplication{"mysql"});
  EXPECT_FALSE(directory.find(rules::application("mysql")));
  (void)system.run(protocol::SetMachineDead{2});
  (void)system.run(protocol::DeleteMachine{2});
  EXPECT_EQ(directory.machines(), (std::vector<store::MachineId>{0, 1}));
  for (const protocol::Command& command : {protocol::Command(protocol::RemoveRelation{0}),
                                           protocol::Command(protocol::RemoveMachine{2}),
                                           protocol::Command(protocol::RemoveUnit{"mysql/0"}),
                                           protocol::Command(protocol::RemoveApplication{"mysql"})})
    EXPECT_EQ(system.run(command).code, Code::NotFound);
}

} // namespace orrery::test
