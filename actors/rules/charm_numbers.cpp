#include "actors/rules/charm_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace orrery::rules {

namespace {

/// Charms of a model that an earlier Orrery made are not counted yet, and charms that a backup does
/// not know may have been there (Model::next_named).
std::uint32_t next_revision(const ModelState& model, const std::string& name) {
  if (const auto counted = model.charm_sequences.find(name); counted != model.charm_sequences.end())
    return counted->second;
  std::uint32_t next = model.record.next_named;
  for (const auto& [url, charm] : model.charms)
    if (charm.name == name)
      next = std::max(next, charm.revision + 1);
  return next;
}

} // namespace

Decision number_charm(const ModelState& model, const protocol::NumberCharm& wanted) {
  const std::uint32_t number = std::max(wanted.at_least, next_revision(model, wanted.name));
  if (number == std::numeric_limits<std::uint32_t>::max())
    return refuse(
      protocol::Code::LimitExceeded,
      fmt::format("charm {} has no revision left: the greatest is {}", wanted.name, number - 1));
  Decision decision;
  decision.created = fmt::format("{}", number);
  decision.writes.push_back(put(store::CharmSequence{wanted.name, number + 1}));
  return decision;
}

void raise_charm_sequence(Decision& decision, const ModelState& model, const store::Charm& charm) {
  const auto counted = model.charm_sequences.find(charm.name);
  const std::uint32_t next = std::max(next_revision(model, charm.name), charm.revision + 1);
  if (counted == model.charm_sequences.end() || counted->second < next)
    decision.writes.push_back(put(store::CharmSequence{charm.name, next}));
}

std::optional<Refusal> refuses_charm(const ModelState& model, const store::Charm& charm) {
  const auto present = model.charms.find(charm.url);
  if (present == model.charms.end() || present->second == charm)
    return std::nullopt;
  return Refusal{protocol::Code::Contention,
                 fmt::format("another charm {} was deployed meanwhile: try again", charm.url)};
}

} // namespace orrery::rules
