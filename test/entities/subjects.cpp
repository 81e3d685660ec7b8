#include "test/entities/subjects.hpp"

#include <utility>

namespace orrery::test {

using rules::Stage;
using store::EntityKind;
using store::ScopeKind;

namespace {

/// The entity named last is the subject.
World turned(World world, Stage life) {
  if (life == Stage::Dying)
    world.dying();
  if (life == Stage::Dead)
    world.dead();
  return world;
}

World base() {
  return World{}
    .machine(0)
    .managing()
    .application("db")
    .providing("out", "any")
    .application("app")
    .requiring("in", "any");
}
World with_unit() {
  return base().unit("app/0").on_machine(2);
}

World free_machine(Stage life) {
  return life == Stage::Unborn ? base() : turned(base().machine(1), life);
}
World hosting_machine(Stage) {
  return base().unit("app/0").on_machine(1);
}
World draining_machine(Stage) {
  return base().machine(1).draining().unit("app/0").on_machine(1);
}
World drained_machine(Stage) {
  return base().machine(1).draining();
}
World lost_machine(Stage life) {
  return turned(base().machine(1).started_as("down"), life);
}
World renewed_machine(Stage life) {
  return turned(base().machine(1).started_as("pending"), life);
}
World abandoned_machine(Stage) {
  return base().machine(1).started_as("pending").abandoned();
}
World last_manager(Stage life) {
  return turned(World{}.application("app").machine(1).managing(), life);
}

World free_principal(Stage life) {
  World world = base().relation("app:in db:out");
  return life == Stage::Unborn ? world : turned(world.unit("app/0").on_machine(2), life);
}
World principal_in_scope(Stage life) {
  World world = turned(with_unit(), life);
  return world.relation("app:in db:out").entered_by("app/0");
}
World failing_principal(Stage life) {
  World world = turned(with_unit().failing("install"), life);
  return world.relation("app:in db:out");
}
World subordinate(Stage life) {
  World world = with_unit().subordinate("log").requiring("info", "juju-info", ScopeKind::Container);
  if (life != Stage::Unborn)
    world = turned(world.unit("log/0").subordinate_to("app/0"), life);
  return world.relation("log:info app:juju-info", ScopeKind::Container).entered_by("app/0");
}
World principal_with_subordinate(Stage life) {
  World world = turned(with_unit(), life);
  return world.subordinate("log").unit("log/0").subordinate_to("app/0").relation(
    "log:info app:juju-info", ScopeKind::Container);
}

/// With the last scope of a relation that alone holds application db.
World last_in_scope(Stage life) {
  return turned(World{}
                  .machine(0)
                  .managing()
                  .application("app")
                  .application("db")
                  .dying()
                  .unit("app/0")
                  .on_machine(2),
                life)
    .relation("app:in db:out")
    .dying()
    .entered_by("app/0");
}
World last_unit(Stage life) {
  return turned(
    World{}.machine(0).managing().application("app").dying().unit("app/0").on_machine(2), life);
}
World due_for_subordinate(Stage life) {
  return turned(with_unit(), life)
    .subordinate("log")
    .requiring("info", "juju-info", ScopeKind::Container)
    .relation("log:info app:juju-info", ScopeKind::Container);
}

World free_application(Stage life) {
  return life == Stage::Unborn
           ? World{}.machine(0).managing().application("db").providing("out", "any")
           : base();
}
World application_with_unit(Stage life) {
  return turned(base().with_option("port", store::OptionType::Int).led_by("app/0"), life)
    .unit("app/0")
    .on_machine(2);
}
World subordinate_application(Stage) {
  return base().subordinate("log").requiring("in", "any");
}

World related_application(Stage) {
  return base().relation("app:in db:out");
}
World application_in_use(Stage) {
  return base().unit("db/0").on_machine(2).relation("app:in db:out").entered_by("db/0");
}

World application_with_peers(Stage life) {
  World world = turned(base(), life).unit("app/0").on_machine(2);
  return turned(world.relation("app:old").entered_by("app/0"), life);
}

World empty_relation(Stage life) {
  World world = with_unit();
  return life == Stage::Unborn ? world : world.relation("app:in db:out");
}
World entered_relation(Stage life) {
  return turned(with_unit().relation("app:in db:out").entered_by("app/0"), life);
}
World entered_container(Stage life) {
  return turned(with_unit()
                  .subordinate("log")
                  .unit("log/0")
                  .subordinate_to("app/0")
                  .relation("log:info app:juju-info", ScopeKind::Container)
                  .entered_by("app/0")
                  .entered_by("log/0"),
                life);
}
World empty_peer(Stage) {
  return with_unit().relation("app:ring");
}
World entered_peer(Stage life) {
  return turned(with_unit().relation("app:ring").entered_by("app/0"), life);
}

} // namespace

namespace {

using Lives = std::vector<Stage>;
using Model = World (*)(Stage);

Subject machine(std::string name, Lives lives, Model model) {
  return {std::move(name), EntityKind::Machine, "app/0", "app", 1, 0, std::move(lives), model};
}
Subject unit(std::string name, const std::string& which, Lives lives, Model model) {
  const std::string of(store::application_of(which));
  return {std::move(name), EntityKind::Unit, which, of, 2, 0, std::move(lives), model};
}
Subject application(std::string name, const std::string& which, Lives lives, Model model) {
  return {std::move(name), EntityKind::Application, "app/0", which, 0, 0, std::move(lives), model};
}
Subject relation(std::string name, Lives lives, Model model) {
  return {std::move(name), EntityKind::Relation, "app/0", "app", 2, 0, std::move(lives), model};
}

} // namespace

std::vector<Subject> subjects() {
  using enum Stage;
  return {
    machine("machine", {Unborn, Alive, Dying, Dead}, free_machine),
    machine("machine with a principal", {Alive}, hosting_machine),
    machine("machine that drains", {Alive}, draining_machine),
    machine("machine that has drained", {Alive}, drained_machine),
    machine("machine that is lost", {Alive, Dying, Dead}, lost_machine),
    machine("machine to be made again", {Alive, Dying}, renewed_machine),
    machine("machine to be made again, abandoned", {Alive}, abandoned_machine),
    machine("machine that alone manages", {Alive}, last_manager),
    unit("principal", "app/0", {Unborn, Alive, Dying, Dead}, free_principal),
    unit("principal in a scope", "app/0", {Alive, Dying, Dead}, principal_in_scope),
    unit("principal whose hook failed", "app/0", {Alive, Dying, Dead}, failing_principal),
    unit("principal with a subordinate", "app/0", {Alive, Dying}, principal_with_subordinate),
    unit("principal due for a subordinate", "app/0", {Alive}, due_for_subordinate),
    unit("last unit in a dying relation", "app/0", {Alive, Dying, Dead}, last_in_scope),
    unit("last unit of a dying application", "app/0", {Alive, Dying, Dead}, last_unit),
    unit("subordinate", "log/0", {Unborn, Alive, Dying, Dead}, subordinate),
    application("application", "app", {Unborn, Alive}, free_application),
    application("application with a unit that leads", "app", {Alive, Dying}, application_with_unit),
    application("application in a relation", "app", {Alive}, related_application),
    application("application in a relation with a unit", "app", {Alive}, application_in_use),
    application("application with a peer relation", "app", {Alive, Dying}, application_with_peers),
    application("application of subordinates", "log", {Alive}, subordinate_application),
    relation("global relation", {Unborn, Alive}, empty_relation),
    relation("global relation with a unit", {Alive, Dying}, entered_relation),
    relation("container relation with two units", {Alive, Dying}, entered_container),
    relation("peer relation", {Alive}, empty_peer),
    relation("peer relation with a unit", {Alive, Dying}, entered_peer)};
}

namespace {

template <class Map, class Key>
Stage stage_of(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? Stage::Removed : rules::stage_of(found->second.life);
}

} // namespace

Stage stage_in(const store::Contents& contents, const Subject& subject) {
  switch (subject.kind) {
  case EntityKind::Machine:
    return stage_of(contents.machines, subject.machine);
  case EntityKind::Unit:
    return stage_of(contents.units, subject.unit);
  case EntityKind::Application:
    return stage_of(contents.applications, subject.application);
  case EntityKind::Relation:
    return stage_of(contents.relations, subject.relation);
  }
  return Stage::Removed;
}

} // namespace orrery::test
