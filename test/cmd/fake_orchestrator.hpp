#pragma once

#include "cmd/session/models.hpp"
#include "cmd/session/orchestrator.hpp"
#include "cmd/session/session.hpp"
#include "cmd/verbs/model_name.hpp"
#include "test/cmd/fake_operations.hpp"

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

/// What tests of cmd/ need in place of a running orchestrator and a client.
namespace orrery::test {

/// Keeps a model in memory and does what it is asked at once; no agents, no hooks. For a server it
/// is the only model, too.
class FakeOrchestrator : public cmd::Orchestrator, public cmd::Models {
public:
  explicit FakeOrchestrator(std::filesystem::path data = {});
  std::shared_ptr<cmd::Orchestrator> find_model(const std::string& name,
                                                const std::string&) override {
    const std::lock_guard lock{mutex_};
    return name.empty() || cmd::is_model(model_.model, name) ? cmd::not_owned(*this) : nullptr;
  }

  protocol::Answer run(const protocol::Command& command) override;
  tl::expected<store::Contents, store::StoreError> contents() override;
  tl::expected<store::Contents, store::StoreError> named(const explain::Named& named) override {
    {
      const std::lock_guard lock{mutex_};
      kinds_read_.push_back(named.kinds);
    }
    return contents();
  }
  tl::expected<std::vector<store::LifeStep>, store::StoreError>
  history(const store::EntityRef& entity) override;
  tl::expected<check::Observed, std::string> observe() override;
  bool wait_settled(std::chrono::milliseconds timeout,
                    const std::function<bool()>& cancelled) override;
  tl::expected<std::optional<store::OperationSeen>, store::StoreError>
  operation(store::TaskId id) override {
    const std::lock_guard lock{mutex_};
    return operations_.operation(id);
  }
  tl::expected<std::optional<store::OperationSeen>, store::StoreError>
  task(store::TaskId id) override {
    const std::lock_guard lock{mutex_};
    return operations_.task(id);
  }
  tl::expected<void, store::StoreError>
  each_operation(const std::function<bool(store::OperationSeen)>& take) override;
  std::uint64_t wait_change(std::uint64_t seen, std::chrono::milliseconds timeout) override;
  std::map<std::string, std::string> log_levels() override { return log_levels_; }
  bool set_log_level(const std::string& component, const std::string& level) override;
  const std::filesystem::path& data_directory() const override { return data_; }

  tl::expected<store::SecretVault*, std::string> vault() override {
    if (!no_vault_.empty())
      return tl::unexpected(no_vault_);
    std::filesystem::create_directories(data_); // for its key
    return &vault_;
  }
  tl::expected<std::optional<std::string>, std::string>
  sealed_secret(const std::string& id, std::uint32_t revision) override;
  tl::expected<std::string, std::string> secret_content(const store::Secret& secret,
                                                        std::uint32_t revision) override;

