#include "cmd/session/given_text.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/led_application.hpp"
#include "cmd/verbs/operation_following.hpp"
#include "cmd/verbs/run_order.hpp"
#include "config/action_parameters.hpp"
#include "config/names.hpp"
#include "store/names.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

constexpr std::chrono::seconds usual_run_patience{60};
constexpr std::uint64_t parameter_bytes_max = 1 << 20;

/// `db/0` or `db/leader`.
bool is_receiver(const std::string& word) {
  return store::is_unit_name(word) || !led_application(word).empty();
}

/// Units come first; the first word that is none is the action (A39).
tl::expected<RunWords, UsageError> units_and_action(const Arguments& arguments) {
  RunWords run;
  std::size_t at = 0;
  for (; at < arguments.words.size() && is_receiver(arguments.words[at]); ++at)
    run.units.push_back(arguments.words[at]);
  if (at < arguments.words.size()) {
    run.action = arguments.words[at];
    if (!config::is_action_name(run.action))
      return arguments.wrong(at, "invalid unit or action name \"" + run.action + "\"");
  }
  if (run.units.empty())
    return arguments.wrong(0, "no unit specified");
  if (run.action.empty())
    return arguments.wrong(0, "no action specified");
  run.application = store::application_of(run.units.front());
  for (const std::string& unit : run.units)
    if (store::application_of(unit) != run.application)
      return arguments.wrong(0, "all units must be of the same application");
  return run;
}

/// Whether a word could be a parameter, whatever its value is.
bool has_key(const std::string& word) {
  const auto equals = word.find('=');
  if (equals == std::string::npos)
    return false;
  for (std::size_t from = 0; from <= equals;) {
    const auto to = std::min(word.find('.', from), equals);
    if (!config::is_action_name(std::string_view(word).substr(from, to - from)))
      return false;
    from = to + 1;
  }
  return true;
}

/// A39: words that can be no parameters.
tl::expected<void, UsageError> check_keys(const Arguments& arguments, std::size_t from) {
  for (std::size_t i = from; i < arguments.words.size(); ++i)
    if (!has_key(arguments.words[i]))
      if (const auto read = config::read_parameters({{arguments.words[i]}, true, {}, {}}); !read)
        return arguments.wrong(i, read.error());
  return {};
}

/// The parameters as JSON: a file's, and on top of them those that were typed, from that word on.
tl::expected<std::string, std::string>
read_run_parameters(const Session& session, const Arguments& arguments, std::size_t from) {
  config::GivenParameters given;
  given.words = {arguments.words.begin() + static_cast<std::ptrdiff_t>(from),
                 arguments.words.end()};
  given.only_texts = arguments.on("string-args");
  if (const auto file = arguments.text("params").value_or(""); !file.empty()) {
    auto read = read_given_text(session, file, parameter_bytes_max);
    if (!read)
      return tl::unexpected(read.error());
    given.file = std::move(read->text);
    given.file_name = file == "-" ? read->name : file;
  }
  return config::read_parameters(given);
}

/// The units that are named, with their charms; nothing, and an ERROR printed, if they cannot be
/// read.
std::optional<store::Contents> look_at(Session& session, const RunWords& words) {
  explain::Named named;
  named.applications = {words.application};
  auto contents = read_named(session, named);
  if (!contents)
    return std::nullopt;
  const auto application = contents->applications.find(words.application);
  named.units = words.units;
  if (application != contents->applications.end()) {
    named.units.push_back(application->second.leader);
    named.charm = application->second.charm;
    named.charm.erase(0, named.charm.find(':') + 1);
    named.charm.resize(std::min(named.charm.rfind('-'), named.charm.size()));
  }
  std::erase_if(named.units, [](const std::string& unit) { return !store::is_unit_name(unit); });
  contents = read_named(session, named);
  const auto has_charm = [&](const auto& unit) {
    return unit.second.charm.empty() || contents->charms.contains(unit.second.charm);
  };
  if (contents && std::all_of(contents->units.begin(), contents->units.end(), has_charm))
    return contents;
  return read_model(session); // a unit that still has a charm of another name
}

Outcome run_action(Session& session, const Arguments& arguments) {
  auto words = units_and_action(arguments);
  if (!words)
    return tl::unexpected(words.error());
  const std::size_t first_parameter = words->units.size() + 1;
  if (const auto checked = check_keys(arguments, first_parameter); !checked)
    return tl::unexpected(checked.error());
  auto following = following_of(arguments, usual_run_patience);
  if (!following)
    return tl::unexpected(following.error());
  following->plain = plain_run;
  auto parameters = read_run_parameters(session, arguments, first_parameter);
  if (!parameters)
    return session.fail(parameters.error());
  words->parameters = std::move(*parameters);
  const auto enqueued = enqueue(session, "run", [&]() -> std::optional<Order> {
    const auto contents = look_at(session, *words);
    if (!contents)
      return std::nullopt;
    return order_of(*contents, *words);
  });
  return enqueued ? follow(session, *enqueued, *following) : Exit::Failed;
}

} // namespace

std::vector<Verb> run_verbs() {
  Verb verb;
  verb.name = "run";
  verb.right = Right::Write;
  verb.arguments = "UNIT... ACTION [PARAMETER=VALUE...]";
  verb.summary = "Run an action of a charm on units of an application, also APPLICATION/leader";
  verb.flags = following_flags();
  verb.flags[1].help = "How long to wait, default 60s; negative: without limit; the action goes on";
  verb.flags.push_back(
    {"params", '\0', Flag::Kind::Text, "FILE",
     "Parameters as YAML, - for standard input; those that are typed go on top"});
  verb.flags.push_back({"string-args", '\0', Flag::Kind::Switch, "",
                        "Take the values that are typed for texts, not for YAML"});
  verb.examples = {"run db/0 backup", "run db/leader backup target.host=nas compress=true",
                   "run db/0 db/1 backup --format json --wait 5m",
                   "run db/0 backup --params ./backup.yaml --background",
                   "run db/0 backup --params - <backup.yaml"};
  verb.handler = run_action;
  return {verb};
}

} // namespace orrery::cmd
