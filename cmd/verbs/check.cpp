#include "cmd/charms/damaged_resources.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/views/check/differences.hpp"
#include "cmd/views/check/report.hpp"
#include "cmd/views/render/json.hpp"
#include "config/counted.hpp"
#include "store/invariants.hpp"

#include <algorithm>
#include <chrono>
#include <thread>

namespace orrery::cmd {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Time for the next step of any agent, with everything else that is under way.
constexpr milliseconds patience_with_changes{5'000};
constexpr milliseconds most_patience{30'000}; ///< Where many clients keep a slow machine busy.
constexpr int looks_a_step =
  50; ///< A step takes no longer than so many looks, which slow down, too.
constexpr milliseconds shortest_pause{500}; ///< A process may be just ending.
constexpr milliseconds longest_pause{1'500};

/// How long something may differ while others go on writing. @param look how long one look took
Clock::duration patience_for(Clock::duration look) {
  return std::clamp<Clock::duration>(looks_a_step * look, patience_with_changes, most_patience);
}

/// Gives the system time to come to rest. @returns false if the client has gone.
bool let_settle(Session& session) {
  constexpr milliseconds slice{50};
  const auto cancelled = [&session] { return session.output->cancelled(); };
  const auto end = Clock::now() + shortest_pause;
  (void)session.orchestrator->wait_settled(longest_pause, cancelled);
  while (!cancelled() && Clock::now() < end)
    std::this_thread::sleep_for(slice);
  return !cancelled();
}

/// What the records say against each other, those of what exists and of what has been.
std::vector<std::string> broken_records(const check::Observed& observed) {
  std::vector<std::string> broken = store::broken_invariants(observed.contents);
  for (const auto* more : {&observed.broken_history, &observed.broken_secrets})
    broken.insert(broken.end(), more->begin(), more->end());
  return broken;
}

/// Why the key of secrets that lies there seals none.
void add_trouble_of_key(Session& session, std::vector<std::string>& broken) {
  const auto vault = session.orchestrator->vault();
  if (std::string trouble = vault ? (*vault)->trouble() : ""; !trouble.empty())
    broken.push_back(std::move(trouble));
}

/// Looks, and looks again as long as something differs that may still be moving: whoever writes
/// goes on writing meanwhile.
tl::expected<check::Report, std::string> look_until_sure(Session& session) {
  const auto hold = session.orchestrator->hold_charms(); // of all resources that are looked at
  const auto began = Clock::now();
  auto observed = session.orchestrator->observe();
  if (!observed)
    return tl::unexpected(observed.error());
  check::Differences lasting = check::differences(*observed);
  const auto end = Clock::now() + patience_for(Clock::now() - began);
  bool quiet = false; // the first look alone proves nothing
  while (!lasting.empty() && !quiet && Clock::now() < end) {
    if (!let_settle(session))
      return tl::unexpected(std::string("the client has gone"));
    observed = session.orchestrator->observe();
    if (!observed)
      return tl::unexpected(observed.error());
    lasting = check::unchanged(std::move(lasting), check::differences(*observed));
    quiet = observed->quiet;
  }
  check::Report report;
  report.sequence = observed->contents.sequence;
  report.counts = check::count(*observed);
  report.broken = broken_records(*observed);
  add_trouble_of_key(session, report.broken);
  report.verdict = check::judge(lasting, quiet);
  if (hold)
    for (std::string& damaged :
         damaged_resources(session.orchestrator->data_directory(), observed->contents,
                           [&session] { return session.output->cancelled(); }))
      report.broken.push_back(std::move(damaged));
  return report;
}

/// The records alone, which one snapshot shows as they are.
tl::expected<check::Report, std::string> look_at_records(Session& session) {
  const auto observed = session.orchestrator->observe_records();
  if (!observed)
    return tl::unexpected(observed.error());
  check::Report report;
  report.records_only = true;
  report.sequence = observed->contents.sequence;
  report.counts = check::count(*observed);
  report.broken = broken_records(*observed);
  return report;
}

std::string summary(const check::Report& report) {
  std::string text;
  if (!report.broken.empty())
    text = config::counted(report.broken.size(), "invariant")
           + (report.broken.size() == 1 ? " does not hold" : " do not hold");
  if (const auto faults = report.verdict.faults.size(); faults > 0)
    text += (text.empty() ? "" : ", ") + config::counted(faults, "difference");
  return text;
}

Outcome check_all(Session& session, const Arguments& arguments) {
  const bool records_only = !arguments.words.empty();
  if (records_only && arguments.words[0] != "invariants")
    return arguments.wrong(0, "cannot check \"" + arguments.words[0]
                                + "\": write check, or check invariants");
  const auto format = arguments.text("format").value_or("text");
  const auto report = records_only ? look_at_records(session) : look_until_sure(session);
  if (!report)
    return session.fail(report.error());
  session.out(format == "json" ? render::to_json(check::to_document(*report))
                               : check::to_text(*report));
  if (!report->is_clean())
    return session.fail(summary(*report));
  return Exit::Fine;
}

} // namespace

std::vector<Verb> check_verbs() {
  Verb verb;
  verb.name = "check";
  verb.right = Right::Read;
  verb.arguments = "[invariants]";
  verb.summary = "Check that records, agents' notes, processes and directories agree; invariants: "
                 "the records only";
  verb.flags = {{"format", '\0', Flag::Kind::Text, "text|json", "text (the default) or json"}};
  verb.examples = {"check", "check invariants", "check --format json"};
  verb.words_max = 1;
  verb.handler = check_all;
  return {verb};
}

} // namespace orrery::cmd