  /// Refuses whatever it is asked whether it would do, from now on.
  void refuse_all_before(const std::string& why) { refused_before_ = why; }
  std::optional<protocol::Answer> refusal(const protocol::Command&) override {
    if (refused_before_.empty())
      return std::nullopt;
    return refusal(protocol::Code::LimitExceeded, refused_before_);
  }
  /// Has no key of secrets from now on.
  void take_vault_away(const std::string& why) { no_vault_ = why; }
  /// Cannot be read from now on.
  void refuse_reads(const std::string& why) { unread_ = why; }
  /// Changes the model behind everybody's back.
  void change(const std::function<void(store::Contents&)>& how);
  void refuse(const std::string& name) { refused_.insert(name); } ///< Commands about it.
  /// Refuses each refresh with this from now on.
  void refuse_refresh(protocol::Code code, const std::string& text) {
    refused_refresh_ = {code, text};
  }
  /// Changes what is seen beside the model.
  void show(const std::function<void(check::Observed&)>& how);
  /// Adds to what is kept of lives.
  void remember(store::LifeStep step) { history_.push_back(std::move(step)); }
  /// Looks at operations, or changes them behind everybody's back.
  void operate(const std::function<void(FakeOperations&)>& how);
  void unsettle() { settled_ = false; }
  void settle() { settled_ = true; }
  [[nodiscard]] std::size_t commands() const { return commands_; }
  /// Kinds of which all records were read (explain::Named): a text each time something was.
  [[nodiscard]] const std::vector<std::string>& kinds_read() const { return kinds_read_; }

private:
  protocol::Answer done(std::string created = {});
  protocol::Answer refusal(protocol::Code code, std::string text) const;
  protocol::Answer apply(const protocol::CreateApplication& command);
  protocol::Answer apply(const protocol::NumberCharm& command);
  protocol::Answer apply(const protocol::RefreshApplication& command);
  protocol::Answer apply(const protocol::AddUnit& command);
  protocol::Answer apply(const protocol::AddMachine& command);
  protocol::Answer apply(const protocol::AddRelation& command);
  protocol::Answer apply(const protocol::RemoveUnit& command);
  protocol::Answer apply(const protocol::RemoveApplication& command);
  protocol::Answer apply(const protocol::RemoveRelation& command);
  protocol::Answer apply(const protocol::SetConfig& command);
  protocol::Answer apply(const protocol::SetModelConfig& command);
  protocol::Answer apply(const protocol::SetModelDefaults& command);
  protocol::Answer apply(const protocol::SetExposed& command);
  protocol::Answer apply(const protocol::SetTrusted& command);
  protocol::Answer apply(const protocol::SetConstraints& command);
  protocol::Answer apply(const protocol::ChangeUserSecret& command) {
    return apply_secret_change(command);
  }
  protocol::Answer apply(const protocol::ResealSecret& command) {
    return apply_secret_change(command);
  }
  protocol::Answer apply_secret_change(const protocol::Command& command);
  protocol::Answer apply(const protocol::SetModelConstraints& command);
  protocol::Answer apply(const protocol::AttachResource& command);
  protocol::Answer apply(const protocol::Resolve& command);
  protocol::Answer apply(const protocol::AddStorage& command) { return by_rules(command); }
  protocol::Answer apply(const protocol::AttachStorage& command) { return by_rules(command); }
  protocol::Answer apply(const protocol::DetachStorage& command) { return by_rules(command); }
  protocol::Answer apply(const protocol::RemoveStorage& command) { return by_rules(command); }
  /// Does what the rules say.
  protocol::Answer by_rules(const protocol::Command& command);
  protocol::Answer apply(const protocol::EnqueueOperation& command);
  protocol::Answer apply(const protocol::CancelTask& command);
  template <protocol::OfAccess C>
  protocol::Answer apply(const C& command) {
    return apply_access(command);
  }
  protocol::Answer apply_access(const protocol::Command& command);
  template <class Other>
  protocol::Answer apply(const Other&) {
    return refusal(protocol::Code::NotFound, "the fake does not do this");
  }

  std::filesystem::path data_;
  std::string refused_before_; ///< Why; empty: nothing is.
  std::string unread_;         ///< Why it cannot be read; empty: it can.
  std::string no_vault_;       ///< Why there is no vault; empty: there is one.
  [[nodiscard]] store::SecretVault::Sample sample() const {
    if (sealed_.empty())
      return {};
    return {true, sealed_.begin()->first.first, sealed_.begin()->second};
  }
  store::SecretVault vault_{data_ / "secrets.key", [this] { return sample(); }};
  std::map<std::pair<std::string, std::uint32_t>, std::string> sealed_; ///< By secret, revision.
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::string> kinds_read_;
  store::Contents model_;
  check::Observed seen_; ///< Its contents are not used: the model is.
  std::vector<store::LifeStep> history_;
  std::map<std::string, std::string> log_levels_{{"agent", "info"}, {"journal", "info"}};
  FakeOperations operations_;
  std::set<std::string> refused_;
  std::optional<std::pair<protocol::Code, std::string>> refused_refresh_;
  bool settled_ = true;
  std::size_t commands_ = 0;
};

/// Keeps what was printed.
class TextOutput : public cmd::Output {
public:
  void out(std::string_view text) override { printed += text; }
  void err(std::string_view text) override { complained += text; }
  bool cancelled() override { return gone; }
  std::string printed;
  std::string complained;
  bool gone = false;
};

/// A session with a fake behind it, in a directory that goes with it.
class Bench {
public:
  Bench();
  ~Bench();
  Bench(const Bench&) = delete;
  Bench& operator=(const Bench&) = delete;

  /// Runs a command line; what it prints is in `output` afterwards.
  int verb(const std::vector<std::string>& words);
  /// Runs a script in a new interpreter.
  int script(const std::string& text);
  /// Writes a file below the directory.
  std::filesystem::path file(const std::string& name, const std::string& text) const;
  /// Writes a charm's directory.
  std::filesystem::path charm(const std::string& name, const std::string& extra = {}) const;

  std::filesystem::path directory;
  FakeOrchestrator orchestrator;
  TextOutput output;
  cmd::Session session;
};

} // namespace orrery::test
