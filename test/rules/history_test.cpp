#include "actors/rules/history.hpp"

#include <gtest/gtest.h>

namespace orrery::test {

namespace {

using store::EntityKind;
using store::Life;
using Records = std::vector<store::Record>;

const rules::Context history_context{5'000, "delete unit", nullptr};
constexpr std::uint64_t number = 7;

store::Unit unit(Life life, std::uint64_t sequence) {
  store::Unit made;
  made.name = "web/0";
  made.life = life;
  made.turn = {5'000, "delete unit", sequence};
  return made;
}

} // namespace

TEST(History, C3_a_life_that_turned_is_kept_and_one_that_stays_is_not) {
  const store::Unit turned = unit(Life::Dying, number);
  const Records kept{
    store::LifeStep{EntityKind::Unit, 0, "web/0", Life::Dying, false, turned.turn}};
  EXPECT_EQ(rules::history_of({rules::put(turned)}, history_context, number), kept);
  EXPECT_EQ(rules::history_of({rules::create(turned)}, history_context, number), kept);
  EXPECT_EQ(rules::history_of({rules::put(unit(Life::Dying, number - 1))}, history_context, number),
            Records{});
}

TEST(History, C3_a_removal_is_kept_with_the_transaction_that_removed_and_with_an_index) {
  const Records kept{
    store::Ended{number, EntityKind::Unit, 0, "web/0"},
    store::LifeStep{
      EntityKind::Unit, 0, "web/0", Life::Dead, true, {5'000, "delete unit", number}}};
  EXPECT_EQ(rules::history_of({rules::erase(unit(Life::Dead, 3))}, history_context, number), kept);
}

TEST(History, C3_what_was_written_twice_took_one_step) {
  const Records kept =
    rules::history_of({rules::erase(unit(Life::Dying, number))}, history_context, number);
  EXPECT_EQ(rules::history_of(
              {rules::put(unit(Life::Dying, number)), rules::erase(unit(Life::Dying, number))},
              history_context, number),
            kept);
}

TEST(History, C3_every_kind_has_one_and_other_records_none) {
  const store::Turn turn{5'000, "delete unit", number};
  store::Machine machine;
  machine.id = 3;
  machine.turn = turn;
  store::Application application;
  application.name = "web";
  application.turn = turn;
  store::Relation relation;
  relation.id = 4;
  relation.key = "web:db db:server";
  relation.turn = turn;
  const Records kept{
    store::LifeStep{EntityKind::Machine, 3, "", Life::Alive, false, turn},
    store::LifeStep{EntityKind::Application, 0, "web", Life::Alive, false, turn},
    store::LifeStep{EntityKind::Relation, 4, "web:db db:server", Life::Alive, false, turn}};
  EXPECT_EQ(
    rules::history_of({rules::put(store::UnitStatus{}), rules::put(machine),
                       rules::put(application), rules::erase(store::Scope{}), rules::put(relation)},
                      history_context, number),
    kept);
}

} // namespace orrery::test
