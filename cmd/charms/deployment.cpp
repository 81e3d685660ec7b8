#include "cmd/charms/deployment.hpp"

#include "cmd/charms/charm_record.hpp"
#include "cmd/charms/charm_store.hpp"

namespace orrery::cmd {

tl::expected<PreparedApplication, std::string>
prepare_application(Session& session,
                    const store::Contents& contents,
                    const std::string& name,
                    const config::CharmDeclaration& charm,
                    const std::filesystem::path& directory,
                    const store::Settings& options,
                    std::map<std::string, store::Charm>& taken) {
  auto canonical = canonical_options(charm, options);
  if (!canonical)
    return tl::unexpected(canonical.error());
  const auto copy = keep_charm(session.orchestrator->data_directory(), charm.name, directory);
  if (!copy)
    return tl::unexpected(copy.error());
  // The copy is what runs, so the record is made of it, whatever happened to the source meanwhile.
  const auto copied = config::load_charm(*copy);
  if (!copied)
    return tl::unexpected(copied.error().text());
  if (copied->name != charm.name)
    return tl::unexpected(directory.string() + " changed while it was copied: deploy again");
  auto record = charm_record(*copied, *copy, contents, taken);
  taken[record.url] = record;
  return PreparedApplication{name, std::move(record), std::move(*canonical)};
}

bool create_application(Session& session, const PreparedApplication& application) {
  const auto& charm = application.charm;
  const auto revision = std::to_string(charm.revision);
  session.out("Located local charm \"" + charm.name + "\", revision " + revision + "\n");
  if (!perform(session, protocol::CreateApplication{application.name, charm, application.config},
               "cannot deploy \"" + application.name + "\""))
    return false;
  session.out("Deploying \"" + application.name + "\" from local charm \"" + charm.name
              + "\", revision " + revision + "\n");
  return true;
}

std::string add_unit(Session& session,
                     const std::string& application,
                     std::optional<store::MachineId> machine) {
  const auto answer = perform(session, protocol::AddUnit{application, machine},
                              "cannot add a unit to application \"" + application + "\"",
                              explain::Subject{store::EntityKind::Application, application});
  if (!answer)
    return {};
  session.out("added unit " + answer->created + "\n");
  return answer->created;
}

std::string name_trouble(const store::Contents& contents, const std::string& name) {
  if (!store::is_application_name(name))
    return "invalid application name \"" + name
           + "\": use lower-case letters, digits and dashes, beginning with a letter, e.g. "
             "\"my-app\"";
  const auto found = contents.applications.find(name);
  if (found == contents.applications.end())
    return {};
  if (found->second.life == store::Life::Alive)
    return "application \"" + name
           + "\" already exists: deploy under another name, or use add-unit";
  return "application \"" + name
         + "\" is dying, but not yet removed: wait for it (orrery wait application " + name
         + " gone), or deploy under another name";
}

} // namespace orrery::cmd
