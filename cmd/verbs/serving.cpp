#include "cmd/verbs/groups.hpp"

namespace orrery::cmd {

namespace {

/// The program does this itself (cmd/engine/serve.cpp); here it comes only from inside an
/// orchestrator.
Outcome serve(Session&, const Arguments& arguments) {
  return arguments.wrong(0, "an orchestrator runs here already: \"orrery serve\" starts one from a "
                            "shell");
}

} // namespace

std::vector<Verb> serve_verbs() {
  Verb verb;
  verb.name = "serve";
  verb.right = Right::Login;
  verb.summary = "Run the orchestrator in the foreground until SIGTERM or SIGINT";
  verb.flags = {
    {"data-directory", '\0', Flag::Kind::Text, "DIR", "Where everything is kept"},
    {"settings", '\0', Flag::Kind::Text, "FILE", "A YAML file of settings"},
    {"socket-group", '\0', Flag::Kind::Text, "GROUP", "Let members of this group in, too"},
    {"machine-groups", '\0', Flag::Kind::Text, "DIR",
     "A delegated control group for those of machines; \"none\": none at all"},
    {"log-level", '\0', Flag::Kind::Text, "trace|debug|info|warning|error", "Of its own log"},
    {"allow-faults", '\0', Flag::Kind::Switch, "", "Let \"orrery fault\" break things, for tests"},
    {"accept-loss", '\0', Flag::Kind::Switch, "", "Start although the store is older than it was"},
  };
  verb.examples = {"serve", "serve --settings /etc/orrery.yaml --log-level debug",
                   "serve --data-directory ./data"};
  verb.words_max = 0;
  verb.local = true;
  verb.handler = serve;
  return {verb};
}

} // namespace orrery::cmd
