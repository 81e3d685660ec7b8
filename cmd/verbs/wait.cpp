#include "cmd/conditions/deciding.hpp"
#include "cmd/conditions/waiting.hpp"
#include "cmd/verbs/groups.hpp"

namespace orrery::cmd {

namespace {

Outcome wait_verb(Session& session, const Arguments& arguments) {
  const auto wanted = console::parse_wait(arguments, session.timeout);
  if (!wanted)
    return tl::unexpected(wanted.error());
  return console::wait(session, *wanted);
}

Outcome assert_verb(Session& session, const Arguments& arguments) {
  const auto condition = console::parse_assert(arguments);
  if (!condition)
    return tl::unexpected(condition.error());
  const auto decided = console::decide(session, *condition);
  if (!decided)
    return Exit::Failed;
  if (decided->holds)
    return Exit::Fine;
  const auto contents = read_model(session); // all of it tells why not
  if (!contents)
    return Exit::Failed;
  const auto finding = condition->look(*contents, session.orchestrator->data_directory());
  if (finding.holds) // by now
    return Exit::Fine;
  session.fail("assertion failed: " + condition->text());
  session.err(finding.why);
  return Exit::AssertFailed;
}

} // namespace

std::vector<Verb> wait_verbs() {
  Verb wait;
  wait.name = "wait";
  wait.arguments = "settled [APPLICATION...] | CONDITION [unless CONDITION] [timeout=30s]";
  wait.summary = "Wait until something is so";
  wait.examples = {"wait settled",
                   "wait settled db web",
                   "wait settled --format json",
                   "wait app db status=active unless any unit.error timeout=5m",
                   "wait unit db/0 gone",
                   "wait relation 4 gone",
                   "wait count 'unit[app=db]' == 3"};
  wait.words_min = 1;
  wait.flags = {
    {"timeout", '\0', Flag::Kind::Text, "DURATION", "How long, default 10m: 500ms, 30s, 10m, 1h"},
    {"format", '\0', Flag::Kind::Text, "text|json",
     "json: say how it ended well, and which units have failed for good"}};
  wait.handler = wait_verb;
  Verb claim;
  claim.name = "assert";
  claim.arguments = "CONDITION | A == B";
  claim.summary = "Fail unless something is so";
  claim.examples = {"assert count 'unit[app=db]' == 3", "assert none life=dying",
                    "assert app db status=active", "assert hooks db/0 ends-with start"};
  claim.words_min = 1;
  claim.handler = assert_verb;
  return {wait, claim};
}

} // namespace orrery::cmd
