#include "cmd/simulate/charms.hpp"
#include "cmd/simulate/crowds.hpp"
#include "cmd/simulate/random.hpp"

#include <gtest/gtest.h>

/// How large crowds become in runs that are drawn.
namespace orrery::simulate {
namespace {

void add(store::Contents& contents, const std::string& name, std::uint32_t units) {
  const store::Charm charm = *revision_of(name, 1);
  contents.charms[charm.url] = charm;
  store::Application application;
  application.name = name;
  application.charm = charm.url;
  application.subordinate = charm.subordinate;
  application.unit_count = units;
  contents.applications[name] = application;
}

void relate(store::Contents& contents,
            const std::string& one,
            const std::string& other,
            store::ScopeKind scope = store::ScopeKind::Global) {
  store::Relation relation;
  relation.id = static_cast<store::RelationId>(contents.relations.size());
  relation.scope = scope;
  relation.ends.push_back({one, "one", {}});
  if (!other.empty())
    relation.ends.push_back({other, "other", {}});
  contents.relations[relation.id] = relation;
}

TEST(Crowds, units_that_see_nobody_may_be_many) {
  store::Contents contents;
  add(contents, "web", 1'000);
  EXPECT_TRUE(has_room_for(contents, protocol::AddUnit{"web", {}}));
  EXPECT_TRUE(has_room_for(contents, protocol::RemoveUnit{"web/0"}));
}

TEST(Crowds, peers_cost_the_square_of_their_number) {
  store::Contents contents;
  add(contents, "ring", 40);
  relate(contents, "ring", "");
  EXPECT_TRUE(has_room_for(contents, protocol::AddUnit{"ring", {}}));
  contents.applications["ring"].unit_count = 60;
  EXPECT_FALSE(has_room_for(contents, protocol::AddUnit{"ring", {}}));
}

TEST(Crowds, a_relation_is_counted_before_it_is_there) {
  store::Contents contents;
  add(contents, "web", 30);
  add(contents, "mysql", 50);
  const protocol::AddRelation integrate{"web", "db", "mysql", "server"};
  EXPECT_TRUE(has_room_for(contents, integrate));
  contents.applications["web"].unit_count = 31;
  EXPECT_FALSE(has_room_for(contents, integrate));
  EXPECT_TRUE(has_room_for(contents, protocol::AddRelation{"web", "db", "nobody", "server"}));
}

TEST(Crowds, subordinates_that_a_relation_will_bring_are_counted_with_their_peers) {
  store::Contents contents;
  add(contents, "web", 60);
  add(contents, "audit", 0);
  const protocol::AddRelation integrate{"audit", "info", "web", "juju-info"};
  EXPECT_TRUE(has_room_for(contents, integrate));
  relate(contents, "audit", ""); // peers
  EXPECT_FALSE(has_room_for(contents, integrate));
  contents.applications["web"].unit_count = 50;
  EXPECT_TRUE(has_room_for(contents, integrate));
  relate(contents, "audit", "web", store::ScopeKind::Container);
  contents.applications["audit"].unit_count = 50;
  EXPECT_TRUE(has_room_for(contents, integrate)) << "no unit has two of one subordinate";
  contents.applications["web"].unit_count = 54;
  EXPECT_FALSE(has_room_for(contents, protocol::AddUnit{"web", {}}));
}

TEST(Crowds, a_revision_may_bring_a_peer_relation) {
  store::Contents contents;
  add(contents, "web", 54);
  EXPECT_TRUE(has_room_for_peers(contents, "web"));
  contents.applications["web"].unit_count = 55;
  EXPECT_FALSE(has_room_for_peers(contents, "web"));
  EXPECT_TRUE(has_room_for_peers(contents, "nobody"));
}

TEST(Crowds, a_run_adds_nothing_once_it_has_spent_its_hooks) {
  EXPECT_FALSE(has_spent(3'000, 0));
  EXPECT_TRUE(has_spent(3'001, 0));
  EXPECT_FALSE(has_spent(4'000, 1'000));
}

} // namespace
} // namespace orrery::simulate
