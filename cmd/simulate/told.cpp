#include "cmd/simulate/told.hpp"

#include "actors/protocol/command_names.hpp"
#include "config/json_writer.hpp"

#include <fmt/format.h>

namespace orrery::simulate {

namespace {

std::string how_told(const protocol::Removal& how) {
  std::string text = how.force ? fmt::format(" force max-wait={}", how.max_wait) : "";
  text += how.skip_failed_hooks ? " skip-failed-hooks" : "";
  return how.destroy_storage ? text + " destroy-storage" : text;
}

/// Keys that are set and reset.
std::string changes_told(const auto& change) {
  std::string text;
  for (const auto& [key, value] : change.set)
    text += " " + key + "=" + value;
  for (const std::string& key : change.reset)
    text += " reset " + key;
  return text;
}

std::string storage_told(const std::string& id, const std::string& unit, bool force) {
  return id + (unit.empty() ? "" : " of " + unit) + (force ? " force" : "");
}

/// Tells a change of a user's secret, with its content as long as that is in the clear.
std::string secret_told(const protocol::ChangeUserSecret& c) {
  const protocol::SecretChange& change = c.change;
  std::string text = c.secret;
  if (change.label)
    text += " name=" + *change.label;
  if (change.value)
    text += change.value->fingerprint.empty() ? " value=" + change.value->sealed : " value";
  if (change.auto_prune)
    text += fmt::format(" auto-prune={:d}", *change.auto_prune);
  for (const auto& [subject, relation] : change.grants)
    text += " grant=" + subject;
  for (const std::string& subject : change.revoked)
    text += " revoke=" + subject;
  for (const std::uint32_t revision : change.pruned)
    text += fmt::format(" revision={}", revision);
  return text;
}

/// Writes what stands behind a command's name: all of commands that users give, whom they concern
/// of the others.
struct Rest {
  std::string operator()(const protocol::CreateApplication& c) const {
    std::string text = c.name + " " + c.charm.url;
    for (const auto& [key, value] : c.config)
      text += " " + key + "=" + value;
    text += c.trusted ? " trust" : "";
    return text + (c.constraints.empty() ? "" : " with " + c.constraints);
  }
  std::string operator()(const protocol::SetUnitCharm& c) const {
    return c.unit + " " + c.charm + (c.skips_hook ? " without its hook" : "");
  }
  std::string operator()(const protocol::AddUnit& c) const {
    std::string text = c.application + (c.machine ? fmt::format(" to {}", *c.machine) : "");
    for (const std::string& id : c.attached)
      text += " with " + id;
    return text;
  }
  std::string operator()(const protocol::AddMachine& c) const { return c.constraints; }
  std::string operator()(const protocol::SetConfig& c) const {
    return c.application + changes_told(c);
  }
  std::string operator()(const protocol::SetModelConfig& c) const {
    std::string text = changes_told(c);
    for (const std::string& key : c.keys_added)
      text += " key " + key;
    for (const std::string& key : c.keys_removed)
      text += " no key " + key;
    for (const auto& [set, message] : c.disabled)
      text += (message ? " disable " : " enable ") + std::string{config::to_string(set)}
              + (message ? " " + *message : std::string{});
    return text;
  }
  std::string operator()(const protocol::SetModelDefaults& c) const { return changes_told(c); }
  std::string operator()(const protocol::SetExposed& c) const {
    return c.application + (c.exposed ? "" : " no more");
  }
  std::string operator()(const protocol::SetTrusted& c) const {
    return c.application + (c.trusted ? "" : " no more");
  }
  std::string operator()(const protocol::SetConstraints& c) const {
    return c.application + " " + c.constraints;
  }
  std::string operator()(const protocol::AttachResource& c) const {
    return c.application + " " + c.name + "=" + c.resource.hash;
  }
  std::string operator()(const protocol::SetModelConstraints& c) const { return c.constraints; }
  std::string operator()(const protocol::NumberCharm& c) const { return c.name; }
  std::string operator()(const protocol::RefreshApplication& c) const {
    std::string text = c.application + " " + c.charm.url;
    for (const auto& [key, value] : c.config)
      text += " " + key + "=" + value;
    return text + (c.force_units ? " force-units" : "") + (c.force ? " force" : "");
  }
  std::string operator()(const protocol::HostModel& c) const { return c.model.name; }
  std::string operator()(const protocol::EndModel&) const { return {}; }
  std::string operator()(const protocol::AddRelation& c) const {
    return fmt::format("{}:{} {}:{}", c.application, c.endpoint, c.other_application,
                       c.other_endpoint);
  }
  std::string operator()(const protocol::RemoveUnit& c) const { return c.unit + how_told(c.how); }
  std::string operator()(const protocol::RemoveMachine& c) const {
    return std::to_string(c.machine) + how_told(c.how) + (c.drain ? " drain" : "");
  }
  std::string operator()(const protocol::RemoveRelation& c) const {
    return std::to_string(c.relation) + how_told(c.how);
  }
  std::string operator()(const protocol::RemoveApplication& c) const {
    return c.application + how_told(c.how);
  }
  std::string operator()(const protocol::Resolve& c) const {
    return c.unit + (c.retry ? "" : " no-retry");
  }
  std::string operator()(const protocol::RetryProvisioning& c) const {
    return std::to_string(c.machine);
  }
  std::string operator()(const protocol::AddStorage& c) const {
    return fmt::format("{} {}={}", c.unit, c.storage, c.directive.count);
  }
  std::string operator()(const protocol::AttachStorage& c) const {
    return c.unit + " " + c.storage;
  }
  std::string operator()(const protocol::DetachStorage& c) const {
    return storage_told(c.storage, c.unit, c.force);
  }
  std::string operator()(const protocol::RemoveStorage& c) const {
    return storage_told(c.storage, c.unit, c.force);
  }
  std::string operator()(const protocol::ChangeUserSecret& c) const { return secret_told(c); }
  std::string operator()(const protocol::EnqueueOperation& c) const { return c.summary; }
  std::string operator()(const protocol::CancelTask& c) const { return std::to_string(c.task); }
  template <class Command>
  std::string operator()(const Command&) const {
    return "";
  }
};

struct RecordWords {
  std::string operator()(const store::Machine& r) const {
    return fmt::format("machine {} {}{} instance={} status={}", r.id, store::to_string(r.life),
                       r.draining ? " draining" : "", r.instance, r.status.value);
  }
  std::string operator()(const store::Unit& r) const {
    return fmt::format("unit {} {} machine={}{} charm={}{}", r.name, store::to_string(r.life),
                       r.assigned ? std::to_string(r.machine) : "none",
                       r.principal.empty() ? "" : " principal=" + r.principal, r.charm,
                       r.skipped_upgrade.empty() ? "" : " without upgrade-charm");
  }
  std::string operator()(const store::Application& r) const {
    std::string older;
    for (const auto& [charm, units] : r.older_charms)
      older += fmt::format(" {}:{}", charm, units);
    return fmt::format("application {} {} units={} relations={} leader={} charm={}{}", r.name,
                       store::to_string(r.life), r.unit_count, r.relation_count, r.leader, r.charm,
                       older);
  }
  std::string operator()(const store::Relation& r) const {
    return fmt::format("relation {} {} {} units={}", r.id, store::to_string(r.life), r.key,
                       r.unit_count);
  }
  std::string operator()(const store::Scope& r) const {
    return fmt::format("scope {} {}{}", r.relation, r.unit, r.departing ? " departing" : "");
  }
  std::string operator()(const store::Bag& r) const {
    return fmt::format("bag {} {} version={}", r.relation, r.owner, r.version);
  }
  std::string operator()(const store::CharmState& r) const {
    return fmt::format("state {} values={}", r.unit, r.values.size());
  }
  std::string operator()(const store::Secret& r) const {
    return fmt::format("secret {} of {} revisions={}", r.id, r.owner, r.revisions.size());
  }
  std::string operator()(const store::Storage& r) const {
    return fmt::format("storage {} {} unit={}{}", store::storage_id(r), store::to_string(r.life),
                       r.unit, r.placed ? " placed" : "");
  }
  std::string operator()(const store::StorageAttachment& r) const {
    return fmt::format("attachment {} {} {}{}", r.storage, r.unit, store::to_string(r.life),
                       r.attached ? " attached" : "");
  }
  std::string operator()(const store::SecretConsumer& r) const {
    return fmt::format("reader {} of secret {} revision={}", r.unit, r.secret, r.revision);
  }
  std::string operator()(const store::SecretGrant& r) const {
    return fmt::format("grant of secret {} to {}", r.secret, r.subject);
  }
  std::string operator()(const store::SecretHook& r) const {
    return fmt::format("secret hook {} of {} for {} revision={} due={}", static_cast<int>(r.kind),
                       r.secret, r.who, r.revision, r.due);
  }
  std::string operator()(const store::Cleanup& r) const {
    return fmt::format("cleanup {}", r.relation);
  }
  std::string operator()(const store::Force& r) const {
    return fmt::format("force {}{} due={}", r.name, r.name.empty() ? std::to_string(r.id) : "",
                       r.due);
  }
  std::string operator()(const store::Operation& r) const {
    return fmt::format("operation {} {} open={}", r.id, store::to_string(r.status), r.open);
  }
  std::string operator()(const store::Task& r) const {
    return fmt::format("task {} {} at {}", r.id, store::to_string(r.status),
                       r.unit.empty() ? fmt::format("machine {}", r.machine) : r.unit);
  }
  template <class Record>
  std::string operator()(const Record&) const {
    return "";
  }
};

} // namespace

std::string told(const protocol::Command& command) {
  const std::string rest = std::visit(Rest{}, command);
  return std::string(protocol::name_of(command)) + (rest.empty() ? "" : " " + rest);
}

std::string told(const rules::Writes& writes) {
  std::string list;
  config::JsonWriter writer(list);
  writer.begin_list();
  for (const rules::Write& write : writes) {
    const std::string words = std::visit(RecordWords{}, write.record);
    if (words.empty())
      continue;
    const char* mark = write.deleted ? "-" : write.created ? "+" : "";
    writer.text(mark + words);
  }
  writer.end_list();
  return list;
}

} // namespace orrery::simulate
