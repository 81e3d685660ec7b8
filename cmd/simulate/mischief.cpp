#include "cmd/simulate/mischief.hpp"

#include "cmd/simulate/world.hpp"

#include <caf/exit_reason.hpp>
#include <caf/send.hpp>
#include <fmt/format.h>

#include <array>
#include <iterator>
#include <utility>
#include <vector>

namespace orrery::simulate {

Rates draw_rates(Random& random) {
  Rates rates;
  const auto sometimes = [&random](std::size_t least, std::size_t span) {
    return random.one_in(2) ? least + random.below(span) : std::size_t{0};
  };
  rates.hook_fails = sometimes(4, 30);
  rates.hook_hangs = sometimes(20, 80);
  rates.hook_leaves_programs = sometimes(3, 10);
  rates.task_fails = sometimes(3, 30);
  rates.task_is_slow = sometimes(3, 30);
  rates.crashes = !random.one_in(3);
  rates.loses_notes = random.one_in(8);
  rates.agents_fail = random.one_in(2);
  rates.machines_get_lost = random.one_in(2);
  rates.disk_fails = random.one_in(2);
  rates.disk_is_slow = random.one_in(2);
  return rates;
}

Mischief::Mischief(Random& random, World& world, Rates rates, Listener listener)
  : random_(random), world_(world), rates_(rates), listener_(std::move(listener)) {
  world_.provider().set_mishaps([this](const std::string& task) { return mishap_of(task); });
}

void Mischief::say(Trouble trouble, const std::string& name, const std::string& what) {
  ++counts_[name];
  listener_(trouble, what);
}

void Mischief::strike(const store::Contents& contents) {
  switch (random_.below(9)) {
  case 0:
    return crash();
  case 1:
    return fail_agent(contents);
  case 2:
    return fail_lone_agent();
  case 3:
  case 4:
    return lose_machine(contents);
  case 5:
  case 6:
  case 7:
    return break_disk();
  default:
    return kill_programs();
  }
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
  if (random_.one_in(rates_.task_is_slow)) {
    mishap.takes = static_cast<store::Milliseconds>(1 + random_.below(longest));
    say(Trouble::Provider, "slow provider's task", task + " is slow");
  }
  if (random_.one_in(rates_.task_fails)) {
    mishap.error = "the provider has no mind to " + task;
    say(Trouble::Provider, "failed provider's task", task + " fails");
  }
  return mishap;
}

void Mischief::crash() {
  if (!rates_.crashes)
    return;
  if (rates_.loses_notes && random_.one_in(4)) {
    say(Trouble::Crash, "crash with the notes lost", notes_are_lost);
    return world_.crash_losing_notes();
  }
  const std::size_t effects = random_.below(12);
  say(Trouble::Crash, "crash", fmt::format("crash after {} effects", effects));
  if (effects == 0)
    return world_.crash();
  world_.crash_after(effects);
}

/// One that fails again and again is given up until a restart: that is another thing than this.
bool Mischief::may_fail(const std::string& agent) {
  constexpr int most = 3;
  if (std::exchange(process_, world_.crashes()) != world_.crashes())
    failed_.clear();
  return rates_.agents_fail && ++failed_[agent] <= most;
}

void Mischief::fail_agent(const store::Contents& contents) {
  if (contents.units.empty())
    return;
  const auto unit = std::next(contents.units.begin(),
                              static_cast<std::ptrdiff_t>(random_.below(contents.units.size())));
  const std::string& name = unit->first;
  const bool of_holder = random_.one_in(3); // the machine's, or the principal's
  const std::string who =
    of_holder ? fmt::format("whoever deploys {}", name) : "the agent of " + name;
  if (!may_fail(of_holder ? fmt::format("machine {}", unit->second.machine) : name))
    return;
  say(Trouble::Agent, "failed agent", who + " fails");
  if (of_holder)
    (void)world_.fail_agent("deploy " + name);
  else
    (void)world_.fail_agent_of(name);
}

void Mischief::fail_lone_agent() {
  struct Lone {
    const char* name;
    caf::actor agent;
  };
  const std::array<Lone, 3> all{{{"janitor", world_.services().servants.janitor()},
                                 {"forcer", world_.services().servants.forcer()},
                                 {"provisioner", world_.provider().last_asker("list")}}};
  const Lone& lone = random_.any(all);
  if (!lone.agent || !may_fail(lone.name))
    return;
  say(Trouble::Agent, "failed agent", fmt::format("the {} fails", lone.name));
  caf::anon_send_exit(lone.agent, caf::exit_reason::kill);
}

/// Or one that is lost is back.
void Mischief::lose_machine(const store::Contents& contents) {
  if (!rates_.machines_get_lost || contents.machines.empty())
    return;
  const auto& lost = world_.provider().lost();
  if (!lost.empty() && random_.one_in(2)) {
    const store::MachineId found = *lost.begin();
    say(Trouble::Machine, "machine found again", fmt::format("machine {} is there again", found));
    return world_.provider().find(found);
  }
  const auto machine =
    std::next(contents.machines.begin(),
              static_cast<std::ptrdiff_t>(random_.below(contents.machines.size())));
  if (machine->second.instance.empty()
      || !world_.provider().instances().contains(machine->second.instance))
    return;
  say(Trouble::Machine, "lost machine", fmt::format("machine {} is lost", machine->first));
  world_.provider().lose(machine->first);
}

void Mischief::kill_programs() {
  const auto& kept = world_.provider().kept();
  if (!rates_.machines_get_lost || kept.empty())
    return;
  const std::string unit =
    std::next(kept.begin(), static_cast<std::ptrdiff_t>(random_.below(kept.size())))->first;
  say(Trouble::Machine, "killed programs", "what " + unit + " left running is killed");
  world_.provider().kill_kept(unit);
}

/// It is slow, fails a call, or loses its power in the midst of one.
void Mischief::break_disk() {
  if (rates_.disk_is_slow && random_.one_in(2)) {
    constexpr std::size_t longest = 20'000;
    const auto time = static_cast<store::Milliseconds>(1 + random_.below(longest));
    say(Trouble::Disk, "slow disk", fmt::format("the disk takes {} ms", time));
    return world_.slow_disk(random_.one_in(2), time);
  }
  if (!rates_.disk_fails)
    return;
  constexpr std::size_t most_calls = 30;
  const std::uint64_t calls = 1 + random_.below(most_calls);
  if (random_.one_in(3)) {
    const bool sync = random_.one_in(2);
    const bool full = !sync && random_.one_in(2);
    say(Trouble::Disk, "failed call to the disk",
        fmt::format("{} {} of the disk fails", sync ? "sync" : "write", calls));
    return world_.fail_disk(sync ? store::DiskCall::Sync : store::DiskCall::Write, calls,
                            full ? store::DiskFault::NoSpace : store::DiskFault::InputOutput);
  }
  const auto cuts = store::power_cuts(random_.below(1'000'000));
  const store::PowerCut& cut = random_.any(cuts);
  say(Trouble::Disk, "power cut",
      fmt::format("power cut before call {}, {}", calls, store::to_string(cut)));
  world_.crash_within_disk_call(calls, cut);
}

namespace {

/// What a well-behaved charm does there. The same for the same hook, so that units come to rest.
std::vector<std::vector<std::string>> calls_of(const hooks::HookJob& job) {
  const auto& variables = job.environment;
  const auto remote = variables.find("JUJU_REMOTE_UNIT");
  if (job.hook == "start")
    return {{"status-set", "active", "it runs"}, {"open-port", "80/tcp"}};
  if (job.hook == "stop")
    return {{"close-port", "80/tcp"}};
  if (job.hook == "config-changed")
    return {{"config-get", "size"}, {"application-version-set", "1"}};
  if (job.hook == "leader-elected")
    return {{"is-leader"}, {"status-set", "--application", "active", "led"}};
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

/// What a person asks by hand, with the unit's tools; a machine has none.
std::vector<std::vector<std::string>> Mischief::calls_by_hand(const hooks::HookJob& job) {
  if (job.unit.empty())
    return {};
  const std::array<std::vector<std::vector<std::string>>, 4> all{
    {{{"is-leader"}, {"config-get", "size"}},
     {{"status-set", "active", "by hand"}, {"relation-ids", "db"}},
     {{"leader-get"}, {"status-get"}},
     {}}};
  return random_.any(all);
}

Conduct Mischief::conduct_of(const hooks::HookJob& job) {
  constexpr std::size_t longest_pause = 3'000;
  Conduct conduct;
  conduct.calls = job.command ? calls_by_hand(job) : calls_of(job);
  conduct.pause = static_cast<store::Milliseconds>(random_.below(longest_pause));
  if (random_.one_in(rates_.hook_hangs)) {
    conduct.hangs = true;
    say(Trouble::Hook, "hook that hangs", job.hook + " of " + job.unit + " hangs");
  } else if (random_.one_in(rates_.hook_fails)) {
    conduct.code = 1;
    say(Trouble::Hook, "failed hook", job.hook + " of " + job.unit + " fails");
  } else if (!job.command && random_.one_in(rates_.hook_leaves_programs)) {
    conduct.leaves_running = true;
    ++counts_["hook that leaves programs running"];
  }
  return conduct;
}

} // namespace orrery::simulate
