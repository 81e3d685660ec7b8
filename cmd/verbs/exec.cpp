#include "cmd/session/given_text.hpp"
#include "cmd/verbs/exec_targets.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/operation_following.hpp"
#include "cmd/verbs/shell_word.hpp"
#include "cmd/views/render/json.hpp"
#include "config/utf8.hpp"

namespace orrery::cmd {

namespace {

constexpr std::chrono::minutes usual_exec_patience{5};
/// A shell has it as one word; a longer one is a file's work.
constexpr std::size_t script_max = 100'000;
/// The bound of standard input (docs/users/operating.md, "Bounds").
constexpr std::uint64_t exec_input_max = std::uint64_t{16} << 20;
constexpr const char* exec_action = "juju-exec";

/// A single word is a script as it is; several are a command and its arguments (A59).
std::string script_of(const std::vector<std::string>& words) {
  if (words.size() == 1)
    return words.front();
  std::string script;
  for (const auto& word : words)
    script += (script.empty() ? "" : " ") + shell_quoted(word);
  return script;
}

/// When the command is killed: what --timeout says, else when nobody waits any more (A40).
/// @returns nanoseconds, 0 for never
tl::expected<std::chrono::nanoseconds, UsageError> limit_of(const Arguments& arguments,
                                                            const Following& following) {
  const auto timeout = duration_flag(arguments, "timeout");
  if (!timeout)
    return tl::unexpected(timeout.error());
  if (*timeout && timeout->value().count() <= 0)
    return arguments.wrong(0, "invalid value \"" + *arguments.text("timeout")
                                + "\" for flag --timeout: write a duration such as 30s or 5m");
  if (*timeout)
    return **timeout;
  return following.background ? std::chrono::nanoseconds{0}
                              : following.patience.value_or(std::chrono::nanoseconds{0});
}

std::string exec_parameters(const std::string& script, std::chrono::nanoseconds limit) {
  auto parameters = render::Document::map();
  parameters.add("command", script)
    .add("timeout", render::Document::number(std::to_string(limit.count())));
  std::string text = render::to_json(parameters);
  text.pop_back(); // the end of its line
  return text;
}

/// Says what is wrong with the targets, which may take several lines. @returns an Exit
int fail_targets(const Session& session, const std::string& wrong) {
  session.err("ERROR " + wrong + "\n");
  return Exit::Misused;
}

/// Returns the operation that exec enqueues, but for its receivers.
tl::expected<Order, UsageError> order_of_exec(const Arguments& arguments,
                                              const Following& following) {
  if (arguments.words.empty())
    return arguments.wrong(0, "no commands specified");
  const std::string script = script_of(arguments.words);
  if (script.size() > script_max)
    return arguments.wrong(0, "the command has more than " + std::to_string(script_max)
                                + " bytes: put it into a file and run that");
  if (!config::is_utf8(script))
    return arguments.wrong(0, "the command is no UTF-8 text: put it into a file and run that");
  const auto limit = limit_of(arguments, following);
  if (!limit)
    return tl::unexpected(limit.error());
  Order order;
  order.command.action = exec_action;
  order.command.parameters = exec_parameters(script, *limit);
  order.command.parallel = !arguments.has("parallel") || arguments.on("parallel");
  order.command.group = arguments.text("execution-group").value_or("");
  return order;
}

/// The order with its receivers; nothing, and an ERROR printed, if a name stops all of it.
std::optional<Order> with_targets(Session& session, const ExecTargets& targets, Order order) {
  const auto contents = read_named(session, named_by(targets));
  if (!contents)
    return std::nullopt;
  auto added = add_targets(*contents, targets, order);
  if (added)
    return order;
  const auto all = read_model(session); // an error tells of names that are near
  if (!all)
    return std::nullopt;
  if (added = add_targets(*all, targets, order); added)
    return order;
  session.fail(added.error());
  return std::nullopt;
}

using KeptInput = std::optional<hooks::GivenInputs::Kept>;

/// Reads the client's standard input where --stdin asks for it, and names it in the order; an empty
/// one is none. @returns the input while it is kept; or nothing, and an ERROR printed (A64)
tl::expected<KeptInput, int>
read_stdin(Session& session, const Arguments& arguments, Order& order) {
  if (!arguments.on("stdin"))
    return std::nullopt;
  const auto bytes = read_given_input(session, exec_input_max);
  if (!bytes)
    return tl::unexpected(session.fail(bytes.error()));
  if (bytes->empty())
    return std::nullopt;
  auto kept = session.orchestrator->inputs().keep(*bytes);
  if (!kept)
    return tl::unexpected(session.fail(kept.error()));
  std::string& parameters = order.command.parameters; // a JSON object, and the token is hexadecimal
  parameters.insert(parameters.size() - 1, ",\"stdin\":\"" + kept->token() + "\"");
  return std::move(*kept);
}

Outcome exec(Session& session, const Arguments& arguments) {
  auto following = following_of(arguments, usual_exec_patience);
  if (!following)
    return tl::unexpected(following.error());
  following->plain = plain_exec;
  following->failures_noted = true;
  following->goes_on = "goes on until its limit"; // which counts from its beginning (A40)
  following->progress_shown = arguments.on("verbose");
  following->killed_is_late = !arguments.has("timeout");
  auto order = order_of_exec(arguments, *following);
  if (!order)
    return tl::unexpected(order.error());
  if (following->background && arguments.on("stdin"))
    return arguments.wrong(0, "cannot specify both --stdin and --background: standard input is "
                              "kept only while its client waits");
  const ExecTargets targets = targets_of(arguments);
  if (const auto wrong = wrong_targets(targets); !wrong.empty())
    return fail_targets(session, wrong);
  const std::string script = script_of(arguments.words);
  if (script.find("juju-exec") != std::string::npos || script.find("juju-run") != std::string::npos)
    return session.fail("cannot use " + render::json_quoted(script) + " as an action command");
  const auto input = read_stdin(session, arguments, *order);
  if (!input)
    return input.error();
  const auto enqueued =
    enqueue(session, "exec", [&] { return with_targets(session, targets, *order); });
  if (!enqueued)
    return Exit::Failed;
  session.tell_begin("exec");
  return follow(session, *enqueued, *following);
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
    {"app", '\0', Flag::Kind::Text, "APPLICATIONS", "The same as --application"},
    {"machine", '\0', Flag::Kind::Text, "MACHINES", "In the directories of these machines"},
    {"all", '\0', Flag::Kind::Switch, "", "On all machines"},
    {"timeout", '\0', Flag::Kind::Text, "DURATION",
     "When a command is killed with all it has started, default what --wait says"},
    {"parallel", '\0', Flag::Kind::Switch, "",
     "Beside what else runs on the machine, as without it; --parallel=false: in turn"},
    {"execution-group", '\0', Flag::Kind::Text, "NAME", "In turn with others of that group"},
    {"stdin", 'i', Flag::Kind::Switch, "",
     "Give the command what is on standard input, up to its end; each target gets the same"},
    {"verbose", 'v', Flag::Kind::Switch, "", "Show which tasks run, and what they log"}};
  for (Flag& flag : following_flags())
    verb.flags.push_back(std::move(flag));
  for (Flag& flag : verb.flags)
    if (flag.name == "wait")
      flag.help = "How long to wait, default 5m; negative: without limit; then it is killed";
  verb.examples = {"exec --unit db/0 -- uptime", "exec -a web -- 'config-get port && ls -l'",
                   "exec --unit db/leader --format json -- relation-ids server",
                   "exec --all --timeout 10s -- df -h .",
                   "exec --stdin --unit db/0 -- 'cat >seed.sql' <seed.sql"};
  verb.handler = exec;
  return {verb};
}

} // namespace orrery::cmd
