#pragma once

#include "actors/agents/model.hpp"
#include "actors/entities/services.hpp"
#include "store/database.hpp"
#include "store/secret_vault.hpp"

namespace orrery::agents {

/// The model in the same process: each question is a message to its entity, and no other.
class LocalModel final : public Model {
public:
  /// @param services outlive it.
  explicit LocalModel(entities::Services& services)
    : services_(services), holds_(services.activity) {}

  /// @param database outlives it; null: nothing can be read from it (a test).
  void set_database(const store::Database* database) { database_ = database; }

  /// @param vault outlives it; null: there are no secrets (a test).
  void set_vault(store::SecretVault* vault) { vault_ = vault; }

  /// For those who wait until the units of some applications have settled.
  [[nodiscard]] UnitHolds& holds() { return holds_; }

  void run(caf::event_based_actor& agent,
           std::uint64_t ticket,
           const protocol::Command& command) override;
  void flush(caf::event_based_actor& agent, std::uint64_t ticket) override;
  bool ask(caf::event_based_actor& agent, const rules::Who& whom, Question question) override;
  [[nodiscard]] bool has(const rules::Who& whom) const override;
  [[nodiscard]] std::optional<rules::Who> find_unit(const std::string& name) const override;
  [[nodiscard]] std::shared_ptr<const store::Charm> charm(const std::string& url) const override;
  [[nodiscard]] std::shared_ptr<const entities::ModelSettings> settings() const override;
  [[nodiscard]] bool retries_hooks() const override;
  [[nodiscard]] std::string read_stored(const hooks::HookSight& sight,
                                        hooks::NeedStored needed,
                                        hooks::HookState& state) const override;
  [[nodiscard]] std::string read_secret(const hooks::HookSight& sight,
                                        const hooks::NeedSecret& needed,
                                        const std::vector<protocol::SecretName>& named,
                                        hooks::SecretState& state) const override;
  [[nodiscard]] std::string refused_secrets(const hooks::HookSight& sight,
                                            const hooks::SecretState& state) const override;
  [[nodiscard]] std::string seal_secrets(hooks::SecretState& state) const override;
  [[nodiscard]] runtime::UnderWay& under_way() override { return services_.activity; }
  [[nodiscard]] KnownParts& known_parts() override { return holds_; }
  [[nodiscard]] std::vector<protocol::SecretHookSeen> read_secret_hooks(const std::string& unit,
                                                                        bool leads) const override;
  void set_janitor(caf::actor janitor) override;
  void set_forcer(caf::actor forcer) override;
  void set_secret_keeper(caf::actor keeper) override;

private:
  entities::Services& services_;
  UnitHolds holds_;
  const store::Database* database_ = nullptr;
  store::SecretVault* vault_ = nullptr;
};

} // namespace orrery::agents
