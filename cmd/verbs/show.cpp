#include "cmd/views/render/show.hpp"

#include "cmd/session/local_time.hpp"
#include "cmd/session/this_host.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/views/explain/status_reading.hpp"
#include "cmd/views/render/status.hpp"

#include <functional>

namespace orrery::cmd {

namespace {

tl::expected<render::DataFormat, UsageError> format_of(const Arguments& arguments) {
  const auto word = arguments.text("format").value_or("yaml");
  if (const auto format = render::parse_data_format(word))
    return *format;
  return arguments.wrong(0, "invalid value \"" + word + "\" for flag --format: write yaml or json");
}

/// Reads what the words name. Where one of them names nothing it reads everything, for the hint at
/// a name that is near.
/// @param rendered of what was read; its code is 0 if all were there
int show_named(Session& session,
               const std::vector<std::string>& words,
               explain::Choice choice,
               const std::function<render::Output(const explain::Neighbourhood&)>& rendered) {
  if (auto selectors = render::parse_selectors(words)) {
    choice.selectors = std::move(*selectors);
    const auto found = read_shown(session, choice);
    if (!found)
      return Exit::Failed;
    if (const auto output = rendered(*found); output.code == 0)
      return show(session, output);
  }
  auto all = read_model(session);
  return all ? show(session, rendered({std::move(*all), {}})) : Exit::Failed;
}

Outcome show_units(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments);
  if (!format)
    return tl::unexpected(format.error());
  explain::Choice choice;
  choice.settings = true;
  return show_named(session, arguments.words, choice, [&](const explain::Neighbourhood& found) {
    return render::show_unit(found.contents, found.omitted, arguments.words, *format);
  });
}

Outcome show_applications(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments);
  if (!format)
    return tl::unexpected(format.error());
  explain::Choice choice;
  choice.relations = choice.units = false;
  return show_named(session, arguments.words, choice, [&](const explain::Neighbourhood& found) {
    return render::show_application(found.contents, found.omitted, arguments.words, *format);
  });
}

Outcome show_machines(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments);
  if (!format)
    return tl::unexpected(format.error());
  explain::Choice choice;
  choice.relations = false;
  return show_named(session, arguments.words, choice, [&](const explain::Neighbourhood& found) {
    return render::show_machine(found.contents, found.omitted, arguments.words, *format,
                                time_format(arguments.on("utc")), this_host());
  });
}

/// Lists machines as status does; as data they are what show-machine says of all.
Outcome list_machines(Session& session, const Arguments& arguments) {
  if (arguments.text("format").value_or("tabular") != "tabular")
    return show_machines(session, arguments);
  explain::Choice choice;
  choice.relations = false;
  const auto found = read_status(session, choice);
  if (!found)
    return Exit::Failed;
  render::StatusOptions options;
  options.format = render::StatusFormat::Machines;
  options.colour = arguments.has("color") ? arguments.on("color") : session.terminal.colour;
  options.time = time_format(arguments.on("utc"));
  options.now = now();
  return show(session,
              render::status(found->around.contents, found->around.omitted, found->units, options));
}

Verb show_verb(std::string name, std::string arguments, std::string summary, Handler handler) {
  Verb verb;
  verb.examples = {name + " "
                   + (name == "show-unit"      ? "db/0"
                      : name == "show-machine" ? "0"
                                               : "db")};
  verb.name = std::move(name);
  verb.right = Right::Read;
  verb.arguments = std::move(arguments);
  verb.summary = std::move(summary);
  verb.flags = {{"format", '\0', Flag::Kind::Text, "yaml|json", "How it is shown, default yaml"},
                {"utc", '\0', Flag::Kind::Switch, "", "Show times in UTC"}};
  verb.handler = handler;
  return verb;
}

} // namespace

std::vector<Verb> show_verbs() {
  auto unit = show_verb("show-unit", "UNIT...", "Show units with their relations", show_units);
  auto application =
    show_verb("show-application", "APPLICATION...", "Show applications", show_applications);
  unit.words_min = application.words_min = 1;
  Verb machines;
  machines.name = "machines";
  machines.aliases = {"list-machines"};
  machines.right = Right::Read;
  machines.summary = "List machines";
  machines.flags = {
    {"format", '\0', Flag::Kind::Text, "tabular|yaml|json", "How it is shown, default tabular"},
    {"utc", '\0', Flag::Kind::Switch, "", "Show times in UTC"},
    {"color", '\0', Flag::Kind::Switch, "", "Paint status words"}};
  machines.words_max = 0;
  machines.examples = {"machines"};
  machines.handler = list_machines;
  return {unit, application, machines,
          show_verb("show-machine", "[MACHINE...]", "Show machines", show_machines)};
}

} // namespace orrery::cmd
