#include "test/workflow/played_unit.hpp"

#include "actors/workflow/refresh_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace orrery::agents {

namespace {
constexpr int steps_limit = 10'000;
} // namespace

std::string label(const Hook& hook) {
  if (!hook.storage.empty())
    return hook_name(hook) + " " + hook.storage;
  return hook.remote_unit.empty() ? hook_name(hook) : hook_name(hook) + " " + hook.remote_unit;
}

PlayedUnit::PlayedUnit(std::string name) {
  local.unit = std::move(name);
  remote.charm = remote.application_charm = "local:web-1";
}

PlayedUnit& PlayedUnit::relate(store::RelationId id,
                               const std::string& endpoint,
                               const std::string& application) {
  SeenRelation& relation = remote.relations[id];
  relation.id = id;
  relation.endpoint = endpoint;
  relation.remote_application = application;
  looked_at.stir(id);
  return *this;
}

PlayedUnit& PlayedUnit::relate_peer(store::RelationId id, const std::string& endpoint) {
  relate(id, endpoint, local.unit.substr(0, local.unit.find('/')));
  remote.relations[id].peer = true;
  return *this;
}

void PlayedUnit::changed(store::RelationId id) {
  if (const auto found = remote.relations.find(id); found != remote.relations.end())
    found->second.members_known = false;
  looked_at.stir(id);
}

PlayedUnit&
PlayedUnit::member(store::RelationId id, const std::string& unit, std::uint64_t version) {
  members_[id][unit] = version;
  changed(id);
  return *this;
}

PlayedUnit& PlayedUnit::member_leaves(store::RelationId id, const std::string& unit) {
  members_[id].erase(unit);
  changed(id);
  return *this;
}

PlayedUnit& PlayedUnit::application_bag(store::RelationId id, std::uint64_t version) {
  remote.relations[id].application_version = version;
  looked_at.stir(id);
  return *this;
}

PlayedUnit& PlayedUnit::end_relation(store::RelationId id) {
  if (const auto found = remote.relations.find(id); found != remote.relations.end()) {
    if (found->second.in_scope)
      found->second.life = store::Life::Dying;
    else
      remote.relations.erase(found);
  }
  looked_at.stir(id);
  return *this;
}

PlayedUnit& PlayedUnit::refresh(const std::string& charm, bool force_units) {
  remote.application_charm = charm;
  remote.force_units = force_units;
  ++remote.config_version;
  return *this;
}

UnitNotes PlayedUnit::read_back() const {
  UnitNotes read;
  read.unit = local.unit;
  for (auto entry = disk.rbegin(); entry != disk.rend(); ++entry) { // Any order will do.
    const auto good = read_notes_of(read, entry->first, entry->second);
    EXPECT_TRUE(good.has_value()) << good.error().what;
  }
  return read;
}

void PlayedUnit::apply(const NoteChanges& writes) {
  EXPECT_TRUE(std::is_sorted(writes.begin(), writes.end(), [](const auto& left, const auto& right) {
    return left.key < right.key;
  }));
  for (const auto& change : writes) {
    EXPECT_EQ(change.key.rfind(notes_prefix(local.unit), 0), 0U) << change.key;
    if (change.value)
      disk[change.key] = *change.value;
    else
      EXPECT_EQ(disk.erase(change.key), 1U) << change.key << " was never written";
  }
  UnitNotes noted = local;
  if (noted.operation && !is_noted(*noted.operation))
    noted.operation.reset();
  EXPECT_EQ(read_back(), noted);
}

Next PlayedUnit::peek() const {
  return next(local, remote, now, policy);
}

void PlayedUnit::begin_hook() {
  ASSERT_EQ(peek(), Next(RunHook{}));
  hooks_.push_back(label(local.operation->hook));
  apply(start(local));
}

void PlayedUnit::run_hook() {
  begin_hook();
  const bool fails = failing.contains(label(local.operation->hook));
  apply(fails ? fail(local, "it went wrong", now, policy) : finish(local));
  if (fails)
    remote.charm_at_failure = remote.application_charm;
}

void PlayedUnit::replace_charm() {
  if (files_fail)
    return apply(upgrade_conflict(local, "the disk is full"));
  hooks_.push_back("files of " + local.upgrade);
  apply(charm_replaced(local));
  looked_at.stir_all();
}

/// As an agent does that takes this step.
void PlayedUnit::stir(const Next& operation) {
  const auto stir_relation = [&](const auto* of_one) {
    if (of_one != nullptr)
      looked_at.stir(of_one->relation);
  };
  stir_relation(std::get_if<Enter>(&operation));
  stir_relation(std::get_if<Depart>(&operation));
  stir_relation(std::get_if<Leave>(&operation));
  stir_relation(std::get_if<ReadMembers>(&operation));
  stir_relation(std::get_if<LearnRelation>(&operation));
  stir_relation(std::get_if<ForgetRelation>(&operation));
  if (std::holds_alternative<CommitHook>(operation) && is_relation_hook(local.operation->hook.kind))
    looked_at.stir(local.operation->hook.relation);
  else if (std::holds_alternative<CommitHook>(operation)
           || std::holds_alternative<DropHook>(operation)
           || std::holds_alternative<BecomeDying>(operation)
           || std::holds_alternative<BecomeDead>(operation))
    looked_at.stir_all();
}

