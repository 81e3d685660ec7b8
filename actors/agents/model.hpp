#pragma once

#include "actors/agents/unit_holds.hpp"
#include "actors/entities/model_settings.hpp"
#include "actors/hooks/context.hpp"
#include "actors/protocol/commands.hpp"
#include "actors/protocol/observations.hpp"
#include "actors/rules/steps.hpp"
#include "actors/runtime/under_way.hpp"

#include <caf/actor.hpp>
#include <caf/fwd.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace orrery::agents {

/// To one entity, from an agent.
using Question = std::variant<protocol::Observe,
                              protocol::ObserveRelation,
                              protocol::Unobserve,
                              protocol::ReadMembers,
                              protocol::ReadScopes,
                              protocol::ReadBag,
                              protocol::ReadConfig,
                              protocol::ReadTask,
                              protocol::ReadSecrets,
                              protocol::ReadSecretNames,
                              protocol::PassOver>;

/// The model as agents reach it, and the only way in which they do: they know no entity. Answers
/// come as messages; what comes of one entity keeps its order. The model in turn tells units of
/// changes through entities::Post. For any thread.
class Model {
public:
  Model() = default;
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;
  virtual ~Model() = default;

  /// Runs a command; the agent gets a protocol::Answer with this ticket once its outcome is on
  /// disk.
  virtual void
  run(caf::event_based_actor& agent, std::uint64_t ticket, const protocol::Command& command) = 0;
  /// Answers with this ticket once all that was decided before is on disk.
  virtual void flush(caf::event_based_actor& agent, std::uint64_t ticket) = 0;
  /// @returns false: there is no such entity, and no answer comes.
  virtual bool ask(caf::event_based_actor& agent, const rules::Who& whom, Question question) = 0;

  [[nodiscard]] virtual bool has(const rules::Who& whom) const = 0;
  /// A unit by name, principal or subordinate.
  [[nodiscard]] virtual std::optional<rules::Who> find_unit(const std::string& name) const = 0;
  /// @returns null if there is no such charm.
  [[nodiscard]] virtual std::shared_ptr<const store::Charm> charm(const std::string& url) const = 0;
  /// The model's configuration as it is now.
  [[nodiscard]] virtual std::shared_ptr<const entities::ModelSettings> settings() const = 0;
  /// Whether a failed hook is tried again by itself (automatically-retry-hooks).
  [[nodiscard]] virtual bool retries_hooks() const = 0;
  /// Reads what a hook tool asks for and no message brings, as it is durable now.
  /// @returns why it cannot be read; empty: it is in `state`.
  [[nodiscard]] virtual std::string read_stored(const hooks::HookSight& sight,
                                                hooks::NeedStored needed,
                                                hooks::HookState& state) const = 0;
  /// Looks for a secret that a hook tool asks for, as it is durable now.
  /// @param named what entities have answered to ReadSecretNames, where that is needed
  /// @returns why it cannot be read; empty: the answer is in `state`.
  [[nodiscard]] virtual std::string read_secret(const hooks::HookSight& sight,
                                                const hooks::NeedSecret& needed,
                                                const std::vector<protocol::SecretName>& named,
                                                hooks::SecretState& state) const {
    (void)sight, (void)needed, (void)named, (void)state;
    return "secrets cannot be read here";
  }
  /// Says why the model is not to take what a hook has buffered of secrets; empty: it may.
  [[nodiscard]] virtual std::string refused_secrets(const hooks::HookSight& sight,
                                                    const hooks::SecretState& state) const {
    (void)sight, (void)state;
    return {};
  }
  /// Seals what a hook has buffered of secrets.  @returns why that cannot be; empty: it is done.
  [[nodiscard]] virtual std::string seal_secrets(hooks::SecretState& state) const {
    return state.pending.empty() ? "" : "secrets cannot be sealed here";
  }

  /// Counts what is under way among agents, their notes, hooks and providers, for those who wait
  /// until all has settled. The model counts what it does itself; a message between the two is
  /// counted by whoever carries it, until the other side has counted it.
  [[nodiscard]] virtual runtime::UnderWay& under_way() = 0;
  /// Is told which of these parts are those of a unit that is at a hook, or waits for a time.
  [[nodiscard]] virtual KnownParts& known_parts() = 0;

  /// From now on this one is told what is to be cleaned up (CleanupDue, HistoryDue,
  /// OperationEnded, ModelConfigured).
  virtual void set_janitor(caf::actor janitor) = 0;
  /// Reads the hooks that secrets ask a unit for, as it is durable now.
  /// @param leads those of its application's leader, too
  [[nodiscard]] virtual std::vector<protocol::SecretHookSeen>
  read_secret_hooks(const std::string& unit, bool leads) const = 0;
  /// From now on this one is told of secrets (SecretsStirred).
  virtual void set_secret_keeper(caf::actor keeper) = 0;
  /// From now on this one is told of wishes for force (ForceDue).
  virtual void set_forcer(caf::actor forcer) = 0;
};

} // namespace orrery::agents
