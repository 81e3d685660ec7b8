#include "cmd/verbs/completion.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/known_models.hpp"

namespace orrery::cmd {

namespace {

/// For the console and for shells: the candidates, one a line.
Outcome complete_line(Session& session, const Arguments& arguments) {
  const bool may_read = session.right >= Right::Read; // the session's model (UR3)
  const auto contents =
    may_read ? read_model(session) : std::optional<store::Contents>{std::in_place};
  if (!contents)
    return Exit::Failed;
  std::vector<std::string> components;
  if (may_read)
    for (const auto& [component, level] : session.orchestrator->log_levels())
      components.push_back(component);
  std::vector<std::string> models;
  if (session.models != nullptr) {
    const auto known = known_models(session);
    if (!known)
      return Exit::Failed;
    for (const ModelFacts& model : *known)
      models.push_back(shown_name(session, model));
  }
  const auto found = complete(arguments.words, *contents, components, models);
  std::string text = found.files ? "<files>\n" : "";
  for (const auto& word : found.candidates)
    text += word + "\n";
  session.out(text);
  return Exit::Fine;
}

} // namespace

std::vector<Verb> completion_verbs() {
  Verb verb;
  verb.name = "complete";
  verb.right = Right::Login;
  verb.arguments = "-- WORD...";
  verb.summary = "Show what could complete the last word; <files>: a file's name fits, too";
  verb.examples = {"complete -- add-unit w"};
  verb.hidden = true;
  verb.of_process = true;
  verb.handler = complete_line;
  return {verb};
}

} // namespace orrery::cmd
