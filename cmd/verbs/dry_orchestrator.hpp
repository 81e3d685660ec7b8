#pragma once

#include "actors/foretell/dry_run.hpp"
#include "cmd/session/orchestrator.hpp"

namespace orrery::cmd {

/// Stands before the running orchestrator: shows what it has, and carries commands out on a copy.
class DryOrchestrator final : public Orchestrator {
public:
  /// @param contents what the copy begins with.
  /// @param scratch where charms are put in place of the data directory.
  DryOrchestrator(Orchestrator& behind,
                  store::Contents contents,
                  store::Milliseconds now,
                  std::filesystem::path scratch)
    : behind_{behind}, run_{std::move(contents), now}, scratch_{std::move(scratch)} {}

  [[nodiscard]] protocol::Answer run(const protocol::Command& command) override;
  [[nodiscard]] tl::expected<store::Contents, store::StoreError> contents() override {
    return run_.contents();
  }
  [[nodiscard]] tl::expected<store::Contents, store::StoreError>
  named(const explain::Named& named) override;
  [[nodiscard]] tl::expected<std::vector<store::LifeStep>, store::StoreError>
  history(const store::EntityRef& entity) override {
    return behind_.history(entity);
  }
  [[nodiscard]] tl::expected<check::Observed, std::string> observe() override {
    return behind_.observe();
  }
  [[nodiscard]] tl::expected<check::Observed, std::string> observe_records() override {
    return behind_.observe_records();
  }
  [[nodiscard]] bool wait_settled(std::chrono::milliseconds timeout,
                                  const std::function<bool()>& cancelled) override {
    return behind_.wait_settled(timeout, cancelled);
  }
  [[nodiscard]] tl::expected<std::optional<store::OperationSeen>, store::StoreError>
  operation(store::TaskId id) override {
    return behind_.operation(id);
  }
  [[nodiscard]] tl::expected<std::optional<store::OperationSeen>, store::StoreError>
  task(store::TaskId id) override {
    return behind_.task(id);
  }
  [[nodiscard]] tl::expected<void, store::StoreError>
  each_operation(const std::function<bool(store::OperationSeen)>& take) override {
    return behind_.each_operation(take);
  }
  [[nodiscard]] std::uint64_t wait_change(std::uint64_t seen,
                                          std::chrono::milliseconds timeout) override {
    return behind_.wait_change(seen, timeout);
  }
  [[nodiscard]] std::map<std::string, std::string> log_levels() override {
    return behind_.log_levels();
  }
  [[nodiscard]] const config::Settings& settings() const override { return behind_.settings(); }
  [[nodiscard]] const std::filesystem::path& data_directory() const override { return scratch_; }

  [[nodiscard]] std::filesystem::path files_of(const store::Charm& charm) const override {
    return behind_.files_of(charm);
  }

  [[nodiscard]] std::size_t commands() const { return run_.commands(); }
  /// @param gave_up as of DryRun.
  [[nodiscard]] foretell::DryOutcome settle(const foretell::GaveUp& gave_up);

private:
  Orchestrator& behind_;
  foretell::DryRun run_;
  /// By a command's number what records do not show of it: the data that goes with a machine.
  std::map<std::size_t, rules::Effect> beside_;
  std::filesystem::path scratch_;
  std::uint32_t units_ = 0; ///< That were to be added.
};

} // namespace orrery::cmd
