#include "cmd/verbs/model_name.hpp"

namespace orrery::cmd {

bool is_model(const store::Model& model, const std::string& name) {
  const auto separator = name.find_last_of(":/");
  return model.name == (separator == std::string::npos ? name : name.substr(separator + 1));
}

std::string model_not_found(const store::Model& model, const std::string& name) {
  return "model " + name + " not found: there is one model, \"" + model.name + "\"";
}

} // namespace orrery::cmd
