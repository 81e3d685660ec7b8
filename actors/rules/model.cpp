#include "actors/rules/model.hpp"

#include "actors/rules/charm_numbers.hpp"
#include "actors/rules/constraints.hpp"
#include "actors/rules/hosted_models.hpp"
#include "actors/rules/kept_charms.hpp"
#include "actors/rules/model_settings.hpp"
#include "actors/rules/new_application.hpp"
#include "actors/rules/operation.hpp"
#include "actors/rules/peers.hpp"
#include "actors/rules/secret_hooks.hpp"
#include "actors/rules/step_cases.hpp"
#include "actors/rules/storage_numbers.hpp"
#include "actors/rules/unit.hpp"
#include "actors/rules/unit_charms.hpp"
#include "actors/rules/users.hpp"

#include <fmt/format.h>

namespace orrery::rules {

namespace {

store::Machine new_machine(store::Model& model, const Context& context) {
  store::Machine machine;
  machine.id = model.next_machine++;
  machine.turn = {context.now, context.cause};
  machine.status = {"pending", "", context.now};
  return machine;
}

Decision
add_machine(const ModelState& model, const protocol::AddMachine& wanted, const Context& context) {
  if (const auto dies = refuses_new(model, "cannot add a new machine"))
    return refuse(dies->code, dies->text); // MD5
  const auto own = canonical_constraints(wanted.constraints);
  if (!own)
    return refuse(own.error().code, own.error().text);
  store::Model after = model.record;
  store::Machine machine = new_machine(after, context);
  machine.constraints = constraints_of_machine(model.config, *own);
  machine.manage_model = wanted.manage_model;
  machine.host_units = wanted.host_units;
  Decision decision;
  decision.created = fmt::format("{}", machine.id);
  decision.writes.push_back(put(std::move(after)));
  decision.writes.push_back(create(std::move(machine)));
  return decision;
}

/// M1, U1: the unit's other parts are decided; here it gets its machine.
Decision
machine_for_unit(const ModelState& model, const MachineForUnit& wanted, const Context& context) {
  if (const auto dies = refuses_new(model, "cannot add a new machine"))
    return refuse(dies->code, dies->text); // MD5
  store::Model after = model.record;
  store::Machine machine = new_machine(after, context);
  machine.constraints = constraints_of_machine(model.config, wanted.constraints); // MD69
  store::Unit unit = wanted.unit;
  unit.assigned = true;
  unit.machine = machine.id;
  Decision decision;
  if (const auto refusal =
        make_storage(decision, after, model, {unit.name, wanted.storage, wanted.attached, false},
                     context)) // ST15
    return refuse(refusal->code, refusal->text);
  decision.created = unit.name;
  decision.writes.push_back(put(std::move(after)));
  decision.writes.push_back(create(std::move(machine)));
  decision.writes.push_back(put(first_status(unit.name, context.now)));
  decision.writes.push_back(create(std::move(unit)));
  return decision;
}

Decision number_relation(const ModelState& model, const NumberRelation& wanted) {
  store::Model after = model.record;
  store::Relation relation = wanted.relation;
  relation.id = after.next_relation++;
  Decision decision;
  decision.created = fmt::format("{}", relation.id);
  decision.writes.push_back(put(std::move(after)));
  decision.writes.push_back(create(std::move(relation)));
  return decision;
}

/// L6: the names are free again, their unit numbers go on. A charm goes with the last application
/// that has it.
Decision forget_applications(const ModelState& model, const ForgetApplications& gone) {
  Decision decision;
  for (const Forgotten& one : gone.all)
    if (one.next_unit > 0)
      decision.writes.push_back(put(store::UnitSequence{one.application, one.next_unit}));
  erase_unused_charms(decision, model, gone);
  return decision;
}

/// The application's record and settings are decided. The charm is written in any case, because the
/// application takes it from there (P21).
Decision take_charm(const ModelState& model, const TakeCharm& taken, const Context& context) {
  if (const std::optional<Refusal> refusal = refuses_charm(model, taken.charm))
    return refuse(refusal->code, refusal->text);
  Decision decision;
  decision.writes.push_back(put(taken.charm));
  raise_charm_sequence(decision, model, taken.charm);
  if (!taken.peers.empty()) {
    store::Model after = model.record;
    for (store::Relation& peer :
         make_peers(taken.application, taken.charm, taken.peers, after, context))
      decision.writes.push_back(create(std::move(peer))); // P23
    decision.writes.push_back(put(std::move(after)));
  }
  if (!taken.dropped.empty())
    erase_unused_charms(decision, model, {{}, {{taken.application, taken.dropped}}});
  return decision;
}

Decision release_manager(const ModelState& model, const ReleaseManager& leaving) {
  if (model.managers.size() > 1 || !model.managers.contains(leaving.machine))
    return proceed();
  return refuse(
    protocol::Code::OnlyManager,
    fmt::format("machine {} is the last one that manages the model and stays", leaving.machine));
}

/// Changes a secret of the user's; who it is granted to must be there (SE56).
Decision change_user_secret(const ModelState& model,
                            const protocol::ChangeUserSecret& wanted,
                            const Context& context) {
  for (const auto& [subject, relation] : wanted.change.grants)
    if (!model.applications.contains(subject))
      return refuse(protocol::Code::NotFound, fmt::format("application \"{}\" not found", subject));
  return change_user_secret(model.secrets, wanted, context);
}

Decision
carry_out(const ModelState& model, const protocol::Command& command, const Context& context) {
  if (const auto* application = std::get_if<protocol::CreateApplication>(&command))
    return create_application(model, *application, context);
  if (const auto* wanted = std::get_if<protocol::NumberCharm>(&command))
    return number_charm(model, *wanted);
  if (const auto* machine = std::get_if<protocol::AddMachine>(&command))
    return add_machine(model, *machine, context);
  if (const auto* change = std::get_if<protocol::SetModelConfig>(&command))
    return set_model_config(model, *change);
  if (const auto* change = std::get_if<protocol::SetModelDefaults>(&command))
    return set_model_defaults(model, *change);
  if (const auto* change = std::get_if<protocol::SetModelConstraints>(&command))
    return set_model_constraints(model, *change);
  if (const auto* wanted = std::get_if<protocol::HostModel>(&command))
    return host_model(model, *wanted, context);
  if (std::holds_alternative<protocol::EndModel>(command))
    return end_model(model);
  if (const auto* wanted = std::get_if<protocol::EnqueueOperation>(&command))
    return enqueue(model.record, *wanted, context);
  if (const auto* wanted = std::get_if<protocol::RemoveStorage>(&command))
    return remove_free_storage(model, *wanted);
  if (auto decision = decide_access(model, command, context))
    return std::move(*decision);
  if (const auto* change = std::get_if<protocol::ChangeUserSecret>(&command))
    return change_user_secret(model, *change, context);
  if (const auto* read = std::get_if<protocol::TrackSecret>(&command))
    return track_secret(model.secrets, *read);
  if (const auto* anew = std::get_if<protocol::ResealSecret>(&command))
    return reseal_secret(model.secrets, *anew);
  if (const auto* ended = std::get_if<protocol::EndSecretHook>(&command))
    return end_secret_hook(model.secrets, *ended, context);
  if (std::holds_alternative<protocol::NoteSecretsDue>(command))
    return note_secrets_due(model.secrets, context);
  return unexpected_step(command);
}

Decision decide_own(const ModelState& model, const Step& step, const Context& context) {
  const Cases cases{
    [](const Witness&) { return proceed(); },
    [](const ReleaseSecrets&) { return proceed(); },
    [&](const MachineForUnit& wanted) { return machine_for_unit(model, wanted, context); },
    [&](const NumberRelation& relation) { return number_relation(model, relation); },
    [&](const ForgetApplications& gone) { return forget_applications(model, gone); },
    [&](const TakeCharm& taken) { return take_charm(model, taken, context); },
    [&](const ReleaseManager& leaving) { return release_manager(model, leaving); },
    [&](const NumberStorage& storage) { return number_storage(model, storage, context); },
    [&](const protocol::Command& command) { return carry_out(model, command, context); },
  };
  return decide_by<ModelSteps>(cases, step);
}

} // namespace

Decision decide(const ModelState& model, const Step& step, const Context& context) {
  Decision decision = decide_own(model, step, context);
  settle_secrets(decision, model.secrets, context);
  return decision;
}

namespace {

struct Absorb {
  ModelState& model;
  const Write& write;

