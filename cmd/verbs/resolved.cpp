#include "cmd/verbs/dry_run.hpp"
#include "cmd/verbs/groups.hpp"

namespace orrery::cmd {

namespace {

/// The units whose hook has failed, in key order.
std::vector<std::string> failing_units(const store::Contents& contents) {
  std::vector<std::string> names;
  for (const auto& [name, status] : contents.statuses)
    if (!status.error.hook.empty())
      names.push_back(name);
  return names;
}

/// `will retry hook "start" of db/0`. The upgrade of a charm's files is tried again either way
/// (D1).
std::string promised(const store::Contents& contents, const std::string& unit, bool retry) {
  const auto status = contents.statuses.find(unit);
  std::string hook = status == contents.statuses.end() ? "" : status->second.error.hook;
  const bool is_upgrade = hook == store::failed_upgrade;
  if (is_upgrade)
    hook = "the upgrade";
  else
    hook = hook.empty() ? "the hook" : "hook \"" + hook + "\"";
  return (retry || is_upgrade ? "will retry " : "will take as done ") + hook + " of " + unit + "\n";
}

Outcome resolved(Session& session, const Arguments& arguments) {
  const auto retry = !arguments.on("no-retry");
  const bool all = arguments.on("all");
  if (all && !arguments.words.empty())
    return arguments.wrong(0, "cannot use --all together with units");
  if (!all && arguments.words.empty())
    return arguments.wrong(0, "no unit specified: name units, or use --all");
  if (arguments.on("retry") && !retry)
    return arguments.wrong(0, "cannot use --retry together with --no-retry");
  const auto contents = read_named(session, {.units = arguments.words, .kinds = all ? "s" : ""});
  if (!contents)
    return Exit::Failed;
  auto exit = Exit::Fine;
  for (const auto& unit : all ? failing_units(*contents) : arguments.words) {
    if (!perform(session, protocol::Resolve{unit, retry}, "cannot resolve unit " + unit,
                 explain::Subject{store::EntityKind::Unit, unit}))
      exit = Exit::Failed;
    else
      session.out(promised(*contents, unit, retry));
  }
  return exit;
}

} // namespace

std::vector<Verb> resolved_verbs() {
  Verb verb;
  verb.name = "resolved";
  verb.right = Right::Write;
  verb.aliases = {"resolve"};
  verb.arguments = "UNIT...";
  verb.summary = "Let units go on whose hook has failed";
  verb.flags = {
    {"no-retry", '\0', Flag::Kind::Switch, "", "Take the hook as done instead of running it again"},
    {"retry", '\0', Flag::Kind::Switch, "", "Run the hook again (the default)"},
    {"all", '\0', Flag::Kind::Switch, "", "Every unit whose hook has failed"}};
  verb.examples = {"resolved db/0", "resolved db/0 --no-retry", "resolved --all"};
  verb.handler = resolved;
  return {with_dry_run(verb)};
}

} // namespace orrery::cmd
