#include "cmd/views/explain/explain.hpp"

#include "cmd/conditions/facts.hpp"
#include "cmd/session/local_time.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/named_relation.hpp"
#include "cmd/verbs/verbs.hpp"
#include "cmd/views/explain/text.hpp"
#include "cmd/views/render/json.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

bool removal_knows(std::string_view flag) {
  const auto* verb = find_verb("remove-unit");
  return verb != nullptr
         && std::any_of(verb->flags.begin(), verb->flags.end(),
                        [&](const Flag& each) { return each.name == flag && !each.ignored; });
}

int tell(Session& session, const explain::Subject& subject, const Arguments& arguments) {
  const auto found = read_around(session, subject);
  if (!found)
    return Exit::Failed;
  explain::Options options;
  options.can_force = removal_knows("force");
  options.can_skip = removal_knows("skip-failed-hooks");
  const render::Index index(found->contents, found->omitted);
  const auto explanation = explain::explain(index, subject, options);
  if (!explanation)
    return fail_missing(session, subject);
  session.out(arguments.text("format").value_or("text") == "json"
                ? render::to_json(explain::to_document(*explanation))
                : explain::to_text(*explanation, {time_format(arguments.on("utc")), now()}));
  return Exit::Fine;
}

Outcome explain_entity(Session& session, const Arguments& arguments) {
  const auto format = arguments.text("format").value_or("text");
  const auto kind = console::parse_kind(arguments.words[0]);
  if (!kind)
    return arguments.wrong(0, console::unknown_kind(arguments.words[0]));
  if (arguments.words.size() > 2 && *kind != store::EntityKind::Relation)
    return arguments.wrong(2, "explain one " + std::string(store::word_of(*kind)) + " at a time");
  explain::Subject subject{*kind, arguments.words[1]};
  if (*kind == store::EntityKind::Relation) {
    const auto relation =
      named_relation(session, {arguments.words.begin() + 1, arguments.words.end()});
    if (!relation)
      return session.fail(relation.error());
    subject.name = std::to_string(relation->id);
  }
  return tell(session, subject, arguments);
}

} // namespace

std::vector<Verb> explain_verbs() {
  Verb verb;
  verb.name = "explain";
  verb.right = Right::Read;
  verb.arguments = "unit|application|machine|relation NAME";
  verb.summary = "Say why something is still there, and what would move it";
  verb.flags = {{"format", '\0', Flag::Kind::Text, "text|json", "How it is shown, default text"},
                {"utc", '\0', Flag::Kind::Switch, "", "Show times in UTC"}};
  verb.examples = {"explain app db", "explain unit db/0 --format json", "explain relation web db",
                   "explain machine 3"};
  verb.words_min = 2;
  verb.words_max = 3;
  verb.handler = explain_entity;
  return {verb};
}

} // namespace orrery::cmd
