#include "cmd/simulate/judged_environment.hpp"

#include <fmt/format.h>

#include <string_view>

namespace orrery::simulate {

namespace {

/// Empty where there is no such variable: a program cannot do more with an empty one.
std::string value_of(const hooks::HookJob& job, const std::string& variable) {
  const auto found = job.environment.find(variable);
  return found == job.environment.end() ? std::string() : found->second;
}

std::string fault_of_relation(const hooks::HookJob& job, std::string_view kind) {
  const std::string endpoint = value_of(job, "JUJU_RELATION");
  if (job.hook != fmt::format("{}-relation-{}", endpoint, kind))
    return fmt::format("JUJU_RELATION is \"{}\"", endpoint);
  const std::string id = value_of(job, "JUJU_RELATION_ID");
  if (id.rfind(endpoint + ":", 0) != 0 || id.size() == endpoint.size() + 1)
    return fmt::format("JUJU_RELATION_ID is \"{}\"", id);
  if (value_of(job, "JUJU_REMOTE_APP").empty())
    return "JUJU_REMOTE_APP is empty";
  const bool has_member = kind == "joined" || kind == "departed";
  if (has_member && value_of(job, "JUJU_REMOTE_UNIT").empty())
    return "JUJU_REMOTE_UNIT is empty";
  if (kind == "departed" && value_of(job, "JUJU_DEPARTING_UNIT").empty())
    return "JUJU_DEPARTING_UNIT is empty";
  return {};
}

/// ST29
std::string fault_of_storage(const hooks::HookJob& job, std::string_view name) {
  const std::string id = value_of(job, "JUJU_STORAGE_ID");
  if (id.rfind(fmt::format("{}/", name), 0) != 0)
    return fmt::format("JUJU_STORAGE_ID is \"{}\"", id);
  if (value_of(job, "JUJU_STORAGE_LOCATION").empty())
    return "JUJU_STORAGE_LOCATION is empty";
  return value_of(job, "JUJU_STORAGE_KIND") == "filesystem" ? std::string()
                                                            : "JUJU_STORAGE_KIND is not filesystem";
}

/// Returns `data` of `data-storage-attached`; empty for a hook that is of no storage.
std::string_view storage_of(std::string_view hook) {
  for (const std::string_view mark : {"-storage-attached", "-storage-detaching"})
    if (hook.ends_with(mark))
      return hook.substr(0, hook.size() - mark.size());
  return {};
}

} // namespace

std::string fault_of_environment(const hooks::HookJob& job, const std::string& model) {
  for (const char* variable : {"CHARM_DIR", "HOME", "JUJU_CONTEXT_ID", "JUJU_HOOK_NAME",
                               "JUJU_MODEL_NAME", "JUJU_MODEL_UUID", "JUJU_UNIT_NAME", "PATH"})
    if (value_of(job, variable).empty())
      return fmt::format("{} is empty", variable);
  if (const std::string uuid = value_of(job, "JUJU_MODEL_UUID"); uuid != model)
    return fmt::format("JUJU_MODEL_UUID is \"{}\"", uuid);
  if (const std::string_view storage = storage_of(job.hook); !storage.empty())
    return fault_of_storage(job, storage);
  for (const char* variable : {"JUJU_STORAGE_ID", "JUJU_STORAGE_LOCATION", "JUJU_STORAGE_KIND"})
    if (!value_of(job, variable).empty())
      return fmt::format("{} is set", variable);
  constexpr std::string_view mark = "-relation-";
  const std::size_t at = job.hook.rfind(mark);
  if (at != std::string::npos)
    return fault_of_relation(job, std::string_view(job.hook).substr(at + mark.size()));
  return value_of(job, "JUJU_RELATION").empty() ? std::string() : "JUJU_RELATION is set";
}

} // namespace orrery::simulate
