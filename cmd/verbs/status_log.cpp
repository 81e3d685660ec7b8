#include "cmd/logs/status_log.hpp"

#include "cmd/session/local_time.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/views/render/document.hpp"
#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/json.hpp"
#include "cmd/views/render/missing.hpp"
#include "cmd/views/render/show.hpp"
#include "cmd/views/render/suggestion.hpp"
#include "cmd/views/render/table.hpp"
#include "cmd/views/render/yaml.hpp"
#include "store/names.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace orrery::cmd {

namespace {

using store::EntityKind;
using Rendered = std::deque<StatusStep>;

constexpr std::uint32_t shown_usually = 20;
constexpr store::Milliseconds day = 86'400'000;

/// `2026-11-21 05:33:12Z`, as a log's line has it once it is taken apart.
std::string log_time(store::Milliseconds time) {
  return render::TimeFormat{true, {}}.full(time);
}

/// What a log's time is in milliseconds; 0 if it is none.
store::Milliseconds time_of(const std::string& text) {
  int year = 0;
  unsigned month = 0, of_month = 0, hour = 0, minute = 0, second = 0;
  if (std::sscanf(text.c_str(), "%d-%u-%u%*1[T ]%u:%u:%u", &year, &month, &of_month, &hour, &minute,
                  &second)
      != 6)
    return 0;
  const auto date = std::chrono::year{year} / static_cast<int>(month) / static_cast<int>(of_month);
  if (!date.ok())
    return 0;
  const auto days = std::chrono::sys_days{date}.time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(days).count()
         + (static_cast<store::Milliseconds>(hour) * 3600 + minute * 60 + second) * 1000;
}

/// Sets whose status and which of it, from --type or else from the name's form.
tl::expected<void, UsageError> set_kind(const Arguments& arguments, StatusQuestion& question) {
  const auto type = arguments.text("type");
  const auto slash = question.name.find('/') != std::string::npos;
  const auto number = store::parse_id(question.name).has_value();
  const std::vector<std::string> known{"unit",    "juju-unit",    "workload",
                                       "machine", "juju-machine", "application"};
  if (type && std::find(known.begin(), known.end(), *type) == known.end())
    return arguments.wrong(0, "invalid value \"" + *type + "\" for flag --type"
                                + nearest_or_all(*type, known));
  const std::string kind = type.value_or(slash ? "unit" : number ? "machine" : "application");
  if (kind == "application")
    question.kind = EntityKind::Application;
  else if (kind.find("machine") != std::string::npos)
    question.kind = EntityKind::Machine;
  else if (kind != "unit")
    question.types = {kind};
  if ((question.kind == EntityKind::Unit && !store::is_unit_name(question.name))
      || (question.kind == EntityKind::Machine && !number)
      || (question.kind == EntityKind::Application && !store::is_application_name(question.name)))
    return arguments.wrong(0, "\"" + question.name + "\" is no name of a"
                                + (question.kind == EntityKind::Application ? "n " : " ")
                                + (question.kind == EntityKind::Unit ? "unit: write e.g. db/0"
                                   : question.kind == EntityKind::Machine
                                     ? "machine: write e.g. 3"
                                     : "application: write e.g. db"));
  return {};
}

tl::expected<StatusQuestion, UsageError> question_of(const Arguments& arguments) {
  StatusQuestion question;
  question.name = arguments.words[0];
  if (const auto set = set_kind(arguments, question); !set)
    return tl::unexpected(set.error());
  const auto days = arguments.number("days");
  const auto date = arguments.text("from-date");
  if (days && date)
    return arguments.wrong(0, "cannot use --days together with --from-date");
  question.most = days || date ? 0 : shown_usually;
  if (const auto most = arguments.number("lines")) {
    if (*most == 0)
      return arguments.wrong(0, "-n must be a positive integer");
    question.most = *most;
  }
  if (days)
    question.from = log_time(std::max<store::Milliseconds>(0, now() - *days * day));
  if (date && time_of(*date + "T00:00:00") == 0)
    return arguments.wrong(0, "invalid value \"" + *date
                                + "\" for flag --from-date: write YYYY-MM-DD");
  if (date)
    question.from = *date;
  return question;
}

std::string table_of(const Rendered& steps, const render::TimeFormat& time) {
  render::Table table({{"Time", false}, {"Type", false}, {"Status", false}, {"Message", false}});
  const auto cell = [](const std::string& text) {
    return render::Cell{render::escaped(text), render::Colour::None};
  };
  for (const StatusStep& step : steps)
    table.add({{time.full(time_of(step.time)), render::Colour::None},
               cell(step.type),
               cell(step.status),
               cell(step.message)});
  return table.text(false);
}

std::string
document_of(const Rendered& steps, render::DataFormat format, const render::TimeFormat& time) {
  auto list = render::Document::list();
  for (const StatusStep& step : steps) {
    auto entry = render::Document::map();
    entry.add("status", step.status)
      .add_text("message", step.message)
      .add("since", time.full(time_of(step.time)))
      .add("type", step.type);
    list.push(std::move(entry));
  }
  return format == render::DataFormat::Json ? render::to_json(list) : render::to_yaml(list);
}

/// Which name may have been meant, if nothing of that name is there.
std::string near(Session& session, const StatusQuestion& question) {
  const auto contents = session.orchestrator->contents();
  return contents ? render::near_name(*contents, question.kind, question.name) : std::string{};
}

Outcome status_log(Session& session, const Arguments& arguments) {
  const auto format = arguments.text("format").value_or("tabular");
  auto question = question_of(arguments);
  if (!question)
    return tl::unexpected(question.error());
  const auto records = read_named(session, {});
  if (!records)
    return Exit::Failed;
  question->model = records->model.uuid;
  const auto& orchestrator = *session.orchestrator;
  const auto logs = question->kind == store::EntityKind::Unit
                      ? orchestrator.data_directory() / "logs"
                      : orchestrator.own_logs();
  const auto steps = read_status_log(logs, *question);
  if (steps.empty())
    return session.fail("no status history of " + question->name
                        + (question->from.empty() ? "" : " from " + question->from + " on")
                        + ", as far as the logs go back" + near(session, *question));
  const auto time = time_format(arguments.on("utc"));
  session.out(format == "tabular" ? table_of(steps, time)
                                  : document_of(steps, *render::parse_data_format(format), time));
  return Exit::Fine;
}

} // namespace

