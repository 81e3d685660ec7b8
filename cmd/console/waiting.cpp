#include "cmd/console/waiting.hpp"

#include "cmd/console/duration.hpp"
#include "cmd/render/reason.hpp"

#include <algorithm>
#include <thread>

namespace orrery::cmd::console {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// How long one wait for a change may last before somebody looks whether anybody still waits.
constexpr milliseconds patience{200};

milliseconds left(Clock::time_point deadline) {
  return std::max(milliseconds{0},
                  std::chrono::duration_cast<milliseconds>(deadline - Clock::now()));
}

int vanished(Session& session) {
  return session.fail("interrupted while waiting; the work itself goes on");
}

int stopped_by(Session& session, const Condition& unless) {
  return session.fail("stopped waiting: " + unless.text());
}

/// What hinders a model from being settled, as far as its records show it.
std::string unrest(const store::Contents& contents) {
  std::string text;
  std::size_t lines = 0;
  constexpr std::size_t lines_max = 20;
  const auto add = [&](const std::string& line) {
    if (++lines <= lines_max)
      text += line + "\n";
  };
  for (const auto& [name, status] : contents.statuses) {
    if (!status.error.hook.empty())
      add("unit " + name + ": hook \"" + status.error.hook + "\" failed");
    else if (status.agent.value != "idle")
      add("unit " + name + ": agent is " + status.agent.value
          + (status.agent.message.empty() ? "" : " (" + status.agent.message + ")"));
  }
  const render::Index index(contents);
  const auto reason = [&](Kind kind, const std::string& name, const std::string& why) {
    if (!why.empty())
      add(std::string{to_string(kind)} + " " + name + " is not Alive: " + why);
  };
  for (const auto& [name, application] : contents.applications)
    reason(Kind::Application, name, render::application_reason(index, application));
  for (const auto& [id, relation] : contents.relations)
    reason(Kind::Relation, std::to_string(id), render::relation_reason(index, relation));
  for (const auto& [id, machine] : contents.machines) {
    if (machine.instance.empty())
      add("machine " + std::to_string(id) + " has no instance yet");
    reason(Kind::Machine, std::to_string(id), render::machine_reason(index, machine));
  }
  if (lines > lines_max)
    text += "and " + std::to_string(lines - lines_max) + " more\n";
  return text;
}

int wait_settled(Session& session, const Wait& wanted, Clock::time_point deadline) {
  auto stopped = false;
  auto looked = Clock::now() - patience;
  const auto give_up = [&] {
    if (session.output->cancelled())
      return true;
    if (wanted.unless && Clock::now() - looked >= patience) {
      looked = Clock::now();
      const auto contents = session.orchestrator->contents();
      stopped = contents && wanted.unless->look(*contents).holds;
    }
    return stopped;
  };
  if (!give_up() && session.orchestrator->wait_settled(left(deadline), give_up))
    return Exit::Fine;
  if (stopped)
    return stopped_by(session, *wanted.unless);
  if (session.output->cancelled())
    return vanished(session);
  session.fail("timed out waiting for everything to be settled after " + to_text(wanted.timeout));
  if (const auto contents = session.orchestrator->contents())
    session.err(unrest(*contents));
  return Exit::TimedOut;
}

int wait_condition(Session& session, const Wait& wanted, Clock::time_point deadline) {
  while (true) {
    const auto started = Clock::now();
    const auto contents = read_model(session);
    if (!contents)
      return Exit::Failed;
    const auto finding = wanted.until->look(*contents);
    if (finding.holds)
      return Exit::Fine;
    if (wanted.unless && wanted.unless->look(*contents).holds)
      return stopped_by(session, *wanted.unless);
    const auto cost = Clock::now() - started;
    auto changed = false;
    while (!changed) {
      if (session.output->cancelled())
        return vanished(session);
      const auto rest = left(deadline);
      if (rest.count() == 0) {
        session.fail("timed out waiting for " + wanted.until->text() + " after "
                     + to_text(wanted.timeout));
        session.err(finding.why);
        return Exit::TimedOut;
      }
      changed = session.orchestrator->wait_change(contents->sequence, std::min(rest, patience))
                != contents->sequence;
    }
    // In a large and busy model looking is dear: it gets at most a quarter of the time.
    std::this_thread::sleep_for(std::min<Clock::duration>(3 * cost, left(deadline)));
  }
}

std::optional<milliseconds> timeout_of(const std::string& word) {
  return word.starts_with("timeout=") ? parse_duration(std::string_view{word}.substr(8))
                                      : std::nullopt;
}

} // namespace

tl::expected<Wait, UsageError> parse_wait(const std::vector<std::string>& words,
                                          milliseconds usual_timeout) {
  Wait wanted;
  wanted.timeout = usual_timeout;
  auto end = words.size();
  if (end > 1 && words[end - 1].starts_with("timeout=")) {
    --end;
    const auto timeout = timeout_of(words[end]);
    if (!timeout)
      return tl::unexpected{
        UsageError{"wrong duration in \"" + words[end] + "\": write for example timeout=30s", end}};
    wanted.timeout = *timeout;
  }
  const auto unless = static_cast<std::size_t>(
    std::find(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(end), "unless")
    - words.begin());
  if (unless < end) {
    auto condition = Condition::parse(words, unless + 1, end);
    if (!condition)
      return tl::unexpected{condition.error()};
    wanted.unless = std::move(*condition);
  }
  const auto until_end = std::min(unless, end);
  if (until_end > 1 && words[1] == "settled") {
    if (until_end > 2)
      return tl::unexpected{
        UsageError{"wait settled takes no names: it waits for the whole model", 2}};
    return wanted;
  }
  auto condition = Condition::parse(words, 1, until_end);
  if (!condition)
    return tl::unexpected{condition.error()};
  wanted.until = std::move(*condition);
  return wanted;
}

int wait(Session& session, const Wait& wanted) {
  const auto deadline = Clock::now() + wanted.timeout;
  return wanted.until ? wait_condition(session, wanted, deadline)
                      : wait_settled(session, wanted, deadline);
}

} // namespace orrery::cmd::console
