// What an agent takes from what it is told, however often and late that comes.
#include "actors/workflow/sight.hpp"

#include <gtest/gtest.h>

namespace orrery::agents {
namespace {

constexpr store::RelationId seen_ring = 7;

/// The sight of web/0, which is in the scope of its peer relation and has read of web/1.
struct ReadSight {
  ReadSight() {
    protocol::ApplicationSeen application;
    application.application.name = "web";
    application.answers = 1;
    store::Relation relation;
    relation.id = seen_ring;
    relation.ends = {{"web", "ring", store::Role::Peer}};
    application.relations.push_back(relation);
    sight.application_seen(application);
    protocol::UnitSeen unit;
    unit.unit.name = "web/0";
    unit.scopes = {seen_ring};
    unit.answers = 2;
    sight.unit_seen(unit);
    sight.relation_seen({seen_ring, store::Life::Alive, false, false, 3});
    protocol::MembersSeen members;
    members.relation = seen_ring;
    members.members = {{"web/1", 1}};
    sight.members_seen(members, {});
  }
  [[nodiscard]] const SeenRelation& seen() const { return sight.remote().relations.at(seen_ring); }

  ActsFor acts_for{"web/0", "web", "", 1, "127.1.0.1", false};
  Sight sight{acts_for, 0};
};

TEST(Sight, a_change_of_a_relation_says_nothing_of_its_members) {
  ReadSight read;
  ASSERT_TRUE(read.seen().members_known);
  read.sight.relation_seen({seen_ring, store::Life::Dying, false, false, protocol::a_change});
  EXPECT_TRUE(read.seen().members_known);
  EXPECT_EQ(read.seen().life, store::Life::Dying);
}

/// A relation that is looked at anew tells no more what has stirred before: a link that was cut may
/// have lost it.
TEST(Sight, members_are_read_again_after_a_look_that_was_repeated) {
  ReadSight read;
  read.sight.relation_seen({seen_ring, store::Life::Alive, false, false, 3});
  EXPECT_FALSE(read.seen().members_known);
  EXPECT_EQ(read.seen().members.size(), 1U) << "only those that have changed are read";
}

} // namespace
} // namespace orrery::agents
