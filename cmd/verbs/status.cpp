#include "cmd/views/render/status.hpp"

#include "cmd/conditions/duration.hpp"
#include "cmd/session/local_time.hpp"
#include "cmd/session/this_host.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/watching.hpp"
#include "cmd/views/explain/status_reading.hpp"
#include "cmd/views/render/selector.hpp"
#include "store/release.hpp"

namespace orrery::cmd {

namespace {

constexpr std::chrono::milliseconds shortest_watch{100};

tl::expected<render::StatusOptions, UsageError> options_of(const Session& session,
                                                           const Arguments& arguments) {
  render::StatusOptions options;
  const auto format = arguments.text("format").value_or("tabular");
  const auto parsed = render::parse_status_format(format);
  if (!parsed)
    return arguments.wrong(
      0, "invalid value \"" + format
           + "\" for flag --format: write tabular, yaml, json, short, oneline, line or summary");
  if (arguments.on("graph") && arguments.has("format"))
    return arguments.wrong(0, "cannot use --graph together with --format");
  options.format = arguments.on("graph") ? render::StatusFormat::Graph : *parsed;
  options.relations = arguments.on("relations") || arguments.on("integrations");
  options.colour = arguments.has("color") ? arguments.on("color")
                                          : session.terminal.colour && !arguments.on("no-color");
  options.storage = arguments.on("storage");
  options.selectors = arguments.words;
  options.time = time_format(arguments.on("utc"));
  options.host = this_host();
  options.model_name = arguments.text("model").value_or(session.model); // MD49
  return options;
}

/// `5s`, `500ms`; a number alone counts seconds.
tl::expected<std::chrono::milliseconds, UsageError> period_of(const Session& session,
                                                              const Arguments& arguments) {
  const auto text = arguments.text("watch").value_or("");
  const bool number = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  const auto period = console::parse_duration(number ? text + "s" : text);
  if (!period || *period < shortest_watch)
    return arguments.wrong(0,
                           "invalid value \"" + text
                             + "\" for flag --watch: write a duration from 100ms on, such as 5s");
  if (session.scripted && !session.terminal.is_tty) // somebody at a terminal ends it
    return arguments.wrong(0, "a script cannot watch: it would never go on. Use \"wait\"");
  return *period;
}

/// @pre the selectors were found to be some
explain::Choice choice_of(const render::StatusOptions& options) {
  using Format = render::StatusFormat;
  explain::Choice choice;
  choice.selectors = *render::parse_selectors(options.selectors);
  choice.relations = options.relations || options.format == Format::Json
                     || options.format == Format::Yaml || options.format == Format::Graph;
  return choice;
}

/// Passes the text on while it is made: of a large model it is long.
int show_once(Session& session, render::StatusOptions options) {
  auto read = read_status(session, choice_of(options));
  if (!read)
    return Exit::Failed;
  const std::shared_ptr<explain::StatusRecords> shown(new explain::StatusRecords(std::move(*read)),
                                                      [](explain::StatusRecords* spent) {
                                                        store::release(spent->around.contents);
                                                        delete spent;
                                                      });
  session.spent = shown;
  options.now = now();
  return show(session,
              render::status(shown->around.contents, shown->around.omitted, shown->units, options,
                             [&session](std::string_view piece) { session.out(piece); }));
}

Outcome status(Session& session, const Arguments& arguments) {
  auto options = options_of(session, arguments);
  if (!options)
    return tl::unexpected(options.error());
  if (const auto selectors = render::parse_selectors(options->selectors); !selectors)
    return session.fail(selectors.error());
  if (!arguments.has("watch"))
    return show_once(session, std::move(*options));
  const auto period = period_of(session, arguments);
  if (!period)
    return tl::unexpected(period.error());
  return watch(session, *period, [&]() -> std::optional<Drawn> {
    const auto shown = read_status(session, choice_of(*options));
    if (!shown)
      return std::nullopt;
    options->now = now();
    const auto& [contents, omitted] = shown->around;
    return Drawn{render::status(contents, omitted, shown->units, *options), contents.sequence};
  });
}

} // namespace

std::vector<Verb> status_verbs() {
  Verb verb;
  verb.name = "status";
  verb.right = Right::Read;
  verb.arguments = "[SELECTOR...]";
  verb.summary = "Show the model, or what the selectors name: applications, units (also "
                 "APPLICATION/leader), machines, a status word; with * and ?";
  verb.more = "A SELECTOR is one of these, all but the last with * and ? in it:\n"
              "  db            an application, with its units and their machines\n"
              "  db/0          a unit, with its application and its machine\n"
              "  db/leader     the unit that leads an application\n"
              "  3             a machine, with its units\n"
              "  error         a status word: what is in it (workloads, agents, machines)\n"
              "What any of them names is shown.\n";
  verb.flags = {
    {"format", '\0', Flag::Kind::Text, "tabular|yaml|json|short|oneline|line|summary",
     "How it is shown, default tabular"},
    {"relations", '\0', Flag::Kind::Switch, "", "Show relations in tabular output too"},
    {"integrations", '\0', Flag::Kind::Switch, "", "The same as --relations"},
    {"watch", '\0', Flag::Kind::Text, "DURATION",
     "Show it again whenever something has changed, at most once a DURATION, until Ctrl-C"},
    {"graph", '\0', Flag::Kind::Switch, "", "Write the model as a graph for Graphviz"},
    {"utc", '\0', Flag::Kind::Switch, "", "Show times in UTC"},
    {"color", '\0', Flag::Kind::Switch, "", "Paint status words"},
    {"no-color", '\0', Flag::Kind::Switch, "", "Do not paint status words"},
    {"storage", '\0', Flag::Kind::Switch, "", "Show storage in tabular output too"},
  };
  verb.examples = {"status",
                   "status db --relations",
                   "status db/leader",
                   "status --format json",
                   "status --watch 5s",
                   "status --graph"};
  verb.handler = status;
  return {verb};
}

} // namespace orrery::cmd
