#include "cmd/verbs/operation_waiting.hpp"

#include "actors/rules/operation.hpp"
#include "cmd/session/go_times.hpp"
#include "config/go_duration.hpp"

#include <algorithm>
#include <thread>

namespace orrery::cmd {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds longest_wait{200};
/// More than any wait lasts, and less than a clock can count.
constexpr std::chrono::hours endless_wait{24 * 365 * 10};

} // namespace

WaitLimit::WaitLimit(std::chrono::nanoseconds patience) {
  if (patience < endless_wait)
    until_ = Clock::now() + patience;
}

milliseconds WaitLimit::next_wait() const {
  if (!until_)
    return longest_wait;
  const auto left = std::chrono::ceil<milliseconds>(*until_ - Clock::now());
  return std::clamp(left, milliseconds{0}, longest_wait);
}

Waited wait_for_end(Session& session, const WaitLimit& limit, const std::function<Looked()>& look) {
  while (true) {
    const auto began = WaitLimit::Clock::now();
    const auto seen = session.orchestrator->wait_change(0, milliseconds{0});
    switch (look()) {
    case Looked::Ended:
      return Waited::Ended;
    case Looked::Failed:
      return Waited::Failed;
    case Looked::NotYet:
      break;
    }
    const auto cost = WaitLimit::Clock::now() - began;
    do {
      if (session.output->cancelled())
        return Waited::Interrupted;
      if (limit.passed())
        return Waited::TimedOut;
    } while (session.orchestrator->wait_change(seen, limit.next_wait()) == seen);
    // In a busy model there is always a change: looking gets at most a quarter of the time.
    std::this_thread::sleep_for(std::min<WaitLimit::Clock::duration>(3 * cost, limit.next_wait()));
  }
}

std::optional<store::OperationSeen> read_task(Session& session, store::TaskId id) {
  auto seen = session.orchestrator->task(id);
  if (!seen) {
    session.fail("cannot read task " + std::to_string(id) + ": " + seen.error().text);
    return std::nullopt;
  }
  if (!*seen || (*seen)->tasks.empty()) {
    session.fail("id not found");
    return std::nullopt;
  }
  return std::move(*seen);
}

void LogLines::print(const store::TaskSeen& seen) {
  const GoTimes times(utc_);
  std::size_t told = seen.lines.size();
  if (!store::is_final(seen.task.status)) // until then the one that counts those dropped changes
    told = std::min<std::size_t>(told, rules::most_task_lines);
  for (; shown_ < told; ++shown_)
    session_.err(times.of_day(seen.lines[shown_].at) + " " + seen.lines[shown_].text + "\n");
}

tl::expected<std::optional<std::chrono::nanoseconds>, UsageError>
duration_flag(const Arguments& arguments, const std::string& flag) {
  const auto text = arguments.text(flag);
  if (!text)
    return std::nullopt;
  const auto duration = config::parse_go_duration(*text);
  if (!duration)
    return arguments.wrong(0, "invalid value \"" + *text + "\" for flag --" + flag
                                + ": write a duration such as 30s or 5m");
  return duration;
}

tl::expected<std::chrono::nanoseconds, UsageError> look_patience(const Arguments& arguments) {
  const auto wait = duration_flag(arguments, "wait");
  if (!wait)
    return tl::unexpected(wait.error());
  if (arguments.on("watch") && *wait)
    return arguments.wrong(0, "specify either --watch or --wait but not both");
  return arguments.on("watch") ? std::chrono::nanoseconds{0}
                               : wait->value_or(std::chrono::nanoseconds{-1});
}

WaitLimit look_limit(std::chrono::nanoseconds patience) {
  return patience.count() == 0 ? WaitLimit() : WaitLimit(patience);
}

std::vector<Flag> look_flags(const std::string& formats, const std::string& help) {
  return {{"format", '\0', Flag::Kind::Text, formats, help},
          {"wait", '\0', Flag::Kind::Text, "DURATION", "Wait for the end, at most so long"},
          {"watch", '\0', Flag::Kind::Switch, "", "Wait for the end, however long it takes"},
          {"utc", '\0', Flag::Kind::Switch, "", "Show times in UTC"}};
}

} // namespace orrery::cmd
