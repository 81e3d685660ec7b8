#include "actors/agents/provisioner.hpp"
#include "actors/rules/machine.hpp"
#include "actors/runtime/log.hpp"

#include <algorithm>
#include <set>

/// The provisioner's sight of a provider: which machines are lost, which instances belong to none.
namespace orrery::agents {

/// Machines that were lost or found again while nobody watched are told by the first list.
void Provisioner::list_when_all_are_seen() {
  const bool is_told_again = machines_.empty() && asking_; // that there is none
  if (listing_ || unseen_ > 0 || is_told_again)
    return;
  listing_ = !machines_.empty();
  wait_for_earlier_tasks();
  look_for_unknown_instances();
}

void Provisioner::machine_stirred(const protocol::MachineStirred& stirred) {
  look_at(stirred.machine);
}

/// Whoever acts for the unit looks, and one that begins has looked.
void Provisioner::program_ended(const protocol::LeftProgramEnded& ended) {
  of_model().roster.tell(ended.unit, caf::make_message(protocol::LookAtEnds{}));
}

/// A hint says nothing: whether the machine is lost is asked behind all that it was told to do.
void Provisioner::look_at(store::MachineId id) {
  const auto found = machines_.find(id);
  if (found == machines_.end())
    return doubt_instances(); // it may be back, and belong to no machine (M8)
  if (!found->second.seen)
    return; // the first list tells
  Watched& watched = found->second;
  watched.stirred = watched.busy;
  if (watched.busy)
    return;
  watched.busy = true;
  ask_provider(id, protocol::LookAtMachine{id},
               [this, id](const protocol::ProviderDone& outcome) { looked(id, outcome); });
}

/// Shows a machine that is lost as down, and one that is found again as started (M11).
void Provisioner::looked(store::MachineId id, const protocol::ProviderDone& outcome) {
  if (!outcome.ok) {
    runtime::log("provisioner")
      ->error("cannot look at a machine{}", runtime::field("machine", id)
                                              + runtime::field("why", outcome.error)
                                              + of_model().log_fields());
    delayed_send(this, between_looks, protocol::MachineStirred{id}); // nobody tells it once more
    return done(id);
  }
  const auto found = machines_.find(id);
  if (found == machines_.end())
    return;
  const store::Machine& machine = found->second.seen->machine;
  const bool is_down = machine.status.value == "down";
  const bool may_be_back = is_down && !rules::is_abandoned(machine);
  if (machine.instance.empty() || machine.life == store::Life::Dead
      || (outcome.lost.empty() && !may_be_back))
    return done(id);
  const store::Status status{outcome.lost.empty() ? "started" : "down", outcome.lost, now()};
  if (!is_down || outcome.lost.empty())
    runtime::log("provisioner")
      ->warn("a machine {}{}", outcome.lost.empty() ? "is back" : "is lost",
             runtime::field("machine", id)
               + (outcome.lost.empty() ? "" : runtime::field("why", outcome.lost))
               + of_model().log_fields());
  ask(protocol::SetMachineStatus{id, status}, [this, id](const protocol::Answer& answer) {
    if (const auto watched = machines_.find(id); watched != machines_.end())
      watched->second.stirred |= answer.verdict == protocol::Verdict::Contended; // L8
    done(id);
  });
}

/// After a start: whatever does not look as the model has it is looked at.
void Provisioner::compare(const protocol::ProviderDone& all) {
  const std::set<std::string> there{all.names.begin(), all.names.end()};
  std::vector<store::MachineId> to_look_at;
  for (const auto& [id, watched] : machines_)
    if (watched.seen && !watched.seen->machine.instance.empty()
        && there.contains(watched.seen->machine.instance)
             == (watched.seen->machine.status.value == "down"))
      to_look_at.push_back(id);
  for (const store::MachineId id : to_look_at)
    look_at(id);
}

/// A provisioner that failed may have left tasks behind: what they make is seen only when they are
/// over. Each provider does its tasks in order; the list is asked of the first. Asked once more
/// where the first machine comes before all have answered.
void Provisioner::wait_for_earlier_tasks() {
  earlier_ += of_host().providers.size() - 1;
  for (std::size_t i = 1; i < of_host().providers.size(); ++i)
    ask_provider(static_cast<store::MachineId>(i), protocol::ListInstances{},
                 [this](const protocol::ProviderDone&) {
                   --earlier_;
                   list_if_unjudged();
                 });
}

/// M8: an instance that no machine owns is released after it was seen so twice.
void Provisioner::look_for_unknown_instances() {
  asking_ = true;
  ask_provider(0, protocol::ListInstances{}, [this](const protocol::ProviderDone& all) {
    judged_ = all.ok && earlier_ == 0 && knows_all_instances();
    if (!all.ok)
      runtime::log("provisioner")
        ->error("cannot list instances{}",
                runtime::field("why", all.error) + of_model().log_fields());
    if (all.ok)
      compare(all);
    if (judged_)
      judge(all);
    asking_ = !all.ok || !unknown_.empty();
    if (asking_)
      delayed_send(this, between_listings, protocol::LookAgain{});
    else
      list_if_unjudged();
  });
}

void Provisioner::doubt_instances() {
  judged_ = false;
  list_if_unjudged();
}

/// Asks for a list again, because an instance that the last one did not explain may be known by
/// now.
void Provisioner::list_if_unjudged() {
  if (listing_ && !judged_ && !asking_ && earlier_ == 0 && knows_all_instances())
    look_for_unknown_instances();
}

void Provisioner::look_again(const protocol::LookAgain&) {
  look_for_unknown_instances();
}

/// Nothing is unknown while a machine is not seen yet, or is being made, or will be: the instance
/// may be its.
bool Provisioner::knows_all_instances() const {
  return std::all_of(machines_.begin(), machines_.end(), [](const auto& entry) {
    const Watched& watched = entry.second;
    if (!watched.seen || watched.busy)
      return false;
    const store::Machine& machine = watched.seen->machine;
    return !machine.instance.empty() || machine.life != store::Life::Alive;
  });
}

/// Judges machines that are there, and lost ones of which programs are left, too.
void Provisioner::judge(const protocol::ProviderDone& all) {
  std::set<std::string> unknown{all.names.begin(), all.names.end()};
  unknown.insert(all.remains.begin(), all.remains.end());
  for (const auto& [id, watched] : machines_)
    unknown.erase(watched.seen->machine.instance);
  for (const std::string& instance : unknown)
    if (unknown_.contains(instance))
      release_unknown(instance);
  std::erase_if(unknown, [this](const auto& instance) { return unknown_.contains(instance); });
  unknown_ = std::move(unknown);
}

void Provisioner::release_unknown(const std::string& instance) {
  runtime::log("provisioner")
    ->warn("an instance that belongs to no machine is released{}",
           runtime::field("instance", instance) + of_model().log_fields());
  ask_provider(0, protocol::StopMachine{0, instance},
               [this, instance](const protocol::ProviderDone& stopped) {
                 if (stopped.ok)
                   return;
                 runtime::log("provisioner")
                   ->error("an instance cannot be released{}",
                           runtime::field("instance", instance)
                             + runtime::field("why", stopped.error) + of_model().log_fields());
                 doubt_instances(); // it is still there
               });
}

} // namespace orrery::agents
