#include "actors/hooks/tools/relation.hpp"

namespace orrery::hooks {
namespace {

/// All applications of a relation are of one model.
ToolOutcome relation_model_get(Task& task) {
  const auto relation = required_relation(task);
  if (!relation)
    return relation.error();
  if (const ToolDone extra = no_more_than(task, 0); extra.reply.code != 0)
    return extra;
  return printed(task, config::Data::map().add("uuid", task.sight.model_uuid));
}

} // namespace

Tool relation_model_get_tool() {
  return {"relation-model-get",
          "",
          "Print the model that the other side of the relation is in.",
          true,
          {relation_flag()},
          relation_model_get};
}

} // namespace orrery::hooks
