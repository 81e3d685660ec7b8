#include "actors/rules/new_application.hpp"

#include "actors/rules/charm_numbers.hpp"
#include "actors/rules/constraints.hpp"
#include "actors/rules/hosted_models.hpp"
#include "actors/rules/peers.hpp"
#include "actors/rules/resources.hpp"
#include "actors/rules/storage_ranges.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

namespace orrery::rules {

namespace {

std::optional<Refusal> refuses(const ModelState& model, const protocol::CreateApplication& wanted) {
  if (auto dies = refuses_new(model, fmt::format("cannot add application \"{}\"", wanted.name)))
    return dies; // MD5
  if (!store::is_application_name(wanted.name))
    return Refusal{
      protocol::Code::InvalidName,
      fmt::format(
        "\"{}\" is no application name: lower-case letters, digits and hyphens, beginning with a "
        "letter, no part of digits alone",
        wanted.name)};
  if (model.applications.contains(wanted.name))
    return Refusal{
      protocol::Code::AlreadyExists,
      fmt::format(
        "application \"{}\" already exists: choose another name, or wait until it is removed",
        wanted.name)};
  if (auto refusal = refuses_directives(wanted.charm, wanted.storage)) { // ST12
    refusal->text = fmt::format("cannot add application \"{}\": {}", wanted.name, refusal->text);
    return refusal;
  }
  if (auto unknown = refuses_uploads(wanted.charm, wanted.resources))
    return unknown; // RS2
  return refuses_charm(model, wanted.charm);
}

/// Refuses constraints of a subordinate, because its units come to machines that are there (MD69).
tl::expected<std::string, Refusal> constraints_of(const protocol::CreateApplication& wanted) {
  auto constraints = canonical_constraints(wanted.constraints);
  if (constraints && wanted.charm.subordinate && !constraints->empty())
    return tl::unexpected(Refusal{protocol::Code::IsSubordinate,
                                  "constraints do not apply to subordinate applications"});
  return constraints;
}

} // namespace

Decision create_application(const ModelState& model,
                            const protocol::CreateApplication& wanted,
                            const Context& context) {
  if (const std::optional<Refusal> refusal = refuses(model, wanted))
    return refuse(refusal->code, refusal->text);
  auto constraints = constraints_of(wanted);
  if (!constraints)
    return refuse(constraints.error().code, constraints.error().text);
  store::Model after = model.record;
  const std::vector<store::Relation> peers =
    make_peers(wanted.name, wanted.charm, peer_endpoints(wanted.charm), after, context);
  store::Application application;
  application.name = wanted.name;
  application.uid = after.next_application++;
  application.turn = {context.now, context.cause};
  application.charm = wanted.charm.url;
  application.subordinate = wanted.charm.subordinate;
  application.trusted = wanted.trusted;
  application.constraints = std::move(*constraints);
  application.storage = wanted.storage;
  application.relation_count = static_cast<std::uint32_t>(peers.size());
  application.next_unit = after.next_named; // L6
  Decision decision;
  decision.created = wanted.name;
  if (const auto sequence = model.sequences.find(wanted.name); sequence != model.sequences.end()) {
    application.next_unit = sequence->second; // L6
    decision.writes.push_back(erase(store::UnitSequence{wanted.name, sequence->second}));
  }
  decision.writes.push_back(put(std::move(after)));
  if (!model.charms.contains(wanted.charm.url))
    decision.writes.push_back(put(wanted.charm));
  raise_charm_sequence(decision, model, wanted.charm);
  decision.writes.push_back(create(std::move(application)));
  decision.writes.push_back(put(store::ApplicationConfig{wanted.name, wanted.config}));
  if (!wanted.resources.empty()) {
    store::Resources resources{wanted.name, {}};
    (void)take_uploads(resources, wanted.resources, context.now);
    decision.writes.push_back(put(std::move(resources)));
  }
  for (const store::Relation& peer : peers)
    decision.writes.push_back(create(peer));
  return decision;
}

} // namespace orrery::rules
