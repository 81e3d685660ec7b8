#include "actors/hooks/tools/relation.hpp"

#include "actors/hooks/tools/format.hpp"

namespace orrery::hooks {
namespace {

tl::expected<const RelationSight*, ToolDone> named_relation(const Task& task,
                                                            const std::string& text) {
  const std::string start = "invalid value " + in_quotes(text) + " for option -r: ";
  const std::size_t colon = text.rfind(':');
  const auto id = store::parse_id(colon == std::string::npos ? text : text.substr(colon + 1));
  if (!id)
    return tl::unexpected(misused(start + "invalid relation id, expected ID or NAME:ID"));
  const auto found = task.sight.relations.find(*id);
  if (found == task.sight.relations.end())
    return tl::unexpected(misused(start + "relation not found"));
  return &found->second;
}

} // namespace

Flag relation_flag() {
  return {{"r", "relation"}, false, "", "Specify a relation by id"};
}

tl::expected<const RelationSight*, ToolDone> chosen_relation(const Task& task) {
  const std::string text = task.flags.text("r");
  if (!text.empty())
    return named_relation(task, text);
  if (!task.sight.relation)
    return nullptr;
  const auto found = task.sight.relations.find(*task.sight.relation);
  if (found == task.sight.relations.end())
    return tl::unexpected(failed("relation not found: this hook's relation is gone"));
  return &found->second;
}

tl::expected<const RelationSight*, ToolDone> required_relation(const Task& task) {
  auto relation = chosen_relation(task);
  if (relation && !*relation)
    return tl::unexpected(misused("no relation id specified"));
  return relation;
}

std::string relation_text(const RelationSight& relation) {
  return relation.endpoint + ':' + std::to_string(relation.id);
}

} // namespace orrery::hooks
