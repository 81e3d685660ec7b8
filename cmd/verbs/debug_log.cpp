#include "cmd/logs/log_files.hpp"
#include "cmd/logs/log_text.hpp"
#include "cmd/session/access.hpp"
#include "cmd/session/local_time.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/views/render/selector.hpp"
#include "config/descriptor.hpp"

#include <poll.h>
#include <sys/inotify.h>

#include <algorithm>
#include <array>
#include <deque>

namespace orrery::cmd {

namespace {

const std::string own_log = "orrery";        ///< The entity that the orchestrator's own log is of.
constexpr std::uint32_t lines_max = 100'000; ///< Kept to show the last; --replay shows all.

/// Whether a module is the one that is named, or one below it: `orrery.agent` is below `orrery`.
bool is_part(const std::string& pattern, const std::string& module) {
  return !module.empty()
         && (module == pattern || module.starts_with(pattern + ".")
             || (pattern.find('*') != std::string::npos && render::fits(pattern, module)));
}

/// What to show, and when to end.
struct LogView {
  std::vector<std::string> include;
  std::vector<std::string> exclude;
  std::vector<std::string> include_module;
  std::vector<std::string> exclude_module;
  int level = 0;
  LogStyle style;
  std::uint32_t limit = 0; ///< Lines in all; 0 for no end.
  bool all = false;        ///< From the first line on, not only the last ones.
  bool tail = false;       ///< Go on with what comes.
  std::uint32_t shown = 0;
  /// UUID of the model of which alone the orchestrator's own log is shown; nothing: all of it.
  std::optional<std::string> only_model;

