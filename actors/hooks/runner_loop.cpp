#include "actors/hooks/runner_loop.hpp"

#include "actors/hooks/machine_groups.hpp"
#include "actors/hooks/own_programs.hpp"
#include "actors/hooks/survivors.hpp"

#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

namespace orrery::hooks {

RunnerLoop::RunnerLoop(RunnerOptions options)
  : options_(std::move(options)), epoll_(epoll_create1(EPOLL_CLOEXEC)),
    wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
    starter_(
      options_.keeper,
      options_.start_patience,
      [this](int handle) { watch(handle, Source::Starter, 0); },
      options_.soft_limits) {
  if (!epoll_.is_open() || !wake_.is_open())
    throw std::system_error(errno, std::generic_category(), "hook runner: epoll");
  // Keepers are looked for by this name.
  std::error_code ignored;
  if (auto canonical = std::filesystem::weakly_canonical(options_.data_directory, ignored);
      !canonical.empty())
    options_.data_directory = std::move(canonical);
  watch(wake_.get(), Source::Wake, 0);
  if (options_.adopts_orphans)
    orphans_.emplace();
}

void RunnerLoop::wake() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(wake_.get(), &one, sizeof one);
}

void RunnerLoop::watch(int descriptor, Source source, Id id) const {
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = id << 3 | static_cast<std::uint64_t>(source);
  epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, descriptor, &event);
}

void RunnerLoop::watch(const KeeperProcess& keeper) const {
  watch(keeper.output.get(), Source::Output, keeper.id);
  watch(keeper.errors.get(), Source::Errors, keeper.id);
  watch(keeper.talk.get(), Source::Talk, keeper.id);
  watch(keeper.handle.get(), Source::Keeper, keeper.id);
}

/// Leaves the output pipes to the keeper, which empties them once our end of the socket is closed.
/// The keeper holds copies of them: unless ours are taken out of the set first, their end is told
/// for ever.
void RunnerLoop::leave(KeeperProcess& keeper) const {
  for (config::Descriptor* end : {&keeper.output, &keeper.errors, &keeper.talk}) {
    epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, end->get(), nullptr);
    end->close();
  }
}

void RunnerLoop::cancel(QueuedHook& hook) {
  hook.done(HookEnd{HookEnd::How::Cancelled, 0, {}, std::chrono::milliseconds(0)});
}

void RunnerLoop::submit(QueuedHook hook) {
  if (stopped_)
    cancel(hook);
  else
    queue_.push(std::move(hook));
}

void RunnerLoop::stop(std::chrono::milliseconds grace) {
  stopped_ = true;
  spare_.clear();
  for (QueuedHook& hook : queue_.clear())
    cancel(hook);
  const auto at = Clock::now() + grace;
  stop_at_ = std::min(stop_at_.value_or(at), at);
  if (grace.count() <= 0)
    act_on_time();
}

/// A30: one that waits has run nothing, and no signal has ended it.
void RunnerLoop::end_task(std::uint64_t task) {
  end_all(&HookJob::task, task, "its task was cancelled", "terminated");
}

/// D4
void RunnerLoop::end_debugged(std::uint64_t id) {
  const std::string why = "its debug session has ended";
  end_all(&HookJob::debugged, id, why, why);
}

/// CL2
void RunnerLoop::end_session(std::uint64_t id) {
  const std::string why = "its session has ended";
  end_all(&HookJob::session, id, why, why);
}

/// @param what names the job's member that has that value
/// @param why of one that runs, for the unit's log; `why_not_run` of one that waits
void RunnerLoop::end_all(std::uint64_t HookJob::*what,
                         std::uint64_t id,
                         const std::string& why,
                         const std::string& why_not_run) {
  if (auto waiting = queue_.take_job(what, id))
    waiting->done(HookEnd{HookEnd::How::NotRun, 0, why_not_run, std::chrono::milliseconds(0)});
  for (auto& [keeper, hook] : running_)
    if (hook->queued().job.*what == id && !hook->killed())
      hook->kill(HookEnd::How::Signaled, why);
}

void RunnerLoop::start_hooks() {
  while (auto next = queue_.take()) {
    if (!next->job.is_wanted || next->job.is_wanted()) {
      start(std::move(*next));
      continue;
    }
    queue_.done(next->job.turn());
    cancel(*next);
  }
}

void RunnerLoop::start(QueuedHook queued) {
  auto hook = std::make_unique<RunningHook>(std::move(queued), options_);
  const HookJob& job = hook->queued().job;
  if (options_.keeper_begins)
    options_.keeper_begins(job.machine, job.unit);
  empty_groups_.take(hook->group());
  if (auto failed = hook->start(spare_, starter_, options_)) {
    queue_.done(job.turn());
    hook->queued().done(std::move(*failed));
    return;
  }
  KeeperProcess& keeper = hook->keeper();
  if (keeper.id == 0) {
    keeper.id = ++last_id_;
    watch(keeper);
  }
  running_.emplace(keeper.id, std::move(hook));
}

