#include "cmd/verbs/kept_storage.hpp"

#include "store/names.hpp"

#include <algorithm>
#include <vector>

namespace orrery::cmd {

void tell_kept_storage(Session& session,
                       const std::string& application,
                       const std::map<std::string, store::StorageDirective>& directives) {
  const auto names_size = [](const auto& each) { return each.second.size_mib != 0; };
  if (std::none_of(directives.begin(), directives.end(), names_size))
    return;
  const auto contents = read_named(session, {.kinds = "d"});
  if (!contents)
    return;
  std::vector<const store::Storage*> kept;
  for (const auto& [id, storage] : contents->storages) {
    const auto directive = directives.find(storage.name);
    if (directive != directives.end() && names_size(*directive)
        && storage.size_mib != directive->second.size_mib
        && storage.unit.starts_with(application + "/"))
      kept.push_back(&storage);
  }
  std::sort(kept.begin(), kept.end(), [](const store::Storage* one, const store::Storage* other) {
    return store::natural_less(one->unit, other->unit);
  });
  for (const store::Storage* storage : kept)
    session.out(storage->unit + " keeps storage " + store::storage_id(*storage) + " of "
                + std::to_string(storage->size_mib)
                + " MiB: the new size is for storage to come\n");
}

} // namespace orrery::cmd
