#include "cmd/conditions/duration.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/task_output.hpp"
#include "cmd/views/render/missing.hpp"
#include "cmd/views/render/suggestion.hpp"
#include "store/names.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

using Places = tl::expected<std::vector<TaskPlace>, std::string>;

/// A shell has it as one word; a longer one is a file's work.
constexpr std::size_t script_max = 100'000;

/// `a,b` and `--flag a --flag b` alike.
std::vector<std::string> names_in(const std::vector<std::string>& values) {
  std::vector<std::string> names;
  for (std::string rest : values) {
    while (!rest.empty()) {
      const auto comma = std::min(rest.find(','), rest.size());
      if (comma > 0)
        names.push_back(rest.substr(0, comma));
      rest.erase(0, comma + 1);
    }
  }
  return names;
}

/// `db/0`, or `db/leader`.
tl::expected<std::string, std::string> unit_of(const store::Contents& contents,
                                               const std::string& name) {
  const auto slash = name.find('/');
  const auto application = contents.applications.find(name.substr(0, slash));
  if (slash != std::string::npos && name.substr(slash) == "/leader"
      && application != contents.applications.end()) {
    if (application->second.leader.empty())
      return tl::unexpected("application \"" + application->first + "\" has no leader now");
    return application->second.leader;
  }
  if (contents.units.contains(name))
    return name;
  return tl::unexpected(render::missing(contents, store::EntityKind::Unit, name));
}

tl::expected<void, std::string> add_application(const store::Contents& contents,
                                                const std::string& name,
                                                std::vector<TaskPlace>& places) {
  if (!contents.applications.contains(name))
    return tl::unexpected(render::missing(contents, store::EntityKind::Application, name));
  const auto before = places.size();
  for (const auto& [unit, record] : contents.units)
    if (record.application == name)
      places.push_back({unit, 0});
  if (places.size() == before)
    return tl::unexpected("application \"" + name + "\" has no units");
  return {};
}

Places places_of(const store::Contents& contents, const Arguments& arguments) {
  std::vector<TaskPlace> places;
  if (arguments.on("all"))
    for (const auto& [id, machine] : contents.machines)
      places.push_back({"", id});
  for (const auto& name : names_in(arguments.all("machine"))) {
    const auto id = store::parse_id(name);
    if (!id || !contents.machines.contains(*id))
      return tl::unexpected(render::missing(contents, store::EntityKind::Machine, name));
    places.push_back({"", *id});
  }
  for (const auto& name : names_in(arguments.all("application")))
    if (const auto added = add_application(contents, name, places); !added)
      return tl::unexpected(added.error());
  for (const auto& name : names_in(arguments.all("unit"))) {
    const auto unit = unit_of(contents, name);
    if (!unit)
      return tl::unexpected(unit.error());
    places.push_back({*unit, 0});
  }
  std::stable_sort(places.begin(), places.end(), [](const TaskPlace& a, const TaskPlace& b) {
    return store::natural_less(name_of(a), name_of(b));
  });
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return places;
}

/// What places_of() looks at.
explain::Named named_in(const Arguments& arguments) {
  explain::Named named;
  named.applications = names_in(arguments.all("application"));
  named.with_units = !named.applications.empty();
  named.units = names_in(arguments.all("unit"));
  for (const auto& unit : named.units)
    if (unit.ends_with("/leader"))
      named.applications.push_back(unit.substr(0, unit.find('/')));
  for (const auto& name : names_in(arguments.all("machine")))
    if (const auto id = store::parse_id(name))
      named.machines.push_back(*id);
  if (arguments.on("all"))
    named.kinds = "h";
  return named;
}

/// A single word is a script as it is; several are a command and its arguments.
std::string script_of(const std::vector<std::string>& words) {
  if (words.size() == 1)
    return words.front();
  std::string script;
  for (const auto& word : words)
    script += (script.empty() ? "" : " ") + shell_quoted(word);
  return script;
}

tl::expected<std::optional<std::chrono::milliseconds>, UsageError>
duration_of(const Arguments& arguments, const std::string& flag) {
  const auto text = arguments.text(flag);
  if (!text)
    return std::nullopt;
  const auto duration = console::parse_duration(*text);
  if (!duration || duration->count() == 0)
    return arguments.wrong(0, "invalid value \"" + *text + "\" for flag --" + flag
                                + ": write a duration such as 30s or 5m");
  return duration;
}

tl::expected<TaskOrder, UsageError> order_of(const Arguments& arguments) {
  TaskOrder order;
  order.script = script_of(arguments.words);
  if (order.script.size() > script_max)
    return arguments.wrong(0, "the command has more than " + std::to_string(script_max)
                                + " bytes: put it into a file and run that");
  const auto deadline = duration_of(arguments, "timeout");
  const auto patience = duration_of(arguments, "wait");
  if (!deadline || !patience)
    return tl::unexpected((deadline ? patience : deadline).error());
  order.deadline = *deadline;
  order.patience = *patience;
  order.in_parallel = !arguments.has("parallel") || arguments.on("parallel");
  return order;
}

