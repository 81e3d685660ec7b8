#pragma once

#include "actors/rules/model.hpp"

#include <optional>
#include <string>
#include <string_view>

/// The rules of models that a process has beside its first one, and of a model that dies (MD1-MD6,
/// MD20, MD32, MD34).
namespace orrery::rules {

/// Owner of the first model, which has no record of that.
inline constexpr std::string_view first_owner = "admin";

/// Takes one of the first model's neighbours a step on.
[[nodiscard]] Decision
host_model(const ModelState& first, const protocol::HostModel& wanted, const Context& context);
/// Sets the model itself Dying; nothing if it is.
[[nodiscard]] Decision end_model(const ModelState& model);
/// Refuses what would come into a model that dies (MD5).
/// @param what begins the sentence: `cannot add a new machine`.
[[nodiscard]] std::optional<Refusal> refuses_new(const ModelState& model, const std::string& what);

} // namespace orrery::rules
