#pragma once

#include "cmd/client/output.hpp"
#include "cmd/session/session.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace orrery::cmd {

/// The output of a verb of a user with an account, for as long as the verb runs. A verb that lasts
/// asks now and then whether somebody waits for the rest: once the user has lost the right with
/// which it began, nobody does (UR2, UR11), and nothing more is shown.
///
/// Rights are looked up again only when the process's own store has changed. For any thread, as the
/// output behind it is.
class WhileAllowed final : public Output {
public:
  /// @param least right that the verb needs on the session's model, or on the orchestrator.
  WhileAllowed(Session& session, Right least);
  WhileAllowed(const WhileAllowed&) = delete;
  WhileAllowed& operator=(const WhileAllowed&) = delete;
  ~WhileAllowed() override; ///< Gives the session its output back.

  void out(std::string_view text) override;
  void err(std::string_view text) override;
  void progress(std::string_view text) override;
  [[nodiscard]] bool hand_over(int terminal) override { return behind_.hand_over(terminal); }
  [[nodiscard]] bool hand_over(const std::array<int, 3>& streams) override {
    return behind_.hand_over(streams);
  }
  [[nodiscard]] std::optional<WindowSize> resized() override { return behind_.resized(); }
  [[nodiscard]] bool is_cut() override { return behind_.is_cut(); }
  [[nodiscard]] bool cancelled() override;
  /// Whether the verb was ended because its user has lost the right to it.
  [[nodiscard]] bool was_denied() const { return denied_; }

private:
  [[nodiscard]] bool may_go_on() const;
  [[nodiscard]] bool is_model_gone() const;

  Session& session_;
  Output& behind_;
  const Right least_;
  const std::string account_;
  const std::shared_ptr<Orchestrator> process_; ///< Has the users' records.
  std::string model_;                           ///< Its UUID; empty: about none.
  std::mutex mutex_;
  std::optional<std::uint64_t> seen_; ///< State of the process's records in which it was allowed.
  std::atomic<bool> denied_ = false;  ///< For good.
};

} // namespace orrery::cmd
