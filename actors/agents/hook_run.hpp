#pragma once

#include "actors/agents/agent.hpp"
#include "actors/agents/hook_desk.hpp"
#include "actors/agents/resource_fetch.hpp"
#include "actors/hooks/pseudo_terminal.hpp"
#include "actors/hooks/unit_log.hpp"

#include <deque>
#include <vector>

namespace orrery::agents {

/// One hook, or a task in its place, while it runs: starts its program, answers its
/// tools, ends with it.
class HookRun final : public Agent {
public:
  HookRun(caf::actor_config& config,
          const AgentServices& services,
          HookDeskOptions options,
          protocol::RunHook order,
          caf::actor client);

private:
  caf::behavior make_behavior() override;
  void on_exit() override;
  void start();
  [[nodiscard]] hooks::HookJob program() const;
  [[nodiscard]] bool runs_command() const;
  /// The token of its standard input; empty: it has none (A64).
  [[nodiscard]] std::string given_input() const;
  [[nodiscard]] std::string claim_for_debugging(hooks::HookJob& job);
  void offer_for_debugging();
  void end_debugging(const hooks::HookEnd& end);
  void goes_on(const protocol::HookGoesOn& message);
  void ended(const protocol::ProgramEnded& message);
  void end_task(const protocol::EndTask& order);
  void tool_called(const protocol::ToolCalled& called);
  void bag_seen(const protocol::BagSeen& seen);

  void answer_next();
  void fetch(const hooks::NeedBags& needed);
  void read(hooks::NeedStored needed);
  void bring(const hooks::NeedResource& needed);
  void resource_given(const ResourceGiven& message);
  void resource_brought(tl::expected<std::string, std::string> path);
  void read(const hooks::NeedSecret& needed);
  void secret_names_seen(const protocol::SecretNamesSeen& seen);
  void read_named(const std::vector<protocol::SecretName>& named);
  void take_effect(const hooks::ToolDone& result, std::size_t from);
  void reply(const hooks::ToolReply& said);
  [[nodiscard]] bool is_kept(const hooks::Log& said) const;
  [[nodiscard]] std::string level_if_kept(const std::string& level) const;
  void write_log(const hooks::Log& said);
  void add_said_error(hooks::HookEnd& end) const;
  void log_status(const hooks::Effect& effect);
  void log_end(const hooks::HookEnd& end);
  void finish(hooks::HookEnd end);
  void close_tools();

  HookDeskOptions options_;
  protocol::RunHook order_;
  caf::actor client_;
  providers::UnitPlace place_;
  hooks::UnitLog log_; ///< Open from the beginning to the end.
  std::string token_;
  hooks::HookState state_;
  std::string said_error_; ///< The end of what the hook last logged as ERROR.
  std::deque<protocol::ToolCalled>
    calls_; ///< Bounded by the tool server's connections; one is answered at a time.
  std::size_t awaited_bags_ = 0;
  hooks::NeedSecret sought_;                            ///< For the call in hand.
  std::uint64_t sought_ticket_ = 0;                     ///< Of the question that is open for it.
  bool sought_of_unit_ = false;                         ///< That one goes to the unit itself.
  hooks::NeedResource brought_;                         ///< For the call in hand.
  std::uint32_t bringings_ = 0;                         ///< Likewise: how often.
  std::optional<hooks::DebugSessions::Claim> debugged_; ///< Set where a session wants this hook.
  hooks::PseudoTerminal terminal_;                      ///< Of that session.
  bool answering_ = false;
  bool over_ = false;
};

} // namespace orrery::agents
