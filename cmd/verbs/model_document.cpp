#include "cmd/verbs/model_document.hpp"

#include "cmd/client/model_reference.hpp"
#include "cmd/verbs/known_models.hpp"

namespace orrery::cmd {

using render::Document;

std::string_view model_status(const ModelFacts& model) {
  return model.life == store::Life::Alive ? "available" : "destroying";
}

Document model_document(const ModelFacts& model, const std::string& controller_uuid) {
  const bool is_alive = model.life == store::Life::Alive;
  auto status = Document::map();
  status.add("current", std::string{model_status(model)});
  if (!is_alive)
    status.add("message", "cleaning up cloud resources");
  auto document = Document::map();
  document.add("name", owned_name(model))
    .add("short-name", model.name)
    .add("model-uuid", model.uuid)
    .add("model-type", "iaas")
    .add("controller-uuid", controller_uuid)
    .add("controller-name", usual_controller)
    .add("is-controller", false) // what it has beside another model nobody deploys (decision 169)
    .add("owner", model.owner)
    .add("cloud", "local")
    .add("type", "process")
    .add("life", is_alive ? "alive" : "dying")
    .add("status", std::move(status));
  return document;
}

} // namespace orrery::cmd
