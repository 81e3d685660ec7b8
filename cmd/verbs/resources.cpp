// Files of charms: given to an application (RS4), and listed (RS14-RS16).
#include "cmd/views/render/resources.hpp"

#include "cmd/charms/resource_files.hpp"
#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/dry_run.hpp"
#include "cmd/verbs/groups.hpp"

namespace orrery::cmd {

namespace {

Outcome attach_resource(Session& session, const Arguments& arguments) {
  const auto& name = arguments.words[0];
  const auto given = read_resource_words({arguments.words[1]});
  if (!given)
    return arguments.wrong(1, given.error());
  const auto contents = read_named(session, {.applications = {name}});
  if (!contents)
    return Exit::Failed;
  const auto application = contents->applications.find(name);
  if (application == contents->applications.end())
    return fail_missing(session, {store::EntityKind::Application, name});
  const auto& resource = given->begin()->first;
  const auto doing = "failed to upload resource \"" + resource + "\"";
  const auto charm = contents->charms.find(application->second.charm);
  const auto declared = charm == contents->charms.end() ? std::map<std::string, std::string>{}
                                                        : filenames_of(charm->second.resources);
  const auto uploads = upload_resources(session, declared, *given);
  if (!uploads)
    return session.fail(doing + ": " + uploads.error());
  return perform(session, protocol::AttachResource{name, resource, uploads->all.begin()->second},
                 doing)
           ? Exit::Fine
           : Exit::Failed;
}

std::string
table_of_resources(const store::Contents& contents, const std::string& owner, bool details) {
  if (details)
    return render::resource_details_table(contents, owner);
  return owner.find('/') == std::string::npos ? render::resources_table(contents, owner)
                                              : render::unit_resources_table(contents, owner);
}

render::Document
document_of_resources(const store::Contents& contents, const std::string& owner, bool details) {
  if (details)
    return render::resource_details_document(contents, owner);
  return owner.find('/') == std::string::npos ? render::resources_document(contents, owner)
                                              : render::unit_resources_document(contents, owner);
}

Outcome show_resources(Session& session, const Arguments& arguments) {
  const auto& owner = arguments.words[0];
  const bool is_unit = store::split_unit(owner).has_value();
  if (!is_unit && !store::is_application_name(owner))
    return session.fail("\"" + owner + "\" is neither an application nor a unit"); // RS16
  const auto format = format_of(arguments, "tabular", "tabular");
  if (!format)
    return tl::unexpected(format.error());
  const bool details = arguments.on("details");
  explain::Named named;
  named.applications = {is_unit ? std::string(store::application_of(owner)) : owner};
  named.with_units = details && !is_unit;
  if (is_unit)
    named.units = {owner};
  const auto contents = read_named(session, named);
  if (!contents)
    return Exit::Failed;
  if (is_unit && !contents->units.contains(owner))
    return fail_missing(session, {store::EntityKind::Unit, owner});
  if (!contents->applications.contains(named.applications.front()))
    return fail_missing(session, {store::EntityKind::Application, owner});
  if (*format) {
    session.out(render::formatted(document_of_resources(*contents, owner, details), **format));
    return Exit::Fine;
  }
  const auto table = table_of_resources(*contents, owner, details);
  if (table.empty())
    session.err("No resources to display.\n");
  session.out(table);
  return Exit::Fine;
}

} // namespace

std::vector<Verb> resource_verbs() {
  Verb attach;
  attach.name = "attach-resource";
  attach.right = Right::Write;
  attach.arguments = "APPLICATION NAME=FILE";
  attach.summary = "Give an application's charm a file";
  attach.more =
    "    Other bytes than before have each unit run upgrade-charm; the same bytes only\n"
    "    get a new time.\n";
  attach.examples = {"attach-resource shop site=./site.tgz"};
  attach.words_min = attach.words_max = 2;
  attach.handler = attach_resource;
  Verb list;
  list.name = "resources";
  list.aliases = {"list-resources"};
  list.right = Right::Read;
  list.arguments = "APPLICATION|UNIT";
  list.summary = "List the files of a charm, or those that a unit has";
  list.flags = {
    {"details", '\0', Flag::Kind::Switch, "", "What each unit has, and what it is to have"},
    {"format", '\0', Flag::Kind::Text, "tabular|yaml|json", "How they are shown"}};
  list.examples = {"resources shop", "resources shop/0", "resources shop --details --format json"};
  list.words_min = list.words_max = 1;
  list.handler = show_resources;
  return {with_dry_run(attach), list};
}

} // namespace orrery::cmd
