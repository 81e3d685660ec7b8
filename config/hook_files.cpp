#include "config/hook_files.hpp"

#include "config/charm_file.hpp"
#include "config/hook_names.hpp"
#include "config/input.hpp"
#include "config/names.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
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
                     CharmDeclaration& declaration,
                     Findings& findings) {
  const auto relative = target.lexically_relative(charm);
  auto& all = declaration.made_executable;
  const auto place = std::lower_bound(all.begin(), all.end(), relative);
  if (place == all.end() || *place != relative)
    all.insert(place, relative);
  findings.warn(file_error(file, "is not executable", "the units' copy is made so"));
}

/// @returns whether there is such a file, or what keeps it from being run.
Result<bool> check_program(const fs::path& charm,
                           const fs::path& file,
                           CharmDeclaration& declaration,
                           Findings& findings) {
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
    make_executable(charm, target, file, declaration, findings);
  return true;
}

std::vector<std::string> hook_names_of(const CharmDeclaration& charm) {
  std::set<std::string> endpoints;
  for (const auto& endpoint : charm.endpoints)
    endpoints.insert(endpoint.name);
  std::set<std::string> storages;
  for (const auto& entry : charm.storage)
    storages.insert(entry.first);
  return hook_names(endpoints, storages);
}

/// Says of `db-relation-chnged` which of the hooks of the endpoint `db` is probably meant.
Error no_hook_of_endpoint(const fs::path& file, const std::string& endpoint) {
  const std::string begin = endpoint + "-relation-";
  std::vector<std::string> events;
  for (const auto& name : hook_names({endpoint}))
    if (name.starts_with(begin))
      events.push_back(name.substr(begin.size()));
  const std::string meant = nearest_name(file.filename().string().substr(begin.size()), events);
  return file_error(file, "is never run: no hook is called so",
                    meant.empty() ? "write " + begin
                                      + "created, -joined, -changed, -departed or "
                                        "-broken, or remove the file"
                                  : "did you mean " + begin + meant + "?");
}

/// Warns of what looks like a hook, and is none of this charm's. Charms keep other files there.
void warn_of_other_hooks(const fs::path& hooks,
                         const std::vector<std::string>& names,
                         const CharmDeclaration& charm,
                         Findings& findings) {
  constexpr std::string_view mark = "-relation-";
  std::vector<std::string> endpoints{"juju-info"}; // every application has it
  for (const auto& endpoint : charm.endpoints)
    endpoints.push_back(endpoint.name);
  std::error_code failed; // no such directory: no hooks
  std::vector<fs::path> others;
  for (fs::directory_iterator entry(hooks, failed), end; !failed && entry != end;
       entry.increment(failed))
    if (std::error_code unseen; !entry->is_directory(unseen))
      others.push_back(entry->path());
  std::sort(others.begin(), others.end());
  for (const auto& file : others) {
    const std::string name = file.filename().string();
    if (std::find(names.begin(), names.end(), name) != names.end())
      continue;
    const auto relation = name.find(mark);
    if (relation == std::string::npos) {
      const std::string meant = nearest_name(file.stem().string(), names);
      if (!meant.empty() && !is_there(hooks / meant))
        findings.warn(
          file_error(file, "is never run: no hook is called so", "did you mean " + meant + "?"));
    } else if (file.extension().empty()) {
      const std::string endpoint = name.substr(0, relation);
      if (std::find(endpoints.begin(), endpoints.end(), endpoint) != endpoints.end()) {
        findings.warn(no_hook_of_endpoint(file, endpoint));
        continue;
      }
      const std::string meant = nearest_name(endpoint, endpoints);
      findings.warn(file_error(file, "is never run: the charm has no endpoint " + quote(endpoint),
                               meant.empty() ? "declare it, or remove the file"
                                             : "did you mean " + meant + "?"));
    }
  }
}

} // namespace

bool check_hook_files(const fs::path& directory,
                      bool knows_endpoints,
                      CharmDeclaration& charm,
                      Findings& findings) {
  std::error_code failed;
  const auto root = fs::canonical(directory, failed);
  if (failed) {
    findings.wrong(file_error(directory, "cannot be examined (" + failed.message() + ")",
                              "make the charm readable"));
    return false;
  }
  const auto names = hook_names_of(charm);
  for (const auto& name : names)
    findings.take(check_program(root, directory / "hooks" / name, charm, findings));
  if (knows_endpoints)
    warn_of_other_hooks(directory / "hooks", names, charm, findings);
  const auto dispatch = check_program(root, directory / "dispatch", charm, findings);
  findings.take(dispatch);
  return dispatch.value_or(false);
}

} // namespace orrery::config
