#include "actors/rules/charm_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace orrery::rules {

namespace {

std::uint32_t next_in_model(const ModelState& model, const std::string& name) {
  const auto counted = model.charm_sequences.find(name);
  return next_revision(name, counted == model.charm_sequences.end() ? 0 : counted->second,
                       model.record.next_named, model.charms);
}

} // namespace

std::uint32_t next_revision(const std::string& name,
                            std::uint32_t counted,
                            std::uint32_t next_named,
                            const std::map<std::string, store::Charm>& charms) {
  std::uint32_t next = counted > 0 ? counted : next_named;
  for (const auto& [url, charm] : charms)
    if (charm.name == name)
      next = std::max(next, charm.revision + 1);
  return next;
}

Decision number_charm(const ModelState& model, const protocol::NumberCharm& wanted) {
  const std::uint32_t number = std::max(wanted.at_least, next_in_model(model, wanted.name));
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
  const std::uint32_t next = std::max(next_in_model(model, charm.name), charm.revision + 1);
  if (counted == model.charm_sequences.end() || counted->second < next)
    decision.writes.push_back(put(store::CharmSequence{charm.name, next}));
}

Refusal another_charm_has(const std::string& url) {
  return {protocol::Code::Contention,
          fmt::format("another charm {} was deployed meanwhile: try again", url)};
}

std::optional<Refusal> refuses_charm(const ModelState& model, const store::Charm& charm) {
  const auto present = model.charms.find(charm.url);
  if (present == model.charms.end())
    return std::nullopt;
  store::Charm same = charm;
  same.source = present->second.source; // the same files from another place
  if (present->second == same)
    return std::nullopt;
  return another_charm_has(charm.url);
}

} // namespace orrery::rules
