#include "cmd/charms/attached_storage.hpp"
#include "cmd/charms/deployment.hpp"
#include "cmd/charms/placement.hpp"
#include "cmd/verbs/dry_run.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/removal.hpp"
#include "config/counted.hpp"

namespace orrery::cmd {

namespace {

Outcome add_to(Session& session, const Arguments& arguments) {
  const auto places = read_placement(*session.orchestrator, arguments.all("to"));
  if (!places)
    return session.fail(places.error());
  const auto units = arguments.number("num-units").value_or(1);
  if (units == 0)
    return arguments.wrong(0, "--num-units must be a positive integer");
  if (const auto trouble = count_trouble("--num-units", units, arguments.on("dry-run"));
      !trouble.empty())
    return arguments.wrong(0, trouble);
  if (places->size() > units)
    return session.fail("--to names " + config::counted(places->size(), "place") + " for "
                        + config::counted(units, "unit"));
  const auto attached = read_attached(arguments.all("attach-storage"));
  if (!attached)
    return arguments.wrong(0, attached.error());
  if (!attached->empty() && units != 1)
    return arguments.wrong(0, "--attach-storage cannot be used with -n"); // ST14
  WantedUnits wanted = wanted_units(units, *places);
  wanted.attached = *attached;
  return add_units(session, arguments.words[0], wanted) ? Exit::Fine : Exit::Failed;
}

bool remove_unit(Session& session,
                 const std::string& name,
                 const protocol::Removal& how,
                 StorageOfUnits& storage) {
  if (!store::is_unit_name(name)) {
    session.fail("invalid unit name \"" + name + "\": write APPLICATION/NUMBER, e.g. db/0");
    return false;
  }
  const auto storage_told = storage.tell({name}, how.destroy_storage);
  const auto answer =
    perform(session, protocol::RemoveUnit{name, how}, "removing unit " + name + " failed",
            explain::Subject{store::EntityKind::Unit, name});
  if (!answer)
    return false;
  if (answer->verdict == protocol::Verdict::Done) {
    session.out("will remove unit " + name + "\n" + storage_told);
    return true;
  }
  tell_what_blocks(session, {store::EntityKind::Unit, name}, "unit " + name);
  return true;
}

Outcome remove_units(Session& session, const Arguments& arguments) {
  if (arguments.has("num-units"))
    return arguments.wrong(0, "--num-units for non k8s models not valid"); // CL22
  const auto how = removal_of(arguments);
  if (!how)
    return arguments.wrong(0, how.error());
  StorageOfUnits storage(session);
  auto exit = Exit::Fine;
  for (const auto& name : arguments.words)
    if (!remove_unit(session, name, *how, storage))
      exit = Exit::Failed;
  return exit;
}

Verb add_verb() {
  Verb verb;
  verb.name = "add-unit";
  verb.right = Right::Write;
  verb.arguments = "APPLICATION";
  verb.summary = "Add units to an application";
  verb.flags = {{"num-units", 'n', Flag::Kind::Number, "N", "How many units, default 1"},
                {"to", '\0', Flag::Kind::Text, "PLACES", "Machines of the units: 0,new,app/1"},
                {"attach-storage", '\0', Flag::Kind::Text, "STORAGE",
                 "Storage that no unit has, with its data, for one unit: data/0,logs/1"}};
  verb.examples = {"add-unit db", "add-unit web -n 2 --to 0,new",
                   "add-unit db --attach-storage data/0"};
  verb.words_min = 1;
  verb.words_max = 1;
  verb.handler = add_to;
  return verb;
}

Verb remove_verb() {
  Verb verb;
  verb.name = "remove-unit";
  verb.set = config::CommandSet::RemoveObject;
  verb.right = Right::Write;
  verb.arguments = "UNIT...";
  verb.summary = "Remove units";
  verb.flags = {
    {"destroy-storage", '\0', Flag::Kind::Switch, "", "Destroy their storage with its data"},
    {"num-units", '\0', Flag::Kind::Number, "N", "Of Kubernetes only: refused"}};
  for (const Flag& flag : removal_flags())
    verb.flags.push_back(flag);
  verb.examples = {"remove-unit db/0 db/1"};
  verb.words_min = 1;
  verb.handler = remove_units;
  return verb;
}

} // namespace

std::vector<Verb> unit_verbs() {
  return {with_dry_run(add_verb()), with_dry_run(remove_verb())};
}

} // namespace orrery::cmd