std::vector<Verb> status_log_verbs() {
  Verb verb;
  verb.name = "show-status-log";
  verb.right = Right::Read;
  verb.arguments = "ENTITY";
  verb.summary = "Show what a unit's, a machine's or an application's status has been";
  verb.flags = {
    {"type", '\0', Flag::Kind::Text, "TYPE",
     "unit, juju-unit, workload, machine or application; default: by the name"},
    {"lines", 'n', Flag::Kind::Number, "N", "The last so many, default 20"},
    {"days", '\0', Flag::Kind::Number, "N", "Those of the last days"},
    {"from-date", '\0', Flag::Kind::Text, "DATE", "Those from a day on: 2026-08-22, in UTC"},
    {"include-status-updates", '\0', Flag::Kind::Switch, "", "Show update-status hooks too", true},
    {"format", '\0', Flag::Kind::Text, "tabular|yaml|json", "How it is shown, default tabular"},
    {"utc", '\0', Flag::Kind::Switch, "", "Show times in UTC"}};
  verb.examples = {"show-status-log db/0", "show-status-log db/0 --type workload -n 5",
                   "show-status-log 3 --days 1", "show-status-log db --format json"};
  verb.words_min = 1;
  verb.words_max = 1;
  verb.handler = status_log;
  return {verb};
}

} // namespace orrery::cmd
