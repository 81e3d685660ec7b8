#include "cmd/charms/bindings.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/views/render/bindings.hpp"
#include "store/names.hpp"

namespace orrery::cmd {

namespace {

/// Nothing is to be changed: there is one space, and every endpoint is in it (CL22).
Outcome bind_endpoints(Session& session, const Arguments& arguments) {
  const auto& name = arguments.words[0];
  if (!store::is_application_name(name))
    return session.fail("invalid application name \"" + name + "\"");
  const auto contents = read_named(session, {.applications = {name}});
  if (!contents)
    return Exit::Failed;
  const auto application = contents->applications.find(name);
  if (application == contents->applications.end())
    return fail_missing(session, {store::EntityKind::Application, name});
  std::string text;
  for (std::size_t i = 1; i < arguments.words.size(); ++i)
    text += arguments.words[i] + " ";
  const auto named = read_bindings(text);
  if (!named)
    return session.fail(named.error());
  if (named->empty())
    return session.fail("no bindings specified");
  const auto charm = contents->charms.find(application->second.charm);
  const Bound known = charm == contents->charms.end() ? Bound() : render::bindable(charm->second);
  if (const std::string unknown = unknown_binding(*named, known); !unknown.empty())
    return session.fail("endpoint \"" + unknown + "\" not found");
  session.err(bindings_told(known, known));
  return Exit::Fine;
}

} // namespace

std::vector<Verb> bind_verbs() {
  Verb verb;
  verb.name = "bind";
  verb.right = Right::Write;
  verb.arguments = "APPLICATION [SPACE] [ENDPOINT=SPACE...]";
  verb.summary = "Bind endpoints to spaces: there is one, alpha, in which all of them are";
  verb.flags = {
    {"force", '\0', Flag::Kind::Switch, "", "Past units without an address there", true}};
  verb.examples = {"bind shop alpha", "bind shop db=alpha"};
  verb.words_min = 1;
  verb.handler = bind_endpoints;
  return {verb};
}

} // namespace orrery::cmd
