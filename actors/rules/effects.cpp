#include "actors/rules/effects.hpp"

#include "actors/rules/machine.hpp"

#include <fmt/format.h>

namespace orrery::rules {

namespace {

using EffectKind = Effect::Kind;

std::string shown_relation(store::RelationId id, const std::string& key) {
  return fmt::format("relation {} ({})", id, key);
}

template <class Map, class Key>
const typename Map::mapped_type* find(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}

/// Reads one write after the other.
struct EffectReader {
  const store::Contents& before;
  const Write& write;
  std::vector<Effect>& effects;

  void add(Who who, std::string name, EffectKind kind, store::Life life, std::string detail) const {
    effects.push_back({std::move(who), std::move(name), kind, life, std::move(detail)});
  }
  void change(const Who& who, const std::string& name, std::string detail) const {
    add(who, name, EffectKind::Changed, store::Life::Alive, std::move(detail));
  }

  /// @returns whether it was there and stays.
  template <class Record>
  bool live(const Who& who, const std::string& name, const Record* old, const Record& now) const {
    if (write.deleted)
      add(who, name, EffectKind::Removed, store::Life::Dead, {});
    else if (old == nullptr)
      add(who, name, EffectKind::Created, now.life, {});
    else if (old->life != now.life)
      add(who, name, EffectKind::Turned, now.life, {});
    return !write.deleted && old != nullptr;
  }

  void operator()(const store::Machine& now) const {
    const auto* old = find(before.machines, now.id);
    const Who who = machine(now.id);
    const std::string name = fmt::format("machine {}", now.id);
    if (!live(who, name, old, now))
      return;
    if (old->instance.empty() && !now.instance.empty())
      change(who, name, "gets its instance");
    if (!is_renewed(*old) && is_renewed(now)) // M11
      change(who, name, "is made again, and its units begin anew");
    else if (old->status.value == "error" && now.status.value == "pending")
      change(who, name, "is provisioned again at once");
    if (!old->draining && now.draining)
      change(who, name, "takes no more units");
  }
  void operator()(const store::Unit& now) const {
    const auto* old = find(before.units, now.name);
    const Who who = unit(now.name, !now.principal.empty());
    const std::string name = "unit " + now.name;
    if (!live(who, name, old, now))
      return;
    if (now.resolved != old->resolved && now.resolved == store::Resolved::Retry)
      change(who, name, "runs its failed hook again");
    if (now.resolved != old->resolved && now.resolved == store::Resolved::NoRetry)
      change(who, name, "takes its failed hook as done");
    if (now.charm != old->charm)
      change(who, name, "gets the files of " + now.charm);
    skip(who, name, *old, now);
  }
  void operator()(const store::Application& now) const {
    const auto* old = find(before.applications, now.name);
    const Who who = application(now.name);
    const std::string name = "application " + now.name;
    if (!live(who, name, old, now))
      return;
    if (old->charm != now.charm)
      change(who, name, fmt::format("gets charm {}, had {}", now.charm, old->charm));
    if (!old->force_units && now.force_units)
      change(who, name, "gives its charm to units in error at once");
    if (old->leader != now.leader && !now.leader.empty())
      change(who, name, "is led by " + now.leader);
    if (old->exposed != now.exposed)
      change(who, name, now.exposed ? "is exposed" : "is exposed no more");
    if (old->trusted != now.trusted)
      change(who, name, now.trusted ? "is trusted" : "is trusted no more");
    constrain(who, name, old->constraints, now.constraints);
    skip(who, name, *old, now);
  }
  void operator()(const store::Relation& now) const {
    const auto* old = find(before.relations, now.id);
    const Who who = relation(now.id);
    const std::string name = shown_relation(now.id, now.key);
    if (live(who, name, old, now))
      skip(who, name, *old, now);
  }
  template <class Record>
  void skip(const Who& who, const std::string& name, const Record& old, const Record& now) const {
    if (!old.skip_failed_hooks && now.skip_failed_hooks)
      change(who, name, "takes failing teardown hooks as done");
  }
  /// MD69: of machines to come.
  void constrain(const Who& who,
                 const std::string& name,
                 const store::RareText& had,
                 const store::RareText& now) const {
    if (!(had == now))
      change(who, name, fmt::format("has constraints \"{}\", had \"{}\"", now.text(), had.text()));
  }
  void compare(const Who& who,
               const std::string& name,
               const std::string& what,
               const store::Settings& had,
               const store::Settings& now) const {
    for (const auto& [key, value] : now)
      if (const auto* was = find(had, key); was == nullptr || *was != value)
        change(who, name,
               fmt::format("{} {} becomes \"{}\"{}", what, key, value,
                           was == nullptr ? "" : fmt::format(", was \"{}\"", *was)));
    for (const auto& [key, value] : had)
      if (!now.contains(key))
        change(who, name, fmt::format("{} {} gets its default, was \"{}\"", what, key, value));
  }
  /// Options that come with a new application are not a change.
  void operator()(const store::ApplicationConfig& now) const {
    const auto* old = find(before.configs, now.application);
    if (write.deleted || !before.applications.contains(now.application))
      return;
    compare(application(now.application), "application " + now.application, "option",
            old == nullptr ? store::Settings{} : old->values, now.values);
  }
  /// Passes over those that come with a new application, and a unit's own.
  void operator()(const store::Resources& now) const {
    if (write.deleted || !before.applications.contains(now.owner))
      return;
    const auto* old = find(before.resources, now.owner);
    for (const auto& [name, resource] : now.all) {
      const auto* had = old == nullptr ? nullptr : find(old->all, name);
      if (had == nullptr || had->hash != resource.hash)
        change(application(now.owner), "application " + now.owner,
               fmt::format("gets other bytes for resource {}", name));
    }
  }
  void operator()(const store::ModelConfig& now) const {
    const std::string name = "model " + before.model.name;
    compare(model(), name, "key", before.model_config.values, now.values);
    constrain(model(), name, before.model_config.constraints, now.constraints);
  }
  void operator()(const store::ModelDefaults& now) const {
    compare(model(), "models to come", "key", before.model_defaults.values, now.values);
  }
  void operator()(const store::Scope& now) const {
    const bool present = before.scopes.contains({now.relation, now.unit});
    if (present && !write.deleted)
      return; // departing
    const auto* held = find(before.relations, now.relation);
    add(unit(now.unit,
             before.units.contains(now.unit) && !before.units.at(now.unit).principal.empty()),
        "unit " + now.unit, write.deleted ? EffectKind::Left : EffectKind::Entered,
        store::Life::Alive, shown_relation(now.relation, held == nullptr ? "" : held->key));
  }
  void operator()(const store::Storage& now) const {
    const std::string id = store::storage_id(now);
    const auto* old = find(before.storages, id);
    const Who who = now.unit.empty() ? model() : unit_of(now.unit);
    const std::string name = "storage " + id;
    if (!live(who, name, old, now) || old->unit == now.unit)
      return;
    change(who, name,
           now.unit.empty() ? "is detached from " + old->unit : "is attached to " + now.unit);
  }
  void operator()(const store::StorageAttachment& now) const {
    const auto* old = find(before.attachments, now.storage);
    if (old != nullptr && !write.deleted && old->life != now.life)
      change(unit_of(now.unit), "storage " + now.storage, "is being detached from " + now.unit);
  }
  /// Tells nothing of contents, nor of marks of them.
  void operator()(const store::Secret& now) const {
    const auto* old = find(before.secrets, now.id);
    const Who who = holder_of_secrets(now.owner);
    const std::string name = "secret " + now.id;
    if (write.deleted)
      add(who, name, EffectKind::Removed, store::Life::Dead, {}); // SE37
    else if (old == nullptr)
      add(who, name, EffectKind::Created, store::Life::Alive, {});
    else if (store::latest_revision(*old) < store::latest_revision(now))
      change(who, name, fmt::format("gets revision {}", store::latest_revision(now)));
    else if (const std::string lost = revisions_lost(*old, now); !lost.empty())
      change(who, name, "loses revision " + lost);
  }
  void operator()(const store::SecretGrant& now) const {
    const bool present = before.secret_grants.contains({now.secret, now.subject});
    if (present == write.deleted)
      change(holder_of_secrets(now.owner), "secret " + now.secret,
             fmt::format("can be read by {}{}", now.subject, present ? " no more" : "")); // SE34
  }
  void operator()(const store::Force& now) const {
    if (write.deleted)
      return;
    const Who who = target(now);
    change(who, shown(before, who), "is forced past what holds it");
  }
  template <class Other>
  void operator()(const Other&) const {}

