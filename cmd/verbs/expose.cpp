#include "cmd/verbs/dry_run.hpp"
#include "cmd/verbs/groups.hpp"

namespace orrery::cmd {

namespace {

Outcome set_exposed(Session& session, const Arguments& arguments, bool exposed) {
  const auto& name = arguments.words[0];
  const std::string doing = exposed ? "expose" : "unexpose";
  return perform(session, protocol::SetExposed{name, exposed}, "cannot " + doing + " " + name,
                 explain::Subject{store::EntityKind::Application, name})
           ? Exit::Fine
           : Exit::Failed;
}

Outcome expose(Session& session, const Arguments& arguments) {
  return set_exposed(session, arguments, true);
}

Outcome unexpose(Session& session, const Arguments& arguments) {
  return set_exposed(session, arguments, false);
}

Verb make(std::string name, std::string summary, Handler handler) {
  Verb verb;
  verb.name = std::move(name);
  verb.right = Right::Write;
  verb.arguments = "APPLICATION";
  verb.summary = std::move(summary);
  verb.flags = {{"endpoints", '\0', Flag::Kind::Text, "ENDPOINTS", "Only these", false, true}};
  verb.examples = {verb.name + " web"};
  verb.words_min = 1;
  verb.words_max = 1;
  verb.handler = handler;
  return verb;
}

} // namespace

std::vector<Verb> expose_verbs() {
  Verb open =
    make("expose", "Mark an application as open to the outside: Exposed in status", expose);
  open.flags.push_back({"to-spaces", '\0', Flag::Kind::Text, "SPACES", "To these", false, true});
  open.flags.push_back({"to-cidrs", '\0', Flag::Kind::Text, "CIDRS", "To these", false, true});
  Verb close = make("unexpose", "Take that mark away again", unexpose);
  return {with_dry_run(open), with_dry_run(close)};
}

} // namespace orrery::cmd
