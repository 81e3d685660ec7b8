#pragma once

#include "actors/rules/model.hpp"

#include <optional>

/// Revisions of charms, counted for each name and for all applications; they never go back (P4).
namespace orrery::rules {

/// Gives the next revision of a name, which the decision's `created` says.
[[nodiscard]] Decision number_charm(const ModelState& model, const protocol::NumberCharm& wanted);
/// Has the numbers go on behind a charm that is taken up, whoever numbered it.
void raise_charm_sequence(Decision& decision, const ModelState& model, const store::Charm& charm);
/// Says why a charm cannot be taken up: its url is another one's.
[[nodiscard]] std::optional<Refusal> refuses_charm(const ModelState& model,
                                                   const store::Charm& charm);

} // namespace orrery::rules
