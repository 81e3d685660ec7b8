#include "cmd/verbs/explain_secret.hpp"

#include "cmd/session/local_time.hpp"
#include "cmd/verbs/named_secret.hpp"
#include "cmd/views/explain/secret.hpp"
#include "cmd/views/render/json.hpp"

#include <filesystem>

namespace orrery::cmd {

namespace {

/// Says whether the charm of a unit has a hook, as its files tell.
bool has_hook_file(const Session& session,
                   const store::Contents& contents,
                   const store::Unit& unit,
                   const std::string& hook) {
  const auto charm = contents.charms.find(unit.charm);
  if (charm == contents.charms.end())
    return true; // not known: nothing is said of it
  const std::filesystem::path files = session.orchestrator->files_of(charm->second);
  std::error_code failed;
  return std::filesystem::exists(files / "dispatch", failed)
         || std::filesystem::exists(files / "hooks" / hook, failed)
         || !std::filesystem::exists(files, failed);
}

/// Adds who leads the owner, then the units that are asked for hooks, and how they are doing.
bool add_units(Session& session, store::Contents& known, const store::Secret& secret) {
  explain::Named wanted;
  if (const auto owner = store::owning_application(secret.owner); !owner.empty())
    wanted.applications.emplace_back(owner);
  auto leaders = read_named(session, wanted);
  if (!leaders)
    return false;
  known.applications = std::move(leaders->applications);
  wanted.units = explain::asked_units(known, secret);
  for (const std::string& unit : wanted.units)
    wanted.applications.emplace_back(store::application_of(unit));
  auto units = read_named(session, wanted);
  if (!units)
    return false;
  known.units = std::move(units->units);
  known.statuses = std::move(units->statuses);
  known.charms = std::move(units->charms);
  return true;
}

} // namespace

Outcome explain_secret(Session& session, const std::string& named, const Arguments& arguments) {
  auto contents = read_secret(session, named, &explain::Named::whole_secrets);
  if (!contents)
    return Exit::Failed;
  const store::Secret* const secret = find_secret(*contents, named);
  if (secret == nullptr)
    return fail_secret(session, named);
  if (!add_units(session, *contents, *secret))
    return Exit::Failed;
  explain::SecretPlace place;
  place.time = time_format(arguments.on("utc"));
  place.has_hook = [&](const store::Unit& unit, const std::string& hook) {
    return has_hook_file(session, *contents, unit, hook);
  };
  const auto explanation = explain::explain_secret(*contents, *secret, place);
  session.out(arguments.text("format").value_or("text") == "json"
                ? render::to_json(explain::to_document(explanation))
                : explain::to_text(explanation));
  return Exit::Fine;
}

} // namespace orrery::cmd
