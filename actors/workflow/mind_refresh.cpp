#include "actors/rules/endpoints.hpp"
#include "actors/workflow/mind.hpp"
#include "actors/workflow/refresh_steps.hpp"

#include <fmt/format.h>

#include <cassert>
#include <utility>

/// Files of another charm for the unit: noted, said to the model, put in place (P25).
namespace orrery::agents {

/// Refused where there is a newer charm. What the model knows already of an upgrade, because an
/// earlier charm was accepted, is finished in any case (P38). Whether only news can help is judged
/// by the sight: the newer charm may have been told before the refusal.
void Mind::answered(const CharmSet& set, const protocol::Answer& answer) {
  if (answer.ok())
    return sight_.charm_was_set(set.charm, set.charm_changes);
  if (answer.verdict == protocol::Verdict::Contended)
    return;
  const UnitSight& remote = sight_.remote();
  if (remote.charm == files_of(local_, remote))
    note(drop_upgrade(local_));
  stalled_ = set.charm == remote.application_charm && remote.life != store::Life::Dead;
}

/// The notes first: who begins after a crash finishes what has begun (P44).
bool Mind::take(const BeginUpgrade& begin) {
  const UnitSight& remote = sight_.remote();
  const std::uint32_t changes = remote.application_charm_changes;
  note(begin_upgrade(local_, files_of(local_, remote), begin.charm, changes));
  ask(
    protocol::SetUnitCharm{acts_for_.unit, begin.charm, passes_over_upgrade_charm(local_), changes},
    CharmSet{begin.charm, changes});
  return false;
}

/// Where the files lie is read from the application.
bool Mind::take(const ReplaceCharm&) {
  then(LookAtConfig{}, Reading{rules::application(acts_for_.application)});
  return false;
}

/// Whether the application was read for the files of its charm, and not for a hook: none runs while
/// an upgrade is noted.
bool Mind::reads_for_upgrade() const {
  const bool hook_begins = local_.operation && local_.operation->step == Step::Pending;
  return !local_.upgrade.empty() && !hook_begins;
}

void Mind::put_in_place(const store::Charm& charm) {
  sight_.application_charm_is(charm.url);
  if (charm.url == local_.upgrade)
    return then(PutCharmInPlace{charm.url, charm.directory, charm.revision}, Replacing{});
  under_way_ = Nothing{}; // a newer one, and that is taken (P36)
  take_steps();
}

void Mind::handle(const CharmReplaced& replaced) {
  assert(std::holds_alternative<Replacing>(under_way_));
  under_way_ = Nothing{};
  if (replaced.fault.empty())
    files_replaced(replaced);
  else
    files_not_replaced(replaced.fault);
  take_steps();
}

void Mind::files_replaced(const CharmReplaced& replaced) {
  take_over_hooks(replaced.names, replaced.restart_units);
  if (std::exchange(had_conflict_, false)) // what the charm said counts again
    out_.said.emplace_back(
      status_line("workload", reporter_.workload().value, reporter_.workload().message));
  out_.said.emplace_back(UnitLine{"INFO", "agent", "upgraded to charm " + local_.upgrade});
  if (passes_over_upgrade_charm(local_)) // P32
    out_.said.emplace_back(
      UnitLine{"WARNING", "agent",
               fmt::format("hook upgrade-charm of {} does not run: hook {} of "
                           "an older charm had failed",
                           local_.upgrade, hook_name(local_.operation->hook))});
  note(charm_replaced(local_));
  sight_.looked_at().stir_all();
}

/// P30: from now on nothing runs.
void Mind::files_not_replaced(const std::string& why) {
  had_conflict_ = true;
  out_.said.emplace_back(
    UnitLine{"ERROR", "agent", fmt::format("upgrade to charm {} failed: {}", local_.upgrade, why)});
  out_.said.emplace_back(status_line("workload", "error", "upgrade failed"));
  note(upgrade_conflict(local_, why));
}

/// @returns the charm whose files are in place, unless that is the newest or nobody knows it
std::shared_ptr<const store::Charm> Mind::older_charm(const std::string& newest) const {
  const std::string& files = files_of(local_, sight_.remote());
  return files == newest || !surroundings_.find_charm ? nullptr : surroundings_.find_charm(files);
}

/// Has files that are missing or damaged put in place once more, as those of an upgrade are, with
/// the hooks of one (P39). A hook that was only queued is queued again behind these, and so is a
/// start for an ended program, which charm_replaced puts back.
void Mind::mend_files() {
  if (local_.operation && local_.operation->step == Step::Done)
    return; // once that is told
  const std::string damage = std::exchange(damage_, {});
  const std::string charm = sight_.remote().charm;
  if (damage.empty() || charm.empty() || !local_.upgrade.empty())
    return;
  out_.said.emplace_back(UnitLine{
    "WARNING", "agent", fmt::format("{}: the files of {} are put in place again", damage, charm)});
  if (local_.operation && local_.operation->attempt == 0 && !is_restart(local_))
    note(drop(local_));
  const UnitSight& remote = sight_.remote();
  note(begin_upgrade(local_, files_of(local_, remote), charm, changes_told(local_, remote)));
}

/// While the unit's files are older than its application's charm: which endpoints that has are new
/// (P43). Of a charm that nobody knows none is.
void Mind::look_for_endpoints() {
  const bool behind =
    surroundings_.find_charm && is_behind(local_, sight_.remote()) && local_.installed;
  if (!std::exchange(awaits_endpoints_, behind) && !behind)
    return;
  const auto files = behind ? surroundings_.find_charm(files_of(local_, sight_.remote())) : nullptr;
  sight_.look_for_endpoints([&](const std::string& endpoint) {
    return files == nullptr || rules::find_endpoint(*files, endpoint).has_value();
  });
}

} // namespace orrery::agents
