#include "cmd/render/status.hpp"

#include "cmd/commands/commands.hpp"
#include "cmd/local_time.hpp"
#include "cmd/shown.hpp"

namespace orrery::cmd {

namespace {

Outcome status(Session& session, const Arguments& arguments) {
  render::StatusOptions options;
  const auto format = arguments.text("format").value_or("tabular");
  const auto parsed = render::parse_status_format(format);
  if (!parsed)
    return arguments.wrong(
      0, "invalid value \"" + format
           + "\" for flag --format: write tabular, yaml, json, short, oneline, line or summary");
  const auto contents = read_model(session);
  if (!contents)
    return Exit::Failed;
  options.format = *parsed;
  options.relations = arguments.on("relations") || arguments.on("integrations");
  options.colour = arguments.has("color") ? arguments.on("color")
                                          : session.terminal.colour && !arguments.on("no-color");
  options.selectors = arguments.words;
  options.now = now();
  options.time = time_format(arguments.on("utc"));
  return show(session, render::status(*contents, options));
}

} // namespace

std::vector<Verb> status_verbs() {
  Verb verb;
  verb.name = "status";
  verb.arguments = "[SELECTOR...]";
  verb.summary = "Show the model, or the part of it that the selectors name";
  verb.flags = {
    {"format", '\0', Flag::Kind::Text, "tabular|yaml|json|short|oneline|line|summary",
     "How it is shown, default tabular"},
    {"relations", '\0', Flag::Kind::Switch, "", "Show relations in tabular output too"},
    {"integrations", '\0', Flag::Kind::Switch, "", "The same as --relations"},
    {"utc", '\0', Flag::Kind::Switch, "", "Show times in UTC"},
    {"color", '\0', Flag::Kind::Switch, "", "Paint status words"},
    {"no-color", '\0', Flag::Kind::Switch, "", "Do not paint status words"},
    {"storage", '\0', Flag::Kind::Switch, "", "Show storage", true},
  };
  verb.examples = {"status", "status db --relations", "status --format json"};
  verb.handler = status;
  return {verb};
}

} // namespace orrery::cmd
