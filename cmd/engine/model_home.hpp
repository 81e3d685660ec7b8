#pragma once

#include "actors/agents/agent_services.hpp"
#include "actors/hooks/debug_sessions.hpp"
#include "actors/hooks/keeper_register.hpp"
#include "actors/hooks/remote_sessions.hpp"
#include "actors/hooks/runner.hpp"
#include "actors/hooks/tool_server.hpp"
#include "actors/providers/provider.hpp"
#include "cmd/engine/commits.hpp"
#include "cmd/engine/group_places.hpp"
#include "cmd/engine/process_parts.hpp"
#include "cmd/engine/stores.hpp"
#include "cmd/session/orchestrator.hpp"

#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace orrery::cmd {

/// One model of the process, all of which lies below its own directory: its stores, entities and
/// agents, who hosts these, and what sessions ask of it. A process has one for each of its models
/// and begins and stops it; sessions call it on their own threads.
///
/// Never destroyed once it has begun, because its actors end with the process.
class ModelHome final : public Orchestrator {
public:
  /// @param process outlives it.
  ModelHome(ProcessParts& process, Stores stores);

  /// Reads what its store holds, which gets a model of this name where there is none, and deletes
  /// what no record names.
  [[nodiscard]] tl::expected<store::Contents, std::string> read(const std::string& name);
  /// @returns what a backup of it is made of.  @pre the process knows its boot.
  [[nodiscard]] backup::Source backup_source() const;
  /// Begins its actors and its agents with what read() has returned.
  void begin(store::Contents contents);
  [[nodiscard]] const std::string& name() const { return of_model_.name; }

  // To be called in this order, and nothing else afterwards.

  /// Starts no more hooks, and gives those that run `grace` to end. What units left running stays.
  void stop_hooks(std::chrono::milliseconds grace);
  /// Writes what has come so far.
  void stop_writing();
  /// @pre no actor runs any more.
  void close_stores();

  protocol::Answer run(const protocol::Command& command) override;
  tl::expected<store::Contents, store::StoreError> contents() override;
  tl::expected<store::Contents, store::StoreError> named(const explain::Named& named) override;
  tl::expected<explain::Neighbourhood, store::StoreError>
  around(const explain::Subject& subject) override;
  tl::expected<explain::Neighbourhood, store::StoreError>
  shown(const explain::Choice& choice) override;
  tl::expected<explain::StatusRecords, store::StoreError>
  in_status(const explain::Choice& choice) override;
  tl::expected<store::Contents, store::StoreError>
  relations_between(const std::string& first, const std::string& second) override;
  tl::expected<std::vector<store::LifeStep>, store::StoreError>
  history(const store::EntityRef& entity) override;
  FoundOperation operation(store::TaskId id) override;
  FoundOperation task(store::TaskId id) override;
  tl::expected<void, store::StoreError>
  each_operation(const std::function<bool(store::OperationSeen)>& take) override;
  tl::expected<check::Observed, std::string> observe() override;
  tl::expected<check::Observed, std::string> observe_records() override;
  bool wait_settled(std::chrono::milliseconds timeout,
                    const std::function<bool()>& cancelled) override;
  bool wait_settled(const std::set<std::string>& applications,
                    std::chrono::milliseconds timeout,
                    const std::function<bool()>& cancelled) override;
  tl::expected<void, std::string> inject(const agents::Fault& fault) override;
  std::uint64_t wait_change(std::uint64_t seen, std::chrono::milliseconds timeout) override;
  hooks::DebugSessions* debug_sessions() override { return &debug_; }
  hooks::RemoteSessions* remote_sessions() override { return &remote_; }
  hooks::HookJob remote_job(const agents::RemoteOrder& order) override {
    return agents::remote_job(order, *provider_);
  }
  store::SecretVault* vault() override { return &*vault_; }
  tl::expected<std::string, std::string> secret_content(const store::Secret& secret,
                                                        std::uint32_t revision) override;
  const std::filesystem::path& data_directory() const override { return stores_.place.directory; }
  config::CharmsHold hold_charms() override;

  // The process answers these, whatever the model.
  std::map<std::string, std::string> log_levels() override;
  bool set_log_level(const std::string& component, const std::string& level) override;
  backup::Desk* backups() override { return process_.backups.get(); }
  const config::Settings& settings() const override { return process_.options.settings; }
  std::filesystem::path own_logs() const override { return settings().data_directory / "logs"; }

private:
  [[nodiscard]] std::unique_ptr<store::Snapshot> now() const { return stores_.model->snapshot(); }
  [[nodiscard]] agents::AgentServices agent_services() {
    return {of_model_, of_host_, process_.services};
  }
  void make_world();
  void begin_journals();
  void begin_keepers();
  void begin_agents();

  ProcessParts& process_;
  Stores stores_;
  runtime::Activity activity_;
  Commits commits_;
  entities::Services entities_;
  agents::ModelServices of_model_;
  std::optional<store::SecretVault> vault_;
  agents::HostServices of_host_;
  agents::Faults faults_{of_model_.roster};
  std::optional<hooks::KeeperRegister> keepers_;
  GroupPlaces groups_;
  std::unique_ptr<providers::Provider> provider_;
  std::unique_ptr<hooks::HookRunner> runner_;
  hooks::DebugSessions debug_{[this](std::uint64_t hook) { runner_->end_debugged(hook); }};
  hooks::RemoteSessions remote_{[this](hooks::HookJob job, hooks::HookRunner::Callback done) {
                                  runner_->submit(std::move(job), std::move(done));
                                },
                                [this](std::uint64_t session) { runner_->end_session(session); }};
  std::unique_ptr<hooks::ToolServer> tools_;
  caf::actor journal_, log_keeper_;
  std::future<void> forgotten_; ///< What was decoded for the start.
};

} // namespace orrery::cmd
