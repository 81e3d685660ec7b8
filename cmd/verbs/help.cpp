#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/keywords.hpp"
#include "cmd/verbs/usage.hpp"
#include "cmd/verbs/verb_document.hpp"
#include "cmd/verbs/verbs.hpp"
#include "cmd/verbs/version.hpp"
#include "cmd/views/render/json.hpp"
#include "cmd/views/render/show_document.hpp"
#include "cmd/views/render/status.hpp"

#include <sys/utsname.h>

namespace orrery::cmd {

namespace {

Outcome help(Session& session, const Arguments& arguments) {
  const auto format = arguments.text("format").value_or("text");
  const bool as_json = format == "json";
  if (arguments.on("markdown")) {
    session.out(markdown());
    return Exit::Fine;
  }
  if (arguments.words.empty()) {
    session.out(as_json ? render::to_json(table_document()) : overview(session.program));
    return Exit::Fine;
  }
  const auto& topic = arguments.words[0];
  if (topic == "commands") {
    session.out(as_json ? render::to_json(table_document()) : command_list());
    return Exit::Fine;
  }
  if (const auto* verb = find_verb(topic)) {
    session.out(as_json ? render::to_json(verb_document(*verb))
                        : verb_help(*verb, session.program));
    return Exit::Fine;
  }
  if (const auto* keyword = console::find_keyword(topic)) {
    session.out("In the console and its scripts:\n  " + std::string{keyword->form}
                + "\n\nExample:\n  " + std::string{keyword->example} + "\n");
    return Exit::Fine;
  }
  return arguments.wrong(0, unknown_verb(topic, session.program));
}

/// Scripts take it apart: version, the system, the machine.
std::string version_text() {
  utsname system{};
  const auto known = ::uname(&system) == 0;
  const std::string machine = known ? system.machine : "unknown";
  return std::string{render::presented_version} + "-linux-"
         + (machine == "x86_64" ? "amd64" : machine);
}

Outcome version(Session& session, const Arguments& arguments) {
  const auto format = arguments.text("format").value_or("smart");
  const auto data = render::parse_data_format(format);
  const auto all = arguments.on("all");
  if (!data) {
    session.out(version_text() + "\n" + (all ? "orrery: " + std::string{own_version} + "\n" : ""));
    return Exit::Fine;
  }
  auto document = render::Document::map();
  document.add("version", version_text()).add("orrery", own_version);
  session.out(render::formatted(all ? document : render::Document{version_text()}, *data));
  return Exit::Fine;
}

/// The program reads what follows `console` itself and sends the text; here it comes only from
/// inside a script.
Outcome nested_console(Session&, const Arguments& arguments) {
  return arguments.wrong(0, "a console cannot run inside a console: use source FILE");
}

} // namespace

std::vector<Verb> help_verbs() {
  Verb on_verbs;
  on_verbs.name = "help";
  on_verbs.right = Right::Login;
  on_verbs.arguments = "[VERB | commands]";
  on_verbs.summary = "Show all verbs, or help on one";
  on_verbs.flags = {
    {"markdown", '\0', Flag::Kind::Switch, "", "All of the command table, for docs/users/verbs.md"},
    {"format", '\0', Flag::Kind::Text, "text|json",
     "json: all that the command table says, for programs"}};
  on_verbs.examples = {"help", "help deploy", "help commands", "help commands --format json"};
  on_verbs.words_max = 1;
  on_verbs.local = true;
  on_verbs.handler = help;
  Verb on_version;
  on_version.name = "version";
  on_version.right = Right::Login;
  on_version.summary = "Show the version of Juju whose verbs these are";
  on_version.flags = {{"all", '\0', Flag::Kind::Switch, "", "Orrery's own version too"},
                      {"format", '\0', Flag::Kind::Text, "smart|yaml|json", "How it is shown"}};
  on_version.examples = {"version", "version --all --format json"};
  on_version.words_max = 0;
  on_version.local = true;
  on_version.handler = version;
  Verb on_console;
  on_console.name = "console";
  on_console.right = Right::Login;
  on_console.arguments = "[FILE]";
  on_console.summary = "Run commands from a terminal, a file (- for standard input) or -c";
  on_console.flags = {
    {"command", 'c', Flag::Kind::Text, "TEXT", "Run this text instead of a file"},
    {"file", 'f', Flag::Kind::Text, "FILE", "Run this file"},
    {"json", '\0', Flag::Kind::Switch, "", "Answer with one JSON object a command"},
    {"echo", '\0', Flag::Kind::Switch, "", "Show each command before it runs"},
    {"trace", '\0', Flag::Kind::Text, "FILE",
     "Write every command, its answer and its time there, a JSON object a line"},
    {"junit", '\0', Flag::Kind::Text, "FILE",
     "Write a testcase there for each assert, expect and wait, and each failure"},
    {"set", '\0', Flag::Kind::Text, "NAME=VALUE",
     "Set a variable of the script; its own let of it has no effect"},
    {"dry-run", '\0', Flag::Kind::Switch, "", "Check the script, run nothing"}};
  on_console.examples = {"console", "console test.orrery", "console -c 'deploy ./db; wait settled'",
                         "console --set rounds=500 test.orrery",
                         "console test.orrery --json --trace trace.jsonl --junit report.xml"};
  on_console.words_max = 1;
  on_console.handler = nested_console;
  return {on_verbs, on_version, on_console};
}

} // namespace orrery::cmd
