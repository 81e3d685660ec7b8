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
#include "cmd/engine/model_gate.hpp"
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
/// Never destroyed once it has begun, because actors that have ended refer to it. What it holds is
/// given back by end().
class ModelHome final : public Orchestrator {
public:
  /// @param process outlives it. @param is_first whether it is the process's own.
  ModelHome(ProcessParts& process, Stores stores, bool is_first = true);
  /// One that cannot be served.
  /// @param why as a sentence, which is the answer to whatever is asked of it.
  ModelHome(ProcessParts& process, ModelPlace place, const std::string& why);

  /// Reads what its store holds, which gets a model of this name where there is none, with these
  /// values of its configuration, and deletes what no record names.
  [[nodiscard]] tl::expected<store::Contents, std::string> read(const std::string& name,
                                                                const store::Settings& config = {});
  /// @returns what a backup of it is made of, and keeps it from ending meanwhile; nothing where it
  /// cannot be used.
  [[nodiscard]] std::optional<backup::ModelSource> backup_source() const;
  /// Begins its actors and its agents with what read() has returned.
  void begin(store::Contents contents);
  [[nodiscard]] const std::string& name() const { return of_model_.name; }
  [[nodiscard]] const std::string& uuid() const { return stores_.place.uuid; }
  /// Reads the records of models that the process has beside this one, its first.
  [[nodiscard]] std::map<std::string, store::HostedModel> hosted_models() const;

  // To be called in this order, and nothing else afterwards.

  /// Starts no more hooks, and gives those that run `grace` to end. What units left running stays.
  void stop_hooks(std::chrono::milliseconds grace);
  /// Writes what has come so far.
  void stop_writing();
  /// @pre no actor runs any more.
  void close_stores();

  // The end of a model beside the first one, while the process goes on.

  /// Whether it has neither applications nor machines, on disk (MD4).
  [[nodiscard]] bool is_empty() const;
  /// Has all its applications and machines removed; again for what a removal before has left.
  void remove_all(const protocol::Removal& how);
  /// Whether it can be used, and has not ended.
  [[nodiscard]] bool is_served() const { return !gate_.is_closed(); }
  /// Tells the undertaker of changes of the store, and that somebody calls it.
  [[nodiscard]] Commits& commits() { return commits_; }
  /// Ends all that it is with what is left in it: programs, agents, actors, and closes its stores.
  /// Whatever is asked of it from then on is answered with `why`. Blocks for some seconds at most.
  /// @param why_left the answer where not all has ended.
  /// @returns whether all has ended: else its directory is in use still. It is not called again.
  [[nodiscard]] bool end(const std::string& why, const std::string& why_left);

  protocol::Answer run(const protocol::Command& command) override;
  std::optional<protocol::Answer> refusal(const protocol::Command& command) override;
  tl::expected<store::Contents, store::StoreError> contents() override;
  tl::expected<store::Contents, store::StoreError> named(const explain::Named& named) override;
  tl::expected<store::Account, store::StoreError> account(const std::string& user,
                                                          const std::string& target) override;
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
  bool wait_for_hooks(std::chrono::milliseconds timeout,
                      const std::function<bool()>& cancelled) override;
  tl::expected<void, std::string> inject(const agents::Fault& fault) override;
  std::uint64_t wait_change(std::uint64_t seen, std::chrono::milliseconds timeout) override;
  hooks::DebugSessions* debug_sessions() override { return gate_.is_closed() ? nullptr : &debug_; }
  hooks::RemoteSessions* remote_sessions() override {
    return gate_.is_closed() ? nullptr : &remote_;
  }
  hooks::HookJob remote_job(const agents::RemoteOrder& order) override;
  tl::expected<store::SecretVault*, std::string> vault() override;
  tl::expected<std::string, std::string> secret_content(const store::Secret& secret,
                                                        std::uint32_t revision) override;
  tl::expected<std::optional<std::string>, std::string>
  sealed_secret(const std::string& id, std::uint32_t revision) override;
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
  [[nodiscard]] tl::unexpected<store::StoreError> gone() const {
    return tl::unexpected(store::StoreError{store::StoreError::Kind::Other, gate_.why()});
  }
  /// On a thread of its own; of a model beside the first one on those of a pool.
  template <class Actor, class... Arguments>
  caf::actor spawn_blocking(LazyPool& pool, Arguments&&... arguments) {
    return is_first_
             ? process_.system.spawn<Actor, caf::detached>(std::forward<Arguments>(arguments)...)
             : pool.system().spawn<Actor>(std::forward<Arguments>(arguments)...);
  }
  [[nodiscard]] bool end_programs();
  [[nodiscard]] bool end_agents();
  [[nodiscard]] agents::AgentServices agent_services() {
    return {of_model_, of_host_, process_.services};
  }
  void make_world(const store::Contents& contents);
  void begin_journals();
  void begin_vault();
  store::SecretVault::Sample sealed_sample();
  void begin_keepers();
  void begin_agents();

  ProcessParts& process_;
  Stores stores_;
  const bool is_first_;
  mutable ModelGate gate_;
  runtime::Activity activity_;
  Commits commits_;
  entities::Services entities_;
  agents::ModelServices of_model_;
  std::optional<store::SecretVault> vault_;
  agents::HostServices of_host_;
  agents::Faults faults_{of_model_.roster};
  std::optional<hooks::KeeperRegister> keepers_;
  GroupPlaces groups_;
  std::optional<providers::ModelBlock> block_; ///< Of a model beside the first one.
  std::unique_ptr<providers::Provider> provider_;
  std::unique_ptr<hooks::HookRunner> runner_;
  hooks::DebugSessions debug_{[this](std::uint64_t hook) { runner_->end_debugged(hook); }};
  hooks::RemoteSessions remote_{[this](hooks::HookJob job, hooks::HookRunner::Callback done) {
                                  runner_->submit(std::move(job), std::move(done));
                                },
                                [this](std::uint64_t session) { runner_->end_session(session); }};
  std::unique_ptr<hooks::ToolServer> tools_;
  caf::actor journal_, log_keeper_, supervisor_, update_status_timer_;
  std::future<void> forgotten_; ///< What was decoded for the start.
};

} // namespace orrery::cmd
