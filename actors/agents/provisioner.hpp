#pragma once

#include "actors/agents/host_agent.hpp"
#include "actors/agents/provider_delays.hpp"

#include <chrono>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace orrery::agents {

/// Makes instances for machines, releases them, and sees when one is lost (M6, M8, M11): the task
/// of a machine agent with `manage-model`.
class Provisioner final : public HostAgent {
public:
  Provisioner(caf::actor_config& config, const AgentServices& services);

private:
  /// Between the two looks at an instance that is unknown, and before a list that failed is asked
  /// for again.
  static constexpr std::chrono::seconds between_listings{10};
  /// Before a look at a machine that failed is tried again.
  static constexpr std::chrono::seconds between_looks{10};

  struct Watched {
    std::optional<protocol::MachineSeen> seen;
    bool busy = false;
    bool stirred = false;                             ///< To be looked at once it is not busy.
    bool released = false;                            ///< Its instance is given back.
    store::Milliseconds delay = first_provider_delay; ///< Until the next try.
    store::Milliseconds next_at = 0;                  ///< 0: no try has failed.
  };
  caf::behavior make_behavior() override;
  void watch_host();
  void model_seen(const protocol::ModelSeen& seen);
  void destroy(const store::Storage& storage);
  void machine_seen(const protocol::MachineSeen& seen);
  void wake(const protocol::Wake& due);
  void consider(store::MachineId id);
  void start(store::MachineId id);
  void started(store::MachineId id, const protocol::ProviderDone& outcome);
  void has_instance(store::MachineId id, const protocol::ProviderDone& outcome);
  void set_dead(store::MachineId id);
  void release(store::MachineId id, const std::string& instance);
  void delete_machine(store::MachineId id);
  void renew(store::MachineId id, const store::Machine& machine);
  void failed(store::MachineId id, const std::string& error);
  void tell_failed(store::MachineId id, const std::string& error);
  void done(store::MachineId id);
  void wake_for_next();
  /// When a try that has failed is made again; 0: none has.
  void set_next_try(store::MachineId id, Watched& watched, store::Milliseconds at);
  void forget(store::MachineId id);

  // What is there, and what is lost (provisioner_sight.cpp).
  void machine_stirred(const protocol::MachineStirred& stirred);
  void program_ended(const protocol::LeftProgramEnded& ended);
  void look_at(store::MachineId id);
  void looked(store::MachineId id, const protocol::ProviderDone& outcome);
  void list_when_all_are_seen();
  void compare(const protocol::ProviderDone& all);
  void wait_for_earlier_tasks();
  void look_for_unknown_instances();
  void list_if_unjudged();
  /// There may be an instance that belongs to no machine, now or soon: it is looked for when it can
  /// be told.
  void doubt_instances();
  void look_again(const protocol::LookAgain& again);
  void judge(const protocol::ProviderDone& all);
  [[nodiscard]] bool knows_all_instances() const;
  void release_unknown(const std::string& instance);

  std::map<store::MachineId, Watched> machines_;
  std::set<std::pair<store::Milliseconds, store::MachineId>> next_tries_; ///< Those with a time.
  std::set<std::string> unknown_; ///< Instances that no machine owned when they were seen first.
  std::size_t unseen_ = 0;        ///< Machines that are not seen yet, before the first list.
  bool watches_ = false;          ///< The host tells what happens to machines.
  bool listing_ = false;          ///< The first list was asked for.
  bool judged_ = false;           ///< The last list.
  bool asking_ = false;           ///< A list is asked for, or will be in time.
  std::size_t earlier_ =
    0; ///< Providers that may still be about what an earlier provisioner asked of them.
};

} // namespace orrery::agents
