#pragma once

#include "actors/rules/model.hpp"

#include <cstdint>
#include <optional>
#include <string>

/// Revisions of charms, counted for each name and for all applications; they never go back (P4).
namespace orrery::rules {

/// Returns the next revision of a charm's name (P4).
/// @param counted of the name; 0: nobody has counted it yet, in a model that an earlier Orrery made
/// @param next_named Model::next_named: charms that a backup does not know may have been there
/// @param charms by url; those of other names count for nothing
[[nodiscard]] std::uint32_t next_revision(const std::string& name,
                                          std::uint32_t counted,
                                          std::uint32_t next_named,
                                          const std::map<std::string, store::Charm>& charms);
/// Gives the next revision of a name, which the decision's `created` says.
[[nodiscard]] Decision number_charm(const ModelState& model, const protocol::NumberCharm& wanted);
/// Has the numbers go on behind a charm that is taken up, whoever numbered it.
void raise_charm_sequence(Decision& decision, const ModelState& model, const store::Charm& charm);
/// Refuses a charm whose url another one got after the charm was numbered.
[[nodiscard]] Refusal another_charm_has(const std::string& url);
/// Says why a charm cannot be taken up: its url is another one's.
[[nodiscard]] std::optional<Refusal> refuses_charm(const ModelState& model,
                                                   const store::Charm& charm);

} // namespace orrery::rules
