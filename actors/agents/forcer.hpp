#pragma once

#include "actors/agents/agent.hpp"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace orrery::agents {

/// Carries out what the user forces, once the orderly way has had its chance (F1-F5): in bounded
/// steps, each a transaction of its own, so that a crash between any two leaves a valid model and
/// the rest goes on (F4).
class Forcer final : public Agent {
public:
  /// @param model the model's database, which it only reads.
  Forcer(caf::actor_config& config, const AgentServices& services, const store::Database& model);

private:
  /// Units of an application that are forced in one round.
  static constexpr std::size_t batch = 64;

  /// One target. Whatever is seen of it decides the next step; nothing is remembered that a restart
  /// would miss.
  struct Target {
    store::Force force;
    bool observed = false;
    bool busy = false;
    bool stirred = false;      ///< Something was seen while a step was under way.
    bool second_stage = false; ///< Dead, and whoever is to delete it has not done so in time.
    store::Milliseconds next_at = 0;
    bool waits = false; ///< For next_at: not considered since that has come.
    std::optional<protocol::UnitSeen> unit;
    std::optional<protocol::MachineSeen> machine;
    std::optional<protocol::ApplicationSeen> application;
    std::set<std::string> forced; ///< What stood in its way and was forced, too.
    std::string forced_to; ///< Of an application: the last of its units, in their order, so far.
    std::vector<std::string> in_scope; ///< Of a relation: who is to be let go, the next one last.
  };
  caf::behavior make_behavior() override;
  void recall();
  void due(const protocol::ForceDue& message);
  void wish_anew(const store::Force& force);
  void unit_seen(const protocol::UnitSeen& seen);
  void machine_seen(const protocol::MachineSeen& seen);
  void application_seen(const protocol::ApplicationSeen& seen);
  void relation_seen(const protocol::RelationSeen& seen);
  void scopes_seen(const protocol::ScopesSeen& seen);
  void scope_stirred(const protocol::ScopeStirred& stirred);
  void wake(const protocol::Wake& due_now);

  void consider(const store::Key& key);
  void watch(const store::Key& key, Target& target);
  void force_unit(const store::Key& key, Target& target);
  void force_machine(const store::Key& key, Target& target);
  void force_application(const store::Key& key, Target& target);
  void force_relation(const store::Key& key, Target& target);
  void force_too(const store::Key& key,
                 Target& target,
                 store::ForceTarget kind,
                 std::uint32_t id,
                 const std::string& name);
  void step(const store::Key& key, const protocol::Command& command);
  void delete_in_time(const store::Key& key, Target& target, const protocol::Command& command);
  void wish(const protocol::Command& command);
  void wait_until(const store::Key& key, Target& target, store::Milliseconds at);
  void wait_no_more(const store::Key& key, Target& target);
  void forget(const store::Key& key);
  void wake_for_next();
  [[nodiscard]] Target* find(store::ForceTarget kind, std::uint32_t id, const std::string& name);
  [[nodiscard]] std::vector<std::string> next_units(const std::string& application,
                                                    const std::string& after) const;

  const store::Database& model_;
  bool recalled_ = false; ///< What an earlier one was told of has been read.
  std::map<store::Key, Target> targets_;
  std::set<std::pair<store::Milliseconds, store::Key>> next_times_; ///< Of those that wait.
};

} // namespace orrery::agents
