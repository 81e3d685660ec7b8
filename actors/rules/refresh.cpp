#include "actors/rules/refresh.hpp"

#include "actors/rules/peers.hpp"
#include "actors/rules/refresh_checks.hpp"
#include "actors/rules/refreshed_settings.hpp"
#include "actors/rules/resources.hpp"
#include "actors/rules/storage_refresh.hpp"
#include "actors/rules/unit_charms.hpp"

namespace orrery::rules {

namespace {

/// P22, then what was given with the refresh.
store::ApplicationConfig config_after(const ApplicationState& application,
                                      const protocol::RefreshApplication& wanted) {
  store::ApplicationConfig after{
    application.record.name,
    refreshed_settings(application.config.values, *application.charm, wanted.charm)};
  for (const std::string& name : wanted.reset)
    after.values.erase(name);
  const auto given = settings_of_refresh(wanted);
  for (const auto& [name, value] : given.value_or(store::Settings{}))
    after.values[name] = value;
  return after;
}

} // namespace

Decision
refresh(const ApplicationState& application, const RefreshWith& with, const Context& context) {
  const protocol::RefreshApplication& wanted = with.refresh;
  if (const std::optional<Refusal> refusal = refuses_refresh(application, wanted))
    return refuse(refusal->code, refusal->text);
  const bool has_new_charm = wanted.charm.url != application.record.charm;
  std::vector<store::RelationId> going;
  std::vector<std::string> coming;
  if (has_new_charm) {
    going = peers_that_go(application, wanted.charm);
    coming = peers_that_come(application, wanted.charm);
  }
  if (going != with.peers)
    return again(refresh_route({wanted, going, with.units}));
  store::Application after = application.record;
  after.force_units = wanted.force_units; // until the next refresh (P21)
  after.trusted = wanted.trusted.value_or(after.trusted);
  after.storage = storage_after(application, wanted);
  after.relation_count += static_cast<std::uint32_t>(coming.size());
  after.relation_count -= static_cast<std::uint32_t>(going.size());
  const std::string dropped = give_charm(after, wanted.charm.url);
  store::ApplicationConfig config = config_after(application, wanted);
  store::Resources resources = resources_after(application, wanted, context.now);
  if (have_other_bytes(application.resources, resources))
    ++after.charm_changes; // RS12: one upgrade-charm together with the charm
  const bool configured = config.values != application.config.values;
  if (has_new_charm || configured || after.trusted != application.record.trusted)
    ++after.config_version;
  const bool uploaded = resources != application.resources;
  if (after == application.record && !uploaded)
    return nothing();
  Decision decision;
  decision.writes.push_back(put(std::move(after)));
  if (configured)
    decision.writes.push_back(put(std::move(config)));
  if (uploaded)
    decision.writes.push_back(put(std::move(resources)));
  if (has_new_charm)
    decision.visits.push_back(
      {model(), TakeCharm{wanted.application, wanted.charm, coming, dropped}});
  return decision;
}

} // namespace orrery::rules
