#include "cmd/charms/refreshing.hpp"

#include "cmd/charms/deployment.hpp"
#include "cmd/charms/unread_secrets.hpp"
#include "cmd/views/render/bindings.hpp"
#include "cmd/views/render/upgrade.hpp"
#include "config/counted.hpp"
#include "store/names.hpp"

#include <algorithm>
#include <vector>

namespace orrery::cmd {

namespace {

constexpr std::size_t named_max = 100; // more units nobody reads

/// The revision that the charm gets; nothing after an ERROR.
std::optional<std::uint32_t> number(Session& session, const config::CharmDeclaration& charm) {
  const auto doing = "cannot add charm \"" + charm.name + "\" to the model";
  const auto answer = perform(session, protocol::NumberCharm{charm.name, charm.revision}, doing);
  if (!answer)
    return std::nullopt;
  const auto revision = store::parse_id(answer->created);
  if (!revision)
    session.fail(doing + ": \"" + answer->created + "\" is no revision");
  return revision;
}

/// Options as they were typed: the rule for the change checks them (P12).
store::Settings typed_options(const config::CharmDeclaration& charm, const OptionWords& given) {
  store::Settings typed;
  for (const auto& [name, text] : given.texts)
    typed[name] = typed_option(charm, given, name);
  return typed;
}

/// Prints why the application stays as it is. Refused options bear no prefix, as in Juju (P12).
int fail_refused(Session& session,
                 const protocol::RefreshApplication& command,
                 const protocol::Answer& answer) {
  if (answer.code == protocol::Code::NotFound)
    return fail_missing(session, {store::EntityKind::Application, command.application});
  const bool is_option = answer.code == protocol::Code::BadOption;
  return session.fail((is_option
                         ? ""
                         : "updating charm config: cannot upgrade application \""
                             + command.application + "\" to charm \"" + command.charm.url + "\": ")
                      + refusal_text(answer));
}

/// P31: units that stay behind are named, with the remedy. Of a large application the first.
bool tell_who_stays(Session& session, const std::string& application) {
  const auto contents =
    read_named(session, {.applications = {application}, .with_units = true, .with_states = true});
  if (!contents)
    return false;
  const render::Index index(*contents);
  std::size_t told = 0;
  for (const store::Unit* unit : index.units_of(application)) {
    const auto hold = render::upgrade_hold(index, *unit);
    if (hold && ++told <= named_max)
      session.err(unit->name + " " + render::text_of(*hold) + "\n");
  }
  if (told > named_max)
    session.err("and " + config::counted(told - named_max, "more unit")
                + ": status --format yaml shows upgrading-from\n");
  return true;
}

} // namespace

int refresh(Session& session, const CharmSource& source, const Refreshing& wanted) {
  const auto uploads =
    upload_resources(session, filenames_of(source.charm().resources), wanted.resources);
  if (!uploads)
    return session.fail(uploads.error());
  std::optional<std::uint32_t> revision;
  if (!wanted.is_dry) {
    revision = number(session, source.charm());
    if (!revision)
      return Exit::Failed;
    session.err("Added local charm \"" + source.charm().name + "\", revision "
                + std::to_string(*revision) + ", to the model\n");
  }
  const auto kept = keep_source(session, source);
  if (!kept)
    return session.fail(kept.error());
  if (!revision) {
    const auto contents = read_named(session, {.charm = kept->charm.name});
    if (!contents)
      return Exit::Failed;
    revision = next_revision(kept->charm, *contents); // also of files that are there (P4)
  }
  protocol::RefreshApplication command;
  command.application = wanted.application;
  command.charm = numbered_record(kept->charm, kept->directory, source.given().string(), *revision);
  command.config = typed_options(kept->charm, wanted.options);
  command.reset = {wanted.options.reset.begin(), wanted.options.reset.end()};
  command.resources = uploads->all;
  command.trusted = wanted.trusted;
  command.force = wanted.force;
  command.force_units = wanted.force_units;
  command.storage = wanted.storage;
  Bound known = render::bindable(command.charm);
  known.insert(wanted.bound.begin(), wanted.bound.end());
  if (const auto unknown = unknown_binding(wanted.bindings, known); !unknown.empty())
    return session.fail("endpoint \"" + unknown + "\" not found");
  const auto answer = run_command(session, command);
  if (!answer.ok())
    return fail_refused(session, command, answer);
  session.sequence = std::max(session.sequence, answer.sequence);
  if (wanted.is_dry)
    return Exit::Fine;
  session.err(bindings_told(wanted.bound, render::bindable(command.charm), wanted.bindings));
  warn_of_unread_secrets(session, wanted.application, command.config);
  return tell_who_stays(session, wanted.application) ? Exit::Fine : Exit::Failed;
}

} // namespace orrery::cmd
