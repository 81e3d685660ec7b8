#pragma once

#include "actors/rules/model.hpp"

/// The model's configuration (MD60-MD66): what may be set, and what it becomes.
namespace orrery::rules {

/// Takes all of a change, or refuses it with the word of the first key that is wrong.
[[nodiscard]] Decision set_model_config(const ModelState& model,
                                        const protocol::SetModelConfig& change);

/// Puts constraints in the place of those that the model has, for machines to come (MD69).
[[nodiscard]] Decision set_model_constraints(const ModelState& model,
                                             const protocol::SetModelConstraints& change);

} // namespace orrery::rules