  /// `1, 2`
  [[nodiscard]] static std::string revisions_lost(const store::Secret& old,
                                                  const store::Secret& now) {
    std::string lost;
    for (const store::SecretRevisionSeen& seen : old.revisions)
      if (std::none_of(now.revisions.begin(), now.revisions.end(),
                       [&](const auto& kept) { return kept.number == seen.number; }))
        lost += (lost.empty() ? "" : ", ") + std::to_string(seen.number);
    return lost;
  }
  [[nodiscard]] Who unit_of(const std::string& name) const {
    const auto* found = find(before.units, name);
    return unit(name, found != nullptr && !found->principal.empty());
  }
  [[nodiscard]] Who target(const store::Force& force) const {
    switch (force.target) {
    case store::EntityKind::Machine:
      return machine(force.id);
    case store::EntityKind::Unit:
      break;
    case store::EntityKind::Application:
      return application(force.name);
    case store::EntityKind::Relation:
      return relation(force.id);
    }
    return unit_of(force.name);
  }
};

} // namespace

std::string shown(const store::Contents& contents, const Who& who) {
  switch (who.rank) {
  case Rank::Subordinate:
  case Rank::Principal:
    return "unit " + who.name;
  case Rank::Machine:
    return fmt::format("machine {}", who.id);
  case Rank::Relation: {
    const auto* found = find(contents.relations, who.id);
    return shown_relation(who.id, found == nullptr ? "" : found->key);
  }
  case Rank::Operation:
    return fmt::format("operation {}", who.id);
  case Rank::Application:
    return "application " + who.name;
  case Rank::Model:
    break;
  }
  return "the model";
}

std::vector<Effect> effects_of(const store::Contents& before, const Writes& writes) {
  std::vector<Effect> effects;
  for (const Write& write : writes)
    std::visit(EffectReader{before, write, effects}, write.record);
  return effects;
}

} // namespace orrery::rules
