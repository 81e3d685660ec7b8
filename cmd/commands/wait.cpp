#include "cmd/commands/commands.hpp"
#include "cmd/console/condition.hpp"
#include "cmd/console/duration.hpp"
#include "cmd/console/waiting.hpp"

namespace orrery::cmd {

namespace {

/// The verb and its words again, each with its place on the command line. A selector whose blanks a
/// shell has cut is put together again.
struct Words {
  std::vector<std::string> words;
  std::vector<std::size_t> places;

  Words(const std::string& verb, const Arguments& arguments) : words{verb}, places{0} {
    auto open = false;
    for (std::size_t i = 0; i < arguments.words.size(); ++i) {
      const auto& word = arguments.words[i];
      if (open) {
        words.back() += " " + word;
      } else {
        words.push_back(word);
        places.push_back(arguments.places[i]);
      }
      const auto last = word.find_last_of("[]");
      if (last != std::string::npos)
        open = word[last] == '[';
    }
  }

  [[nodiscard]] tl::unexpected<UsageError> placed(UsageError error) const {
    if (error.word)
      error.word = *error.word < places.size() ? places[*error.word] : places.back();
    return tl::unexpected{std::move(error)};
  }
};

Outcome wait_verb(Session& session, const Arguments& arguments) {
  auto timeout = session.timeout;
  if (const auto text = arguments.text("timeout")) {
    const auto given = console::parse_duration(*text);
    if (!given)
      return arguments.wrong(0,
                             "wrong duration \"" + *text + "\": write for example --timeout 30s");
    timeout = *given;
  }
  const Words words{"wait", arguments};
  const auto wanted = console::parse_wait(words.words, timeout);
  if (!wanted)
    return words.placed(wanted.error());
  return console::wait(session, *wanted);
}

Outcome assert_failed(Session& session, const std::string& why) {
  session.fail("assertion failed: " + why);
  return Exit::AssertFailed;
}

Outcome assert_verb(Session& session, const Arguments& arguments) {
  const Words line{"assert", arguments};
  const auto& words = line.words;
  if (words.size() == 4)
    if (const auto comparison = console::parse_comparison(words[2])) {
      if (console::compare(words[1], *comparison, words[3]))
        return Exit::Fine;
      return assert_failed(session, "\"" + words[1] + "\" " + words[2] + " \"" + words[3] + "\"");
    }
  const auto condition = console::Condition::parse(words, 1, words.size());
  if (!condition)
    return line.placed(condition.error());
  const auto contents = read_model(session);
  if (!contents)
    return Exit::Failed;
  const auto finding = condition->look(*contents);
  if (finding.holds)
    return Exit::Fine;
  const auto outcome = assert_failed(session, condition->text());
  session.err(finding.why);
  return outcome;
}

} // namespace

std::vector<Verb> wait_verbs() {
  Verb wait;
  wait.name = "wait";
  wait.arguments = "settled | CONDITION [unless CONDITION] [timeout=30s]";
  wait.summary = "Wait until something is so";
  wait.examples = {"wait settled", "wait app db status=active unless any unit.error timeout=5m",
                   "wait unit db/0 gone", "wait relation 4 gone", "wait count 'unit[app=db]' == 3"};
  wait.words_min = 1;
  wait.flags = {
    {"timeout", '\0', Flag::Kind::Text, "DURATION", "How long, default 10m: 500ms, 30s, 10m, 1h"}};
  wait.handler = wait_verb;
  Verb claim;
  claim.name = "assert";
  claim.arguments = "CONDITION | A == B";
  claim.summary = "Fail unless something is so";
  claim.examples = {"assert count 'unit[app=db]' == 3", "assert none life=dying",
                    "assert app db status=active"};
  claim.words_min = 1;
  claim.handler = assert_verb;
  return {wait, claim};
}

} // namespace orrery::cmd