void PlayedUnit::carry_out(const Next& operation) {
  stir(operation);
  NoteChanges writes;
  if (const auto* queued = std::get_if<QueueHook>(&operation))
    writes = queue(local, queued->hook);
  else if (std::holds_alternative<CommitHook>(operation))
    writes = commit(local);
  else if (std::holds_alternative<RunHook>(operation))
    run_hook();
  else if (std::holds_alternative<ReplaceCharm>(operation))
    replace_charm();
  else if (const auto* begun = std::get_if<BeginUpgrade>(&operation)) {
    writes =
      begin_upgrade(local, files_of(local, remote), begun->charm, remote.application_charm_changes);
    skipped_upgrade = passes_over_upgrade_charm(local) ? begun->charm : "";
    remote.charm = begun->charm;
    remote.charm_changes = remote.application_charm_changes;
  } else if (std::holds_alternative<DropHook>(operation))
    writes = drop(local);
  else if (const auto* accepted = std::get_if<AcceptResolved>(&operation)) {
    writes = accepted->retry ? retry(local) : finish(local);
    remote.resolved = store::Resolved::None;
  } else if (std::holds_alternative<BecomeDying>(operation))
    remote.life = store::Life::Dying;
  else if (std::holds_alternative<BecomeDead>(operation))
    remote.life = store::Life::Dead;
  else if (const auto* enter = std::get_if<Enter>(&operation)) {
    EXPECT_EQ(remote.life, store::Life::Alive); // S1
    EXPECT_EQ(remote.relations.at(enter->relation).life, store::Life::Alive);
    remote.relations.at(enter->relation).in_scope = true;
  } else if (const auto* depart = std::get_if<Depart>(&operation))
    remote.relations.at(depart->relation).departing = true;
  else if (const auto* left = std::get_if<Leave>(&operation)) {
    SeenRelation& relation = remote.relations.at(left->relation);
    relation.in_scope = false;
    if (relation.life != store::Life::Alive)
      remote.relations.erase(left->relation); // S8, as if it were the last
  } else if (const auto* read = std::get_if<ReadMembers>(&operation)) {
    SeenRelation& relation = remote.relations.at(read->relation);
    relation.members = members_[read->relation];
    relation.members_known = true;
  } else if (const auto* learnt = std::get_if<LearnRelation>(&operation)) {
    const SeenRelation& relation = remote.relations.at(learnt->relation);
    writes = learn_relation(local, relation.id, relation.endpoint, relation.remote_application);
  } else if (const auto* forgotten = std::get_if<ForgetRelation>(&operation)) {
    apply(forget_relation(local, forgotten->relation));
  } else if (std::holds_alternative<Claim>(operation)) {
    remote.leader = true;
    remote.leadership_free = false;
  } else if (std::holds_alternative<LoseLeadership>(operation))
    writes = lose_leadership(local);
  else if (const auto* storage = std::get_if<StorageStep>(&operation))
    writes = carry_out_storage(*storage);
  most_writes = std::max(most_writes, writes.size());
  apply(writes);
}

NoteChanges PlayedUnit::carry_out_storage(const StorageStep& step) {
  using Do = StorageStep::Do;
  if (step.what == Do::Forget)
    return forget_storage(local, step.storage);
  SeenStorage& storage = remote.storages.at(step.storage);
  if (step.what == Do::Release)
    remote.storages.erase(step.storage);
  else if (step.what == Do::Report)
    storage.told = true;
  else if (unprovidable.contains(step.storage))
    provisioning_failed(storage, "no space", now);
  else
    storage.location = "/storage/" + step.storage;
  return {};
}

PlayedUnit& PlayedUnit::store_in(const std::string& id) {
  remote.storages[id];
  return *this;
}

PlayedUnit& PlayedUnit::detach(const std::string& id) {
  remote.storages.at(id).life = store::Life::Dying;
  return *this;
}

Next PlayedUnit::step() {
  Next operation = peek();
  steps.push_back(operation);
  carry_out(operation);
  return operation;
}

PlayedUnit& PlayedUnit::settle() {
  for (int count = 0; count < steps_limit; ++count) {
    const Next operation = step();
    if (std::holds_alternative<Idle>(operation) || std::holds_alternative<WaitUntil>(operation)
        || std::holds_alternative<Terminate>(operation))
      return *this;
  }
  ADD_FAILURE() << local.unit << " does not settle";
  return *this;
}

PlayedUnit& PlayedUnit::settle_before(const std::string& hook) {
  for (int count = 0; count < steps_limit; ++count) {
    if (local.operation && label(local.operation->hook) == hook && peek() == Next(RunHook{}))
      return *this;
    const Next operation = step();
    if (std::holds_alternative<Idle>(operation) || std::holds_alternative<Terminate>(operation))
      break;
  }
  ADD_FAILURE() << local.unit << " never comes to " << hook;
  return *this;
}

PlayedUnit& PlayedUnit::restart() {
  local = read_back();
  for (auto& [id, relation] : remote.relations) {
    relation.members_known = false;
    relation.members.clear();
  }
  looked_at.stir_all();
  remote.charm_at_failure = remote.application_charm;
  apply(resume(local, now, policy));
  return *this;
}

PlayedUnit& PlayedUnit::lose_disk() {
  const std::string unit = local.unit;
  disk.clear();
  local = UnitNotes{};
  local.unit = unit;
  return restart();
}

Names PlayedUnit::take() {
  return std::exchange(hooks_, {});
}

} // namespace orrery::agents
