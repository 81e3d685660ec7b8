#include "cmd/views/explain/entity.hpp"
#include "cmd/views/explain/text.hpp"

#include <algorithm>

namespace orrery::explain {
namespace {

using render::Document;

Document number(std::uint64_t value) {
  return Document::number(std::to_string(value));
}

Document number(store::Milliseconds value) {
  return Document::number(std::to_string(value));
}

void add_time(Document& document, const std::string& key, store::Milliseconds time) {
  if (time > 0)
    document.add(key, number(time));
}

void add_count(Document& document, const std::string& key, std::size_t count) {
  if (count > 0)
    document.add(key, number(static_cast<std::uint64_t>(count)));
}

/// Adds what the hook was about: a unit, a storage (ST27), a secret (SE44).
void add_subject(Document& document, const store::HookError& error) {
  const std::string& subject = error.remote_unit;
  if (!error.in_relation && error.hook.starts_with("secret-")) {
    const auto space = std::min(subject.find(' '), subject.size());
    document.add("secret-uri", subject.substr(0, space))
      .add_text("secret-label", space < subject.size() ? subject.substr(space + 1) : "");
    return;
  }
  const bool is_of_storage = !error.in_relation && error.hook.starts_with("storage-");
  document.add_text(is_of_storage ? "storage-id" : "remote-unit", subject);
}

Document error_document(const store::HookError& error) {
  Document document = Document::map();
  document.add("hook", error.hook);
  if (error.in_relation)
    document.add("relation-id", error.relation);
  add_subject(document, error);
  document.add("attempt", error.attempt).add("attempts-max", error.attempts_max);
  if (error.program_ended)
    document.add("program-ended", true);
  add_time(document, "next-at", error.next_at);
  return document.add_text("stderr", error.stderr_tail);
}

Document remedies_document(const std::vector<Remedy>& remedies) {
  Document list = Document::list();
  for (const Remedy& remedy : remedies) {
    Document document = Document::map();
    if (!remedy.command.empty())
      document.add("command", "orrery " + remedy.command);
    list.push(std::move(document.add("effect", remedy.effect)));
  }
  return list;
}

Document turn_document(const store::Turn& turn) {
  Document document = Document::map();
  document.add("since", number(turn.since)).add_text("cause", turn.cause);
  return document.add("sequence", number(turn.sequence));
}

void add_waits(Document& document, const Node& node) {
  document.add_text("waits-for", node.waits).add_text("obstacle", node.obstacle);
  add_time(document, "obstacle-since", node.obstacle_since);
  Document tasks = Document::list();
  for (const store::TaskId task : node.tasks)
    tasks.push(std::to_string(task));
  document.add_filled("tasks", std::move(tasks)).add_text("upgrade", node.upgrade);
  if (node.first_task)
    document.add("first-waiting-task", std::to_string(*node.first_task));
  if (!node.error.hook.empty())
    document.add("hook-error", error_document(node.error));
  document.add_text("debugged-by", node.debugged_by);
  if (!node.hook.empty()) {
    Document hook = Document::map();
    hook.add("hook", node.hook).add("since", number(node.hook_since));
    add_time(hook, "killed-at", node.hook_until);
    document.add("running-hook", std::move(hook));
  }
  if (node.forced)
    document.add("forced-from", number(*node.forced));
  document.add_filled("remedies", remedies_document(node.remedies));
}

Document node_document(const Node& node) {
  Document document = Document::map();
  document.add("kind", store::word_of(node.subject.kind))
    .add("name", node.subject.name)
    .add_text("key", node.title)
    .add("life", to_string(node.life))
    .add_text("status", node.status)
    .add("turn", turn_document(node.turn));
  add_waits(document, node);
  Document scopes = Document::list();
  for (const store::RelationId id : node.scopes)
    scopes.push(id);
  document.add_filled("in-scope-of", std::move(scopes));
  add_count(document, "in-scope-of-left-out", node.scopes_left_out);
  if (node.machine)
    document.add("machine", std::to_string(*node.machine));
  Document holders = Document::list();
  for (const Node& holder : node.holders)
    holders.push(node_document(holder));
  document.add_filled("kept-by", std::move(holders));
  add_count(document, "kept-by-left-out", node.holders_left_out);
  return document;
}

std::string_view word_of_action(Step::Action action) {
  switch (action) {
  case Step::Action::Command:
    return "command";
  case Step::Action::Continue:
    return "continue";
  case Step::Action::SetDying:
    return "set-dying";
  case Step::Action::Leave:
    return "leave";
  case Step::Action::SetDead:
    return "set-dead";
  case Step::Action::Release:
    return "release-instance";
  case Step::Action::Delete:
    return "delete";
  case Step::Action::Vanish:
    return "removed-with-last-reference";
  }
  return "";
}

Document step_document(const Step& step) {
  Document document = Document::map();
  document.add("action", word_of_action(step.action))
    .add("kind", store::word_of(step.subject.kind))
    .add("name", step.subject.name);
  if (step.action == Step::Action::Leave)
    document.add("relation-id", step.relation);
  return document.add("text", step.text);
}

} // namespace

Document to_document(const Explanation& explanation) {
  Document document = node_document(explanation.root);
  Document steps = Document::list();
  for (const Step& step : explanation.steps)
    steps.push(step_document(step));
  document.add("goes-when", std::move(steps));
  add_count(document, "goes-when-left-out", explanation.steps_left_out);
  if (explanation.steps_at_least)
    document.add("goes-when-left-out-at-least", true);
  document.add_text("cannot-be-removed", explanation.refusal);
  Document stays = Document::list();
  for (const std::string& left : explanation.stays)
    stays.push(left);
  document.add_filled("stays", std::move(stays));
  return document;
}

} // namespace orrery::explain
