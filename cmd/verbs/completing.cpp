#include "cmd/verbs/completion.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/known_models.hpp"

namespace orrery::cmd {

namespace {

/// For the console and for shells: the candidates, one a line.
Outcome complete_line(Session& session, const Arguments& arguments) {
  const auto contents = read_model(session);
  if (!contents)
    return Exit::Failed;
  std::vector<std::string> components;
  for (const auto& [component, level] : session.orchestrator->log_levels())
    components.push_back(component);
  std::vector<std::string> models;
  if (session.models != nullptr)
    for (const ModelFacts& model : session.models->all())
      models.push_back(model.owner == session.account ? model.name : owned_name(model));
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
  verb.right = Right::Read;
  verb.arguments = "-- WORD...";
  verb.summary = "Show what could complete the last word; <files>: a file's name fits, too";
  verb.examples = {"complete -- add-unit w"};
  verb.hidden = true;
  verb.of_process = true;
  verb.handler = complete_line;
  return {verb};
}

} // namespace orrery::cmd
