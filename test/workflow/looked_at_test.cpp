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
  EXPECT_EQ(hub.peek_again(), Next(Idle{}));
  return hub;
}

/// What a rung finds in relations that want something if they are in `wanting`.
struct Looks {
  std::map<store::RelationId, int> relations;
  std::set<store::RelationId> wanting;
  int taken = 0;

  std::optional<store::RelationId> first(LookedAt& looked_at, Rung rung = Rung::Enter) {
    return looked_at.first(rung, relations, [this](store::RelationId id, int) {
      ++taken;
      return wanting.contains(id) ? std::optional(id) : std::nullopt;
    });
  }
};

Looks in_many_relations() {
  Looks looks;
  for (store::RelationId id = 1; id <= many; ++id)
    looks.relations[id] = 0;
  return looks;
}

} // namespace

TEST(LookedAt, all_are_looked_at_once_however_many_steps_they_want) {
  Looks looks = in_many_relations();
  LookedAt looked_at;
  for (store::RelationId id = 1; id <= many; ++id)
    looks.wanting.insert(id);
  for (store::RelationId id = 1; id <= many; ++id) {
    EXPECT_EQ(looks.first(looked_at), id);
    looks.wanting.erase(id); // done
  }
  EXPECT_EQ(looks.first(looked_at), std::nullopt);
  EXPECT_EQ(looks.first(looked_at), std::nullopt);
  EXPECT_EQ(looks.taken, 2 * static_cast<int>(many)) << "once for its wish, once after that";
}

TEST(LookedAt, each_rung_looks_for_itself) {
  Looks looks = in_many_relations();
  LookedAt looked_at;
  EXPECT_EQ(looks.first(looked_at, Rung::Enter), std::nullopt);
  looks.wanting = {3};
  looked_at.stir(3);
  EXPECT_EQ(looks.first(looked_at, Rung::Hooks), 3U) << "for the first time";
  EXPECT_EQ(looks.first(looked_at, Rung::Enter), 3U) << "again";
  looks.wanting.clear();
  EXPECT_EQ(looks.first(looked_at, Rung::Enter), std::nullopt);
  looks.wanting = {3};
  EXPECT_EQ(looks.first(looked_at, Rung::Enter), std::nullopt) << "nobody says so";
  EXPECT_EQ(looks.first(looked_at, Rung::Hooks), 3U);
}

TEST(LookedAt, one_that_is_new_is_looked_at_whatever_its_number) {
  Looks looks = in_many_relations();
  looks.relations.erase(7);
  LookedAt looked_at;
  EXPECT_EQ(looks.first(looked_at), std::nullopt);
  looks.relations[7] = looks.relations[many + 1] = 0;
  looks.wanting = {7, many + 1};
  looked_at.stir(many + 1);
  EXPECT_EQ(looks.first(looked_at), many + 1);
  looked_at.stir(7);
  EXPECT_EQ(looks.first(looked_at), 7U);
}

TEST(LookedAt, at_rest_nothing_is_looked_at) {
  PlayedUnit hub = settled_hub();
  for (store::RelationId id = 1; id <= many; ++id)
    hub.remote.relations.at(id).members_known = false; // nobody says so
  EXPECT_EQ(hub.peek_again(), Next(Idle{}));
}

TEST(LookedAt, W7_the_relation_that_is_stirred_is_looked_at_and_no_other) {
  PlayedUnit hub = settled_hub();
  hub.remote.relations.at(1).members_known = false; // nobody says so
  hub.member(many - 1, "web-1/0");
  EXPECT_EQ(hub.peek_again(), Next(ReadMembers{many - 1}));
  hub.member(many - 2, "web-1/0");
  EXPECT_EQ(hub.peek_again(), Next(ReadMembers{many - 2})) << "in their order";
}

TEST(LookedAt, a_relation_that_is_gone_is_forgotten_once_it_is_stirred) {
  PlayedUnit hub = settled_hub();
  hub.remote.relations.erase(7);
  hub.looked_at.stir(7);
  EXPECT_EQ(hub.peek_again(), Next(ForgetRelation{7}));
  hub.settle();
  EXPECT_FALSE(hub.local.relations.contains(7));
}

TEST(LookedAt, what_concerns_the_whole_unit_stirs_all) {
  PlayedUnit hub = settled_hub();
  hub.remote.life = store::Life::Dying;
  hub.looked_at.stir_all();
  EXPECT_EQ(hub.peek_again(), Next(Depart{1}));
}

} // namespace orrery::agents
