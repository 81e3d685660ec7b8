#pragma once

#include "actors/rules/model.hpp"

#include <tl/expected.hpp>

#include <string>

/// The model's configuration (MD60-MD66): what may be set, and what it becomes.
namespace orrery::rules {

/// Takes all of a change, or refuses it with the word of the first key that is wrong.
[[nodiscard]] Decision set_model_config(const ModelState& model,
                                        const protocol::SetModelConfig& change);

/// Puts constraints in the place of those that the model has, for machines to come (MD69).
[[nodiscard]] Decision set_model_constraints(const ModelState& model,
                                             const protocol::SetModelConstraints& change);

/// Takes all of a change of what models to come begin with, or refuses it (MD68).
[[nodiscard]] Decision set_model_defaults(const ModelState& model,
                                          const protocol::SetModelDefaults& change);

/// Values that a model begins with: what is given for it over the defaults of that moment, which
/// are copied (MD34, MD68). Errors are sentences in Juju's words.
[[nodiscard]] tl::expected<store::Settings, std::string> first_settings(
  const std::string& name, const store::Settings& defaults, const store::Settings& given);

} // namespace orrery::rules
