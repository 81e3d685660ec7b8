#include "cmd/commands/commands.hpp"
#include "cmd/render/status.hpp"
#include "cmd/usage.hpp"
#include "cmd/verbs.hpp"
#include "cmd/version.hpp"

namespace orrery::cmd {

namespace {

Outcome help(Session& session, const Arguments& arguments) {
  if (arguments.words.empty()) {
    session.out(overview());
    return Exit::Fine;
  }
  const auto* verb = find_verb(arguments.words[0]);
  if (verb == nullptr)
    return arguments.wrong(0, unknown_verb(arguments.words[0]));
  session.out(verb_help(*verb));
  return Exit::Fine;
}

Outcome version(Session& session, const Arguments& arguments) {
  session.out(std::string{render::presented_version} + "\n");
  if (arguments.on("all"))
    session.out("orrery: " + std::string{own_version} + "\n");
  return Exit::Fine;
}

/// The program reads what follows `console` itself and sends the text; here it comes only from
/// inside a script.
Outcome console(Session&, const Arguments& arguments) {
  return arguments.wrong(0, "a console cannot run inside a console: use source FILE");
}

} // namespace

std::vector<Verb> help_verbs() {
  Verb on_verbs;
  on_verbs.name = "help";
  on_verbs.arguments = "[VERB]";
  on_verbs.summary = "Show all verbs, or help on one";
  on_verbs.words_max = 1;
  on_verbs.local = true;
  on_verbs.handler = help;
  Verb on_version;
  on_version.name = "version";
  on_version.summary = "Show the version of Juju whose verbs these are";
  on_version.flags = {{"all", '\0', Flag::Kind::Switch, "", "Orrery's own version too"}};
  on_version.words_max = 0;
  on_version.local = true;
  on_version.handler = version;
  Verb on_console;
  on_console.name = "console";
  on_console.arguments = "[FILE]";
  on_console.summary = "Run commands from a terminal, a file (- for standard input) or -c";
  on_console.flags = {{"command", 'c', Flag::Kind::Text, "TEXT", "Run this text instead of a file"},
                      {"file", 'f', Flag::Kind::Text, "FILE", "Run this file"}};
  on_console.examples = {"console", "console test.orrery",
                         "console -c 'deploy ./db; wait settled'"};
  on_console.words_max = 1;
  on_console.handler = console;
  return {on_verbs, on_version, on_console};
}

} // namespace orrery::cmd
