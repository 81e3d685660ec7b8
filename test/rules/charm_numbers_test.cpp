#include "actors/rules/charm_numbers.hpp"
#include "test/support/decisions.hpp"
#include "test/support/world.hpp"

#include <limits>

namespace orrery::test {

using protocol::NumberCharm;
using rules::decide;
using rules::put;

namespace {

rules::Decision given(const std::string& name, std::uint32_t number) {
  return decided({put(store::CharmSequence{name, number + 1})}, {}, std::to_string(number));
}

} // namespace

TEST(NumberCharm, P4_numbers_begin_with_0_or_what_the_charm_says) {
  const auto model = World{}.model_state();
  EXPECT_EQ(decide(model, NumberCharm{"web"}, now()), given("web", 0));
  EXPECT_EQ(decide(model, NumberCharm{"web", 7}, now()), given("web", 7));
}

TEST(NumberCharm, P4_they_go_on_by_name_whatever_charms_there_are) {
  auto model = World{}.application("web").refreshed("web", 4).model_state();
  EXPECT_EQ(decide(model, NumberCharm{"web", 2}, now()), given("web", 5));
  EXPECT_EQ(decide(model, NumberCharm{"db"}, now()), given("db", 0));
  model.charms.clear();
  EXPECT_EQ(decide(model, NumberCharm{"web"}, now()), given("web", 5)) << "they never go back";
}

TEST(NumberCharm, P4_charms_of_an_older_store_count_too) {
  auto model = World{}.application("web").model_state();
  EXPECT_TRUE(model.charm_sequences.empty());
  EXPECT_EQ(decide(model, NumberCharm{"web"}, now()), given("web", 2)) << "web-1 is there";
  model.record.next_named = 1000;
  EXPECT_EQ(decide(model, NumberCharm{"web"}, now()), given("web", 1000)) << "after a restore";
}

TEST(NumberCharm, P4_the_last_number_is_not_given) {
  const auto model = World{}.model_state();
  const auto last = std::numeric_limits<std::uint32_t>::max();
  EXPECT_TRUE(refused(decide(model, NumberCharm{"web", last}, now()), protocol::Code::LimitExceeded,
                      "no revision left"));
}

TEST(TakeCharm, P4_a_charm_that_was_numbered_raises_no_number) {
  World world = World{}.application("web");
  auto model = world.model_state();
  model.charm_sequences["web"] = 3;
  store::Charm charm = world.contents().charms.at(charm_url("web"));
  charm.revision = 2;
  charm.url = "local:web-2";
  EXPECT_EQ(decide(model, rules::TakeCharm{"web", charm}, now()), decided({put(charm)}));
  EXPECT_EQ(decide(model, rules::TakeCharm{"web", charm, {}, charm_url("web")}, now()),
            decided({put(charm), rules::erase(world.contents().charms.at(charm_url("web")))}));
}

} // namespace orrery::test
