#include "cmd/charms/deployment.hpp"

#include "cmd/charms/charm_record.hpp"
#include "cmd/charms/charm_store.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace orrery::cmd {

tl::expected<KeptCharm, std::string> keep_source(Session& session, const CharmSource& source) {
  const auto& charm = source.charm();
  const auto& data = session.orchestrator->data_directory();
  auto hold = session.orchestrator->hold_charms();
  if (!hold)
    return tl::unexpected("cannot open " + (data / "charms").string() + ": "
                          + std::generic_category().message(errno));
  const auto copy =
    keep_charm(data, charm.name, source.directory(), {charm.made_executable, charm.split_files});
  if (!copy)
    return tl::unexpected(source.in_users_words(copy.error()));
  // The copy is what runs, so the record is made of it, whatever happened to the source meanwhile.
  auto copied = config::load_charm(*copy);
  if (!copied)
    return tl::unexpected(copied.error().text());
  if (copied->name != charm.name)
    return tl::unexpected(source.in_users_words(source.directory().string())
                          + " changed while it was copied: try again");
  return KeptCharm{*copy, std::move(*copied), std::move(hold)};
}

tl::expected<PreparedApplication, std::string>
prepare_application(Session& session,
                    const store::Contents& contents,
                    const std::string& name,
                    const CharmSource& source,
                    const OptionWords& options,
                    std::map<std::string, store::Charm>& taken) {
  auto canonical = canonical_options(source.charm(), options);
  if (!canonical)
    return tl::unexpected(canonical.error());
  const auto kept = keep_source(session, source);
  if (!kept)
    return tl::unexpected(kept.error());
  auto record =
    charm_record(kept->charm, kept->directory, source.given().string(), contents, taken);
  taken[record.url] = record;
  return PreparedApplication{name, std::move(record), std::move(*canonical), false, {}, kept->hold,
                             {}};
}

void warn(Session& session, const std::vector<std::string>& warnings) {
  constexpr std::size_t most = 100;
  for (std::size_t i = 0; i < std::min(most, warnings.size()); ++i)
    session.err("WARNING " + warnings[i] + "\n");
  if (warnings.size() > most)
    session.err("WARNING " + std::to_string(warnings.size() - most) + " more of these\n");
}

std::string count_trouble(const std::string& flag, std::uint32_t count, bool is_dry_run) {
  if (count > added_at_once_max)
    return flag + " is at most " + std::to_string(added_at_once_max);
  if (is_dry_run && count > foretold_at_once_max)
    return flag + " is at most " + std::to_string(foretold_at_once_max)
           + " with --dry-run: of more nothing else is foretold";
  return {};
}

std::string check_charm(Session& session, const config::CharmDeclaration& charm, bool force) {
  std::string why;
  for (const auto& reason : charm.unmet)
    why += (why.empty() ? "" : "; ") + reason;
  const auto cannot = "charm \"" + charm.name + "\" cannot run here: " + why;
  if (!why.empty() && !force)
    return cannot + ": --force takes it all the same";
  warn(session, charm.warnings);
  if (!why.empty())
    warn(session, {cannot});
  std::string lacking;
  for (const auto& one : charm.lacking)
    lacking += (lacking.empty() ? "" : ", ") + one;
  if (!lacking.empty())
    warn(session, {"charm \"" + charm.name
                   + "\" declares what Orrery does not have yet, and runs without it: " + lacking});
  return {};
}

bool create_application(Session& session, const PreparedApplication& application) {
  const auto& charm = application.charm;
  const auto revision = std::to_string(charm.revision);
  session.out("Located local charm \"" + charm.name + "\", revision " + revision + "\n");
  if (!perform(session,
               protocol::CreateApplication{application.name, charm, application.config,
                                           application.trusted, application.constraints,
                                           application.storage, application.uploads.all},
               "cannot deploy \"" + application.name + "\""))
    return false;
  session.out("Deploying \"" + application.name + "\" from local charm \"" + charm.name
              + "\", revision " + revision + "\n");
  return true;
}

namespace {

/// @returns the unit's name; empty after an ERROR
std::string add_unit(Session& session,
                     const std::string& application,
                     std::optional<store::MachineId> machine,
                     const std::vector<std::string>& attached) {
  const auto answer = perform(session, protocol::AddUnit{application, machine, attached},
                              "cannot add a unit to application \"" + application + "\"",
                              explain::Subject{store::EntityKind::Application, application});
  return answer ? answer->created : std::string();
}

} // namespace

WantedUnits wanted_units(std::uint32_t count, std::vector<std::optional<store::MachineId>> places) {
  return {count,
          [places = std::move(places)](std::uint32_t i) {
            return i < places.size() ? places[i] : std::nullopt;
          },
          {}};
}

bool add_units(Session& session, const std::string& application, const WantedUnits& wanted) {
  constexpr std::uint32_t named_max = 20; // more of them nobody reads
  const auto of_all = std::to_string(wanted.count);
  std::string first, last;
  for (std::uint32_t i = 0; i < wanted.count; ++i) {
    if (session.output->cancelled()) {
      session.fail("interrupted: " + std::to_string(i) + " of " + of_all + " units were added");
      return false;
    }
    session.progress(std::to_string(i) + " of " + of_all + " units added");
    auto place = wanted.place_of(i);
    if (!place) {
      session.fail(place.error());
      return false;
    }
    last = add_unit(session, application, *place, wanted.attached);
    if (last.empty() && i > 0 && wanted.count > named_max)
      session.err(std::to_string(i) + " of " + of_all + " units were added before\n");
    if (last.empty())
      return false;
    if (wanted.count <= named_max)
      session.out("added unit " + last + "\n");
    if (first.empty())
      first = last;
  }
  if (wanted.count > named_max)
    session.out("added " + of_all + " units, " + first + " to " + last + "\n");
  return true;
}

bool can_refresh_to(const store::Contents& contents,
                    const store::Application& application,
                    const std::string& charm) {
  const auto found = contents.charms.find(application.charm);
  return found != contents.charms.end() && found->second.name == charm;
}

std::string
name_trouble(const store::Contents& contents, const std::string& name, const std::string& charm) {
  if (!store::is_application_name(name))
    return "invalid application name \"" + name
           + "\": use lower-case letters, digits and dashes, beginning with a letter, e.g. "
             "\"my-app\"";
  const auto found = contents.applications.find(name);
  if (found == contents.applications.end())
    return {};
  if (found->second.life == store::Life::Alive)
    return "application \"" + name + "\" already exists: "
           + (can_refresh_to(contents, found->second, charm)
                ? "\"orrery refresh " + name
                    + " --path PATH\" gives it this charm, add-unit more "
                      "units, and another name makes another application"
                : std::string{"deploy under another name, or use add-unit"});
  return "application \"" + name
         + "\" is dying, but not yet removed: wait for it (orrery wait application " + name
         + " gone), or deploy under another name";
}

} // namespace orrery::cmd