tl::expected<void, UsageError> check_places(const Arguments& arguments) {
  const bool named =
    arguments.has("unit") || arguments.has("application") || arguments.has("machine");
  if (arguments.on("all") && named)
    return arguments.wrong(0, "cannot use --all together with --unit, --application or --machine");
  if (!arguments.on("all") && !named)
    return arguments.wrong(
      0, "no place specified: name some with --unit, --application or --machine, or use --all");
  return {};
}

/// What one task printed, as it printed it; of several each with its name.
void show_plain(Session& session, const std::vector<TaskOutcome>& tasks) {
  if (tasks.size() != 1)
    return session.out(task_document(tasks, render::DataFormat::Yaml));
  session.out(tasks.front().out);
  session.err(tasks.front().errors);
  if (tasks.front().dropped > 0)
    session.err("the last " + std::to_string(tasks.front().dropped)
                + " bytes of its output are not kept\n");
}

int run(Session& session, const TaskOrder& order, const std::string& format) {
  const auto all = std::to_string(order.places.size());
  bool interrupted = false;
  const auto tasks = session.orchestrator->run_tasks(order, [&](std::size_t ended) {
    session.progress(std::to_string(ended) + " of " + all + " tasks have ended");
    interrupted = session.output->cancelled();
    return !interrupted;
  });
  if (format == "plain")
    show_plain(session, tasks);
  else
    session.out(task_document(tasks, *render::parse_data_format(format)));
  const auto troubles = task_troubles(tasks, interrupted ? "interrupted" : "timed out");
  session.err(troubles);
  return troubles.empty() ? Exit::Fine : Exit::Failed;
}

Outcome exec(Session& session, const Arguments& arguments) {
  const auto format = arguments.text("format").value_or("plain");
  if (const auto checked = check_places(arguments); !checked)
    return tl::unexpected(checked.error());
  auto order = order_of(arguments);
  if (!order)
    return tl::unexpected(order.error());
  const auto contents = read_named(session, named_in(arguments));
  if (!contents)
    return Exit::Failed;
  auto places = places_of(*contents, arguments);
  if (!places) {
    const auto all = read_model(session); // an error tells of names that are near
    if (!all)
      return Exit::Failed;
    places = places_of(*all, arguments);
  }
  if (!places)
    return session.fail(places.error());
  if (places->empty())
    return session.fail("no place to run it: nothing was named");
  order->places = std::move(*places);
  return run(session, *order, format);
}

} // namespace

std::vector<Verb> exec_verbs() {
  Verb verb;
  verb.name = "exec";
  verb.right = Right::Admin;
  verb.arguments = "-- COMMAND...";
  verb.summary = "Run a command in the place of units' hooks, or on machines";
  verb.flags = {
    {"unit", 'u', Flag::Kind::Text, "UNITS",
     "As a hook of these units: db/0,db/leader; in turn with their hooks"},
    {"application", 'a', Flag::Kind::Text, "APPLICATIONS", "The same of all their units"},
    {"machine", '\0', Flag::Kind::Text, "MACHINES", "In the directories of these machines"},
    {"all", '\0', Flag::Kind::Switch, "", "On all machines"},
    {"format", '\0', Flag::Kind::Text, "plain|yaml|json",
     "How results are shown, default plain: of one what it printed, of several as yaml"},
    {"wait", '\0', Flag::Kind::Text, "DURATION", "How long to wait; what was begun goes on"},
    {"timeout", '\0', Flag::Kind::Text, "DURATION",
     "When a command is killed with all it has started, default that of hooks"},
    {"parallel", '\0', Flag::Kind::Switch, "",
     "All at once (the default); --parallel=false: one after the other"},
    {"background", '\0', Flag::Kind::Switch, "", "Do not wait", false, true},
    {"execution-group", '\0', Flag::Kind::Text, "NAME", "Run in turn with others", true},
    {"color", '\0', Flag::Kind::Switch, "", "Use colours", true},
    {"no-color", '\0', Flag::Kind::Switch, "", "Use no colours", true},
    {"utc", '\0', Flag::Kind::Switch, "", "Show times in UTC (they are)", true}};
  verb.examples = {"exec --unit db/0 -- uptime", "exec -a web -- 'config-get port && ls -l'",
                   "exec --unit db/leader --format json -- relation-ids server",
                   "exec --all --timeout 10s -- df -h ."};
  verb.words_min = 1;
  verb.handler = exec;
  return {verb};
}

} // namespace orrery::cmd
