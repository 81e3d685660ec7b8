#include "actors/hooks/end_programs.hpp"

#include "actors/hooks/control_group.hpp"
#include "actors/hooks/keepers.hpp"
#include "actors/hooks/process_tree.hpp"
#include "config/descriptor.hpp"

#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <utility>

namespace orrery::hooks {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds look_again{50};

using Choice = std::function<bool(const Keeper&)>;

/// Keepers with a handle on each: a pid used again is never taken for one.
struct Held {
  Keeper keeper;
  config::Descriptor handle;
};

std::vector<Held> hold(const std::filesystem::path& data_directory, const Choice& choice) {
  std::vector<Held> held;
  for (const Keeper& keeper : find_keepers(data_directory)) {
    if (!choice(keeper))
      continue;
    config::Descriptor handle(static_cast<int>(syscall(SYS_pidfd_open, keeper.pid, 0)));
    if (handle.is_open() && keeper_at(keeper.pid, data_directory))
      held.push_back({keeper, std::move(handle)});
  }
  return held;
}

/// Holds those whose model was deleted.
std::vector<Held> hold_deleted(const std::vector<DisplacedKeeper>& keepers,
                               const std::filesystem::path& data_directory) {
  std::vector<Held> held;
  for (const DisplacedKeeper& displaced : keepers)
    if (displaced.place.empty())
      held.push_back({displaced.keeper, config::Descriptor(static_cast<int>(
                                          syscall(SYS_pidfd_open, displaced.keeper.pid, 0)))});
  if (held.empty())
    return held;
  const auto still = find_displaced_keepers(data_directory); // a pid used again is none of them
  std::erase_if(held, [&](const Held& one) {
    return !one.handle.is_open() || std::ranges::none_of(still, [&](const DisplacedKeeper& other) {
      return other.place.empty() && other.keeper.pid == one.keeper.pid;
    });
  });
  return held;
}

/// Waits until all processes with these handles have ended, or the time has come.
void wait_for(std::vector<pollfd> handles, Clock::time_point until) {
  while (!handles.empty()) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
    if (left <= 0
        || poll(handles.data(), handles.size(),
                static_cast<int>(std::min<std::int64_t>(left, 60'000)))
             < 0)
      return;
    std::erase_if(handles, [](const pollfd& handle) { return handle.revents != 0; });
  }
}

std::vector<pollfd> handles_of(const std::vector<Held>& keepers) {
  std::vector<pollfd> handles;
  for (const Held& held : keepers)
    handles.push_back({held.handle.get(), POLLIN, 0});
  return handles;
}

/// Waits until each has ended or is chosen no more, or the time has come. A keeper whose hook
/// leaves nothing does not end but becomes a spare one, which is nobody's: hence the short looks.
void wait_while_chosen(const std::vector<Held>& keepers,
                       const std::filesystem::path& data_directory,
                       const Choice& choice,
                       Clock::time_point until) {
  std::vector<const Held*> left;
  for (const Held& held : keepers)
    left.push_back(&held);
  while (!left.empty() && Clock::now() < until) {
    std::vector<pollfd> handles;
    for (const Held* held : left)
      handles.push_back({held->handle.get(), POLLIN, 0});
    wait_for(std::move(handles), std::min(until, Clock::now() + look_again));
    std::erase_if(left, [&](const Held* held) {
      const auto keeper = keeper_at(held->keeper.pid, data_directory);
      return !keeper || !choice(*keeper);
    });
  }
}

/// Programs to be ended: what chosen keepers hold, and who is in groups.
struct Targets {
  std::vector<Held> keepers;
  std::vector<std::string> groups;

  [[nodiscard]] bool none() const {
    return keepers.empty() && std::ranges::none_of(groups, has_processes);
  }
  [[nodiscard]] std::vector<Process> processes() const {
    std::vector<pid_t> holders;
    for (const Held& held : keepers)
      holders.push_back(held.keeper.pid);
    std::vector<Process> all = descendants(holders);
    for (const std::string& group : groups)
      for (const pid_t pid : processes_in(group))
        if (const auto process = read_process(pid))
          all.push_back(*process);
    std::ranges::sort(all, {}, &Process::pid);
    const auto same = [](const Process& one, const Process& other) { return one.pid == other.pid; };
    all.erase(std::unique(all.begin(), all.end(), same), all.end());
    return all;
  }
  /// To all but the keepers, which end when they hold nothing, unless somebody stopped them.
  void signal(int number) const {
    for (const Process& process : processes()) {
      send_signal(process, number);
      send_signal(process, SIGCONT); // a stopped one cannot obey
    }
    for (const Held& held : keepers)
      syscall(SYS_pidfd_send_signal, held.handle.get(), SIGCONT, nullptr, 0);
  }
  void wait(const std::filesystem::path& data_directory,
            const Choice& choice,
            Clock::time_point until) const {
    wait_while_chosen(keepers, data_directory, choice, until);
    for (const std::string& group : groups)
      wait_until_empty(group, until);
  }
  [[nodiscard]] Survivors alive() const {
    std::vector<pid_t> pids;
    for (const Process& process : processes())
      pids.push_back(process.pid);
    return survivors_of(pids);
  }
};

/// Ends keepers themselves: those that hold nothing and have not ended for it, and those whose
/// programs are another user's.
void kill_keepers(const std::vector<Held>& keepers, bool are_foreign) {
  std::vector<pollfd> killed;
  for (const Held& held : keepers)
    if (are_foreign || kept_processes(held.keeper.pid).empty()) {
      syscall(SYS_pidfd_send_signal, held.handle.get(), SIGKILL, nullptr, 0);
      killed.push_back({held.handle.get(), POLLIN, 0});
    }
  wait_for(std::move(killed), Clock::now() + look_again);
}

/// Kills what chosen keepers hold until no such keeper is found, and who is in the groups. Gives up
/// on processes that the kernel does not let go, whose keepers wait for them; no other keeper is
/// left.
Survivors kill_kept(const std::filesystem::path& data_directory,
                    const Choice& choice,
                    const std::vector<std::string>& groups,
                    std::chrono::milliseconds patience) {
  const auto until = Clock::now() + patience;
  for (int round = 0;; ++round) {
    const Targets left{hold(data_directory, choice), groups};
    if (left.none())
      return {};
    Survivors alive = round > 0 ? left.alive() : Survivors{};
    const bool is_foreign = !alive.text.empty() && !alive.ours;
    if (is_foreign || Clock::now() >= until) {
      kill_keepers(left.keepers, is_foreign);
      return alive;
    }
    for (const std::string& group : groups)
      kill_group(group);
    left.signal(SIGKILL);
    left.wait(data_directory, choice, Clock::now() + look_again);
  }
}

} // namespace

Survivors end_processes(const std::filesystem::path& data_directory,
                        std::uint32_t machine,
                        const std::string& unit,
                        std::chrono::milliseconds grace,
                        const std::vector<std::string>& groups,
                        std::chrono::milliseconds patience) {
  const Choice choice = [&](const Keeper& keeper) {
    return keeper.machine == machine && (unit.empty() || keeper.unit == unit);
  };
  const Targets asked{hold(data_directory, choice), groups};
  if (asked.none())
    return {};
  if (grace.count() > 0) {
    asked.signal(SIGTERM);
    asked.wait(data_directory, choice, Clock::now() + grace);
  }
  return kill_kept(data_directory, choice, groups, patience);
}

std::pair<std::vector<DisplacedKeeper>, std::vector<DisplacedKeeper>>
end_programs_of_deleted(const std::filesystem::path& data_directory,
                        std::chrono::milliseconds grace) {
  const auto found = find_displaced_keepers(data_directory);
  const auto until = Clock::now() + grace + keeper_patience;
  auto left = found;
  for (int number = SIGTERM; Clock::now() < until; number = SIGKILL) {
    const Targets asked{hold_deleted(left, data_directory), {}};
    if (asked.none())
      break;
    asked.signal(number);
    wait_for(handles_of(asked.keepers), Clock::now() + (number == SIGTERM ? grace : look_again));
    left = find_displaced_keepers(data_directory);
  }
  if (const auto stuck = hold_deleted(left, data_directory); !stuck.empty()) {
    kill_keepers(stuck, false);
    left = find_displaced_keepers(data_directory);
  }
  return {found, left};
}

void end_orphaned_hooks(const std::filesystem::path& data_directory,
                        std::chrono::milliseconds grace) {
  const Choice choice = [](const Keeper& keeper) { return keeper.hook_running; };
  const auto until = Clock::now() + grace;
  // One that was not there yet is found by the next look.
  for (auto held = hold(data_directory, choice); !held.empty() && Clock::now() < until;
       held = hold(data_directory, choice))
    wait_while_chosen(held, data_directory, choice, std::min(until, Clock::now() + look_again));
  kill_kept(data_directory, choice, {}, keeper_patience);
}

} // namespace orrery::hooks
