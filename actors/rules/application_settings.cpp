#include "actors/rules/application_settings.hpp"

#include "actors/rules/constraints.hpp"
#include "actors/rules/option_kinds.hpp"
#include "actors/rules/scope.hpp"
#include "actors/rules/unexpected.hpp"
#include "config/charm.hpp"
#include "config/secret_reference.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery::rules {

namespace {

Refusal unknown_option(const store::Charm& charm, const std::string& name) {
  return {protocol::Code::BadOption,
          fmt::format("charm {} has no option \"{}\": see its config.yaml, or `orrery config`",
                      charm.name, name)};
}

Decision put_application(store::Application record) {
  Decision decision;
  decision.writes.push_back(put(std::move(record)));
  return decision;
}

/// Takes out of a change what it says of `trust`, which every application has beside the options
/// of its charm (TR1). An option of that name is the charm's own matter.
/// @returns whether the application is trusted then. Errors: the text is no boolean.
tl::expected<bool, Refusal> taken_trust(const ApplicationState& application,
                                        protocol::SetConfig& change) {
  const std::string name = "trust";
  if (application.charm->options.contains(name))
    return application.record.trusted;
  const bool reset = std::erase(change.reset, name) > 0;
  const auto given = change.set.extract(name);
  if (given.empty())
    return application.record.trusted && !reset;
  const auto value = config::canonical_option(name, config::OptionKind::Boolean, given.mapped());
  if (!value)
    return tl::unexpected(Refusal{protocol::Code::BadOption, value.error().text()});
  return *value == "true";
}

Decision set_config(const ApplicationState& application, protocol::SetConfig change) {
  const tl::expected<bool, Refusal> trusted = taken_trust(application, change);
  if (!trusted)
    return refuse(trusted.error().code, trusted.error().text);
  tl::expected<store::Settings, Refusal> checked = checked_options(*application.charm, change.set);
  if (!checked)
    return refuse(checked.error().code, checked.error().text);
  store::ApplicationConfig after = application.config;
  for (const std::string& name : change.reset) {
    if (!application.charm->options.contains(name)) {
      const Refusal refusal = unknown_option(*application.charm, name);
      return refuse(refusal.code, refusal.text);
    }
    after.values.erase(name);
  }
  for (const auto& [name, value] : *checked)
    after.values[name] = value;
  const bool same = after.values == application.config.values;
  if (same && *trusted == application.record.trusted)
    return nothing(); // S5's like: nobody is woken
  store::Application record = application.record;
  record.trusted = *trusted;
  ++record.config_version;
  Decision decision = put_application(std::move(record));
  if (!same)
    decision.writes.push_back(put(std::move(after)));
  return decision;
}

/// No agent needs to know, so none is told.
Decision set_exposed(const ApplicationState& application, const protocol::SetExposed& change) {
  if (application.record.exposed == change.exposed)
    return nothing();
  if (application.record.life != store::Life::Alive)
    return refuse(protocol::Code::NotAlive,
                  fmt::format("application \"{}\" is {}: only an Alive one is {}",
                              application.record.name, store::to_string(application.record.life),
                              change.exposed ? "exposed" : "unexposed"));
  store::Application record = application.record;
  record.exposed = change.exposed;
  return put_application(std::move(record));
}

/// TR1. That config-changed runs is all that a unit hears of it (TR2).
Decision set_trusted(const ApplicationState& application, const protocol::SetTrusted& change) {
  if (application.record.trusted == change.trusted)
    return nothing();
  if (application.record.life != store::Life::Alive)
    return refuse(protocol::Code::NotAlive,
                  fmt::format("application \"{}\" is {}: only an Alive one is {}",
                              application.record.name, store::to_string(application.record.life),
                              change.trusted ? "trusted" : "trusted no more"));
  store::Application record = application.record;
  record.trusted = change.trusted;
  ++record.config_version;
  return put_application(std::move(record));
}

/// Whether an option holds that secret, in whichever form of its URI.
bool holds_secret(const ApplicationState& application, const std::string& id) {
  const store::Settings& values = application.config.values;
  const auto& options = application.charm->options;
  return std::any_of(options.begin(), options.end(), [&](const auto& entry) {
    const auto& [name, option] = entry;
    if (option.type != store::OptionType::Secret)
      return false;
    const auto set = values.find(name);
    const auto named =
      config::parse_secret_uri(set == values.end() ? option.default_value : set->second);
    return named && *named == id;
  });
}

/// The user grants it a secret. One that an option holds can be read only now, so config-changed
/// runs (TR2); the model, which decides next, knows whether the grant is new.
Decision take_grant(const ApplicationState& application, const protocol::ChangeUserSecret& change) {
  if (!holds_secret(application, change.secret))
    return proceed();
  store::Application record = application.record;
  ++record.config_version;
  return put_application(std::move(record));
}

/// Machines that are there stay as they are (MD69). No agent needs to know.
Decision set_constraints(const ApplicationState& application,
                         const protocol::SetConstraints& change) {
  auto constraints = canonical_constraints(change.constraints);
  if (!constraints)
    return refuse(constraints.error().code, constraints.error().text);
  if (application.record.subordinate)
    return refuse(protocol::Code::IsSubordinate,
                  "constraints do not apply to subordinate applications");
  store::Application record = application.record;
  record.constraints = std::move(*constraints);
  if (record == application.record)
    return nothing();
  if (application.record.life != store::Life::Alive)
    return refuse(protocol::Code::NotAlive,
                  fmt::format("application \"{}\" is {}: only an Alive one gets constraints",
                              application.record.name, store::to_string(application.record.life)));
  return put_application(std::move(record));
}

Decision claim(const ApplicationState& application, const protocol::ClaimLeadership& claim) {
  if (application.record.leader == claim.unit)
    return nothing();
  if (store::application_of(claim.unit) != application.record.name)
    return refuse(protocol::Code::NotLeader,
                  fmt::format("unit {} is none of application \"{}\" and cannot lead it",
                              claim.unit, application.record.name));
  if (!application.record.leader.empty())
    return refuse(protocol::Code::NotLeader,
                  fmt::format("{} leads application \"{}\"", application.record.leader,
                              application.record.name));
  store::Application led = application.record;
  led.leader = claim.unit;
  return put_application(std::move(led));
}

Decision resign(const ApplicationState& application,
                const protocol::ResignLeadership& resignation) {
  if (application.record.leader != resignation.unit)
    return nothing();
  store::Application free = application.record;
  free.leader.clear();
  return put_application(std::move(free));
}

Decision report(const ApplicationState& application, const protocol::ReportApplication& said) {
  Decision leads = assert_leader(application, said.unit);
  if (leads.verdict != Verdict::Proceed)
    return leads;
  if (application.record.status.value == said.status.value
      && application.record.status.message == said.status.message)
    return nothing();
  store::Application record = application.record;
  record.status = said.status;
  return put_application(std::move(record));
}

/// All of them, names and values: they come with every hook of every unit.
constexpr std::size_t leader_settings_limit = std::size_t{1} << 20;

/// Writes what the leader tells its units (S4).
Decision set_leader_settings(const ApplicationState& application,
                             const protocol::SetLeaderSettings& change) {
  const std::string_view cannot = "cannot write leadership settings";
  if (application.record.leader != change.unit)
    return refuse(protocol::Code::NotLeader, fmt::format("{}: {} is not the leader of {}", cannot,
                                                         change.unit, application.record.name));
  store::LeaderSettings after = application.leader_settings;
  after.application = application.record.name;
  after.values = settings_after(std::move(after.values), change.settings);
  if (after.values == application.leader_settings.values)
    return nothing(); // S5's like: nobody is woken
  if (store::size_of(after.values) > leader_settings_limit)
    return refuse(protocol::Code::LimitExceeded,
                  fmt::format("{}: those of {} would be larger than 1 MiB in all: store large data "
                              "elsewhere and set where it is",
                              cannot, application.record.name));
  ++after.version;
  Decision decision;
  decision.writes.push_back(put(std::move(after)));
  return decision;
}

} // namespace

