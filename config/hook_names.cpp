#include "config/hook_names.hpp"

namespace orrery::config {

std::vector<std::string> hook_names(const std::set<std::string>& endpoints,
                                    const std::set<std::string>& storages) {
  std::vector<std::string> names{"install",        "leader-elected", "leader-settings-changed",
                                 "config-changed", "start",          "upgrade-charm",
                                 "update-status",  "stop",           "remove",
                                 "secret-changed", "secret-rotate",  "secret-expired",
                                 "secret-remove"};
  std::set<std::string> all = endpoints;
  all.insert("juju-info"); // Every application provides it; a charm may declare it, too.
  for (const std::string& endpoint : all)
    for (const char* event : {"created", "joined", "changed", "departed", "broken"})
      names.push_back(endpoint + "-relation-" + event);
  for (const std::string& storage : storages) // ST6
    for (const char* event : {"attached", "detaching"})
      names.push_back(storage + "-storage-" + event);
  return names;
}

} // namespace orrery::config
