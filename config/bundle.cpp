#include "config/bundle.hpp"

#include "config/bundle_application.hpp"
#include "config/bundle_overlay.hpp"
#include "config/bundle_references.hpp"
#include "config/fields.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <string_view>
#include <system_error>

namespace orrery::config {

namespace {

namespace fs = std::filesystem;

struct BundleInFile {
  Bundle bundle;
  BundleSurroundings surroundings;
  const Member* applications = nullptr;
  const Member* relations = nullptr;            ///< Read last: they name applications.
  std::set<std::string, std::less<>> elsewhere; ///< Applications of other models (saas).
};

Result<void> read_type(const Document& document, const Member& member, BundleInFile& into) {
  if (member.value.scalar == "kubernetes") {
    into.surroundings.warnings.push_back(
      document.error(member, "this bundle is one for Kubernetes", "its units run on machines here")
        .text());
    return {};
  }
  if (member.value.kind == Node::Kind::Null || member.value.scalar == "bundle")
    return {};
  return tl::unexpected(
    document.error(member.value, "this is no bundle of machines but " + describe(member.value),
                   "write type: bundle, or leave it out"));
}

Result<void> read_applications(const Document& document, const Member& member, BundleInFile& into) {
  if (auto mapping = document.expect_mapping(member.value, member.key); !mapping)
    return mapping;
  into.applications = &member;
  for (const auto& application : member.value.members) {
    auto read = read_bundle_application(document, application, into.surroundings);
    if (!read)
      return tl::unexpected(std::move(read.error()));
    into.bundle.applications.push_back(std::move(*read));
  }
  return {};
}

bool is_machine_name(std::string_view text) {
  const bool number = text.find_first_not_of("0123456789") == std::string_view::npos;
  const bool padded = text.size() > 1 && text.front() == '0';
  return (number && !padded && !text.empty() && text.size() < 10)
         || (is_application_name(text) && text != "new");
}

struct MachineInFile {
  Constraints constraints;
};

Result<void>
read_machine_constraints(const Document& document, const Member& member, MachineInFile& into) {
  auto constraints = read_bundle_constraints(document, member);
  if (!constraints)
    return tl::unexpected(std::move(constraints.error()));
  into.constraints = std::move(*constraints);
  return {};
}

Result<void> read_machines(const Document& document, const Member& member, BundleInFile& into) {
  constexpr auto ignore = ignore_field<MachineInFile>;
  static const Fields<MachineInFile> fields{{"annotations", ignore},
                                            {"base", ignore},
                                            {"constraints", read_machine_constraints},
                                            {"series", ignore}};
  if (auto mapping = document.expect_mapping(member.value, member.key); !mapping)
    return mapping;
  for (const auto& machine : member.value.members) {
    if (!is_machine_name(machine.key))
      return tl::unexpected(document.error(machine, quote(machine.key) + " is no machine name",
                                           R"(write a number, e.g. machines: {"0": {}})"));
    const auto name = "machine " + quote(machine.key);
    MachineInFile written;
    if (auto read =
          read_fields(document, machine.value, name, fields, UnknownKeys::Ignore, written);
        !read)
      return read;
    warn_unknown(document, machine.value, name, fields, into.surroundings.warnings);
    into.bundle.machines.push_back(machine.key);
    if (!written.constraints.values.empty())
      into.bundle.machine_constraints[machine.key] = std::move(written.constraints);
  }
  return {};
}

Result<void> keep_relations(const Document&, const Member& member, BundleInFile& into) {
  into.relations = &member;
  return {};
}

Result<void> leave_out_saas(const Document& document, const Member& member, BundleInFile& into) {
  if (auto mapping = document.expect_mapping(member.value, member.key); !mapping)
    return mapping;
  for (const auto& other : member.value.members)
    into.elsewhere.insert(other.key);
  if (!into.elsewhere.empty())
    into.surroundings.warnings.push_back(
      document
        .error(member, "Orrery has no applications of other models (saas)",
               "they are left out, and the relations with them")
        .text());
  return {};
}

Result<void> refuse_services(const Document& document, const Member& member, BundleInFile&) {
  return tl::unexpected(
    document.error(member, "services are called applications", "write applications:"));
}

const Fields<BundleInFile>& bundle_fields() {
  constexpr auto ignore = ignore_field<BundleInFile>;
  static const Fields<BundleInFile> fields{
    {"applications", read_applications},
    {"assumes", ignore},
    {"bundle", read_type}, // Juju's own word for the type.
    {"default-base", ignore},
    {"description", ignore},
    {"docs", ignore},
    {"issues", ignore},
    {"machines", read_machines},
    {"name", ignore},
    {"relations", keep_relations},
    {"saas", leave_out_saas},
    {"series", ignore},
    {"services", refuse_services},
    {"source", ignore},
    {"summary", ignore},
    {"tags", ignore},
    {"type", read_type},
    {"variables", ignore}, // A place for anchors.
    {"website", ignore},
  };
  return fields;
}

Result<void> read_bundle(const Document& document, BundleInFile& into) {
  warn_unknown(document, document.root(), "the bundle", bundle_fields(),
               into.surroundings.warnings);
  if (auto done = read_fields(document, document.root(), "the bundle", bundle_fields(),
                              UnknownKeys::Ignore, into);
      !done)
    return done;
  if (into.bundle.applications.empty())
    return tl::unexpected(Error{into.bundle.file, 0, 0, "the bundle has no applications",
                                "declare at least one under applications"});
  if (auto resolved = resolve_placements(document, into.applications->value, into.bundle);
      !resolved)
    return resolved;
  return into.relations == nullptr
           ? Result<void>()
           : read_relations(document, *into.relations, into.elsewhere, into.bundle);
}

/// Names what was ignored, too: that may be where the missing thing is.
Error with_warnings(Error error, const std::vector<std::string>& warnings) {
  if (warnings.empty())
    return error;
  std::string& last = error.remedy.empty() ? error.what : error.remedy;
  last += " (" + warnings.front();
  if (warnings.size() > 1)
    last += ", and " + std::to_string(warnings.size() - 1) + " more";
  last += ")";
  return error;
}

} // namespace

Result<Bundle> load_bundle(const fs::path& file, const std::vector<fs::path>& overlays) {
  const auto document = read_overlaid(file, overlays);
  if (!document)
    return tl::unexpected(document.error());
  BundleInFile read;
  read.bundle.file = file.string();
  read.surroundings.warnings = document->warning_texts();
  std::error_code failed;
  for (const std::string& name : document->files())
    read.surroundings.directories.push_back(fs::absolute(name, failed).parent_path());
  if (auto done = read_bundle(*document, read); !done)
    return tl::unexpected(with_warnings(std::move(done.error()), read.surroundings.warnings));
  read.bundle.warnings = std::move(read.surroundings.warnings);
  return std::move(read.bundle);
}

std::optional<fs::path> bundle_in(const fs::path& directory) {
  std::error_code failed;
  const auto file = directory / "bundle.yaml";
  if (fs::exists(directory / "metadata.yaml", failed) || !fs::is_regular_file(file, failed))
    return std::nullopt;
  return file;
}

bool looks_like_bundle(const fs::path& path) {
  std::error_code failed;
  const auto status = fs::status(path, failed);
  if (status.type() == fs::file_type::directory)
    return false;
  // A path that is not there yet is judged by its name, so that the error fits what was meant.
  const auto extension = path.extension();
  if (extension == ".yaml" || extension == ".yml")
    return true;
  return status.type() == fs::file_type::regular && extension != ".charm" && extension != ".zip";
}

} // namespace orrery::config
