// A unit in very many relations: only those in which something has happened are looked at.
#include "test/workflow/played_unit.hpp"

#include <gtest/gtest.h>

namespace orrery::agents {
namespace {

constexpr store::RelationId many = 200;

/// hub/0 has met one unit in each of many relations, and has nothing to do.
PlayedUnit settled_hub() {
  PlayedUnit hub("hub/0");
  for (store::RelationId id = 1; id <= many; ++id)
    hub.relate(id, "web", "web-" + std::to_string(id))
      .member(id, "web-" + std::to_string(id) + "/0");
  hub.settle();
  come_to_rest(hub.local, hub.remote, hub.policy);
  return hub;
}

} // namespace

TEST(Stirred, at_rest_nothing_is_looked_at) {
  PlayedUnit hub = settled_hub();
  EXPECT_EQ(hub.peek(), Next(Idle{}));
  for (store::RelationId id = 1; id <= many; ++id)
    hub.remote.relations.at(id).members_known = false; // nobody says so
  EXPECT_EQ(hub.peek(), Next(Idle{}));
}

TEST(Stirred, W7_the_relation_that_is_stirred_is_looked_at_and_no_other) {
  PlayedUnit hub = settled_hub();
  hub.member(many - 2, "web-1/0").member(many - 1, "web-1/0");
  hub.remote.stir(many - 1);
  EXPECT_EQ(hub.peek(), Next(ReadMembers{many - 1}));
  hub.remote.stir(many - 2);
  EXPECT_EQ(hub.peek(), Next(ReadMembers{many - 2})) << "in their order";
}

TEST(Stirred, a_relation_that_is_gone_is_forgotten_once_it_is_stirred) {
  PlayedUnit hub = settled_hub();
  hub.remote.relations.erase(7);
  hub.remote.stir(7);
  EXPECT_EQ(hub.peek(), Next(ForgetRelation{7}));
  hub.settle();
  EXPECT_FALSE(hub.local.relations.contains(7));
}

TEST(Stirred, what_concerns_the_whole_unit_stirs_all) {
  PlayedUnit hub = settled_hub();
  hub.member(many, "web-1/0");
  hub.remote.stir_all();
  EXPECT_EQ(hub.peek(), Next(ReadMembers{many}));
}

TEST(Stirred, a_unit_that_is_dying_or_has_a_hook_in_hand_does_not_come_to_rest) {
  PlayedUnit hub = settled_hub();
  hub.remote.stir_all();
  hub.apply(queue(hub.local, Hook{}));
  come_to_rest(hub.local, hub.remote, hub.policy);
  EXPECT_FALSE(hub.remote.stirred.has_value());
  hub.apply(drop(hub.local));
  hub.remote.life = store::Life::Dying;
  come_to_rest(hub.local, hub.remote, hub.policy);
  EXPECT_FALSE(hub.remote.stirred.has_value());
}

} // namespace orrery::agents
