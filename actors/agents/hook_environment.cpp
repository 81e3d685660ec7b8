#include "actors/agents/hook_environment.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery::agents {

namespace {

constexpr const char* system_path =
  "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/snap/bin";
constexpr const char* terminal = "tmux-256color"; ///< As in a hook of Juju.

void add_relation(std::map<std::string, std::string>& environment, const hooks::HookSight& sight) {
  const std::string& endpoint = sight.relations.at(*sight.relation).endpoint;
  environment["JUJU_RELATION"] = endpoint;
  environment["JUJU_RELATION_ID"] = fmt::format("{}:{}", endpoint, *sight.relation);
  environment["JUJU_REMOTE_UNIT"] = sight.remote_unit;
  environment["JUJU_REMOTE_APP"] = sight.remote_application;
  if (!sight.departing_unit.empty())
    environment["JUJU_DEPARTING_UNIT"] = sight.departing_unit;
}

/// Only of the hook's own storage (ST29).
void add_storage(std::map<std::string, std::string>& environment, const hooks::HookSight& sight) {
  environment["JUJU_STORAGE_ID"] = sight.storage;
  environment["JUJU_STORAGE_KIND"] = "filesystem";
  for (const hooks::StorageSight& storage : sight.storages)
    if (storage.id == sight.storage)
      environment["JUJU_STORAGE_LOCATION"] = storage.location;
}

/// SE42, with one spelling of the URI in all four hooks (SE2).
void add_secret(std::map<std::string, std::string>& environment,
                const hooks::SecretHookSight& secret) {
  environment["JUJU_SECRET_ID"] = "secret:" + secret.id;
  environment["JUJU_SECRET_LABEL"] = secret.label;
  if (secret.revision != 0)
    environment["JUJU_SECRET_REVISION"] = fmt::format("{}", secret.revision);
}

/// A23: none of a command's is called by the name of a hook, nor is a program dispatched for it.
void add_action(std::map<std::string, std::string>& environment, const hooks::ActionSight& action) {
  environment["JUJU_ACTION_NAME"] = action.name;
  environment["JUJU_ACTION_UUID"] = fmt::format("{}", action.task);
  environment["JUJU_ACTION_TAG"] = fmt::format("action-{}", action.task);
  environment["JUJU_HOOK_NAME"] = "";
  environment["JUJU_DISPATCH_PATH"] = "actions/" + action.name;
  if (action.name != store::command_action)
    return;
  environment.erase("JUJU_HOOK_NAME");
  environment.erase("JUJU_DISPATCH_PATH");
}

/// Names that most programs read themselves, in both spellings; only where a proxy is set.
void add_proxies(std::map<std::string, std::string>& environment,
                 const entities::ModelSettings& model) {
  bool is_any_set = false;
  const auto add = [&](std::string name, const std::string& value) {
    environment[name] = value;
    std::transform(name.begin(), name.end(), name.begin(),
                   [](char letter) { return letter == '_' ? '_' : char(letter - 'a' + 'A'); });
    environment[name] = value;
  };
  for (const std::string scheme : {"http", "https", "ftp"})
    if (const std::string proxy = model.value(scheme + "-proxy"); !proxy.empty()) {
      add(scheme + "_proxy", proxy);
      is_any_set = true;
    }
  if (is_any_set)
    add("no_proxy", model.value("no-proxy"));
}

} // namespace

std::string user_name(std::string unit) {
  std::replace(unit.begin(), unit.end(), '/', '-');
  return unit;
}

std::map<std::string, std::string> plain_environment(const std::string& home) {
  return {{"HOME", home}, {"LANG", "C.UTF-8"}, {"PATH", system_path}};
}

std::map<std::string, std::string> machine_environment(store::MachineId machine,
                                                       const std::filesystem::path& directory) {
  auto environment = plain_environment(directory.string());
  environment["JUJU_MACHINE_ID"] = fmt::format("{}", machine);
  environment["TERM"] = terminal;
  return environment;
}

std::map<std::string, std::string> hook_environment(const hooks::HookSight& sight,
                                                    const providers::UnitPlace& place,
                                                    const entities::ModelSettings& model,
                                                    const std::string& token) {
  std::map<std::string, std::string> environment{
    {"APT_LISTCHANGES_FRONTEND", "none"},
    {"CHARM_DIR", place.charm},
    {"CLOUD_API_VERSION", ""},
    {"DEBIAN_FRONTEND", "noninteractive"},
    {"HOME", place.directory},
    {"JUJU_AGENT_SOCKET_ADDRESS", place.socket},
    {"JUJU_AGENT_SOCKET_NETWORK", "unix"},
    {"JUJU_API_ADDRESSES", ""},
    {"JUJU_AVAILABILITY_ZONE", ""},
    {"JUJU_CHARM_DIR", place.charm},
    {"JUJU_CHARM_FTP_PROXY", model.value("juju-ftp-proxy")},
    {"JUJU_CHARM_HTTPS_PROXY", model.value("juju-https-proxy")},
    {"JUJU_CHARM_HTTP_PROXY", model.value("juju-http-proxy")},
    {"JUJU_CHARM_NO_PROXY", model.value("juju-no-proxy")},
    {"JUJU_CONTEXT_ID", token},
    {"JUJU_DISPATCH_PATH", "hooks/" + sight.hook},
    {"JUJU_HOOK_NAME", sight.hook},
    {"JUJU_MACHINE_ID", fmt::format("{}", sight.machine)},
    {"JUJU_MODEL_NAME", sight.model_name},
    {"JUJU_MODEL_UUID", sight.model_uuid},
    {"JUJU_PRINCIPAL_UNIT", sight.principal},
    {"JUJU_SLA", "unsupported"},
    {"JUJU_UNIT_NAME", sight.unit},
    {"JUJU_VERSION", "3.6.1"},
    {"LANG", "C.UTF-8"},
    {"PATH", place.tools + ":" + system_path},
    {"TERM", terminal},
  };
  add_proxies(environment, model);
  if (sight.action)
    add_action(environment, *sight.action);
  if (place.user != 0) {
    environment["USER"] = environment["LOGNAME"] = user_name(sight.unit);
  }
  if (sight.relation)
    add_relation(environment, sight);
  if (sight.secret)
    add_secret(environment, *sight.secret);
  if (!sight.storage.empty())
    add_storage(environment, sight);
  return environment;
}

} // namespace orrery::agents
