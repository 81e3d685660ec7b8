#include "cmd/conditions/waiting.hpp"

#include "cmd/conditions/deciding.hpp"
#include "cmd/conditions/duration.hpp"
#include "cmd/conditions/rejoined.hpp"
#include "cmd/conditions/settling.hpp"
#include "cmd/session/local_time.hpp"
#include "cmd/views/explain/explain.hpp"
#include "cmd/views/explain/text.hpp"
#include "cmd/views/render/json.hpp"
#include "cmd/views/render/missing.hpp"
#include "config/quantity.hpp"

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

/// Returns what `explain` says of each.
std::string explanations(const store::Contents& contents, const std::vector<Entity>& about) {
  explain::Options options;
  options.can_force = options.can_skip = true;
  const render::Index index(contents);
  std::string text;
  for (const auto& entity : about)
    if (const auto told = explain::explain(index, {entity.kind, entity.name}, options))
      text += "\n" + explain::to_text(*told, {time_format(false), now()});
  return text;
}

/// Whether every application of the list is there, or was once; else an error.
bool all_known(Session& session, const std::set<std::string>& names) {
  if (names.empty())
    return true;
  const auto contents = read_named(session, {.applications = {names.begin(), names.end()}});
  if (!contents)
    return false;
  for (const auto& name : names) {
    if (contents->applications.contains(name) || contents->sequences.contains(name))
      continue; // one that is gone is settled
    fail_missing(session, {store::EntityKind::Application, name});
    return false;
  }
  return true;
}

std::string named(const std::set<std::string>& applications) {
  if (applications.empty())
    return "everything";
  std::string text;
  for (const auto& name : applications)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// Letters of store/keys.hpp: units, their statuses, and what users run.
constexpr const char* awaited_kinds = "uspt";

/// Tells now and then whom a wait waits for. Looking at a large model is dear: it gets a tenth of
/// the time, and none where nobody looks.
class Settling {
public:
  Settling(Session& session, const Wait& wanted) : session_{session}, wanted_{wanted} {}
  void tell() {
    const auto began = Clock::now();
    if (!session_.terminal.progress || began < next_)
      return;
    const auto contents = session_.orchestrator->named({.kinds = awaited_kinds});
    if (contents)
      if (const auto text = settling_text(*contents, wanted_.applications); !text.empty())
        session_.progress(text);
    const auto now = Clock::now();
    next_ = now + std::max<Clock::duration>(std::chrono::seconds{1}, 10 * (now - began));
  }

private:
  Session& session_;
  const Wait& wanted_;
  Clock::time_point next_ = Clock::now() + std::chrono::milliseconds{800};
};

/// Says, once all has settled, which units have only given up.
int settled(Session& session, const Wait& wanted) {
  const auto contents = read_named(session, {.kinds = "s"});
  if (!contents)
    return Exit::Failed;
  const auto failed = failed_for_good(*contents, wanted.applications);
  session.err(failed_text(failed));
  if (!wanted.json)
    return Exit::Fine;
  auto units = render::Document::list();
  for (const auto& each : failed)
    units.push(std::move(render::Document::map()
                           .add("unit", each.unit)
                           .add("hook", each.error.hook)
                           .add("try", each.error.attempt)));
  session.out(
    render::to_json(render::Document::map().add("settled", true).add("failed", std::move(units))));
  return Exit::Fine;
}

int wait_settled(Session& session, const Wait& wanted, Clock::time_point deadline) {
  if (!all_known(session, wanted.applications))
    return Exit::Failed;
  Settling settling{session, wanted};
  auto stopped = false, unreadable = false;
  auto looked = Clock::now() - patience;
  const auto give_up = [&] {
    if (session.output->cancelled())
      return true;
    settling.tell();
    if (wanted.unless && Clock::now() - looked >= patience) {
      looked = Clock::now();
      const auto decided = decide(session, *wanted.unless);
      unreadable = !decided;
      stopped = decided && decided->holds;
    }
    return stopped || unreadable;
  };
  const auto settle = [&] {
    auto& orchestrator = *session.orchestrator;
    return wanted.applications.empty()
             ? orchestrator.wait_settled(left(deadline), give_up)
             : orchestrator.wait_settled(wanted.applications, left(deadline), give_up);
  };
  if (!give_up() && settle())
    return settled(session, wanted);
  if (stopped)
    return stopped_by(session, *wanted.unless);
  if (unreadable)
    return Exit::Failed;
  if (session.output->cancelled())
    return vanished(session);
  session.fail("timed out waiting for " + named(wanted.applications) + " to be settled after "
               + config::duration_text(wanted.timeout));
  if (const auto contents = session.orchestrator->contents())
    session.err(unrest_text(*contents));
  return Exit::TimedOut;
}

/// Says what is not as it should be.
int timed_out(Session& session, const Wait& wanted) {
  const auto contents = read_model(session); // all of it tells why
  if (!contents)
    return Exit::Failed;
  const auto finding = wanted.until->look(*contents, session.orchestrator->data_directory());
  if (finding.holds) // by now
    return Exit::Fine;
  session.fail("timed out waiting for " + wanted.until->text() + " after "
               + config::duration_text(wanted.timeout));
  session.err(finding.why);
  session.err(explanations(*contents, finding.about));
  return Exit::TimedOut;
}

int wait_condition(Session& session, const Wait& wanted, Clock::time_point deadline) {
  while (true) {
    const auto started = Clock::now();
    const auto until = decide(session, *wanted.until);
    if (!until)
      return Exit::Failed;
    if (until->holds) {
      if (wanted.json)
        session.out(render::to_json(
          render::Document::map().add("condition", wanted.until->text()).add("holds", true)));
      return Exit::Fine;
    }
    session.progress("wait " + wanted.until->text() + ": "
                     + until->why.substr(0, until->why.find('\n')));
    if (wanted.unless) {
      const auto unless = decide(session, *wanted.unless);
      if (!unless)
        return Exit::Failed;
      if (unless->holds)
        return stopped_by(session, *wanted.unless);
    }
    const auto cost = Clock::now() - started;
    auto changed = false;
    while (!changed) {
      if (session.output->cancelled())
        return vanished(session);
      const auto rest = left(deadline);
      if (rest.count() == 0)
        return timed_out(session, wanted);
      changed = session.orchestrator->wait_change(until->sequence, std::min(rest, patience))
                != until->sequence;
    }
    // In a large and busy model looking is dear: it gets at most a quarter of the time.
    std::this_thread::sleep_for(std::min<Clock::duration>(3 * cost, left(deadline)));
  }
}

} // namespace

