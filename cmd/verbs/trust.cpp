#include "cmd/verbs/dry_run.hpp"
#include "cmd/verbs/groups.hpp"

namespace orrery::cmd {

namespace {

/// Silent, as in Juju (TR1).
Outcome trust(Session& session, const Arguments& arguments) {
  const auto& name = arguments.words[0];
  const bool trusted = !arguments.on("remove");
  return perform(session, protocol::SetTrusted{name, trusted},
                 std::string("cannot ") + (trusted ? "trust " : "stop trusting ") + name,
                 explain::Subject{store::EntityKind::Application, name})
           ? Exit::Fine
           : Exit::Failed;
}

} // namespace

std::vector<Verb> trust_verbs() {
  Verb verb;
  verb.name = "trust";
  verb.right = Right::Write;
  verb.arguments = "APPLICATION";
  verb.summary = "Let a charm ask for the cloud's credential: credential-get";
  verb.flags = {{"remove", '\0', Flag::Kind::Switch, "", "Do not let it any more"},
                {"scope", '\0', Flag::Kind::Text, "SCOPE", "Of Kubernetes only", true}};
  verb.examples = {"trust web", "trust web --remove"};
  verb.words_min = 1;
  verb.words_max = 1;
  verb.handler = trust;
  return {with_dry_run(verb)};
}

} // namespace orrery::cmd
