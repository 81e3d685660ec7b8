#include "cmd/views/render/history.hpp"

#include "actors/rules/endpoints.hpp"
#include "cmd/conditions/facts.hpp"
#include "cmd/session/local_time.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/views/render/missing.hpp"

namespace orrery::cmd {

namespace {

/// Of a relation that is gone its number is all that can be asked for.
tl::expected<store::EntityRef, std::string>
subject_of(Session& session, const Arguments& arguments, store::EntityKind kind) {
  store::EntityRef subject{kind, 0, arguments.words[1]};
  if (kind == store::EntityKind::Unit && !store::is_unit_name(subject.name))
    return tl::unexpected("invalid unit name \"" + subject.name
                          + "\": write APPLICATION/NUMBER, e.g. db/0");
  if (kind == store::EntityKind::Application && !store::is_application_name(subject.name))
    return tl::unexpected("invalid application name \"" + subject.name
                          + "\": write it as in \"status\", e.g. db");
  if (kind == store::EntityKind::Unit || kind == store::EntityKind::Application)
    return subject;
  const auto id = store::parse_id(subject.name);
  if (id && arguments.words.size() == 2) {
    subject.id = *id;
    return subject;
  }
  if (kind == store::EntityKind::Machine)
    return tl::unexpected("\"" + subject.name + "\" is no machine's number: write e.g. 3");
  const auto contents = session.orchestrator->contents();
  if (!contents)
    return tl::unexpected(contents.error().text);
  const auto found = rules::find_relation(
    *contents, std::vector<std::string>(arguments.words.begin() + 1, arguments.words.end()));
  if (!found)
    return tl::unexpected(render::no_relation(
      *contents, found.error(), {arguments.words.begin() + 1, arguments.words.end()}));
  subject.id = *found;
  return subject;
}

std::string near(Session& session, store::EntityKind kind, const std::string& name) {
  const auto contents = session.orchestrator->contents();
  if (!contents || kind == store::EntityKind::Machine || kind == store::EntityKind::Relation)
    return {};
  return render::near_name(*contents, kind, name);
}

int tell(Session& session, const Arguments& arguments, store::EntityKind kind) {
  const auto subject = subject_of(session, arguments, kind);
  if (!subject)
    return session.fail(subject.error());
  const auto steps = session.orchestrator->history(*subject);
  if (!steps)
    return session.fail(steps.error().text);
  if (steps->empty())
    return session.fail(std::string(store::word_of(kind)) + " \"" + arguments.words[1]
                        + "\" not found: there was none, or it was removed more than 200000 "
                          "transactions ago"
                        + near(session, kind, subject->name));
  const auto format = arguments.text("format").value_or("tabular");
  session.out(format == "tabular"
                ? render::history_table(*steps, time_format(arguments.on("utc")))
                : render::history_document(*steps, *render::parse_data_format(format)));
  return Exit::Fine;
}

Outcome history(Session& session, const Arguments& arguments) {
  const auto format = arguments.text("format").value_or("tabular");
  const auto kind = console::parse_kind(arguments.words[0]);
  if (!kind)
    return arguments.wrong(0, console::unknown_kind(arguments.words[0]));
  if (arguments.words.size() > 2 && *kind != store::EntityKind::Relation)
    return arguments.wrong(2, "the history of one " + std::string(store::word_of(*kind))
                                + " at a time");
  return tell(session, arguments, *kind);
}

} // namespace

std::vector<Verb> history_verbs() {
  Verb verb;
  verb.name = "history";
  verb.right = Right::Read;
  verb.arguments = "unit|application|machine|relation NAME";
  verb.summary = "Show every step of something's life, also when it is gone";
  verb.flags = {
    {"format", '\0', Flag::Kind::Text, "tabular|yaml|json", "How it is shown, default tabular"},
    {"utc", '\0', Flag::Kind::Switch, "", "Show times in UTC"}};
  verb.examples = {"history unit db/0", "history app db --format json", "history relation web db",
                   "history relation 4", "history machine 3"};
  verb.words_min = 2;
  verb.words_max = 3;
  verb.handler = history;
  return {verb};
}

} // namespace orrery::cmd