tl::expected<Wait, UsageError> parse_wait(const Arguments& arguments, milliseconds usual_timeout) {
  Wait wanted;
  wanted.timeout = usual_timeout;
  wanted.json = arguments.text("format").value_or("text") == "json";
  if (const auto text = arguments.text("timeout")) {
    const auto timeout = parse_duration(*text);
    if (!timeout)
      return arguments.wrong(0,
                             "wrong duration \"" + *text + "\": write for example --timeout 30s");
    wanted.timeout = *timeout;
  }
  const Rejoined line{"wait", arguments};
  const auto& words = line.words;
  auto end = words.size();
  if (end > 1 && words[end - 1].starts_with("timeout=")) {
    --end;
    const auto timeout = parse_duration(std::string_view{words[end]}.substr(8));
    if (!timeout)
      return line.placed(
        {"wrong duration in \"" + words[end] + "\": write for example timeout=30s", end});
    wanted.timeout = *timeout;
  }
  const auto unless = static_cast<std::size_t>(
    std::find(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(end), "unless")
    - words.begin());
  if (unless < end) {
    auto condition = Condition::parse(words, unless + 1, end);
    if (!condition)
      return line.placed(condition.error());
    wanted.unless = std::move(*condition);
  }
  const auto until_end = std::min(unless, end);
  if (until_end > 1 && words[1] == "settled") {
    for (std::size_t i = 2; i < until_end; ++i) {
      if (!store::is_application_name(words[i]))
        return line.placed({"\"" + words[i]
                              + "\" is no application's name: write wait settled "
                                "[APPLICATION...]",
                            i});
      wanted.applications.insert(words[i]);
    }
    return wanted;
  }
  auto condition = Condition::parse(words, 1, until_end);
  if (!condition)
    return line.placed(condition.error());
  wanted.until = std::move(*condition);
  return wanted;
}

int wait(Session& session, const Wait& wanted) {
  const auto deadline = Clock::now() + wanted.timeout;
  return wanted.until ? wait_condition(session, wanted, deadline)
                      : wait_settled(session, wanted, deadline);
}

} // namespace orrery::cmd::console
