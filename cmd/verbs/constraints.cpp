// Constraints of applications and of the model: shown, and replaced as a whole (MD69).
#include "cmd/views/render/constraints.hpp"

#include "cmd/charms/host_constraints.hpp"
#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/dry_run.hpp"
#include "cmd/verbs/groups.hpp"

namespace orrery::cmd {

namespace {

Outcome show_constraints(Session& session, const Arguments& arguments, const std::string& text) {
  const auto format = format_of(arguments, "constraints", "constraints");
  if (!format)
    return tl::unexpected(format.error());
  session.out(*format ? render::formatted(render::constraints_document(text), **format)
                      : text + "\n");
  return Exit::Fine;
}

Outcome constraints_of_application(Session& session, const Arguments& arguments) {
  const auto& name = arguments.words[0];
  const auto contents = read_named(session, {.applications = {name}});
  if (!contents)
    return Exit::Failed;
  const auto found = contents->applications.find(name);
  if (found == contents->applications.end())
    return fail_missing(session, {store::EntityKind::Application, name});
  return show_constraints(session, arguments, found->second.constraints.text());
}

Outcome constraints_of_model(Session& session, const Arguments& arguments) {
  const auto contents = read_named(session, {.kinds = "g"});
  if (!contents)
    return Exit::Failed;
  return show_constraints(session, arguments, contents->model_config.constraints.text());
}

/// Misuse, as in Juju: a word that is no constraint. @param from the first of them
std::optional<UsageError> wrong_constraint(const Arguments& arguments, std::size_t from) {
  config::Constraints before;
  for (std::size_t i = from; i < arguments.words.size(); ++i) {
    const auto read = config::parse_constraints(arguments.words[i]);
    if (!read)
      return arguments.wrong(i, read.error()).value();
    for (const auto& [name, value] : read->values)
      if (!before.values.emplace(name, value).second)
        return arguments.wrong(i, "bad \"" + name + "\" constraint: already set").value();
  }
  return std::nullopt;
}

Outcome set_application_constraints(Session& session, const Arguments& arguments) {
  if (auto wrong = wrong_constraint(arguments, 1))
    return tl::unexpected(std::move(*wrong));
  const auto& name = arguments.words[0];
  const auto read = read_constraints(session, {arguments.words.begin() + 1, arguments.words.end()});
  if (!read)
    return session.fail(read.error());
  return perform(session, protocol::SetConstraints{name, *read},
                 "cannot set constraints of \"" + name + "\"",
                 explain::Subject{store::EntityKind::Application, name})
           ? Exit::Fine
           : Exit::Failed;
}

Outcome set_model_constraints(Session& session, const Arguments& arguments) {
  if (auto wrong = wrong_constraint(arguments, 0))
    return tl::unexpected(std::move(*wrong));
  const auto read = read_constraints(session, arguments.words);
  if (!read)
    return session.fail(read.error());
  return perform(session, protocol::SetModelConstraints{*read},
                 "cannot set the model's constraints")
           ? Exit::Fine
           : Exit::Failed;
}

Verb constraints_verb(std::string name, Right right, std::string arguments, Handler handler) {
  Verb verb;
  verb.name = std::move(name);
  verb.right = right;
  verb.arguments = std::move(arguments);
  verb.handler = handler;
  if (right == Right::Read)
    verb.flags = {
      {"format", '\0', Flag::Kind::Text, "constraints|yaml|json", "How they are shown"}};
  return verb;
}

} // namespace

std::vector<Verb> constraint_verbs() {
  auto show =
    constraints_verb("constraints", Right::Read, "APPLICATION", constraints_of_application);
  show.aliases = {"get-constraints"};
  show.summary = "Show an application's constraints";
  show.examples = {"constraints db", "constraints db --format json"};
  show.words_min = show.words_max = 1;
  auto set = constraints_verb("set-constraints", Right::Write, "APPLICATION [CONSTRAINT=VALUE...]",
                              set_application_constraints);
  set.summary = "Replace an application's constraints, for machines to come";
  set.examples = {"set-constraints db cores=2 mem=4G", "set-constraints db"};
  set.words_min = 1;
  auto show_model = constraints_verb("model-constraints", Right::Read, "", constraints_of_model);
  show_model.aliases = {"get-model-constraints"};
  show_model.summary = "Show the constraints of all machines to come";
  show_model.examples = {"model-constraints", "model-constraints --format json"};
  show_model.words_max = 0;
  auto set_model = constraints_verb("set-model-constraints", Right::Write, "[CONSTRAINT=VALUE...]",
                                    set_model_constraints);
  set_model.summary = "Replace the constraints of all machines to come";
  set_model.examples = {"set-model-constraints mem=2G", "set-model-constraints"};
  return {show, with_dry_run(set), show_model, with_dry_run(set_model)};
}

} // namespace orrery::cmd
