#include "test/agents/golden/lives.hpp"

#include "test/agents/charms.hpp"

/// Scripted lives: coming up, settings, failures, leaders, crashes, rest, users' commands.
namespace orrery::test::golden {

namespace {

void configure(RecordedWorld& world, const std::string& size) {
  world.ask(protocol::SetConfig{"mysql", {{"size", size}}, {}});
}

void deploy(RecordedWorld& world, const store::Charm& charm, const std::string& name) {
  world.ask_and_settle(protocol::CreateApplication{name, charm, {}});
}

/// One of mysql's units on machine 0, up.
void begin_database(RecordedWorld& world) {
  deploy(world, database_charm(), "mysql");
  world.ask_and_settle(protocol::AddUnit{"mysql", 0});
}

void play_alone(RecordedWorld& world) {
  deploy(world, web_charm(), "web");
  world.ask_and_settle(protocol::AddUnit{"web", {}});
  world.ask_and_settle(protocol::RemoveUnit{"web/0", {}});
  world.ask_and_settle(protocol::RemoveMachine{1, {}, false});
}

/// One hook tells of several changes that come while another runs.
void play_config(RecordedWorld& world) {
  deploy(world, database_charm(), "mysql");
  world.hooks().hold("mysql/0", "install");
  world.ask(protocol::AddUnit{"mysql", 0});
  configure(world, "2");
  configure(world, "3");
  world.chapter("install ends");
  world.hooks().release("mysql/0");
  world.settle();
  world.hooks().hold("mysql/0", "config-changed");
  configure(world, "4");
  configure(world, "5");
  world.chapter("config-changed ends");
  world.hooks().release("mysql/0");
  world.settle();
  world.ask_and_settle(protocol::SetConfig{"mysql", {}, {"size"}});
}

void play_peers(RecordedWorld& world) {
  deploy(world, ring_charm(), "riak");
  for (int i = 0; i < 3; ++i)
    world.ask_and_settle(protocol::AddUnit{"riak", 0});
  world.ask_and_settle(protocol::RemoveUnit{"riak/1", {}});
  world.ask_and_settle(protocol::RemoveApplication{"riak", {}});
}

void play_failures(RecordedWorld& world) {
  begin_database(world);
  world.hooks().fail("mysql/0", "config-changed", 2);
  configure(world, "2");
  world.chapter("time passes, and the third try succeeds");
  world.settle();
  world.hooks().fail("mysql/0", "config-changed");
  configure(world, "3");
  world.chapter("time passes until no try is left");
  world.settle();
  world.ask_and_settle(protocol::Resolve{"mysql/0", true});
  world.hooks().mend("mysql/0", "config-changed");
  world.ask_and_settle(protocol::Resolve{"mysql/0", true});
  world.hooks().fail("mysql/0", "config-changed");
  configure(world, "4");
  world.chapter("it is resolved before its next try");
  (void)world.run(protocol::Resolve{"mysql/0", false});
  world.settle();
  world.hooks().fail("mysql/0", "stop");
  world.ask_and_settle(protocol::RemoveUnit{"mysql/0", {}});
  world.ask_and_settle(protocol::Resolve{"mysql/0", false});
}

void play_leaders(RecordedWorld& world) {
  deploy(world, web_charm(), "web");
  world.ask_and_settle(protocol::AddUnit{"web", 0});
  world.ask_and_settle(protocol::AddUnit{"web", 0});
  world.chapter("web/0 tells who is first");
  (void)world.run(protocol::SetLeaderSettings{"web", "web/0", {{"first", "web/0"}}});
  world.settle();
  world.ask_and_settle(protocol::RemoveUnit{"web/0", {}});
  world.chapter("web/1 tells who is first");
  (void)world.run(protocol::SetLeaderSettings{"web", "web/1", {{"first", "web/1"}}});
  world.settle();
  world.ask_and_settle(protocol::AddUnit{"web", 0});
}

/// Changes that a hook asks for are made when it has succeeded, and told to the counterpart.
void play_settings(RecordedWorld& world) {
  deploy(world, web_charm(), "web");
  deploy(world, database_charm(), "mysql");
  world.ask_and_settle(protocol::AddUnit{"web", 0});
  world.ask_and_settle(protocol::AddRelation{"web", "db", "mysql", "server"});
  world.hooks().script("mysql/0", "server-relation-joined",
                       [](const hooks::HookSight& sight, hooks::HookState& state) {
                         state.unit_changes[*sight.relation] = {{"password", "secret"}};
                         state.application_changes[*sight.relation] = {{"version", "8"}};
                         state.opened.insert({"tcp", 3306, 3306});
                       });
  world.hooks().fail("mysql/0", "server-relation-joined", 1);
  world.ask_and_settle(protocol::AddUnit{"mysql", 0});
}

void play_crash(RecordedWorld& world) {
  begin_database(world);
  world.hooks().hold("mysql/0", "config-changed");
  configure(world, "2");
  world.chapter("the process is killed in the midst of the hook");
  world.crash();
  world.hooks().release("mysql/0");
  world.settle();
  world.hooks().hold("mysql/0", "config-changed");
  configure(world, "3");
  world.chapter("the agent fails in the midst of the hook");
  (void)world.fail_agent_of("mysql/0");
  world.hooks().release("mysql/0");
  world.settle();
  world.chapter("the process is killed while nothing is to be done");
  world.crash();
  world.settle();
}

void play_rest(RecordedWorld& world) {
  begin_database(world);
  configure(world, "2");
  world.settle();
  deploy(world, web_charm(), "web");
  world.ask_and_settle(protocol::AddRelation{"web", "db", "mysql", "server"});
  world.ask_and_settle(protocol::AddUnit{"web", 0});
  world.chapter("a user's command");
  (void)world.start(simulate::exec_at("mysql/0", "true"));
  world.settle();
  world.chapter("the process is killed");
  world.crash();
  world.settle();
  configure(world, "3");
  world.settle();
}

/// Between two commands a hook that is due has its turn.
void play_commands(RecordedWorld& world) {
  begin_database(world);
  world.hooks().hold("mysql/0", "config-changed");
  configure(world, "2");
  world.chapter("two commands come while the hook runs, and another change");
  (void)world.start(simulate::exec_at("mysql/0", "first"));
  world.run();
  (void)world.start(simulate::exec_at("mysql/0", "second"));
  world.run();
  (void)world.run(protocol::SetConfig{"mysql", {{"size", "3"}}, {}});
  world.chapter("the hook ends");
  world.hooks().release("mysql/0");
  world.settle();
  world.hooks().fail("mysql/0", "config-changed");
  configure(world, "4");
  world.chapter("a command while a failed hook waits");
  (void)world.start(simulate::exec_at("mysql/0", "third"));
  world.run();
  world.hooks().mend("mysql/0", "config-changed");
  world.settle();
}

} // namespace

const std::vector<Life>& lives() {
  static const std::vector<Life> all{
    {"alone", "A unit from its installation to its removal, and its machine after it.", play_alone},
    {"commands", "Users' commands while hooks wait for their turn.", play_commands},
    {"config", "Options change while hooks run.", play_config},
    {"crash", "The process and an agent end in the midst of a hook.", play_crash},
    {"failures", "A hook fails, is tried again, and is resolved with and without a retry.",
     play_failures},
    {"force", "A related unit is forced out of a hook that hangs.", play_force},
    {"forced_subordinate", "A principal and its subordinate are forced out of hooks that hang.",
     play_forced_subordinate},
    {"leaders", "The leader goes, another one leads.", play_leaders},
    {"lost_machine", "A machine is lost, and made again.", play_lost_machine},
    {"peers", "Three peers, of which one goes, then all.", play_peers},
    {"related", "Two related applications: a unit goes, then the relation.", play_related},
    {"rest", "Agents that rest, and are woken.", play_rest, 0},
    {"settings", "A hook's settings reach the counterpart when the hook has succeeded.",
     play_settings},
    {"skipped", "An application goes past its failing hooks.", play_skipped},
    {"subordinate", "A subordinate dies with its relation, another one with its principal.",
     play_subordinate},
  };
  return all;
}

} // namespace orrery::test::golden
