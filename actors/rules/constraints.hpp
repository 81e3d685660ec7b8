#pragma once

#include "actors/rules/decision.hpp"

#include <tl/expected.hpp>

#include <string>

/// Constraints of the model, of applications and of machines (MD69).
namespace orrery::rules {

/// Returns the text that is kept of constraints as a user typed them. Refuses what
/// config::parse_constraints() does, in its words.
[[nodiscard]] tl::expected<std::string, Refusal> canonical_constraints(const std::string& typed);

/// Returns what a new machine is made for: its own constraints, and of the model's what those do
/// not name.
/// @param own as canonical_constraints() returned them
[[nodiscard]] std::string constraints_of_machine(const store::ModelConfig& model,
                                                 const std::string& own);

} // namespace orrery::rules
