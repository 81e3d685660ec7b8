#include "cmd/charms/deployment.hpp"
#include "cmd/charms/host_constraints.hpp"
#include "cmd/verbs/dry_run.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/machine_data.hpp"
#include "cmd/verbs/removal.hpp"
#include "config/counted.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace orrery::cmd {

namespace {

/// Why there is no placement as in Juju's `add-machine ssh:ubuntu@10.0.0.3` and `lxd:0`.
constexpr const char* only_here = "machines are directories of this host, with neither containers "
                                  "nor other hosts: \"add-machine\" alone adds one";

Outcome add_machines(Session& session, const Arguments& arguments) {
  if (!arguments.words.empty())
    return session.fail("cannot add a machine at \"" + arguments.words[0] + "\": " + only_here);
  for (const char* flag : {"private-key", "public-key"})
    if (arguments.has(flag))
      return session.fail(std::string("cannot add a machine by --") + flag + ": " + only_here);
  const auto count = arguments.number("n").value_or(1);
  if (count == 0)
    return arguments.wrong(0, "-n must be a positive integer");
  if (const auto trouble = count_trouble("-n", count, arguments.on("dry-run")); !trouble.empty())
    return arguments.wrong(0, trouble);
  auto constraints = read_constraints(session, arguments.all("constraints"));
  if (!constraints)
    return session.fail(constraints.error());
  protocol::AddMachine wanted;
  wanted.constraints = std::move(*constraints);
  constexpr std::uint32_t named_max = 20; // more of them nobody reads
  std::string first, last;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (session.output->cancelled())
      return session.fail("interrupted: " + std::to_string(i) + " of "
                          + config::counted(count, "machine") + " were added");
    session.progress(std::to_string(i) + " of " + config::counted(count, "machine") + " added");
    const auto answer = perform(session, wanted, "cannot add a machine");
    if (!answer)
      return Exit::Failed;
    last = answer->created;
    if (first.empty())
      first = last;
    if (count <= named_max)
      session.out("created machine " + last + "\n");
  }
  if (count > named_max)
    session.out("created " + config::counted(count, "machine") + ", " + first + " to " + last
                + "\n");
  return Exit::Fine;
}

/// Units that go with their machines, and what becomes of their storage (ST43). All units are read
/// once, when a machine is asked for first, however many a verb removes one after the other.
class UnitsOnMachines {
public:
  explicit UnitsOnMachines(Session& session) : session_(session), storage_(session) {}

  /// Names them, a line each; empty where there are none, or they cannot be read.
  std::string tell(store::MachineId machine);

private:
  void read();

  Session& session_;
  StorageOfUnits storage_;
  bool was_read_ = false;
  std::map<store::MachineId, std::set<std::string>> on_;
};

void UnitsOnMachines::read() {
  was_read_ = true;
  const auto contents = read_named(session_, {.kinds = "u"});
  if (!contents)
    return;
  for (const auto& [name, unit] : contents->units)
    if (unit.assigned)
      on_[unit.machine].insert(name);
}

std::string UnitsOnMachines::tell(store::MachineId machine) {
  if (!was_read_)
    read();
  const auto found = on_.find(machine);
  if (found == on_.end())
    return {};
  std::vector<std::string> sorted(found->second.begin(), found->second.end());
  std::sort(sorted.begin(), sorted.end(), store::natural_less);
  std::string text;
  for (const std::string& unit : sorted)
    text += "- will remove unit " + unit + "\n";
  return text + storage_.tell(found->second, false);
}

bool remove_machine(Session& session,
                    const std::string& name,
                    protocol::RemoveMachine wanted,
                    UnitsOnMachines& units) {
  const auto machine = store::parse_id(name);
  if (!machine) {
    session.fail("invalid machine id \"" + name + "\": write its number, e.g. 3");
    return false;
  }
  wanted.machine = *machine;
  const auto goes = wanted.how.force || wanted.drain ? units.tell(*machine) : std::string();
  const auto answer = perform(session, wanted, "removing machine " + name + " failed",
                              explain::Subject{store::EntityKind::Machine, name});
  if (!answer)
    return false;
  if (answer->verdict == protocol::Verdict::Done) {
    session.out("will remove machine " + name + "\n" + goes);
    return true;
  }
  tell_what_blocks(session, {store::EntityKind::Machine, name}, "machine " + name);
  return true;
}

/// Alive machines that may host units and host none, in the order of their numbers.
std::vector<std::string> unused_machines(const store::Contents& contents) {
  std::set<store::MachineId> used;
  for (const auto& [name, unit] : contents.units)
    if (unit.assigned)
      used.insert(unit.machine);
  std::vector<std::string> names;
  for (const auto& [id, machine] : contents.machines)
    if (machine.life == store::Life::Alive && !machine.manage_model && !used.contains(id))
      names.push_back(std::to_string(id));
  return names;
}