  /// The orchestrator's own log only if it is asked for: it repeats what went wrong in units.
  [[nodiscard]] bool wants(const std::string& entity) const {
    const auto fits = [&entity](const std::string& pattern) {
      return render::fits(pattern, entity);
    };
    const auto own = [](const std::string& pattern) { return pattern.starts_with("orrery"); };
    const bool included =
      include.empty()
        ? entity != own_log || std::any_of(include_module.begin(), include_module.end(), own)
        : std::any_of(include.begin(), include.end(), fits);
    return included && std::none_of(exclude.begin(), exclude.end(), fits);
  }
  [[nodiscard]] bool wants(const LogLine& line) const {
    if (only_model && line.entity == own_log && !is_about(line, *only_model))
      return false;
    const auto module = module_of(line);
    const auto covers = [&](const std::string& pattern) {
      return is_part(pattern, module) || is_part(pattern, line.source);
    };
    return level_rank(line.level).value_or(2) >= level
           && (include_module.empty()
               || std::any_of(include_module.begin(), include_module.end(), covers))
           && std::none_of(exclude_module.begin(), exclude_module.end(), covers);
  }
  /// Whether every line of a log that is wanted is shown.
  [[nodiscard]] bool wants_each_line() const {
    return level == 0 && include_module.empty() && exclude_module.empty()
           && !(only_model && wants(own_log));
  }
  [[nodiscard]] bool full() const { return limit != 0 && shown >= limit; }
};

/// Whether nobody reads on.
bool has_lost_reader(const Session& session) {
  return session.output->cancelled() || session.output->is_cut();
}

/// Bounds what is shown of the orchestrator's own log to what whoever asks may see of it now: lines
/// about other models are for superusers. @returns false, and an ERROR printed, where the model
/// cannot be read.
bool bound_view(Session& session, LogView& view) {
  view.only_model.reset();
  if (!view.wants(own_log) || right_on(session, session.orchestrator.get()) == Right::Superuser)
    return true;
  const auto records = read_named(session, {});
  if (records)
    view.only_model = records->model.uuid;
  return records.has_value();
}

/// Shows what has come. @returns false when nothing more is wanted.
bool show_new(Session& session, LogFiles& files, LogView& view) {
  return files.read([&](const LogLine& line) {
    if (view.wants(line)) {
      session.out(to_text(line, view.style));
      ++view.shown;
    }
    return !view.full() && !has_lost_reader(session);
  });
}

/// Shows the last of the lines that are wanted. Where these lie is known only once all were read,
/// unless each line is wanted.
void show_last(Session& session, LogFiles& files, LogView& view, std::size_t lines) {
  if (view.wants_each_line())
    files.skip_to_last(lines);
  std::deque<LogLine> last;
  (void)files.read([&](const LogLine& line) {
    if (view.wants(line))
      last.push_back(line);
    if (last.size() > lines)
      last.pop_front();
    return !has_lost_reader(session);
  });
  for (const auto& line : last) {
    if (view.full())
      return;
    session.out(to_text(line, view.style));
    ++view.shown;
  }
}

/// Shows what comes, until the client goes or has enough.
int follow(Session& session, LogFiles& files, LogView& view, const config::Descriptor& watch) {
  constexpr int patience_ms = 200; // how soon a client that went is noticed
  session.progress("");            // what is shown tells enough
  while (!view.full() && !has_lost_reader(session)) {
    pollfd waited{watch.get(), POLLIN, 0};
    if (::poll(&waited, 1, patience_ms) <= 0)
      continue;
    alignas(inotify_event) std::array<char, 1 << 14> events{};
    (void)!::read(watch.get(), events.data(),
                  events.size()); // which file it was, the files themselves tell
    if (auto found = files.find(); !found)
      return session.fail(found.error());
    if (!bound_view(session, view))
      return Exit::Failed;
    if (!show_new(session, files, view))
      break;
  }
  return Exit::Fine;
}

bool begin_watch(const config::Descriptor& watch, const std::filesystem::path& directory) {
  return watch.is_open()
         && ::inotify_add_watch(watch.get(), directory.c_str(), IN_MODIFY | IN_CREATE | IN_MOVED_TO)
              >= 0;
}

tl::expected<LogView, UsageError> view_of(const Arguments& arguments, const Session& session) {
  const Terminal& terminal = session.terminal;
  LogView view;
  for (const auto& word : arguments.all("include"))
    view.include.push_back(entity_pattern(word));
  for (const auto& word : arguments.all("exclude"))
    view.exclude.push_back(entity_pattern(word));
  if (const auto level = arguments.text("level")) {
    const auto rank = level_rank(*level);
    if (!rank)
      return arguments.wrong(0, "unknown level \"" + *level
                                  + "\": write TRACE, DEBUG, INFO, WARNING or ERROR");
    view.level = *rank;
  }
  view.include_module = arguments.all("include-module");
  view.exclude_module = arguments.all("exclude-module");
  const auto format = arguments.text("format").value_or("text");
  const bool colour = arguments.has("color") ? arguments.on("color") : terminal.colour;
  view.style = {arguments.on("date"), arguments.on("ms"), format == "json", colour,
                time_format(arguments.on("utc"))};
  view.limit = arguments.number("limit").value_or(0);
  if (arguments.on("tail") && arguments.on("no-tail"))
    return arguments.wrong(0, "cannot use --tail together with --no-tail");
  view.all = arguments.on("replay");
  // The last lines up to a limit are there already: none is waited for.
  const bool ends = arguments.on("no-tail") || (view.limit != 0 && !arguments.has("lines"));
  view.tail = arguments.on("tail")
              || (terminal.is_tty && (!session.scripted || session.interactive) && !ends);
  return view;
}

Outcome debug_log(Session& session, const Arguments& arguments) {
  auto view = view_of(arguments, session);
  if (!view)
    return tl::unexpected(view.error());
  const auto lines = arguments.number("lines").value_or(view->limit != 0 ? view->limit : 10);
  if (!view->all && lines > lines_max)
    return arguments.wrong(0, arguments.has("lines")
                                ? "--lines goes up to 100000: use --replay for all"
                                : "--limit goes up to 100000: use --replay with it for more");
  if (!bound_view(session, *view))
    return Exit::Failed;
  const auto directory = session.orchestrator->data_directory() / "logs";
  const auto own = session.orchestrator->own_logs();
  const config::Descriptor watch{::inotify_init1(IN_CLOEXEC | IN_NONBLOCK)};
  // Watched before it is read, so that nothing falls between.
  if (view->tail)
    for (const auto& place : {directory, own})
      if (!begin_watch(watch, place))
        return session.fail("cannot watch " + place.string() + ": "
                            + std::generic_category().message(errno));
  LogFiles files{directory, [&view](const std::string& entity) { return view->wants(entity); },
                 own};
  if (auto found = files.find(); !found)
    return session.fail(found.error());
  if (files.empty() && !view->include.empty())
    session.err("no entity that fits --include has a log: orrery status shows the model's units\n");
  if (view->all)
    (void)show_new(session, files, *view);
  else
    show_last(session, files, *view, lines);
  return view->tail ? follow(session, files, *view, watch) : Exit::Fine;
}

} // namespace

std::vector<Verb> debug_log_verbs() {
  Verb verb;
  verb.name = "debug-log";
  verb.right = Right::Read;
  verb.summary =
    "Show the logs of units, and of the orchestrator if it is included, merged by time";
  verb.flags = {
    {"replay", '\0', Flag::Kind::Switch, "", "Show everything, not only the last lines"},
    {"lines", 'n', Flag::Kind::Number, "N", "Begin with the last N lines, default 10"},
    {"limit", '\0', Flag::Kind::Number, "N",
     "Show the last N lines and end; with --replay the first N"},
    {"tail", '\0', Flag::Kind::Switch, "", "Go on showing what comes (the default on a terminal)"},
    {"no-tail", '\0', Flag::Kind::Switch, "", "End after what there is"},
    {"include", 'i', Flag::Kind::Text, "ENTITY", "Only these: db/0, db, unit-db-*, orrery"},
    {"exclude", 'x', Flag::Kind::Text, "ENTITY", "Not these"},
    {"include-module", '\0', Flag::Kind::Text, "MODULE",
     "Only what these said: install, unit.db/0.juju-log, orrery.agent"},
    {"exclude-module", '\0', Flag::Kind::Text, "MODULE", "Not what these said"},
    {"level", 'l', Flag::Kind::Text, "LEVEL", "Only this level and graver ones"},
    {"date", '\0', Flag::Kind::Switch, "", "Show the day, too"},
    {"ms", '\0', Flag::Kind::Switch, "", "Show milliseconds also where older lines have none"},
    {"utc", '\0', Flag::Kind::Switch, "", "Show times in UTC"},
    {"format", '\0', Flag::Kind::Text, "text|json", "How it is shown, default text"},
    {"location", '\0', Flag::Kind::Switch, "", "Show places in source files", true},
    {"color", '\0', Flag::Kind::Switch, "", "Paint levels (the default on a terminal)"},
    {"firehose", '\0', Flag::Kind::Switch, "", "Show all models", true},
    {"retry", '\0', Flag::Kind::Switch, "", "Connect again after a failure", true},
    {"retry-delay", '\0', Flag::Kind::Text, "DURATION", "Before connecting again", true},
  };
  verb.examples = {"debug-log --replay --no-tail",
                   "debug-log --include db/0 --level WARNING -n 100",
                   "debug-log --include orrery --include-module agent --date --utc"};
  verb.words_max = 0;
  verb.handler = debug_log;
  return {verb};
}

} // namespace orrery::cmd
