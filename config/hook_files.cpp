#include "config/hook_files.hpp"

#include "config/input.hpp"

#include <algorithm>
#include <string>
#include <system_error>
#include <vector>

namespace orrery::config {

namespace {

namespace fs = std::filesystem;

/// Whether `file` lies below `directory`; both are canonical.
bool is_inside(const fs::path& file, const fs::path& directory) {
  const auto differs =
    std::mismatch(directory.begin(), directory.end(), file.begin(), file.end()).first;
  return differs == directory.end();
}

/// Packing a charm for Juju does so: checkouts from archives have no modes.
void make_executable(const fs::path& charm,
                     const fs::path& target,
                     const fs::path& file,
                     CharmDeclaration& declaration) {
  const auto relative = target.lexically_relative(charm);
  auto& all = declaration.made_executable;
  const auto place = std::lower_bound(all.begin(), all.end(), relative);
  if (place == all.end() || *place != relative)
    all.insert(place, relative);
  declaration.warnings.push_back(
    file_error(file, "is not executable", "the units' copy is made so").text());
}

/// @returns whether there is such a file, or what keeps it from being run.
Result<bool>
check_program(const fs::path& charm, const fs::path& file, CharmDeclaration& declaration) {
  std::error_code failed;
  const auto own = fs::symlink_status(file, failed);
  if (own.type() == fs::file_type::not_found)
    return false;
  if (failed)
    return tl::unexpected(
      file_error(file, "cannot be examined (" + failed.message() + ")", "make the charm readable"));
  const auto target = fs::canonical(file, failed);
  if (failed)
    return tl::unexpected(file_error(file,
                                     "is a link that leads nowhere (" + failed.message() + ")",
                                     "link it to a file in the charm"));
  // Units run a copy of the charm: a link out of it would lead elsewhere there.
  if (!is_inside(target, charm))
    return tl::unexpected(file_error(file,
                                     "is a link to " + target.string() + ", outside the charm",
                                     "link it to a file in the charm"));
  const auto status = fs::status(target, failed);
  if (failed || status.type() != fs::file_type::regular)
    return tl::unexpected(
      file_error(file, "is no regular file", "put an executable file there or remove it"));
  if ((status.permissions() & fs::perms::owner_exec) == fs::perms::none)
    make_executable(charm, target, file, declaration);
  return true;
}

std::vector<std::string> hook_names(const CharmDeclaration& charm) {
  std::vector<std::string> names{"install",        "leader-elected", "leader-settings-changed",
                                 "config-changed", "start",          "upgrade-charm",
                                 "update-status",  "stop",           "remove"};
  const auto add = [&](const std::string& endpoint) {
    for (const char* event : {"created", "joined", "changed", "departed", "broken"})
      names.push_back(endpoint + "-relation-" + event);
  };
  for (const auto& endpoint : charm.endpoints)
    add(endpoint.name);
  add("juju-info"); // Every application provides it.
  return names;
}

} // namespace

Result<bool> check_hook_files(const fs::path& directory, CharmDeclaration& charm) {
  std::error_code failed;
  const auto root = fs::canonical(directory, failed);
  if (failed)
    return tl::unexpected(file_error(directory, "cannot be examined (" + failed.message() + ")",
                                     "make the charm readable"));
  for (const auto& name : hook_names(charm))
    if (auto checked = check_program(root, directory / "hooks" / name, charm); !checked)
      return checked;
  return check_program(root, directory / "dispatch", charm);
}

} // namespace orrery::config
