#include "actors/rules/plan.hpp"

#include <map>

namespace orrery::rules {

namespace {

using Route = std::vector<Visit>;

struct Plan {
  const protocol::Command& command;
  const FindUnit& find_unit;

  [[nodiscard]] Who unit(const std::string& name) const {
    return find_unit(name).value_or(rules::unit(name, false));
  }
  [[nodiscard]] Route at(Who who) const { return {{std::move(who), command}}; }
  /// Units that are granted a secret come along: they must be Alive (SE33), and take it with them
  /// (SE36). A grant to a unit that is not there is left out: nobody can hold it.
  void bring_granted(std::map<Who, Step>& steps, protocol::SecretChanges& changes) const {
    for (auto& [id, change] : changes)
      std::erase_if(change.grants, [&](const auto& grant) {
        if (!store::is_unit_name(grant.first))
          return false;
        const std::optional<Who> subject = find_unit(grant.first);
        if (subject)
          steps.emplace(*subject, AssertAlive{});
        return !subject;
      });
  }
  template <class C>
  [[nodiscard]] Route beside_granted(C&& changed, protocol::SecretChanges& secrets) const {
    std::map<Who, Step> steps;
    bring_granted(steps, secrets);
    Who changer = unit(changed.unit);
    steps.insert_or_assign(std::move(changer), protocol::Command(std::move(changed)));
    Route route;
    for (auto& [who, step] : steps)
      route.push_back({who, std::move(step)});
    return route;
  }

