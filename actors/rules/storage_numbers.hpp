#pragma once

#include "actors/rules/model.hpp"

#include <optional>
#include <string>
#include <vector>

/// The model's part in storage: the numbers of instances (ST15), and instances that no unit has
/// (ST19).
namespace orrery::rules {

/// Adds a unit's instances with their attachments to a decision, and counts new ones in `after`.
/// @returns why not: an instance that was asked for is not free (ST14)
[[nodiscard]] std::optional<Refusal> make_storage(Decision& decision,
                                                  store::Model& after,
                                                  const ModelState& model,
                                                  const NumberStorage& wanted,
                                                  const Context& context);
[[nodiscard]] Decision
number_storage(const ModelState& model, const NumberStorage& wanted, const Context& context);
/// Removes an instance that no unit has (ST42).
[[nodiscard]] Decision remove_free_storage(const ModelState& model,
                                           const protocol::RemoveStorage& wanted);
/// Takes in an instance: the model has it while no unit does.
void absorb_free_storage(ModelState& model, const store::Storage& storage, bool deleted);

} // namespace orrery::rules