tl::expected<store::Settings, Refusal> checked_options(const store::Charm& charm,
                                                       const store::Settings& settings) {
  store::Settings canonical;
  for (const auto& [name, text] : settings) {
    const auto option = charm.options.find(name);
    if (option == charm.options.end())
      return tl::unexpected(unknown_option(charm, name));
    const config::Result<std::string> value =
      config::canonical_option(name, option_kind(option->second.type), text);
    if (!value)
      return tl::unexpected(Refusal{protocol::Code::BadOption, value.error().text()});
    canonical[name] = *value;
  }
  return canonical;
}

Decision assert_leader(const ApplicationState& application, const std::string& unit) {
  if (application.record.leader == unit)
    return proceed();
  return refuse(protocol::Code::NotLeader, fmt::format("unit {} is not the leader", unit));
}

Decision change_settings(const ApplicationState& application, const protocol::Command& command) {
  if (const auto* change = std::get_if<protocol::SetConfig>(&command))
    return set_config(application, *change);
  if (const auto* change = std::get_if<protocol::ChangeUserSecret>(&command))
    return take_grant(application, *change);
  if (const auto* change = std::get_if<protocol::SetExposed>(&command))
    return set_exposed(application, *change);
  if (const auto* change = std::get_if<protocol::SetTrusted>(&command))
    return set_trusted(application, *change);
  if (const auto* change = std::get_if<protocol::SetConstraints>(&command))
    return set_constraints(application, *change);
  if (const auto* claimed = std::get_if<protocol::ClaimLeadership>(&command))
    return claim(application, *claimed);
  if (const auto* resigned = std::get_if<protocol::ResignLeadership>(&command))
    return resign(application, *resigned);
  if (const auto* said = std::get_if<protocol::ReportApplication>(&command))
    return report(application, *said);
  if (const auto* set = std::get_if<protocol::SetLeaderSettings>(&command))
    return set_leader_settings(application, *set);
  return unexpected_step(command);
}

} // namespace orrery::rules
