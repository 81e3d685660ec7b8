#include "test/crash/scenario.hpp"

#include "test/agents/charms.hpp"

namespace orrery::test {

namespace {

using Steps = std::vector<Step>;

/// web/0 with a logger, mysql/0, related, with settings; web/1 and web/2 join.
void come_up_related(Steps& steps) {
  steps.push_back(write_setting("web/0", "db-relation-joined", "path", "/a"));
  steps.push_back(write_setting("mysql/0", "server-relation-changed", "password", "secret"));
  steps.push_back(keep("mysql/0", "config-changed", {{"configured", "yes"}, {"empty", ""}}));
  steps.push_back(keep("web/0", "start", {{"started", "yes"}}));
  steps.push_back(keep("web/0", "db-relation-broken", {}));
  steps.push_back(create("web", web_charm()));
  steps.push_back(add_unit("web/0")); // on machine 1
  steps.push_back(create("mysql", database_charm()));
  steps.push_back(settled(add_unit("mysql/0", 0)));
  steps.push_back(settled(relate("web:db", "mysql:server")));
  steps.push_back(create("logger", logger_charm()));
  steps.push_back(settled(relate("logger:info", "web:juju-info")));
  steps.push_back(settled(relate("logger:logs", "web:site")));
  steps.push_back(settled(configure("mysql", "size", "2")));
  steps.push_back(settled(add_unit("web/1"))); // on machine 2
  steps.push_back(settled(add_unit("web/2", 0)));
}

void grow_a_ring(Steps& steps) {
  steps.push_back(create("riak", ring_charm()));
  steps.push_back(fail_provider("start 3", 2));
  steps.push_back(add_unit("riak/0", 0));
  steps.push_back(settled(add_unit("riak/1"))); // on machine 3, which comes late
  steps.push_back(settled(add_unit("riak/2"))); // on machine 4
}

void break_and_resolve(Steps& steps) {
  steps.push_back(break_hook("mysql/0", "config-changed"));
  steps.push_back(settled(configure("mysql", "size", "3")));
  steps.push_back(settled(resolve("mysql/0", true))); // in vain
  steps.push_back(mend_hook("mysql/0", "config-changed"));
  steps.push_back(settled(resolve("mysql/0", true)));
  steps.push_back(break_hook("mysql/0", "stop"));
  steps.push_back(settled(add_unit("mysql/1", 1)));
  steps.push_back(settled(remove_unit("mysql/0")));
  steps.push_back(settled(resolve("mysql/0", false)));
}

void lose_machines(Steps& steps) {
  steps.push_back(settled(lose_machine(2)));
  steps.push_back(settled(find_machine(2)));
  steps.push_back(settled(lose_machine(2)));
  steps.push_back(settled(retry_provisioning(2)));
  steps.push_back(settled(add_machine(5)));
  steps.push_back(settled(remove_machine(5)));
  steps.push_back(settled(drain_machine(3)));
  steps.push_back(settled(lose_machine(4)));
  steps.push_back(settled(remove_machine(4, forced(1000))));
}

void take_relations_apart(Steps& steps) {
  steps.push_back(settled(remove_relation("logger:logs", "web:site")));
  steps.push_back(settled(remove_unit("web/0")));
  steps.push_back(break_hook("web/2", "db-relation-broken"));
  steps.push_back(settled(remove_relation("web:db", "mysql:server")));
  steps.push_back(settled(remove_relation("web:db", "mysql:server", forced(0))));
  steps.push_back(settled(relate("web:db", "mysql:server")));
}

void force_and_skip(Steps& steps) {
  for (const char* hook : {"db-relation-departed", "db-relation-broken", "stop"})
    steps.push_back(break_hook("web/1", hook));
  steps.push_back(settled(remove_unit("web/1")));
  steps.push_back(settled(remove_unit("web/1", forced(0))));
  steps.push_back(break_hook("riak/0", "stop"));
  steps.push_back(settled(remove_unit("riak/0", skipping_failed_hooks())));
  steps.push_back(break_hook("mysql/1", "stop"));
  steps.push_back(settled(remove_application("mysql", forced(60'000))));
}

/// A second life under the same names, with deeds that overlap.
void once_more(Steps& steps) {
  steps.push_back(create("mysql", database_charm()));
  steps.push_back(add_unit("mysql/2", 2));
  steps.push_back(settled(relate("web:db", "mysql:server")));
  steps.push_back(add_unit("riak/3", 0));
  steps.push_back(settled(add_unit("riak/4", 2)));
  steps.push_back(settled(remove_application("logger")));
  steps.push_back(create("logger", logger_charm()));
  steps.push_back(settled(relate("logger:info", "web:juju-info")));
  steps.push_back(configure("mysql", "size", "7"));
  steps.push_back(remove_application("riak"));
  steps.push_back(settled(remove_application("mysql")));
}

void go_down(Steps& steps) {
  steps.push_back(mend_hook("web/2", "db-relation-broken"));
  steps.push_back(remove_application("web"));
  steps.push_back(settled(remove_application("logger")));
  steps.push_back(remove_machine(1));
  steps.push_back(settled(remove_machine(2)));
}

/// Each fills RocksDB's memory anew.
void write_large_settings(Steps& steps) {
  constexpr std::size_t size = 40'000;
  for (const char* letter : {"a", "b", "c", "d", "e", "f"})
    steps.push_back(settled(configure("mysql", "text", std::string(size, *letter))));
}

} // namespace

std::vector<Step> short_scenario() {
  store::Charm database = database_charm();
  database.options["text"] = {store::OptionType::String, "", false, ""};
  Steps steps;
  steps.push_back(write_setting("mysql/0", "server-relation-changed", "password", "secret"));
  steps.push_back(keep("web/0", "start", {{"started", "yes"}}));
  steps.push_back(create("web", web_charm()));
  steps.push_back(add_unit("web/0"));
  steps.push_back(create("mysql", database));
  steps.push_back(settled(add_unit("mysql/0", 0)));
  steps.push_back(settled(relate("web:db", "mysql:server")));
  steps.push_back(create("logger", logger_charm()));
  steps.push_back(settled(relate("logger:info", "web:juju-info")));
  write_large_settings(steps);
  steps.push_back(restart());
  steps.push_back(break_hook("web/0", "stop"));
  steps.push_back(settled(remove_unit("web/0", forced(0))));
  steps.push_back(remove_application("mysql"));
  steps.push_back(remove_application("web"));
  steps.push_back(settled(remove_application("logger")));
  return steps;
}

std::vector<Step> scenario() {
  Steps steps;
  come_up_related(steps);
  grow_a_ring(steps);
  break_and_resolve(steps);
  lose_machines(steps);
  take_relations_apart(steps);
  force_and_skip(steps);
  once_more(steps);
  go_down(steps);
  return steps;
}

} // namespace orrery::test