  Route operator()(const protocol::CreateApplication&) const { return at(rules::model()); }
  Route operator()(const protocol::NumberCharm&) const { return at(rules::model()); }
  Route operator()(const protocol::AddMachine&) const { return at(rules::model()); }
  template <protocol::OfAccess C>
  Route operator()(const C&) const {
    return at(rules::model());
  }
  Route operator()(const protocol::SetModelConfig&) const { return at(rules::model()); }
  Route operator()(const protocol::SetModelDefaults&) const { return at(rules::model()); }
  Route operator()(const protocol::SetModelConstraints&) const { return at(rules::model()); }
  Route operator()(const protocol::HostModel&) const { return at(rules::model()); }
  Route operator()(const protocol::EndModel&) const { return at(rules::model()); }
  /// Applications that are granted it come along: their options may hold it (TR2).
  Route operator()(const protocol::ChangeUserSecret& c) const {
    Route route;
    for (const auto& [subject, relation] : c.change.grants)
      route.push_back({rules::application(subject), command});
    route.push_back({rules::model(), command});
    return route;
  }
  /// Goes to the secret's owner: what a unit was told is not told again, even if that has gone.
  Route operator()(const protocol::EndSecretHook& c) const {
    return at(holder_of_secrets(c.hook.owner));
  }
  Route operator()(const protocol::NoteSecretsDue& c) const {
    return at(holder_of_secrets(c.application));
  }
  Route operator()(const protocol::ResealSecret& c) const { return at(holder_of_secrets(c.owner)); }
  Route operator()(const protocol::AddUnit& add) const {
    Route route;
    if (add.machine)
      route.push_back({rules::machine(*add.machine), HostUnit{}});
    route.push_back({rules::application(add.application), command});
    return route;
  }
  Route operator()(const protocol::AddRelation& add) const {
    // In name order: the first one tells the second what it offers.
    if (add.other_application < add.application)
      return {{rules::application(add.other_application),
               Relate{add.other_endpoint, add.application, add.endpoint}}};
    return {{rules::application(add.application),
             Relate{add.endpoint, add.other_application, add.other_endpoint}}};
  }
  Route operator()(const protocol::ClaimLeadership& claim) const {
    return {{unit(claim.unit), AssertAlive{}}, {rules::application(claim.application), command}};
  }
  Route operator()(const protocol::SetConfig& c) const {
    return at(rules::application(c.application));
  }
  Route operator()(const protocol::SetExposed& c) const {
    return at(rules::application(c.application));
  }
  Route operator()(const protocol::SetTrusted& c) const {
    return at(rules::application(c.application));
  }
  Route operator()(const protocol::SetConstraints& c) const {
    return at(rules::application(c.application));
  }
  Route operator()(const protocol::AttachResource& c) const {
    return at(rules::application(c.application));
  }
  Route operator()(const protocol::RemoveApplication& c) const {
    return at(rules::application(c.application));
  }
  Route operator()(const protocol::RefreshApplication& c) const {
    return at(rules::application(c.application));
  }
  Route operator()(const protocol::ReportApplication& c) const {
    return at(rules::application(c.application));
  }
  Route operator()(const protocol::SetLeaderSettings& c) const {
    return at(rules::application(c.application));
  }
  Route operator()(const protocol::ResignLeadership& c) const {
    return at(rules::application(c.application));
  }
  Route operator()(const protocol::RemoveMachine& c) const { return at(rules::machine(c.machine)); }
  Route operator()(const protocol::SetInstance& c) const { return at(rules::machine(c.machine)); }
  Route operator()(const protocol::SetMachineStatus& c) const {
    return at(rules::machine(c.machine));
  }
  Route operator()(const protocol::RetryProvisioning& c) const {
    return at(rules::machine(c.machine));
  }
  Route operator()(const protocol::AbandonInstance& c) const {
    return at(rules::machine(c.machine));
  }
  Route operator()(const protocol::ClearInstance& c) const { return at(rules::machine(c.machine)); }
  Route operator()(const protocol::SetMachineDead& c) const {
    return at(rules::machine(c.machine));
  }
  Route operator()(const protocol::DeleteMachine& c) const { return at(rules::machine(c.machine)); }
  Route operator()(const protocol::RemoveRelation& c) const {
    return at(rules::relation(c.relation));
  }
  Route operator()(const protocol::DepartScope& c) const { return at(rules::relation(c.relation)); }
  Route operator()(const protocol::DeleteBags&) const {
    return {};
  } // the janitor owns what it deletes
  Route operator()(const protocol::ForgetHistory&) const { return {}; }
  Route operator()(const protocol::SetMachineDying& c) const {
    return at(rules::machine(c.machine));
  }
  Route operator()(const protocol::ForceRemoval& c) const {
    const auto& [kind, id, name] = c.target;
    switch (kind) {
    case store::EntityKind::Machine:
      return at(rules::machine(id));
    case store::EntityKind::Unit:
      return at(unit(name));
    case store::EntityKind::Application:
      return at(rules::application(name));
    case store::EntityKind::Relation:
      return at(rules::relation(id));
    }
    return {};
  }
  /// Each receiver once, whatever many tasks it gets.
  Route operator()(const protocol::EnqueueOperation& c) const {
    std::map<Who, TakeTask> receivers;
    for (const protocol::Receiver& receiver : c.receivers)
      if (receiver.error.empty())
        receivers[receiver_of(receiver)].charm = receiver.charm;
    Route route;
    for (const auto& [who, task] : receivers)
      route.push_back({who, task});
    route.push_back({rules::model(), command});
    return route;
  }
  Route operator()(const protocol::CancelTask& c) const {
    return {{receiver_of(c), Witness{}}, {rules::operation(c.operation), command}};
  }
  Route operator()(const protocol::BeginTask& c) const {
    return {{receiver_of(c), Witness{}}, {rules::operation(c.operation), command}};
  }
  Route operator()(const protocol::FlushHook& c) const {
    protocol::FlushHook flush = c;
    return beside_granted(std::move(flush), flush.secrets);
  }
  Route operator()(const protocol::FinishTask& c) const {
    if (!c.unit.empty() && c.changes) {
      protocol::FinishTask finish = c;
      return beside_granted(std::move(finish), finish.changes->secrets);
    }
    if (!c.unit.empty())
      return at(unit(c.unit));
    return {{receiver_of(c), Witness{}}, {rules::operation(c.operation), command}};
  }
  Route operator()(const protocol::LogTask& c) const { return at(rules::operation(c.operation)); }
  Route operator()(const protocol::ForgetOperations&) const { return {}; }
  Route operator()(const protocol::RemoveStorage& c) const {
    return c.unit.empty() ? at(rules::model()) : at(unit(c.unit));
  }
  template <class OfReceiver>
  [[nodiscard]] Who receiver_of(const OfReceiver& task) const {
    return task.unit.empty() ? rules::machine(task.machine) : unit(task.unit);
  }
  template <class OfUnit>
  Route operator()(const OfUnit& c) const {
    return at(unit(c.unit));
  }
};

} // namespace

std::vector<Visit> plan(const protocol::Command& command, const FindUnit& find_unit) {
  return std::visit(Plan{command, find_unit}, command);
}

} // namespace orrery::rules
