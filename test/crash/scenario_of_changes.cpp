#include "test/agents/charms.hpp"
#include "test/crash/scenario.hpp"

namespace orrery::test {

namespace {

using ManySteps = std::vector<Step>;

const std::string a_command{store::command_action};

/// web/0 with a logger, mysql/0, related; a ring of two. Commands sign what they do.
void come_up_for_changes(ManySteps& steps) {
  steps.push_back(keep("mysql/0", "config-changed", {{"configured", "yes"}}));
  for (const char* unit : {"web/0", "mysql/0", "riak/1"})
    steps.push_back(sign_tasks(unit));
  steps.push_back(give_results("mysql/0", "backup", R"({"rows":7})"));
  steps.push_back(set_model("max-action-results-age", "1h"));
  steps.push_back(create("web", web_charm()));
  steps.push_back(add_unit("web/0")); // on machine 1
  steps.push_back(create("mysql", database_charm()));
  steps.push_back(add_unit("mysql/0", 0));
  steps.push_back(create("riak", ring_charm()));
  steps.push_back(add_unit("riak/0", 0));
  steps.push_back(settled(add_unit("riak/1", 1)));
  steps.push_back(settled(relate("web:db", "mysql:server")));
  steps.push_back(create("logger", logger_charm()));
  steps.push_back(settled(relate("logger:info", "web:juju-info")));
  steps.push_back(configure("mysql", "size", "5"));
  steps.push_back(expose("web"));
  steps.push_back(settled(trust("mysql")));
}

/// Operations 1 to 14: some at a time, failed, cancelled while they wait and while they run.
void run_tasks(ManySteps& steps) {
  steps.push_back(settled(enqueue(1, a_command, {"mysql/0"})));
  steps.push_back(settled(enqueue(3, a_command, {"web/0", "mysql/0", "riak/1"})));
  steps.push_back(enqueue(7, "backup", {"mysql/0"}));
  steps.push_back(break_hook("web/0", a_command));
  steps.push_back(settled(enqueue(9, a_command, {"web/0"})));
  steps.push_back(mend_hook("web/0", a_command));
  steps.push_back(hold_hook("web/0", a_command));
  steps.push_back(enqueue(11, a_command, {"web/0"}));
  steps.push_back(enqueue(13, a_command, {"web/0"}));
  steps.push_back(cancel(13));
  steps.push_back(settled(cancel(11)));
  steps.push_back(release_hooks("web/0"));
}

/// A task while a failed hook waits; files of a new charm for a unit in error.
void go_on_in_error(ManySteps& steps) {
  const store::Charm forced_charm = newer(database_charm(), 2);
  steps.push_back(set_model("automatically-retry-hooks", "false"));
  steps.push_back(break_hook("mysql/0", "config-changed"));
  steps.push_back(settled(configure("mysql", "size", "6")));
  // No command, whose signature other units would hear of: a crash in their hooks would stay.
  steps.push_back(settled(enqueue(15, "backup", {"mysql/0"})));
  steps.push_back(number(forced_charm));
  steps.push_back(settled(refresh("mysql", forced_charm, true)));
  steps.push_back(mend_hook("mysql/0", "config-changed"));
  // From here on a hook that a crash interrupts is tried again: nobody is there to resolve it.
  steps.push_back(set_model("automatically-retry-hooks", "true"));
  steps.push_back(settled(resolve("mysql/0", true)));
}

/// Options that change, peers that come and go, a subordinate; a task in the midst of an upgrade.
void refresh_all(ManySteps& steps) {
  store::Charm database = newer(database_charm(), 3);
  database.options["size"].type = store::OptionType::String;
  database.options["colour"] = {store::OptionType::String, "", true, "red"};
  steps.push_back(number(database));
  steps.push_back(settled(refresh("mysql", database)));
  steps.push_back(configure("mysql", "colour", "blue"));
  database = newer(database, 4);
  database.options.erase("colour");
  database.endpoints.push_back(
    {"cluster", "cluster", store::Role::Peer, store::ScopeKind::Global, 0});
  steps.push_back(number(database));
  steps.push_back(refresh("mysql", database));
  steps.push_back(settled(enqueue(17, a_command, {"mysql/0"})));
  store::Charm ring = newer(ring_charm(), 2);
  ring.endpoints.front().name = "circle"; // one peer relation comes, one goes
  steps.push_back(number(ring));
  steps.push_back(settled(refresh("riak", ring)));
  const store::Charm logger = newer(logger_charm(), 2);
  steps.push_back(number(logger));
  steps.push_back(settled(refresh("logger", logger)));
}

void reboot_machines(ManySteps& steps) {
  steps.push_back(reboot_in("mysql/0", "config-changed", hooks::Reboot::AfterHook));
  steps.push_back(settled(configure("mysql", "size", "8")));
  steps.push_back(keep("mysql/0", "config-changed", {{"configured", "again"}}));
  steps.push_back(settled(configure("mysql", "size", "9")));
  steps.push_back(reboot_once_in("mysql/0", "config-changed", hooks::Reboot::Now));
  steps.push_back(settled(configure("mysql", "size", "10")));
}

/// Operations 19 to 25: one that runs on two machines, two that are cancelled while they run.
void run_on_machines(ManySteps& steps) {
  steps.push_back(hold_commands_of_machines(false));
  steps.push_back(settled(enqueue_at_machines(19, {0, 1})));
  steps.push_back(hold_commands_of_machines(true));
  steps.push_back(enqueue_at_machines(22, {1}));
  steps.push_back(enqueue_at_machines(24, {1}));
  steps.push_back(cancel(24));
  steps.push_back(settled(cancel(22)));
  steps.push_back(hold_commands_of_machines(false));
}

/// Tasks of a unit that goes, and of one that is forced out; what has ended is forgotten.
void end_changes(ManySteps& steps) {
  steps.push_back(hold_hook("riak/1", a_command));
  steps.push_back(enqueue(26, a_command, {"riak/1"}));
  steps.push_back(enqueue(28, a_command, {"riak/1", "riak/0"}));
  steps.push_back(remove_unit("riak/1", forced(0)));
  steps.push_back(settled(remove_application("riak")));
  steps.push_back(release_hooks("riak/1"));
  steps.push_back(set_model("max-action-results-age", "1s"));
  steps.push_back(pass_time(5'000));
  steps.push_back(settled(restart()));
  steps.push_back(remove_application("mysql"));
  steps.push_back(remove_application("web"));
  steps.push_back(settled(remove_application("logger")));
  steps.push_back(settled(remove_machine(1)));
}

} // namespace

std::vector<Step> scenario_of_changes() {
  ManySteps steps;
  come_up_for_changes(steps);
  run_tasks(steps);
  go_on_in_error(steps);
  refresh_all(steps);
  reboot_machines(steps);
  run_on_machines(steps);
  keep_data(steps);
  keep_secrets(steps);
  end_changes(steps);
  return steps;
}

} // namespace orrery::test
