#include "cmd/simulate/mischief.hpp"

#include "cmd/simulate/charms.hpp"
#include "cmd/simulate/world.hpp"

#include <caf/exit_reason.hpp>
#include <caf/send.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>
#include <vector>

namespace orrery::simulate {

Mischief::Mischief(Random& luck, World& world, Rates rates, Listener listener)
  : luck_(luck), world_(world), rates_(rates), listener_(std::move(listener)) {
  world_.provider().set_mishaps([this](const std::string& task) { return mishap_of(task); });
}

void Mischief::say(Trouble trouble, const std::string& name, const std::string& what) {
  ++counts_[name];
  listener_(trouble, what);
}

void Mischief::stop() {
  rates_ = {};
  world_.mend();
  while (!world_.provider().lost().empty())
    world_.provider().find(*world_.provider().lost().begin());
}

Mishap Mischief::mishap_of(const std::string& task) {
  constexpr std::size_t longest = 40'000;
  Mishap mishap;
  if (luck_.one_in(rates_.task_is_slow)) {
    mishap.takes = static_cast<store::Milliseconds>(1 + luck_.below(longest));
    say(Trouble::Provider, "slow provider's task", task + " is slow");
  }
  if (luck_.one_in(rates_.task_fails)) {
    mishap.error = "the provider has no mind to " + task;
    mishap.may_pass = luck_.one_in(2);
    say(Trouble::Provider, "failed provider's task", task + " fails");
  }
  return mishap;
}

void Mischief::operator()(const steps::Crash& crash) {
  say(Trouble::Crash, "crash", fmt::format("crash after {} effects", crash.effects));
  if (crash.effects == 0)
    return world_.crash();
  world_.crash_after(crash.effects);
}

void Mischief::operator()(const steps::LoseNotes&) {
  say(Trouble::Crash, "crash with the notes lost", notes_are_lost);
  world_.crash_losing_notes();
}

void Mischief::operator()(const steps::FailAgent& failing) {
  say(Trouble::Agent, "failed agent",
      (failing.deployer ? "whoever deploys " : "the agent of ") + failing.unit + " fails");
  if (failing.deployer)
    (void)world_.fail_agent("deploy " + failing.unit);
  else
    (void)world_.fail_agent_of(failing.unit);
}

void Mischief::operator()(const steps::SlowAgent& slow) {
  if (!world_.agent_of(slow.whose))
    return;
  say(Trouble::Agent, "slow agent",
      fmt::format("the agent of {} takes {} ms", slow.whose, slow.milliseconds));
  world_.slow_agent(slow.whose, slow.milliseconds);
}

void Mischief::operator()(const steps::FailServant& failing) {
  const caf::actor agent = failing.name == "janitor"  ? world_.services().servants.janitor()
                           : failing.name == "forcer" ? world_.services().servants.forcer()
                                                      : world_.provider().last_asker("list");
  if (!agent)
    return;
  say(Trouble::Agent, "failed agent", fmt::format("the {} fails", failing.name));
  caf::anon_send_exit(agent, caf::exit_reason::kill);
}

void Mischief::operator()(const steps::LoseMachine& lost) {
  if (!world_.provider().has_instance_of(lost.machine))
    return;
  say(Trouble::Machine, "lost machine", fmt::format("machine {} is lost", lost.machine));
  world_.provider().lose(lost.machine);
}

void Mischief::operator()(const steps::FindMachine& found) {
  if (!world_.provider().lost().contains(found.machine))
    return;
  say(Trouble::Machine, "machine found again",
      fmt::format("machine {} is there again", found.machine));
  world_.provider().find(found.machine);
}

void Mischief::operator()(const steps::KillPrograms& killed) {
  if (!world_.provider().kept().contains(killed.unit))
    return;
  using How = hooks::ProgramEnd::How;
  const How how = killed.signal == 0 ? How::Exited : killed.signal < 0 ? How::Lost : How::Signaled;
  say(Trouble::Machine, "ended programs", "what " + killed.unit + " left running ends");
  world_.provider().end_kept(killed.unit, {how, std::max(killed.signal, 0), world_.host_time(),
                                           world_.host_time(), "daemon"});
}

void Mischief::operator()(const steps::Reboot&) {
  say(Trouble::Crash, "start of the host", host_starts_again);
  world_.start_host_again();
}

/// One that is set while the process runs is no trouble to it: whatever it waits for comes in time.
void Mischief::operator()(const steps::SetClock& set) {
  if (set.running) {
    ++counts_["clock set while it runs"];
    return world_.set_clock(set.by);
  }
  say(Trouble::Crash, "set clock", fmt::format("crash, and the clock is set by {} ms", set.by));
  world_.crash_setting_clock(set.by);
}

void Mischief::operator()(const steps::SlowDisk& slow) {
  say(Trouble::Disk, "slow disk", fmt::format("the disk takes {} ms", slow.milliseconds));
  world_.slow_disk(slow.model, slow.milliseconds);
}

void Mischief::operator()(const steps::FailDisk& failing) {
  say(Trouble::Disk, "failed call to the disk",
      fmt::format("{} {} of the disk fails", failing.sync ? "sync" : "write", failing.call));
  world_.fail_disk(failing.sync ? store::DiskCall::Sync : store::DiskCall::Write, failing.call,
                   failing.full ? store::DiskFault::NoSpace : store::DiskFault::InputOutput);
}

void Mischief::operator()(const steps::CutPower& power) {
  const auto cuts = store::power_cuts(power.seed);
  const store::PowerCut& cut = cuts[power.cut % cuts.size()];
  say(Trouble::Disk, "power cut",
      fmt::format("power cut before call {}, {}", power.call, store::to_string(cut)));
  world_.crash_within_disk_call(power.call, cut);
}

namespace {

/// Returns what a well-behaved charm does there. The same for the same hook, so that units come to
/// rest.
std::vector<std::vector<std::string>> calls_of(const hooks::HookJob& job) {
  const auto& variables = job.environment;
  const auto remote = variables.find("JUJU_REMOTE_UNIT");
  if (job.hook == "install" && job.unit.starts_with("keeper"))
    return {{"storage-list"}, {"storage-add", std::string(spare)}};
  if (job.hook.ends_with("-storage-attached") || job.hook.ends_with("-storage-detaching"))
    return {{"storage-get", "location"}, {"storage-list"}};
  if (job.hook == "start")
    return {{"status-set", "active", "it runs"}, {"open-port", "80/tcp"}, {"goal-state"}};
  if (job.hook == "stop")
    return {{"close-port", "80/tcp"}, {"state-delete", "configured"}};
  if (job.hook == "config-changed")
    return {{"config-get", "size"},
            {"application-version-set", "1"},
            {"state-get"},
            {"state-set", "configured=yes"}};
  if (job.hook == "leader-elected")
    return {{"is-leader"},
            {"status-set", "--application", "active", "led"},
            {"leader-set", "leader=" + job.unit}};
  if (job.hook == "update-status")
    return {{"is-leader"}, {"status-set", "active", "it runs"}};
  if (job.hook.ends_with("-relation-created"))
    return {{"relation-set", "address=here"}, {"relation-ids", "db"}};
  if (job.hook.ends_with("-relation-changed") && remote != variables.end()
      && !remote->second.empty())
    return {{"relation-get", "-", remote->second}, {"relation-set", "seen=1"}, {"relation-list"}};
  if (job.hook.ends_with("-relation-departed"))
    return {{"relation-list"}};
  return {};
}

} // namespace

/// Returns what a person asks by hand, with the unit's tools; a machine has none.
std::vector<std::vector<std::string>> Mischief::calls_by_hand(const hooks::HookJob& job) {
  if (job.unit.empty())
    return {};
  const std::array<std::vector<std::vector<std::string>>, 4> all{
    {{{"is-leader"}, {"config-get", "size"}},
     {{"status-set", "active", "by hand"}, {"relation-ids", "db"}},
     {{"leader-get"}, {"status-get"}},
     {}}};
  return luck_.any(all);
}

Conduct Mischief::conduct_of(const hooks::HookJob& job) {
  constexpr std::size_t longest_pause = 3'000;
  Conduct conduct;
  conduct.calls = job.command ? calls_by_hand(job) : calls_of(job);
  conduct.pause = static_cast<store::Milliseconds>(luck_.below(longest_pause));
  if (luck_.one_in(rates_.hook_hangs)) {
    conduct.hangs = true;
    say(Trouble::Hook, "hook that hangs", job.hook + " of " + job.unit + " hangs");
  } else if (luck_.one_in(rates_.hook_fails)) {
    conduct.code = 1;
    say(Trouble::Hook, "failed hook", job.hook + " of " + job.unit + " fails");
  } else if (!job.command && luck_.one_in(rates_.hook_leaves_programs)) {
    conduct.leaves_running = true;
    ++counts_["hook that leaves programs running"];
  }
  return conduct;
}

} // namespace orrery::simulate
