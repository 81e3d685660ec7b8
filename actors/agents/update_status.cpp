#include "actors/agents/update_status.hpp"

#include "actors/agents/messages.hpp"

#include <caf/send.hpp>

#include <algorithm>
#include <cstdint>
#include <system_error>
#include <utility>
#include <vector>

namespace orrery::agents {

void UpdateStatus::set_timer(caf::actor timer) {
  const std::lock_guard lock(mutex_);
  timer_ = std::move(timer);
  operations_ = {};
  secrets_ = {};
}

void UpdateStatus::expect(std::size_t count) {
  const std::lock_guard lock(mutex_);
  units_.reserve(count);
}

/// The timer does it, because there may be very many.
void UpdateStatus::set_interval(store::Milliseconds interval) {
  caf::actor timer;
  {
    const std::lock_guard lock(mutex_);
    if (std::exchange(interval_, interval) == interval || times_.empty())
      return;
    begins_anew_ = true;
    timer = timer_;
  }
  if (timer)
    caf::anon_send(timer, protocol::TurnWheel{});
}

void UpdateStatus::put(Units::value_type& unit,
                       store::Milliseconds since,
                       store::Milliseconds now) {
  store::Milliseconds due = due_after(unit.first, since, interval_);
  if (due <= now)
    due = due_after(unit.first, now, interval_);
  unit.second.place = times_.emplace(due, &unit.first);
}

/// Units whose time has come and is not taken stay so.
void UpdateStatus::put_all_anew(store::Milliseconds now) {
  for (const auto& [due, unit] : std::exchange(times_, {}))
    put(*units_.find(*unit), now, now);
}

void UpdateStatus::await(const std::string& unit, store::Milliseconds since) {
  caf::actor timer;
  {
    const std::lock_guard lock(mutex_);
    if (!timer_)
      return;
    const auto [found, is_new] = units_.try_emplace(unit);
    if (!is_new)
      return;
    put(*found, since, clock_.now());
    if (*found->second.place == times_.begin())
      timer = timer_;
  }
  if (timer)
    caf::anon_send(timer, protocol::TurnWheel{});
}

void UpdateStatus::forget(const std::string& unit) {
  const std::lock_guard lock(mutex_);
  const auto found = units_.find(unit);
  if (found == units_.end())
    return;
  if (found->second.place)
    times_.erase(*found->second.place);
  units_.erase(found);
}

bool UpdateStatus::take(const std::string& unit) {
  const std::lock_guard lock(mutex_);
  const auto found = units_.find(unit);
  if (found == units_.end() || found->second.place)
    return false;
  units_.erase(found);
  return true;
}

bool UpdateStatus::awaits(const std::string& unit) const {
  const std::lock_guard lock(mutex_);
  return units_.contains(unit);
}

void UpdateStatus::keep_run(const std::string& unit, const TimeOfRun& run) {
  const std::lock_guard lock(mutex_);
  if (const auto found = units_.find(unit); found != units_.end())
    found->second.last_run = run;
}

TimeOfRun UpdateStatus::last_run(const std::string& unit) const {
  const std::lock_guard lock(mutex_);
  const auto found = units_.find(unit);
  return found == units_.end() ? TimeOfRun{} : found->second.last_run;
}

void UpdateStatus::await(Round& round, store::Milliseconds due, caf::actor who) {
  caf::actor timer;
  {
    const std::lock_guard lock(mutex_);
    if (!timer_)
      return;
    round = {due, std::move(who)};
    if (times_.empty() || due < times_.begin()->first)
      timer = timer_;
  }
  if (timer)
    caf::anon_send(timer, protocol::TurnWheel{});
}

void UpdateStatus::forget(Round& round) {
  const std::lock_guard lock(mutex_);
  round = {};
}

void UpdateStatus::await_operations(store::Milliseconds due, caf::actor janitor) {
  await(operations_, due, std::move(janitor));
}

void UpdateStatus::forget_operations() {
  forget(operations_);
}

void UpdateStatus::await_secrets(store::Milliseconds due, caf::actor keeper) {
  await(secrets_, due, std::move(keeper));
}

void UpdateStatus::forget_secrets() {
  forget(secrets_);
}

/// @pre the lock is held, as for the next ones.
std::vector<std::string> UpdateStatus::take_come(store::Milliseconds now) {
  std::vector<std::string> come;
  while (!times_.empty() && times_.begin()->first <= now) {
    come.push_back(*times_.begin()->second);
    units_.at(come.back()).place.reset();
    times_.erase(times_.begin());
  }
  return come;
}

caf::actor UpdateStatus::take(Round& round, store::Milliseconds now) {
  if (!round.due || *round.due > now)
    return {};
  return std::exchange(round, {}).who;
}

std::optional<store::Milliseconds> UpdateStatus::next_time() const {
  std::optional<store::Milliseconds> first;
  if (!times_.empty())
    first = times_.begin()->first;
  for (const Round* round : {&operations_, &secrets_})
    if (round->due)
      first = std::min(first.value_or(*round->due), *round->due);
  return first;
}

/// A time that nobody hears of means nothing: an agent that begins after a failure puts its unit in
/// anew, and a unit that is gone has none.
std::optional<store::Milliseconds> UpdateStatus::turn() {
  std::vector<std::string> come;
  std::optional<store::Milliseconds> next;
  caf::actor janitor;
  caf::actor keeper;
  {
    const std::lock_guard lock(mutex_);
    const store::Milliseconds now = clock_.now();
    if (std::exchange(begins_anew_, false))
      put_all_anew(now);
    come = take_come(now);
    janitor = take(operations_, now);
    keeper = take(secrets_, now);
    next = next_time();
  }
  if (janitor)
    caf::anon_send(janitor, protocol::OperationsDue{});
  if (keeper)
    caf::anon_send(keeper, protocol::SecretsDue{});
  for (const std::string& unit : come)
    if (roster_.hears(unit))
      roster_.tell(unit, caf::make_message(protocol::UpdateStatusDue{}));
    else
      (void)take(unit);
  return next;
}

store::Milliseconds
due_after(std::string_view unit, store::Milliseconds since, store::Milliseconds interval) {
  std::uint64_t mix = 0xcbf29ce484222325; // FNV-1a of the name, then splitmix64
  for (const char letter : unit)
    mix = (mix ^ static_cast<unsigned char>(letter)) * 0x100000001b3;
  mix += static_cast<std::uint64_t>(since) * 0x9e3779b97f4a7c15;
  mix = (mix ^ (mix >> 30)) * 0xbf58476d1ce4e5b9;
  mix = (mix ^ (mix >> 27)) * 0x94d049bb133111eb;
  mix ^= mix >> 31;
  constexpr double steps = 9007199254740992.0; // 2^53
  const double factor = 0.8 + 0.4 * (static_cast<double>(mix >> 11) / steps);
  const auto wait = static_cast<store::Milliseconds>(static_cast<double>(interval) * factor);
  return since + std::max<store::Milliseconds>(1, wait);
}

CharmHasHook charms_below(std::filesystem::path model) {
  return [model = std::move(model)](const std::string& directory, const std::string& hook) {
    const std::filesystem::path charm = model / directory;
    std::error_code failed; // a charm that cannot be read has nothing that could run
    return std::filesystem::exists(charm / "dispatch", failed)
           || std::filesystem::exists(charm / "hooks" / hook, failed);
  };
}

} // namespace orrery::agents
