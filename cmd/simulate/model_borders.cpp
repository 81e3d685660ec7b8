#include "cmd/simulate/model_borders.hpp"

#include "actors/runtime/counted_actor.hpp"
#include "cmd/simulate/world.hpp"

#include <caf/actor_cast.hpp>
#include <caf/detail/pretty_type_name.hpp>
#include <caf/mailbox_element.hpp>
#include <fmt/format.h>

#include <typeinfo>

namespace orrery::simulate {

namespace {

/// Sees of any actor in whose activity it counts.
struct WithActivity : runtime::CountedActor {
  static const runtime::UnderWay& activity_of(const runtime::CountedActor& actor) {
    return (actor.*&WithActivity::activity)();
  }
};

std::string word_for(const caf::type_erased_tuple& content) {
  const std::type_info* type = content.empty() ? nullptr : content.type(0).second;
  return type == nullptr ? "a message of the framework" : caf::detail::pretty_type_name(*type);
}

} // namespace

ModelBorders::ModelBorders(const std::vector<World*>& models) {
  for (World* model : models)
    models_.emplace(&model->counts_in(), model);
}

World* ModelBorders::model_of(const caf::abstract_actor& actor) const {
  const auto* counted = dynamic_cast<const runtime::CountedActor*>(&actor);
  if (counted == nullptr)
    return nullptr;
  const auto found = models_.find(&WithActivity::activity_of(*counted));
  return found == models_.end() ? nullptr : found->second;
}

void ModelBorders::operator()(const caf::abstract_actor& receiver,
                              const caf::mailbox_element& message) const {
  if (!message.sender)
    return;
  World* to = model_of(receiver);
  const World* from = model_of(*caf::actor_cast<caf::abstract_actor*>(message.sender));
  if (to != nullptr && from != nullptr && to != from)
    to->findings().add(fmt::format("MD50: an actor of the model {} sends this one {}", from->name(),
                                   word_for(message.content())));
}

} // namespace orrery::simulate