  bool operator()(const store::Model& record) const {
    model.record = record;
    return false;
  }
  bool operator()(const store::HostedModel& record) const {
    if (write.deleted) {
      model.hosted.erase(record.uuid);
      model.hosted_names.erase({record.owner, record.name});
    } else {
      model.hosted[record.uuid] = record;
      model.hosted_names.emplace(record.owner, record.name);
    }
    return false;
  }
  bool operator()(const store::ModelConfig& record) const {
    model.config = record;
    return false;
  }
  bool operator()(const store::ModelDefaults& record) const {
    model.defaults = record;
    return false;
  }
  bool operator()(const store::Application& record) const {
    note_charms(model, record.name, write.deleted ? std::vector<std::string>() : charms_of(record));
    return false;
  }
  bool operator()(const store::Charm& record) const {
    if (write.deleted)
      model.charms.erase(record.url);
    else
      model.charms[record.url] = record;
    return false;
  }
  bool operator()(const store::UnitSequence& record) const {
    if (write.deleted)
      model.sequences.erase(record.application);
    else
      model.sequences[record.application] = record.next;
    return false;
  }
  bool operator()(const store::User& record) const {
    if (write.deleted)
      model.users.erase(record.name);
    else
      model.users[record.name] = record;
    return false;
  }
  bool operator()(const store::Grant& record) const {
    if (write.deleted)
      model.grants.erase({record.user, record.target});
    else
      model.grants[{record.user, record.target}] = record;
    return false;
  }
  bool operator()(const store::CharmSequence& record) const {
    model.charm_sequences[record.charm] = record.next;
    return false;
  }
  bool operator()(const store::Storage& record) const {
    absorb_free_storage(model, record, write.deleted);
    return false;
  }
  /// Machines are what the model's observer, the supervisor of agents, waits for.
  bool operator()(const store::Machine& record) const {
    if (record.manage_model && record.life == store::Life::Alive && !write.deleted)
      model.managers.insert(record.id);
    else
      model.managers.erase(record.id);
    return write.created;
  }
  template <class Other>
  bool operator()(const Other&) const {
    return false;
  }
};

} // namespace

bool absorb(ModelState& model, const Write& write) {
  absorb_secrets(model.secrets, {}, write);
  return std::visit(Absorb{model, write}, write.record);
}

} // namespace orrery::rules
