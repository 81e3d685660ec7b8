#include "cmd/views/render/dry_run.hpp"

#include "actors/protocol/command_names.hpp"
#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/json.hpp"

namespace orrery::render {

namespace {

using Kind = rules::Effect::Kind;

std::string words(const rules::Effect& effect) {
  switch (effect.kind) {
  case Kind::Created:
    return effect.name + " is created";
  case Kind::Turned:
    return effect.name + " turns " + std::string{store::to_string(effect.life)};
  case Kind::Removed:
    return effect.name + " is removed";
  case Kind::Entered:
    return effect.name + " enters " + effect.detail;
  case Kind::Left:
    return effect.name + " leaves " + effect.detail;
  case Kind::Changed:
    break;
  }
  return effect.name + " " + effect.detail;
}

const char* word_of(Kind kind) {
  switch (kind) {
  case Kind::Created:
    return "created";
  case Kind::Turned:
    return "life";
  case Kind::Removed:
    return "removed";
  case Kind::Entered:
    return "entered";
  case Kind::Left:
    return "left";
  case Kind::Changed:
    break;
  }
  return "changed";
}

/// The lines of one section; a person reads no more than so many.
class OutcomeLines {
public:
  void add(const std::string& line) {
    if (++count_ <= most_lines)
      text_ += "  " + escaped(line) + "\n";
  }
  [[nodiscard]] std::string under(const std::string& title) const {
    if (count_ == 0)
      return {};
    if (count_ <= most_lines)
      return title + text_;
    return title + text_ + "  and " + std::to_string(count_ - most_lines)
           + " more: --format json tells all\n";
  }

private:
  static constexpr std::size_t most_lines = 200;
  std::size_t count_ = 0;
  std::string text_;
};

OutcomeLines at_once(const foretell::DryOutcome& outcome) {
  OutcomeLines lines;
  for (const auto& command : outcome.commands) {
    if (!command.answer.ok())
      lines.add(command.command + " is refused: " + command.answer.text);
    else if (command.effects.empty())
      lines.add(command.command + " changes nothing: it is so already");
    for (const auto& effect : command.effects)
      lines.add(words(effect));
  }
  return lines;
}

/// One transaction a line.
OutcomeLines then(const foretell::DryOutcome& outcome) {
  OutcomeLines lines;
  for (const auto& step : outcome.then) {
    std::string text = step.command + ":";
    for (std::size_t i = 0; i < step.effects.size(); ++i)
      text += (i > 0 ? "; " : " ") + words(step.effects[i]);
    lines.add(text);
  }
  return lines;
}

OutcomeLines waits(const foretell::DryOutcome& outcome) {
  OutcomeLines lines;
  for (const auto& wait : outcome.waits)
    lines.add(wait.name + ": " + wait.why);
  return lines;
}

Document document(const std::vector<rules::Effect>& effects) {
  auto list = Document::list();
  for (const auto& effect : effects) {
    auto one = Document::map();
    one.add("entity", effect.name);
    one.add("change", word_of(effect.kind));
    if (effect.kind == Kind::Turned)
      one.add("life", std::string{store::to_string(effect.life)});
    one.add_text("detail", effect.detail);
    list.push(std::move(one));
  }
  return list;
}

} // namespace

std::string dry_run_text(const foretell::DryOutcome& outcome) {
  std::string text = "Dry run: nothing was changed.\n";
  text += at_once(outcome).under("At once:\n");
  text += then(outcome).under("Then, if every hook succeeds:\n");
  text += waits(outcome).under("Would wait:\n");
  if (!outcome.complete)
    text += "There is more to come than was followed here.\n";
  return text;
}

std::string dry_run_json(const foretell::DryOutcome& outcome) {
  auto all = Document::map();
  auto commands = Document::list();
  for (const auto& command : outcome.commands) {
    auto one = Document::map();
    one.add("command", command.command);
    one.add("verdict", word_of(command.answer.verdict));
    one.add_text("reason", command.answer.text);
    one.add_text("created", command.answer.created);
    one.add("changes", document(command.effects));
    commands.push(std::move(one));
  }
  all.add("commands", std::move(commands));
  auto steps = Document::list();
  for (const auto& step : outcome.then) {
    auto one = Document::map();
    one.add("step", step.command);
    one.add("changes", document(step.effects));
    steps.push(std::move(one));
  }
  all.add("then", std::move(steps));
  auto waiting = Document::list();
  for (const auto& wait : outcome.waits) {
    auto one = Document::map();
    one.add("entity", wait.name);
    one.add("reason", wait.why);
    waiting.push(std::move(one));
  }
  all.add("waits", std::move(waiting));
  all.add("complete", outcome.complete);
  return to_json(all);
}

} // namespace orrery::render
