#include "actors/agents/begin_at_rest.hpp"

#include "actors/workflow/resting.hpp"
#include "actors/workflow/secret_steps.hpp"
#include "actors/workflow/seen_at_start.hpp"
#include "config/model_keys.hpp"
#include "store/in_order.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <utility>
#include <vector>

namespace orrery::agents {

namespace {

void scan(const store::Snapshot& notes,
          const std::string& prefix,
          const std::function<void(std::string_view key, std::string_view value)>& see) {
  const auto scanned = notes.scan(prefix, [&see](std::string_view key, std::string_view value) {
    see(key, value);
    return true;
  });
  if (!scanned)
    throw std::runtime_error(scanned.error().text);
}

/// Goes through all notes once; those of a unit lie side by side.
class Beginning {
public:
  Beginning(const AgentServices& services, const store::Contents& contents)
    : services_(services), charms_(contents.charms), units_(contents.units),
      statuses_(contents.statuses), seen_(contents), stay_(services.process.settings.idle_agents),
      now_(services.process.clock.now()) {
    services.model.roster.expect(contents.units.size() + contents.machines.size());
    services.model.update_status.expect(contents.units.size());
    services.model.update_status.set_interval(
      config::update_status_interval(contents.model_config.values).count());
  }

  void begin() {
    const auto notes = services_.model.notes->snapshot();
    scan(*notes, "d ", [this](std::string_view key, std::string_view) { // `d HOLDER UNIT`
      const std::size_t blank = key.find(' ', 2);
      const std::string_view holder = key.substr(2, blank - 2);
      if (holder.find('/') != std::string_view::npos)
        deployed_[std::string(holder)].emplace_back(key.substr(blank + 1));
    });
    scan(*notes, "l", [this](std::string_view key, std::string_view value) {
      if (const std::string_view unit = key.substr(1, key.find(':') - 1); unit != local_.unit)
        judge(std::exchange(local_, of(unit)));
      if (!read_notes_of(local_, key, value))
        unreadable_.emplace(local_.unit);
    });
    judge(local_);
    judge_principals();
  }

private:
  static UnitNotes of(std::string_view unit) {
    UnitNotes local;
    local.unit = unit;
    return local;
  }

  void judge(const UnitNotes& local) {
    const store::Unit* const unit = units_.find(local.unit);
    if (unit == nullptr || unreadable_.contains(local.unit) || !may_rest_now(*unit, local))
      return;
    if (deployed_.contains(unit->name) || seen_.subordinates_of(unit->name) > 0)
      idle_principals_.push_back(unit);
    else
      let_rest(*unit);
  }

  /// Lets units that deploy others rest when these do.
  void judge_principals() {
    for (const store::Unit* principal : idle_principals_) {
      const std::vector<std::string>& deployed = deployed_[principal->name];
      const bool all_rest =
        std::all_of(deployed.begin(), deployed.end(), [this, principal](const std::string& unit) {
          const store::Unit* const found = units_.find(unit);
          return found != nullptr && found->principal == principal->name
                 && services_.model.roster.rests(unit);
        });
      if (!all_rest || deployed.size() != seen_.subordinates_of(principal->name))
        continue;
      // The principal begins them, also where it has started itself before a crash.
      if (std::any_of(deployed.begin(), deployed.end(),
                      [this](const std::string& unit) { return to_start_.contains(unit); }))
        to_start_.insert(principal->name);
      let_rest(*principal);
    }
  }

  void let_rest(const store::Unit& unit) {
    const bool is_to_start = to_start_.contains(unit.name);
    if (!is_to_start && stay_ > 0) {
      --stay_;
      return;
    }
    services_.model.roster.begin_at_rest(
      unit.name, unit.principal.empty() ? Roster::machine(unit.machine) : unit.principal);
    if (has_hook(unit.charm, "update-status"))
      services_.model.update_status.await(unit.name, now_);
    if (is_to_start)
      (void)services_.model.roster.stir(unit.name);
  }

  /// Looks at each charm once a hook.
  [[nodiscard]] bool has_hook(const std::string& url, const std::string& hook) {
    const auto [known, is_new] = have_hooks_.try_emplace({url, hook}, false);
    if (!is_new || !services_.model.charm_has_hook)
      return known->second;
    if (const auto charm = charms_.find(url); charm != charms_.end())
      known->second = services_.model.charm_has_hook(charm->second.directory, hook);
    return known->second;
  }

  [[nodiscard]] bool may_rest_now(const store::Unit& unit, const UnitNotes& local) {
    const config::RetryPolicy policy = retry_policy(services_.model, services_.process);
    const store::UnitStatus* const status = statuses_.find(unit.name);
    if (status == nullptr || !has_said_all(local, *status, policy))
      return false;
    auto remote = seen_.by(unit);
    if (!remote)
      return false;
    std::erase_if(remote->secret_hooks, [&](const protocol::SecretHookSeen& seen) {
      return !has_hook(unit.charm, secret_hook_name(seen.hook.kind));
    });
    remote->boot = local.boot;
    if (local.started && local.boot != services_.host.boot)
      to_start_.insert(unit.name);
    return may_rest(local, *remote, policy);
  }

  AgentServices services_;
  const std::map<std::string, store::Charm>& charms_;
  store::InOrder<const std::map<std::string, store::Unit>> units_;
  store::InOrder<const std::map<std::string, store::UnitStatus>> statuses_;
  SeenAtStart seen_;
  std::size_t stay_;
  store::Milliseconds now_;
  std::map<std::pair<std::string, std::string>, bool> have_hooks_; ///< By url and hook.
  std::map<std::string, std::vector<std::string>> deployed_;       ///< Subordinates, by principal.
  std::vector<const store::Unit*> idle_principals_; ///< With subordinates, which are judged first.
  /// Units that have nothing to do but to start again, because their host was started again (W9),
  /// and principals of such: they rest, and there is news for them, so that few begin at once.
  std::set<std::string> to_start_;
  std::set<std::string> unreadable_; ///< Whose agents begin, and say it.
  UnitNotes local_;                  ///< Whose notes are being read.
};

} // namespace

void begin_at_rest(const AgentServices& services, const store::Contents& contents) {
  Beginning(services, contents).begin();
}

} // namespace orrery::agents
