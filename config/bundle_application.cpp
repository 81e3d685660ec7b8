#include "config/bundle_application.hpp"

#include "config/bundle_options.hpp"
#include "config/counted.hpp"
#include "config/fields.hpp"
#include "config/old_yaml.hpp"

#include <string>
#include <system_error>

namespace orrery::config {

namespace {

namespace fs = std::filesystem;

struct ApplicationInFile {
  BundleApplication application;
  BundleSurroundings* surroundings = nullptr;
  const Member* units = nullptr; ///< `num_units` or `scale`.
  bool endpoints_exposed = false;
};

Error no_directory(const Document& document, const Node& node, const std::string& charm) {
  const bool is_path = charm.find('/') != std::string::npos && charm.find(':') == std::string::npos;
  if (is_path)
    return document.error(node, "there is no charm directory or archive " + quote(charm),
                          "paths are relative to the directory of the file that names them");
  return document.error(
    node, quote(charm) + " is neither a charm's directory nor its archive next to the bundle",
    "put the charm there and write charm: ./" + charm.substr(charm.find(':') + 1));
}

Result<void> read_charm(const Document& document, const Member& member, ApplicationInFile& into) {
  const auto text = document.text(member.value, member.key);
  if (!text)
    return tl::unexpected(text.error());
  if (text->empty())
    return tl::unexpected(document.error(member.value, "the charm's path is empty",
                                         "write e.g. charm: ./" + into.application.name));
  const auto directory = (into.surroundings->directory_of(member.value) / *text).lexically_normal();
  std::error_code failed;
  const bool is_archive =
    directory.extension() == ".charm" && fs::is_regular_file(directory, failed);
  if (!is_archive && !fs::is_directory(directory, failed))
    return tl::unexpected(no_directory(document, member.value, *text));
  into.application.charm = directory;
  return {};
}

Result<void> read_units(const Document& document, const Member& member, ApplicationInFile& into) {
  if (into.units != nullptr)
    return tl::unexpected(document.error(
      member, member.key + " and " + into.units->key + " say the same", "keep num_units only"));
  const auto units = document.whole_number(member.value, member.key, 0, most_bundle_units);
  if (!units)
    return tl::unexpected(units.error());
  into.units = &member;
  into.application.units = *units;
  into.application.units_given = true;
  return {};
}

Result<void> add_placement(const Document& document, const Node& node, ApplicationInFile& into) {
  // A machine's number may stand without quotes.
  auto text = document.any_text(node, "to");
  if (!text)
    return tl::unexpected(std::move(text.error()));
  if (text->empty())
    return tl::unexpected(document.error(node, "a placement is empty",
                                         R"(write a machine, new, or a unit, e.g. to: ["0"])"));
  into.application.to.push_back(std::move(*text));
  return {};
}

Result<void> read_to(const Document& document, const Member& member, ApplicationInFile& into) {
  if (member.value.kind == Node::Kind::Scalar)
    return add_placement(document, member.value, into);
  if (auto sequence = document.expect_sequence(member.value, member.key); !sequence)
    return sequence;
  for (const auto& item : member.value.items)
    if (auto added = add_placement(document, item, into); !added)
      return added;
  return {};
}

Result<void> read_options(const Document& document, const Member& member, ApplicationInFile& into) {
  auto options = read_bundle_options(document, member, *into.surroundings);
  if (!options)
    return tl::unexpected(std::move(options.error()));
  into.application.options = std::move(*options);
  for (const auto& option : member.value.members)
    if (auto reading = reading_of(option.value); reading != option.value.scalar)
      into.application.readings[option.key] = std::move(reading);
  return {};
}

Result<void> read_expose(const Document& document, const Member& member, ApplicationInFile& into) {
  const auto value = document.boolean(member.value, member.key);
  if (!value)
    return tl::unexpected(value.error());
  into.application.exposed = *value;
  return {};
}

Result<void> read_trust(const Document& document, const Member& member, ApplicationInFile& into) {
  const auto value = document.boolean(member.value, member.key);
  if (!value)
    return tl::unexpected(value.error());
  into.application.trusted = *value;
  into.application.trust_given = true;
  return {};
}

Result<void>
read_constraints(const Document& document, const Member& member, ApplicationInFile& into) {
  auto constraints = read_bundle_constraints(document, member);
  if (!constraints)
    return tl::unexpected(std::move(constraints.error()));
  into.application.constraints = std::move(*constraints);
  into.application.constraints_given = true;
  return {};
}

/// ST7
Result<void>
read_storage_directives(const Document& document, const Member& member, ApplicationInFile& into) {
  if (auto mapping = document.expect_mapping(member.value, member.key); !mapping)
    return mapping;
  for (const Member& storage : member.value.members) {
    const auto text = document.any_text(storage.value, storage.key);
    if (!text)
      return tl::unexpected(text.error());
    const auto read = parse_storage_directive(*text);
    if (!read)
      return tl::unexpected(document.error(storage.value,
                                           "cannot parse disk constraints: " + read.error(),
                                           "write e.g. " + storage.key + ": rootfs,1,10G"));
    into.application.storage[storage.key] = *read;
  }
  return {};
}

/// A number is a revision in a charm store.
Result<void>
read_bundle_resources(const Document& document, const Member& member, ApplicationInFile& into) {
  if (member.value.kind == Node::Kind::Null)
    return {};
  if (auto mapping = document.expect_mapping(member.value, member.key); !mapping)
    return mapping;
  for (const Member& resource : member.value.members) {
    const auto text = document.any_text(resource.value, resource.key);
    if (!text)
      return tl::unexpected(text.error());
    if (!text->empty() && text->find_first_not_of("0123456789") == std::string::npos)
      into.surroundings->warnings.push_back(
        document
          .error(resource,
                 "there is no charm store with revisions of resource " + quote(resource.key),
                 "it is left out: write a file's path, or use orrery attach-resource")
          .text());
    else
      into.application.resources[resource.key] =
        (into.surroundings->directory_of(resource.value) / *text).lexically_normal().string();
  }
  return {};
}

Result<void>
leave_out_offers(const Document& document, const Member& member, ApplicationInFile& into) {
  into.surroundings->warnings.push_back(
    document.error(member, "Orrery has no offers to other models", "they are left out").text());
  return {};
}

/// Orrery exposes whole applications.
Result<void>
read_exposed_endpoints(const Document& document, const Member& member, ApplicationInFile& into) {
  if (auto mapping = document.expect_mapping(member.value, member.key); !mapping)
    return mapping;
  into.endpoints_exposed = !member.value.members.empty();
  return {};
}

const Fields<ApplicationInFile>& application_fields() {
  constexpr auto ignore = ignore_field<ApplicationInFile>;
  static const Fields<ApplicationInFile> fields{
    {"annotations", ignore},
    {"base", ignore},
    {"bindings", ignore},
    {"channel", ignore},
    {"charm", read_charm},
    {"constraints", read_constraints},
    {"devices", ignore},
    {"expose", read_expose},
    {"exposed-endpoints", read_exposed_endpoints},
    {"num_units", read_units},
    {"offers", leave_out_offers},
    {"options", read_options},
    {"plan", ignore},
    {"resources", read_bundle_resources},
    {"revision", ignore},
    {"scale", read_units},
    {"series", ignore},
    {"storage", read_storage_directives},
    {"to", read_to},
    {"trust", read_trust},
  };
  return fields;
}

} // namespace

Result<Constraints> read_bundle_constraints(const Document& document, const Member& member) {
  if (member.value.kind == Node::Kind::Null)
    return Constraints{};
  const auto text = document.text(member.value, member.key);
  if (!text)
    return tl::unexpected(text.error());
  auto read = parse_constraints(*text);
  if (!read)
    return tl::unexpected(
      document.error(member.value, read.error(), "write e.g. constraints: cores=2 mem=4G"));
  return std::move(*read);
}

Result<BundleApplication> read_bundle_application(const Document& document,
                                                  const Member& member,
                                                  BundleSurroundings& surroundings) {
  if (!is_application_name(member.key))
    return tl::unexpected(document.error(
      member, quote(member.key) + " is no application name",
      "use lower-case letters, digits and inner dashes, a letter in each part, e.g. my-app"));
  ApplicationInFile read;
  read.surroundings = &surroundings;
  auto& application = read.application;
  application.name = member.key;
  application.line = member.line;
  const auto name = "application " + quote(member.key);
  warn_unknown(document, member.value, name, application_fields(), surroundings.warnings);
  if (auto done =
        read_fields(document, member.value, name, application_fields(), UnknownKeys::Ignore, read);
      !done)
    return tl::unexpected(std::move(done.error()));
  application.exposed = application.exposed || read.endpoints_exposed;
  if (application.charm.empty())
    return tl::unexpected(document.error(member,
                                         "application " + quote(member.key) + " has no charm",
                                         "write e.g. charm: ./" + member.key));
  if (application.to.size() > application.units)
    return tl::unexpected(document.error(*member.value.find("to"),
                                         "application " + quote(member.key) + " has "
                                           + counted(application.to.size(), "placement") + " for "
                                           + counted(application.units, "unit"),
                                         "give at most one placement a unit"));
  return std::move(application);
}

} // namespace orrery::config
