#pragma once

#include "actors/agents/agent.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace orrery::agents {

/// Keeps the time when the first secret of each application is due, and has the application ask for
/// the hooks whose time has come (SE46, SE50). Tells the units that hooks are asked of, but for
/// those that rest and whose charm has no such hook: these are not woken.
///
/// A name and a time for each application whose secrets are ever due, however many secrets there
/// are; the wheel of update-status keeps the first of these times, and nobody waits for it. Begun
/// by the supervisor, once a model.
class SecretKeeper final : public Agent {
public:
  /// @param model the model's database, which it only reads.
  SecretKeeper(caf::actor_config& config,
               const AgentServices& services,
               const store::Database& model);

private:
  using CharmHooks = std::map<std::pair<std::string, std::string>, bool>; ///< By url and hook.

  caf::behavior make_behavior() override;
  void recall();
  void stirred(const protocol::SecretsStirred& news);
  void due(const protocol::SecretsDue&);
  void ask_owner(const std::string& application);
  void set_time(const std::string& application, store::Milliseconds due);
  void await();
  [[nodiscard]] bool is_to_look(const protocol::SecretHookAwaited& awaited,
                                CharmHooks& known) const;
  [[nodiscard]] bool has_hook(const protocol::SecretHookAwaited& awaited, CharmHooks& known) const;

  const store::Database& model_;
  std::map<std::string, store::Milliseconds> due_;                 ///< By application.
  std::set<std::pair<store::Milliseconds, std::string>> in_order_; ///< The same.
};

} // namespace orrery::agents
