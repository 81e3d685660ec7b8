#pragma once

#include "store/records.hpp"

#include <string>

namespace orrery::cmd {

/// Whether `name` (`MODEL`, `OWNER/MODEL`, `CONTROLLER:MODEL`) is the model that there is.
[[nodiscard]] bool is_model(const store::Model& model, const std::string& name);
/// The refusal of a name that is another one.
[[nodiscard]] std::string model_not_found(const store::Model& model, const std::string& name);

} // namespace orrery::cmd
