#include "cmd/views/explain/explain.hpp"

#include "cmd/conditions/facts.hpp"
#include "cmd/session/local_time.hpp"
#include "cmd/verbs/explain_secret.hpp"
#include "cmd/verbs/explain_storage.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/named_relation.hpp"
#include "cmd/verbs/verbs.hpp"
#include "cmd/views/explain/text.hpp"
#include "cmd/views/render/json.hpp"
#include "config/secret_reference.hpp"
#include "store/names.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <sstream>

namespace orrery::cmd {

namespace {

bool removal_knows(std::string_view flag) {
  const auto* verb = find_verb("remove-unit");
  return verb != nullptr
         && std::any_of(verb->flags.begin(), verb->flags.end(),
                        [&](const Flag& each) { return each.name == flag && !each.ignored; });
}

/// Tells of what kinds a word alone can be the name, by its form.
std::vector<store::EntityKind> kinds_of(const std::string& word) {
  if (store::parse_id(word))
    return {store::EntityKind::Machine, store::EntityKind::Relation};
  return {word.find('/') != std::string::npos ? store::EntityKind::Unit
                                              : store::EntityKind::Application};
}

/// The one thing of this name. Errors, printed: there is none, or a machine and a relation.
std::optional<explain::Subject> only_one(Session& session, const std::string& name) {
  const auto kinds = kinds_of(name);
  if (kinds.size() == 1)
    return explain::Subject{kinds.front(), name};
  std::vector<explain::Subject> there;
  for (const auto kind : kinds) {
    const auto found = read_around(session, {kind, name});
    if (!found)
      return std::nullopt;
    const render::Index index(found->contents, found->omitted);
    if (explain::explain(index, {kind, name}, {}))
      there.push_back({kind, name});
  }
  if (there.size() == 1)
    return there.front();
  session.fail(there.empty() ? "there is neither a machine nor a relation " + name
                                 + ": orrery status --relations lists what there is"
                             : name + " is a machine and a relation: write explain machine " + name
                                 + " or explain relation " + name);
  return std::nullopt;
}

explain::Options options_of(const Session& session) {
  explain::Options options;
  options.can_force = removal_knows("force");
  options.can_skip = removal_knows("skip-failed-hooks");
  options.hook_deadline = session.orchestrator->settings().hook_deadline.count();
  return options;
}

int tell(Session& session, const explain::Subject& subject, const Arguments& arguments) {
  const auto found = read_around(session, subject);
  if (!found)
    return Exit::Failed;
  const render::Index index(found->contents, found->omitted);
  const auto explanation = explain::explain(index, subject, options_of(session));
  if (!explanation)
    return fail_missing(session, subject);
  session.out(arguments.text("format").value_or("text") == "json"
                ? render::to_json(explain::to_document(*explanation))
                : explain::to_text(*explanation, {time_format(arguments.on("utc")), now()}));
  return Exit::Fine;
}

/// Takes words apart at their blanks: status writes a relation's ends as one text,
/// `web:db mysql:server`.
std::vector<std::string> ends_of(std::span<const std::string> words) {
  std::vector<std::string> ends;
  for (const auto& word : words) {
    std::istringstream text(word);
    for (std::string end; text >> end;)
      ends.push_back(end);
  }
  return ends;
}

/// Explains the relation that an id or two ends name.
Outcome
explain_relation(Session& session, std::span<const std::string> names, const Arguments& arguments) {
  const auto ends = ends_of(names);
  if (ends.empty() || ends.size() > 2)
    return arguments.wrong(0, "a relation has two ends, as in explain web:db mysql:server");
  const auto relation = named_relation(session, ends);
  if (!relation)
    return session.fail(relation.error());
  return tell(session, {store::EntityKind::Relation, std::to_string(relation->id)}, arguments);
}

/// Returns the secret that is asked for: `secret NAME`, or its URI alone; nothing for an entity.
std::optional<std::string> named_secret(const std::vector<std::string>& words) {
  if (words.size() == 2 && words[0] == "secret")
    return words[1];
  if (words.size() == 1 && words[0].starts_with("secret:") && config::parse_secret_uri(words[0]))
    return words[0];
  return std::nullopt;
}

/// Returns the storage that is asked for: `storage NAME/N`, or its id alone where no unit is called
/// so; nothing for anything else.
std::optional<std::string> named_storage(Session& session, const std::vector<std::string>& words) {
  if (words.size() == 2 && words[0] == "storage")
    return words[1];
  if (words.size() == 1 && words[0].find('/') != std::string::npos
      && is_only_storage(session, words[0]))
    return words[0];
  return std::nullopt;
}

Outcome explain_entity(Session& session, const Arguments& arguments) {
  if (const auto secret = named_secret(arguments.words))
    return explain_secret(session, *secret, arguments);
  if (const auto storage = named_storage(session, arguments.words))
    return explain_storage(session, *storage, options_of(session), arguments);
  const std::span<const std::string> words(arguments.words);
  const auto kind = console::parse_kind(arguments.words[0]);
  if (!kind && arguments.words[0].find(':') != std::string::npos)
    return explain_relation(session, words, arguments);
  if (arguments.words.size() == 1 && kind)
    return arguments.wrong(0, "which " + arguments.words[0] + "? Write its name after it");
  if (arguments.words.size() == 1) {
    const auto subject = only_one(session, arguments.words[0]);
    return subject ? tell(session, *subject, arguments) : Exit::Failed;
  }
  if (!kind)
    return arguments.wrong(0, console::unknown_kind(arguments.words[0]));
  if (arguments.words.size() > 2 && *kind != store::EntityKind::Relation)
    return arguments.wrong(2, "explain one " + std::string(store::word_of(*kind)) + " at a time");
  if (*kind == store::EntityKind::Relation)
    return explain_relation(session, words.subspan(1), arguments);
  return tell(session, {*kind, arguments.words[1]}, arguments);
}

} // namespace

std::vector<Verb> explain_verbs() {
  Verb verb;
  verb.name = "explain";
  verb.right = Right::Read;
  verb.arguments = "ENTITY | unit|application|machine|relation|secret|storage NAME";
  verb.summary = "Say why something is still there, and what would move it";
  verb.flags = {{"format", '\0', Flag::Kind::Text, "text|json", "How it is shown, default text"},
                {"utc", '\0', Flag::Kind::Switch, "", "Show times in UTC"}};
  verb.examples = {"explain db",
                   "explain app db",
                   "explain unit db/0 --format json",
                   "explain web:db mysql:server",
                   "explain relation web db",
                   "explain machine 3",
                   "explain secret db-password",
                   "explain storage data/0"};
  verb.words_min = 1;
  verb.words_max = 3;
  verb.handler = explain_entity;
  return {verb};
}

} // namespace orrery::cmd
