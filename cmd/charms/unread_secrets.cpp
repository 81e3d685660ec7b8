#include "cmd/charms/unread_secrets.hpp"

#include "cmd/client/terminal_text.hpp"
#include "config/secret_reference.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace orrery::cmd {

namespace {

/// Returns the options whose value could be a secret's URI, with its id. Most charms have none.
std::vector<std::pair<std::string, std::string>> secret_options(const store::Settings& set) {
  std::vector<std::pair<std::string, std::string>> found;
  for (const auto& [option, value] : set)
    if (auto id = config::parse_secret_uri(value))
      found.emplace_back(option, std::move(*id));
  return found;
}

/// Whether the application's charm declares that option so.
bool is_of_type_secret(const store::Contents& contents,
                       const std::string& application,
                       const std::string& option) {
  const auto found = contents.applications.find(application);
  if (found == contents.applications.end())
    return false;
  const auto charm = contents.charms.find(found->second.charm);
  if (charm == contents.charms.end())
    return false;
  const auto declared = charm->second.options.find(option);
  return declared != charm->second.options.end()
         && declared->second.type == store::OptionType::Secret;
}

/// Returns what is wrong, and what helps; nothing where the application may read the secret.
std::optional<std::string>
unread(const store::Contents& contents, const std::string& application, const std::string& id) {
  if (contents.secret_grants.contains({id, application}))
    return std::nullopt;
  const auto secret = contents.secrets.find(id);
  const bool is_known = secret != contents.secrets.end();
  if (is_known && store::owning_application(secret->second.owner) == application)
    return std::nullopt;
  if (is_known && secret->second.owner.empty())
    return "which it may not read: run orrery grant-secret " + one_line(secret->second.label) + " "
           + application;
  return "which is not there, or not granted to it: \"secrets\" lists what there is";
}

} // namespace

void warn_of_unread_secrets(Session& session,
                            const std::string& application,
                            const store::Settings& set) {
  const auto options = secret_options(set);
  if (options.empty())
    return;
  explain::Named named{.applications = {application}};
  for (const auto& [option, id] : options)
    named.secrets.push_back(id);
  const auto contents = read_named(session, named);
  if (!contents)
    return;
  for (const auto& [option, id] : options)
    if (is_of_type_secret(*contents, application, option))
      if (const auto wrong = unread(*contents, application, id))
        session.err("WARNING option \"" + option + "\" of " + application + " names secret:" + id
                    + ", " + *wrong + "\n");
}

} // namespace orrery::cmd
