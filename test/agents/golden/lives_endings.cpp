#include "test/agents/charms.hpp"
#include "test/agents/golden/lives.hpp"

/// Scripted lives that are about how units go.
namespace orrery::test::golden {

namespace {

/// web/0 on machine 1, with logger/0 below it.
void begin_logged(RecordedWorld& world) {
  world.ask_and_settle(protocol::CreateApplication{"web", web_charm(), {}});
  world.ask_and_settle(protocol::CreateApplication{"logger", logger_charm(), {}});
  world.ask_and_settle(protocol::AddUnit{"web", {}});
  world.ask_and_settle(protocol::AddRelation{"logger", "info", "web", "juju-info"});
}

} // namespace

void play_related(RecordedWorld& world) {
  world.ask_and_settle(protocol::CreateApplication{"web", web_charm(), {}});
  world.ask_and_settle(protocol::CreateApplication{"mysql", database_charm(), {}});
  world.ask_and_settle(protocol::AddUnit{"web", 0});
  world.ask_and_settle(protocol::AddRelation{"web", "db", "mysql", "server"});
  world.ask_and_settle(protocol::AddUnit{"mysql", 0});
  world.ask_and_settle(protocol::AddUnit{"mysql", 0});
  world.ask_and_settle(protocol::RemoveUnit{"mysql/1", {}});
  world.ask_and_settle(protocol::RemoveRelation{0, {}});
}

void play_subordinate(RecordedWorld& world) {
  begin_logged(world);
  world.ask_and_settle(protocol::RemoveRelation{0, {}});
  world.ask_and_settle(protocol::AddRelation{"logger", "info", "web", "juju-info"});
  world.ask_and_settle(protocol::RemoveUnit{"web/0", {}});
}

/// Whoever is forced out hangs in a hook: an agent that could go on would race with the forcer.
void play_force(RecordedWorld& world) {
  world.ask_and_settle(protocol::CreateApplication{"web", web_charm(), {}});
  world.ask_and_settle(protocol::CreateApplication{"mysql", database_charm(), {}});
  world.ask_and_settle(protocol::AddUnit{"web", 0});
  world.ask_and_settle(protocol::AddRelation{"web", "db", "mysql", "server"});
  world.ask_and_settle(protocol::AddUnit{"mysql", 0});
  world.hooks().hold("web/0", "db-relation-broken");
  world.ask_and_settle(protocol::RemoveUnit{"web/0", {}});
  world.ask_and_settle(protocol::RemoveUnit{"web/0", {true, 60'000, false}});
  world.chapter("what hung ends");
  world.hooks().release("web/0");
  world.settle();
}

void play_forced_subordinate(RecordedWorld& world) {
  begin_logged(world);
  world.hooks().hold("web/0", "stop");
  world.hooks().hold("logger/0", "stop");
  world.ask_and_settle(protocol::RemoveUnit{"web/0", {}});
  world.ask_and_settle(protocol::RemoveUnit{"web/0", {true, 0, false}});
  world.chapter("what hung ends");
  world.hooks().release("web/0");
  world.hooks().release("logger/0");
  world.settle();
}

void play_skipped(RecordedWorld& world) {
  world.ask_and_settle(protocol::CreateApplication{"web", web_charm(), {}});
  world.ask_and_settle(protocol::AddUnit{"web", 0});
  world.hooks().fail("web/0", "stop");
  world.ask_and_settle(protocol::RemoveApplication{"web", {false, 0, true}});
}

void play_lost_machine(RecordedWorld& world) {
  world.ask_and_settle(protocol::CreateApplication{"web", web_charm(), {}});
  world.ask_and_settle(protocol::AddUnit{"web", {}});
  world.chapter("machine 1 is lost");
  world.provider().lose(1);
  world.settle();
  world.ask_and_settle(protocol::RetryProvisioning{1});
}

} // namespace orrery::test::golden
