#include "cmd/dispatch.hpp"

#include "cmd/arguments.hpp"
#include "cmd/dry_run.hpp"
#include "cmd/usage.hpp"
#include "cmd/verbs.hpp"

namespace orrery::cmd {

namespace {

/// Whether `name` (`MODEL`, `OWNER/MODEL`, `CONTROLLER:MODEL`) is the model that there is.
bool is_model(const store::Model& model, const std::string& name) {
  const auto separator = name.find_last_of(":/");
  return model.name == (separator == std::string::npos ? name : name.substr(separator + 1));
}

void note_ignored(const Session& session, const Verb& verb, const Arguments& arguments) {
  for (const auto& flag : verb.flags)
    if (flag.ignored && arguments.has(flag.name))
      session.err("note: --" + flag.name + " has no effect here\n");
}

} // namespace

Outcome run_verb(Session& session, const std::vector<std::string>& words) {
  if (words.empty())
    return tl::unexpected{UsageError{"no command given", std::nullopt}};
  const auto* verb = find_verb(words[0]);
  if (verb == nullptr)
    return tl::unexpected{UsageError{unknown_verb(words[0]), 0}};
  const auto arguments = parse_arguments(*verb, words);
  if (!arguments)
    return tl::unexpected{arguments.error()};
  if (arguments->on("help")) {
    session.out(verb_help(*verb));
    return Exit::Fine;
  }
  if (auto misuse = dry_run_misuse(*verb, *arguments))
    return tl::unexpected{std::move(*misuse)};
  if (const auto model = arguments->text("model"); model && !verb->local) {
    const auto contents = read_model(session);
    if (!contents)
      return Exit::Failed;
    if (!is_model(contents->model, *model))
      return session.fail("model " + *model + " not found: there is one model, \""
                          + contents->model.name + "\"");
  }
  note_ignored(session, *verb, *arguments);
  session.sequence = 0;
  auto outcome = arguments->on("dry-run") ? dry_run(session, *verb, *arguments)
                                          : verb->handler(session, *arguments);
  if (session.scripted && outcome && *outcome == Exit::Fine && session.sequence != 0)
    session.out("ok seq=" + std::to_string(session.sequence) + "\n");
  return outcome;
}

int run_command_line(Session& session, const std::vector<std::string>& words) {
  const auto outcome = run_verb(session, words);
  if (!outcome) {
    session.err("ERROR " + outcome.error().text + "\n");
    return Exit::Misused;
  }
  return *outcome > Exit::Misused ? Exit::Failed : *outcome;
}

} // namespace orrery::cmd
