#pragma once

#include "actors/agents/fault.hpp"
#include "actors/agents/remote_job.hpp"
#include "actors/hooks/debug_sessions.hpp"
#include "actors/hooks/given_input.hpp"
#include "actors/hooks/remote_sessions.hpp"
#include "actors/protocol/commands.hpp"
#include "cmd/backup/desk.hpp"
#include "cmd/views/check/observed.hpp"
#include "cmd/views/explain/named.hpp"
#include "cmd/views/explain/status_records.hpp"
#include "config/kept_charms.hpp"
#include "config/settings.hpp"
#include "store/accounts.hpp"
#include "store/contents.hpp"
#include "store/operations.hpp"
#include "store/secret_vault.hpp"

#include <tl/expected.hpp>

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace orrery::explain {
struct Choice;
}

namespace orrery::cmd {

/// A running orchestrator, as far as verbs and the console need it. Calls block the calling
/// session's thread, nothing else.
class Orchestrator {
public:
  virtual ~Orchestrator() = default;
  /// Standard inputs that clients give to their commands.
  [[nodiscard]] hooks::GivenInputs& inputs() { return inputs_; }
  /// Runs one command as one transaction and waits until its outcome is on disk.
  [[nodiscard]] virtual protocol::Answer run(const protocol::Command& command) = 0;
  /// Says why run() would refuse a command whatever the model's state is: it is not served, or the
  /// disk is full. Nothing: it would not.
  [[nodiscard]] virtual std::optional<protocol::Answer> refusal(const protocol::Command& command) {
    (void)command;
    return std::nullopt;
  }
  /// Everything that is on disk now.
  [[nodiscard]] virtual tl::expected<store::Contents, store::StoreError> contents() = 0;
  /// Finds the key of the model's secrets.  Errors: a sentence, why it cannot be used.
  [[nodiscard]] virtual tl::expected<store::SecretVault*, std::string> vault() {
    return tl::unexpected(std::string{"this orchestrator keeps no secrets"});
  }
  /// Reads and opens one revision of a secret, as config::secret_text() has it.
  /// Errors: sentences, without any of the content.
  [[nodiscard]] virtual tl::expected<std::string, std::string>
  secret_content(const store::Secret& secret, std::uint32_t revision) {
    (void)secret, (void)revision;
    return tl::unexpected(std::string{"secrets cannot be read here"});
  }
  /// Reads one revision of a secret as it is sealed; nothing if there is none of that number.
  [[nodiscard]] virtual tl::expected<std::optional<std::string>, std::string>
  sealed_secret(const std::string& id, std::uint32_t revision) {
    (void)id, (void)revision;
    return tl::unexpected(std::string{"secrets cannot be read here"});
  }
  /// At least what is named of that.
  [[nodiscard]] virtual tl::expected<store::Contents, store::StoreError>
  named(const explain::Named& named) {
    (void)named;
    return contents();
  }
  /// Reads what is recorded of a user, if this is the first model, which has the process's records.
  /// @param target a model's UUID; empty: none.
  [[nodiscard]] virtual tl::expected<store::Account, store::StoreError>
  account(const std::string& user, const std::string& target) {
    return contents().map(
      [&](const store::Contents& all) { return store::account_in(all, user, target); });
  }
  /// Reads what there is on disk now to explain one entity by.
  [[nodiscard]] virtual tl::expected<explain::Neighbourhood, store::StoreError>
  around(const explain::Subject& subject) {
    (void)subject; // all of it is around everything
    return contents().map([](store::Contents all) {
      return explain::Neighbourhood{std::move(all), {}};
    });
  }
  /// Reads what there is on disk now to show what is chosen.
  [[nodiscard]] virtual tl::expected<explain::Neighbourhood, store::StoreError>
  shown(const explain::Choice& choice) {
    (void)choice; // it is a part of everything
    return contents().map([](store::Contents all) {
      return explain::Neighbourhood{std::move(all), {}};
    });
  }
  /// Reads what is chosen, as status shows it.
  [[nodiscard]] virtual tl::expected<explain::StatusRecords, store::StoreError>
  in_status(const explain::Choice& choice) {
    (void)choice;
    return contents().map([](store::Contents all) {
      store::PackedUnits units = store::pack_units(all);
      return explain::StatusRecords{{std::move(all), {}}, std::move(units)};
    });
  }
  /// At least the relations on disk that two applications have with one another.
  [[nodiscard]] virtual tl::expected<store::Contents, store::StoreError>
  relations_between(const std::string& first, const std::string& second) {
    (void)first, (void)second;
    return contents();
  }
  /// Reads what is kept of an entity's life; empty if nothing is.
  [[nodiscard]] virtual tl::expected<std::vector<store::LifeStep>, store::StoreError>
  history(const store::EntityRef& entity) = 0;
  /// One look at records, agents' notes, processes and directories, which stops nobody.
  [[nodiscard]] virtual tl::expected<check::Observed, std::string> observe() = 0;
  /// Observes the records alone.
  [[nodiscard]] virtual tl::expected<check::Observed, std::string> observe_records() {
    check::Observed observed;
    auto all = contents();
    if (!all)
      return tl::unexpected(all.error().text);
    observed.contents = std::move(*all);
    return observed;
  }
  /// Waits until no hook is queued or running and nothing is unseen by any agent.
  /// @returns false when `timeout` passed first, or `cancelled` said true.
  [[nodiscard]] virtual bool wait_settled(std::chrono::milliseconds timeout,
                                          const std::function<bool()>& cancelled) = 0;
  /// Waits until some applications have settled: others' hooks may run, and their tries wait.
  [[nodiscard]] virtual bool wait_settled(const std::set<std::string>& applications,
                                          std::chrono::milliseconds timeout,
                                          const std::function<bool()>& cancelled) {
    (void)applications; // when all is settled, these are
    return wait_settled(timeout, cancelled);
  }
  /// Waits as wait_settled() until nothing is under way but waits for a time, as before a hook that
  /// has failed is run again.
  [[nodiscard]] virtual bool wait_for_hooks(std::chrono::milliseconds timeout,
                                            const std::function<bool()>& cancelled) {
    return wait_settled(timeout, cancelled);
  }
  /// An operation with its tasks, under way or ended; nothing if there is none of that id.
  using FoundOperation = tl::expected<std::optional<store::OperationSeen>, store::StoreError>;
  [[nodiscard]] virtual FoundOperation operation(store::TaskId id) = 0;
  /// The operation with that task alone; nothing if there is no task of that id.
  [[nodiscard]] virtual FoundOperation task(store::TaskId id) = 0;
  /// Hands over each operation, ids ascending, without results and logs, until `take` says false.
  [[nodiscard]] virtual tl::expected<void, store::StoreError>
  each_operation(const std::function<bool(store::OperationSeen)>& take) = 0;
  /// Makes something go wrong on purpose. Errors are sentences: faults are not allowed, nobody is
  /// there for it to happen to.
  [[nodiscard]] virtual tl::expected<void, std::string> inject(const agents::Fault& fault) {
    (void)fault;
    return tl::unexpected(std::string{"faults are not allowed here: they are in an orchestrator "
                                      "that was started with \"orrery serve --allow-faults\""});
  }
  /// Waits until the store's sequence number differs from `seen` (or `timeout` passed). @returns
  /// the number now; of a model that has gone another than `seen`, at once, so that whoever waits
  /// looks again and is told.
  [[nodiscard]] virtual std::uint64_t wait_change(std::uint64_t seen,
                                                  std::chrono::milliseconds timeout) = 0;
  /// The level of each component of its own log.
  [[nodiscard]] virtual std::map<std::string, std::string> log_levels() { return {}; }
  /// Sets the level of one component, or of all if that is empty.
  /// @returns false for a component or level that does not exist.
  [[nodiscard]] virtual bool set_log_level(const std::string& component, const std::string& level) {
    (void)component, (void)level;
    return false;
  }
  /// Sessions of users who run hooks by hand; null: there are none.
  [[nodiscard]] virtual hooks::DebugSessions* debug_sessions() { return nullptr; }
  /// Programs of users outside hooks; null: there are none.
  [[nodiscard]] virtual hooks::RemoteSessions* remote_sessions() { return nullptr; }
  /// Makes the job of such a session, without its streams.  @pre remote_sessions() is not null.
  [[nodiscard]] virtual hooks::HookJob remote_job(const agents::RemoteOrder& order) {
    (void)order;
    return {};
  }
  /// Backups of this orchestrator; null: none are made.
  [[nodiscard]] virtual backup::Desk* backups() { return nullptr; }
  /// Settings since its start.
  [[nodiscard]] virtual const config::Settings& settings() const {
    static const config::Settings defaults;
    return defaults;
  }
  /// Where the model's data lies: its charms, its units' logs.
  [[nodiscard]] virtual const std::filesystem::path& data_directory() const = 0;
  /// Holds all kept charms for whoever is about to use files there (config/kept_charms.hpp).
  /// @returns null, with errno, if their directory cannot be made or opened.
  [[nodiscard]] virtual config::CharmsHold hold_charms() {
    return config::hold_kept_charms(data_directory() / "charms");
  }
  /// Where the files of a charm of the model are kept.
  [[nodiscard]] virtual std::filesystem::path files_of(const store::Charm& charm) const {
    return data_directory() / charm.directory;
  }
  /// Where the orchestrator's own log lies: beside those of units, where one serves no others.
  [[nodiscard]] virtual std::filesystem::path own_logs() const { return data_directory() / "logs"; }

private:
  hooks::GivenInputs inputs_;
};

} // namespace orrery::cmd
