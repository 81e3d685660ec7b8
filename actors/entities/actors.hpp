#pragma once

#include "actors/entities/counterparts.hpp"
#include "actors/entities/observed_entity.hpp"
#include "actors/entities/scope_observers.hpp"
#include "actors/entities/succession.hpp"
#include "actors/rules/application.hpp"
#include "actors/rules/machine.hpp"
#include "actors/rules/model.hpp"
#include "actors/rules/operation.hpp"
#include "actors/rules/relation.hpp"
#include "actors/rules/unit.hpp"

/// The entities: one actor each, all alike but for what they know, decide and show.
namespace orrery::entities {

/// Shows them as agents see them.
[[nodiscard]] std::vector<protocol::TaskToRun>
tasks_to_run(const store::Rare<rules::OpenTasks>& open);

class MachineActor final : public ObservedEntity<rules::MachineState> {
public:
  using ObservedEntity::ObservedEntity;

private:
  [[nodiscard]] bool handle(const Content& message) override;
  [[nodiscard]] caf::message seen(std::uint64_t answers) const override;
  [[nodiscard]] rules::Who who() const override;
};

class UnitActor final : public ObservedEntity<rules::UnitState> {
public:
  using ObservedEntity::ObservedEntity;

private:
  [[nodiscard]] bool handle(const Content& message) override;
  void read_secret_names(const protocol::ReadSecretNames& message);
  void secret_read_ended(const protocol::SecretReadEnded& message);
  [[nodiscard]] caf::message seen(std::uint64_t answers) const override;
  [[nodiscard]] const std::string* own_unit() const override { return &state().record.name; }
  [[nodiscard]] rules::Who who() const override;
};

/// A change of its leader concerns the two whom it is about; that nobody does is told to one after
/// another. That a relation has gone is told to none of its units: who has met the relation hears
/// it there.
class ApplicationActor final : public ObservedEntity<rules::ApplicationState> {
public:
  ApplicationActor(caf::actor_config& config, Services& services, rules::ApplicationState state);

private:
  [[nodiscard]] bool handle(const Content& message) override;
  void stop_observing(const protocol::Unobserve& message);
  void pass_over(const protocol::PassOver& message);
  void took_in(const rules::Writes& writes, bool all_told, std::vector<Delivery>& outbox) override;
  void leader_changed(std::vector<Delivery>& outbox);
  void drop_resources(std::vector<Delivery>& outbox);
  void offer(std::vector<Delivery>& outbox);
  void read_config(const protocol::ReadConfig& message);
  void read_secrets(const protocol::ReadSecrets&);
  void read_secret_names(const protocol::ReadSecretNames& message);
  [[nodiscard]] caf::message seen(std::uint64_t answers) const override;
  [[nodiscard]] rules::Who who() const override;

  std::string leader_;                     ///< As it was told.
  std::size_t relations_;                  ///< How many it had.
  store::Resources resources_;             ///< As they were: what has gone is not kept any more.
  std::unique_ptr<Succession> succession_; ///< Null: somebody leads, or all know that nobody does.
};

/// Tells each observer once that its counterparts changed, until it has read them: one wake-up per
/// batch.
class RelationActor final : public Entity {
public:
  RelationActor(caf::actor_config& config, Services& services, rules::RelationState state);

private:
  [[nodiscard]] bool handle(const Content& message) override;
  rules::Decision decide(const rules::Step& step, const rules::Context& context) override;
  void take_in(const rules::Writes& writes, std::vector<Delivery>& outbox) override;
  [[nodiscard]] bool take_in(const rules::Write& write);
  void forget_resting(const std::string& unit);
  void observe(const protocol::ObserveRelation& message);
  void unobserve(const protocol::Unobserve& message);
  void read_members(const protocol::ReadMembers& message);
  void read_bag(const protocol::ReadBag& message);
  void read_scopes(const protocol::ReadScopes& message);
  [[nodiscard]] protocol::RelationSeen seen(std::uint64_t answers) const;
  [[nodiscard]] protocol::MembersSeen members_for(const protocol::ReadMembers& reader) const;
  void show(protocol::MembersSeen& seen,
            const std::string& reader,
            const store::Scope& own,
            const std::string& member) const;

  rules::RelationState state_;
  Counterparts counterparts_{state_};
  ScopeObservers observers_;
};

/// While some of its tasks have not ended. Nobody observes it: receivers are told of their tasks.
class OperationActor final : public Entity {
public:
  OperationActor(caf::actor_config& config, Services& services, rules::OperationState state)
    : Entity(config, services), state_(std::move(state)) {}

private:
  [[nodiscard]] bool handle(const Content& message) override;
  rules::Decision decide(const rules::Step& step, const rules::Context& context) override;
  void take_in(const rules::Writes& writes, std::vector<Delivery>& outbox) override;
  void read_task(const protocol::ReadTask& message);

  rules::OperationState state_;
};

class ModelActor final : public Entity {
public:
  ModelActor(caf::actor_config& config, Services& services, rules::ModelState state);

private:
  [[nodiscard]] bool handle(const Content& message) override;
  rules::Decision decide(const rules::Step& step, const rules::Context& context) override;
  void take_in(const rules::Writes& writes, std::vector<Delivery>& outbox) override;
  void observe(const protocol::Observe& message);
  void read_secrets(const protocol::ReadSecrets&);

  rules::ModelState state_;
  Observers observers_;
};

} // namespace orrery::entities
