#include "cmd/commands/commands.hpp"
#include "cmd/dry_run.hpp"
#include "cmd/removal.hpp"

namespace orrery::cmd {

namespace {

Outcome add_machines(Session& session, const Arguments& arguments) {
  const auto count = arguments.number("n").value_or(1);
  if (count == 0)
    return arguments.wrong(0, "-n must be a positive integer");
  for (std::uint32_t i = 0; i < count; ++i) {
    if (session.output->cancelled())
      return session.fail("interrupted: " + std::to_string(i) + " of " + std::to_string(count)
                          + " machines were added");
    const auto answer = perform(session, protocol::AddMachine{}, "cannot add a machine");
    if (!answer)
      return Exit::Failed;
    session.out("created machine " + answer->created + "\n");
  }
  return Exit::Fine;
}

bool remove_machine(Session& session,
                    const std::string& name,
                    const protocol::Removal& how,
                    bool drain) {
  const auto machine = store::parse_id(name);
  if (!machine) {
    session.fail("invalid machine id \"" + name + "\": write its number, e.g. 3");
    return false;
  }
  const auto answer = perform(session, protocol::RemoveMachine{*machine, how, drain},
                              "removing machine " + name + " failed");
  if (!answer)
    return false;
  if (answer->verdict == protocol::Verdict::Done) {
    session.out("will remove machine " + name + "\n");
    return true;
  }
  if (const auto contents = read_model(session))
    tell_what_blocks(session, *contents, render::EntityKind::Machine, name, "machine " + name);
  return true;
}

Outcome remove_machines(Session& session, const Arguments& arguments) {
  const auto how = removal_of(arguments);
  if (!how)
    return arguments.wrong(0, how.error());
  auto exit = Exit::Fine;
  for (const auto& name : arguments.words)
    if (!remove_machine(session, name, *how, arguments.on("drain")))
      exit = Exit::Failed;
  return exit;
}

} // namespace

std::vector<Verb> machine_verbs() {
  Verb add;
  add.name = "add-machine";
  add.summary = "Add machines without units";
  add.flags = {{"n", 'n', Flag::Kind::Number, "N", "How many machines, default 1"}};
  add.examples = {"add-machine", "add-machine -n 3"};
  add.words_max = 0;
  add.handler = add_machines;
  Verb remove;
  remove.name = "remove-machine";
  remove.arguments = "MACHINE...";
  remove.summary = "Remove machines";
  remove.flags = removal_flags();
  remove.flags.push_back(
    {"drain", '\0', Flag::Kind::Switch, "", "Remove its units first, in their order"});
  remove.examples = {"remove-machine 3"};
  remove.words_min = 1;
  remove.handler = remove_machines;
  return {with_dry_run(add), with_dry_run(remove)};
}

} // namespace orrery::cmd
