#include "cmd/charms/damaged_resources.hpp"

#include "cmd/charms/kept_resource.hpp"

#include <map>
#include <utility>

namespace orrery::cmd {

std::vector<std::string> damaged_resources(const std::filesystem::path& data,
                                           const store::Contents& contents,
                                           const std::function<bool()>& cancelled) {
  std::map<std::string, bool> whole; ///< By hash.
  std::vector<std::string> damaged;
  for (const auto& [owner, resources] : contents.resources) {
    if (!contents.applications.contains(owner))
      continue; // a unit's
    for (const auto& [name, resource] : resources.all) {
      if (cancelled())
        return damaged;
      const auto [known, is_new] = whole.try_emplace(resource.hash, false);
      if (is_new)
        known->second = is_kept_whole(data, resource);
      if (!known->second)
        damaged.push_back("resource \"" + name + "\" of application \"" + owner
                          + "\": its kept bytes are damaged or gone: give the file again, "
                            "attach-resource "
                          + owner + " " + name + "=FILE");
    }
  }
  return damaged;
}

} // namespace orrery::cmd