/// With --unused, which units came to meanwhile is kept: nothing is forced or drained.
Outcome remove_machines(Session& session, const Arguments& arguments) {
  const auto how = removal_of(arguments);
  if (!how)
    return arguments.wrong(0, how.error());
  const bool unused = arguments.on("unused");
  if (unused == !arguments.words.empty())
    return arguments.wrong(0, unused ? "cannot use --unused together with machines"
                                     : "no machine specified: name machines, or use --unused");
  for (const char* flag : {"force", "drain"})
    if (unused && arguments.on(flag))
      return arguments.wrong(0, std::string("cannot use --unused together with --") + flag
                                  + ": an unused machine has no units");
  const auto contents = read_named(session, {.kinds = unused ? "hu" : ""});
  if (!contents)
    return Exit::Failed;
  const auto names = unused ? unused_machines(*contents) : arguments.words;
  if (names.empty())
    session.err("no machine is unused\n");
  UnitsOnMachines units(session);
  auto exit = Exit::Fine;
  for (const auto& name : names)
    if (!remove_machine(session, name, {0, *how, arguments.on("drain")}, units))
      exit = Exit::Failed;
  return exit;
}

/// Machines that provisioning has failed for or that are lost, in the order of their numbers.
std::vector<std::string> troubled_machines(const store::Contents& contents) {
  std::vector<std::string> names;
  for (const auto& [id, machine] : contents.machines)
    if (machine.status.value == "error" || machine.status.value == "down")
      names.push_back(std::to_string(id));
  return names;
}

/// Has one machine made again, and says what goes with the old one.
bool provision_again(Session& session, store::MachineId machine, bool keep_data) {
  const std::string name = std::to_string(machine);
  const std::string data = machine_data(session.orchestrator->data_directory(), machine);
  if (!perform(session, protocol::RetryProvisioning{machine, keep_data},
               "cannot provision machine " + name + " again",
               explain::Subject{store::EntityKind::Machine, name}))
    return false;
  session.out("will provision machine " + name + " again"
              + (data.empty() ? "" : (keep_data ? "; keeps " : "; deletes ") + data) + "\n");
  return true;
}

Outcome retry_provisioning(Session& session, const Arguments& arguments) {
  const bool all = arguments.on("all");
  if (all != arguments.words.empty())
    return arguments.wrong(0, all ? "cannot use --all together with machines"
                                  : "no machine specified: name machines, or use --all");
  const auto contents = read_named(session, {.kinds = all ? "h" : ""});
  if (!contents)
    return Exit::Failed;
  int exit = Exit::Fine;
  for (const auto& name : all ? troubled_machines(*contents) : arguments.words) {
    const auto machine = store::parse_id(name);
    if (!machine)
      exit = session.fail("invalid machine id \"" + name + "\": write its number, e.g. 3");
    else if (!provision_again(session, *machine, arguments.on("keep-data")))
      exit = Exit::Failed;
  }
  return exit;
}

} // namespace

std::vector<Verb> machine_verbs() {
  Verb add;
  add.name = "add-machine";
  add.right = Right::Write;
  add.summary = "Add machines without units";
  add.flags = {
    {"n", 'n', Flag::Kind::Number, "N", "How many machines, default 1"},
    {"base", '\0', Flag::Kind::Text, "BASE", "Their base", true},
    {"constraints", '\0', Flag::Kind::Text, "CONSTRAINTS",
     "What they are made for, \"cores=2 mem=4G\"; may be given again"},
    {"disks", '\0', Flag::Kind::Text, "DISKS", "Disks to attach", false, true},
    {"private-key", '\0', Flag::Kind::Text, "FILE", "Of machines on other hosts: refused"},
    {"public-key", '\0', Flag::Kind::Text, "FILE", "Of machines on other hosts: refused"},
  };
  add.examples = {"add-machine", "add-machine -n 3", "add-machine --constraints 'cores=2 mem=4G'"};
  add.words_max = 1; // Juju's places, to say that there are none
  add.handler = add_machines;
  Verb remove;
  remove.name = "remove-machine";
  remove.set = config::CommandSet::RemoveObject;
  remove.right = Right::Write;
  remove.arguments = "MACHINE...";
  remove.summary = "Remove machines";
  remove.flags = removal_flags();
  remove.flags.push_back(
    {"drain", '\0', Flag::Kind::Switch, "", "Remove its units first, in their order"});
  remove.flags.push_back(
    {"keep-instance", '\0', Flag::Kind::Switch, "", "Leave what the machine runs on", false, true});
  remove.flags.push_back(
    {"unused", '\0', Flag::Kind::Switch, "", "Every machine that has no unit, but machine 0"});
  remove.examples = {"remove-machine 3", "remove-machine --unused"};
  remove.handler = remove_machines;
  Verb retry;
  retry.name = "retry-provisioning";
  retry.right = Right::Write;
  retry.arguments = "MACHINE...";
  retry.summary = "Make machines again that are in error, or lost";
  retry.flags = {
    {"all", '\0', Flag::Kind::Switch, "", "Every machine that is in error or down"},
    {"keep-data", '\0', Flag::Kind::Switch, "", "Leave what its units have written where it is"}};
  retry.examples = {"retry-provisioning 3", "retry-provisioning 3 --keep-data",
                    "retry-provisioning --all --dry-run"};
  retry.handler = retry_provisioning;
  return {with_dry_run(add), with_dry_run(remove), with_dry_run(retry)};
}

} // namespace orrery::cmd
