#include "actors/hooks/tools/relation.hpp"

#include <algorithm>

namespace orrery::hooks {
namespace {

/// The named endpoint, else that of the hook's relation, else empty.
std::string chosen_endpoint(const Task& task) {
  if (!task.flags.positional.empty())
    return task.flags.positional.front();
  if (!task.sight.relation)
    return {};
  const auto found = task.sight.relations.find(*task.sight.relation);
  return found == task.sight.relations.end() ? std::string() : found->second.endpoint;
}

ToolOutcome relation_ids(Task& task) {
  const std::string endpoint = chosen_endpoint(task);
  if (endpoint.empty())
    return misused("no relation name specified");
  if (const ToolDone extra = no_more_than(task, 1); extra.reply.code != 0)
    return extra;
  std::vector<std::string> ids;
  for (const auto& [id, relation] : task.sight.relations)
    if (relation.endpoint == endpoint)
      ids.push_back(relation_text(relation));
  std::sort(ids.begin(), ids.end());
  return printed(task, config::Data::list(ids));
}

} // namespace

Tool relation_ids_tool() {
  return {"relation-ids",
          "[ENDPOINT]",
          "List all relation ids of an endpoint, by default that of the hook's relation.",
          true,
          {},
          relation_ids};
}

} // namespace orrery::hooks
