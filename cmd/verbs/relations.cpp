#include "actors/rules/endpoints.hpp"
#include "cmd/verbs/dry_run.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/named_relation.hpp"
#include "cmd/verbs/removal.hpp"
#include "cmd/views/render/missing.hpp"

namespace orrery::cmd {

namespace {

/// Says why two endpoints are not related. Only the relation's own record tells that it is going
/// (R3), and what holds it.
int fail_integrate(Session& session,
                   const protocol::AddRelation& wanted,
                   const protocol::Answer& answer,
                   const std::string& doing) {
  const std::string text = doing + ": " + refusal_text(answer);
  if (answer.code != protocol::Code::AlreadyExists)
    return session.fail(text);
  const auto between =
    session.orchestrator->relations_between(wanted.application, wanted.other_application);
  if (!between)
    return session.fail(text); // the refusal stands without what the record would add
  const auto found =
    rules::find_relation(*between, {wanted.application + ":" + wanted.endpoint,
                                    wanted.other_application + ":" + wanted.other_endpoint});
  if (!found || between->relations.at(*found).life == store::Life::Alive)
    return session.fail(text);
  const auto id = std::to_string(*found);
  const auto why = what_blocks(session, {store::EntityKind::Relation, id}).value_or("");
  return session.fail(text + " and is being removed" + (why.empty() ? "" : " (" + why + ")")
                      + ": run orrery wait relation " + id + " gone, then integrate again");
}

Outcome integrate(Session& session, const Arguments& arguments) {
  const std::string &one = arguments.words[0], &other = arguments.words[1];
  const auto contents =
    read_named(session, {.applications = {application_of(one), application_of(other)}});
  if (!contents)
    return Exit::Failed;
  const auto relation = rules::infer_relation(*contents, one, other);
  if (!relation) {
    const auto all = read_model(session); // an error tells of names that are near
    return all ? session.fail(render::no_relation(*all, relation.error(), arguments.words))
               : Exit::Failed;
  }
  const auto text = relation->application + ":" + relation->endpoint + " and "
                    + relation->other_application + ":" + relation->other_endpoint;
  const auto answer = run_command(session, *relation);
  if (!answer.ok())
    return fail_integrate(session, *relation, answer, "cannot relate " + text);
  session.sequence = std::max(session.sequence, answer.sequence);
  session.out("related " + text
              + (answer.created.empty() ? "" : " (relation " + answer.created + ")") + "\n");
  return Exit::Fine;
}

Outcome remove_relation(Session& session, const Arguments& arguments) {
  const auto how = removal_of(arguments);
  if (!how)
    return arguments.wrong(0, how.error());
  const auto relation = named_relation(session, arguments.words);
  if (!relation)
    return session.fail(relation.error());
  const auto id = std::to_string(relation->id);
  const auto shown = "relation " + id + " (" + relation->key + ")";
  const auto answer =
    perform(session, protocol::RemoveRelation{relation->id, *how}, "removing " + shown + " failed");
  if (!answer)
    return Exit::Failed;
  if (answer->verdict == protocol::Verdict::Done)
    session.out("will remove " + shown + "\n");
  else
    tell_what_blocks(session, {store::EntityKind::Relation, id}, shown);
  return Exit::Fine;
}

/// Juju suspends relations of offers only, which are relations across models (CL21): of those there
/// are none, whichever of both verbs it is.
Outcome set_suspended(Session& session, const Arguments& arguments) {
  for (std::size_t i = 0; i < arguments.words.size(); ++i)
    if (!store::parse_id(arguments.words[i]))
      return arguments.wrong(i, "relation ID \"" + arguments.words[i] + "\" not valid");
  for (const auto& id : arguments.words)
    if (const auto relation = named_relation(session, {id}); !relation)
      session.fail(relation.error());
    else
      session.fail("cannot set suspend status for \"" + relation->key
                   + "\" which is not associated with an offer");
  return Exit::Failed;
}

Verb suspension(std::string name, std::string summary) {
  Verb verb;
  verb.name = std::move(name);
  verb.right = Right::Write;
  verb.arguments = "ID...";
  verb.summary = std::move(summary);
  verb.examples = {verb.name + " 4"};
  verb.words_min = 1;
  verb.handler = set_suspended;
  return verb;
}

} // namespace

std::vector<Verb> relation_verbs() {
  Verb add;
  add.name = "integrate";
  add.right = Right::Write;
  add.aliases = {"relate", "add-relation"};
  add.arguments = "APPLICATION[:ENDPOINT] APPLICATION[:ENDPOINT]";
  add.summary = "Relate two applications";
  add.flags = {{"via", '\0', Flag::Kind::Text, "NETWORKS", "Networks between models", true}};
  add.examples = {"integrate web db", "integrate web:database db:server"};
  add.words_min = 2;
  add.words_max = 2;
  add.handler = integrate;
  Verb remove;
  remove.name = "remove-relation";
  remove.set = config::CommandSet::RemoveObject;
  remove.right = Right::Write;
  remove.arguments = "APPLICATION[:ENDPOINT] APPLICATION[:ENDPOINT] | ID";
  remove.summary = "Remove a relation";
  remove.flags = removal_flags();
  remove.examples = {"remove-relation web db", "remove-relation 4"};
  remove.words_min = 1;
  remove.words_max = 2;
  remove.handler = remove_relation;
  Verb suspend =
    suspension("suspend-relation", "Let an offer's relation rest: offers come with a later Orrery");
  suspend.flags = {{"message", '\0', Flag::Kind::Text, "TEXT", "Why", true}};
  return {with_dry_run(add), with_dry_run(remove), suspend,
          suspension("resume-relation", "Let an offer's relation go on that was suspended")};
}

} // namespace orrery::cmd