void RunnerLoop::end(Id id, HookEnd how) {
  const auto entry = running_.find(id);
  const std::unique_ptr<RunningHook> hook = std::move(entry->second);
  running_.erase(entry);
  const HookJob& job = hook->queued().job;
  queue_.done(job.turn());
  KeeperProcess& keeper = hook->keeper();
  if (hook->leaves_keeper() && !stopped_) {
    empty_groups_.add(hook->group());
    spare_.keep(std::move(keeper));
  } else {
    leave(keeper);
    keepers_.emplace(id, Kept{keeper.pid, std::move(keeper.handle), job.machine, job.unit});
    reap(id);
  }
  hook->queued().done(std::move(how));
}

void RunnerLoop::reap(Id id) {
  const auto kept = keepers_.find(id);
  // While its hook runs, the socket's end tells the same and comes first.
  int status = 0;
  if (kept == keepers_.end() || OwnPrograms::of_this_process().reap(kept->second.pid, status) == 0)
    return;
  const KeptPrograms lost{kept->second.machine, kept->second.unit, kept->second.pid, false};
  keepers_.erase(kept);
  if (!WIFSIGNALED(status))
    return;
  if (!options_.machine_groups.empty())
    end_unheld(unit_group(options_.machine_groups, lost.machine, lost.unit).string(),
               keepers_group(options_.machine_groups).string());
  end_orphans_soon();
  if (options_.keeper_lost && !lost.unit.empty())
    options_.keeper_lost(lost);
}

void RunnerLoop::end_orphans_soon() {
  if (!orphans_)
    return;
  constexpr std::chrono::seconds patience{15};
  const auto now = Clock::now();
  orphans_due_ = OrphansDue{now, std::chrono::milliseconds{10}, now + patience};
  end_orphans();
}

/// Looks again until none is alive: what is killed takes a while to end, and to come to us.
void RunnerLoop::end_orphans() {
  constexpr std::chrono::milliseconds longest_pause{500};
  std::set<pid_t> own{starter_.pid()};
  spare_.add_pids(own);
  for (const auto& [id, hook] : running_)
    own.insert(hook->keeper().pid);
  for (const auto& [id, kept] : keepers_)
    own.insert(kept.pid);
  const std::set<pid_t> alive = orphans_->end(own);
  const Survivors survivors = survivors_of({alive.begin(), alive.end()});
  const auto now = Clock::now();
  if (alive.empty() || now >= orphans_due_->until || (!survivors.text.empty() && !survivors.ours)) {
    orphans_due_.reset();
    if (!survivors.text.empty() && options_.warn)
      options_.warn("what a unit had started lives on without a keeper: " + survivors.text);
    return;
  }
  orphans_due_->at = now + orphans_due_->pause;
  orphans_due_->pause = std::min(orphans_due_->pause * 2, longest_pause);
}

void RunnerLoop::handle(Source source, Id id) {
  if (source == Source::Wake) {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t size = read(wake_.get(), &count, sizeof count);
    return;
  }
  if (source == Source::Starter) {
    starter_.reap();
    return;
  }
  const auto entry = running_.find(id);
  if (entry == running_.end()) { // ended in this very turn, or long ago
    spare_.look_at(id);
    if (source == Source::Keeper)
      reap(id);
    return;
  }
  RunningHook& hook = *entry->second;
  if (source == Source::Output || source == Source::Errors) {
    const bool out = source == Source::Output;
    if (!hook.read_output(out ? HookOutput::Stream::Out : HookOutput::Stream::Err))
      epoll_ctl(epoll_.get(), EPOLL_CTL_DEL,
                (out ? hook.keeper().output : hook.keeper().errors).get(), nullptr);
  } else if (auto how = hook.read_report()) {
    end(id, std::move(*how));
  }
}

void RunnerLoop::act_on_time() {
  const auto now = Clock::now();
  if (orphans_due_ && orphans_due_->at <= now)
    end_orphans();
  const bool stopping = stop_at_ && *stop_at_ <= now;
  std::vector<Id> lost;
  for (auto& [id, hook] : running_) {
    if (stopping && !hook->killed())
      hook->kill(HookEnd::How::Cancelled);
    else if (hook->due() <= now && !hook->killed())
      hook->kill(HookEnd::How::TimedOut);
    else if (hook->due() <= now)
      lost.push_back(id);
  }
  for (const Id id : lost)
    end(id, running_.at(id)->give_up());
  if (stopping)
    stop_at_.reset();
}

int RunnerLoop::milliseconds_to_wait() const {
  if (running_.empty() && !orphans_due_)
    return -1;
  auto first = orphans_due_ ? orphans_due_->at : Clock::time_point::max();
  for (const auto& [id, hook] : running_)
    first = std::min(first, hook->due());
  if (stop_at_)
    first = std::min(first, *stop_at_);
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(first - Clock::now()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, 3'600'000));
}

void RunnerLoop::turn() {
  start_hooks();
  std::array<epoll_event, 64> events{};
  const int count = epoll_wait(epoll_.get(), events.data(), static_cast<int>(events.size()),
                               milliseconds_to_wait());
  for (int i = 0; i < count; ++i) {
    const std::uint64_t tag = events.at(static_cast<std::size_t>(i)).data.u64;
    handle(static_cast<Source>(tag & 7), tag >> 3);
  }
  act_on_time();
}

} // namespace orrery::hooks
