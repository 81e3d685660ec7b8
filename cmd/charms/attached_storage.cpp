#include "cmd/charms/attached_storage.hpp"

#include "actors/rules/storage_ranges.hpp"

#include <algorithm>

namespace orrery::cmd {

tl::expected<std::vector<std::string>, std::string>
read_attached(const std::vector<std::string>& texts) {
  std::vector<std::string> ids;
  for (const std::string& text : texts)
    for (std::size_t from = 0; from <= text.size();) {
      const auto to = std::min(text.find(',', from), text.size());
      ids.push_back(text.substr(from, to - from));
      if (!store::is_unit_name(ids.back())) // one grammar
        return tl::unexpected("invalid storage ID \"" + ids.back()
                              + "\": write NAME/NUMBER, e.g. data/0");
      from = to + 1;
    }
  return ids;
}

std::optional<std::string> attached_trouble(Session& session,
                                            const std::vector<std::string>& ids,
                                            const config::CharmDeclaration& charm) {
  if (ids.empty())
    return std::string();
  const auto contents = read_named(session, {.kinds = "d"}); // instances
  if (!contents)
    return std::nullopt;
  for (const std::string& id : ids) {
    const auto found = contents->storages.find(id);
    if (found == contents->storages.end())
      return "cannot attach storage " + id + ": storage instance \"" + id + "\" not found";
    if (!found->second.unit.empty())
      return "cannot attach storage " + id + ": unit " + found->second.unit
             + " has it: detach-storage " + id + " takes it from there";
    if (!charm.storage.contains(found->second.name))
      return "cannot attach storage " + id + ": charm " + charm.name + " has no storage called "
             + found->second.name;
  }
  return std::string();
}

std::string range_trouble(const std::vector<std::string>& ids,
                          const store::Charm& charm,
                          const StorageDirectives& directives) {
  auto storage = rules::storage_of_new_unit(charm, directives);
  const auto refusal = rules::attach_to_new_unit(charm, ids, storage);
  return refusal ? refusal->text : std::string();
}

} // namespace orrery::cmd
