#include "cmd/verbs/dry_run.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/removal.hpp"

#include <algorithm>
#include <set>

namespace orrery::cmd {

namespace {

/// Names what goes with the application.
void tell_what_goes(Session& session,
                    const store::Contents& contents,
                    const std::string& name,
                    const std::string& storage_told) {
  session.out("will remove application " + name + "\n");
  std::vector<std::string> units;
  for (const auto& entry : contents.units)
    if (entry.second.application == name)
      units.push_back(entry.first);
  std::sort(units.begin(), units.end(), store::natural_less);
  constexpr std::size_t shown_max = 100;
  for (std::size_t i = 0; i < std::min(units.size(), shown_max); ++i)
    session.out("- will remove unit " + units[i] + "\n");
  if (units.size() > shown_max)
    session.out("- and " + std::to_string(units.size() - shown_max) + " more units\n");
  session.out(storage_told);
}

bool remove_application(Session& session,
                        const std::string& name,
                        const protocol::Removal& how,
                        StorageOfUnits& storage) {
  const auto before = read_named(session, {.applications = {name}, .with_units = true});
  if (!before)
    return false;
  std::set<std::string> units;
  for (const auto& [unit, record] : before->units)
    if (record.application == name)
      units.insert(unit);
  const auto storage_told = storage.tell(units, how.destroy_storage);
  const auto answer = perform(session, protocol::RemoveApplication{name, how},
                              "removing application " + name + " failed",
                              explain::Subject{store::EntityKind::Application, name});
  if (!answer)
    return false;
  if (answer->verdict == protocol::Verdict::Done)
    tell_what_goes(session, *before, name, storage_told);
  else
    tell_what_blocks(session, {store::EntityKind::Application, name}, "application " + name);
  return true;
}

Outcome remove_applications(Session& session, const Arguments& arguments) {
  const auto how = removal_of(arguments);
  if (!how)
    return arguments.wrong(0, how.error());
  StorageOfUnits storage(session);
  auto exit = Exit::Fine;
  for (const auto& name : arguments.words)
    if (!remove_application(session, name, *how, storage))
      exit = Exit::Failed;
  return exit;
}

} // namespace

std::vector<Verb> application_verbs() {
  Verb verb;
  verb.name = "remove-application";
  verb.set = config::CommandSet::RemoveObject;
  verb.right = Right::Write;
  verb.arguments = "APPLICATION...";
  verb.summary = "Remove applications with their units and relations";
  verb.flags = {
    {"destroy-storage", '\0', Flag::Kind::Switch, "", "Destroy its units' storage with its data"}};
  for (const Flag& flag : removal_flags())
    verb.flags.push_back(flag);
  verb.examples = {"remove-application db web"};
  verb.words_min = 1;
  verb.handler = remove_applications;
  return {with_dry_run(verb)};
}

} // namespace orrery::cmd
