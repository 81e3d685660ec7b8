#include "cmd/views/explain/text.hpp"

#include "cmd/views/explain/entity.hpp"
#include "cmd/views/render/escape.hpp"
#include "cmd/views/render/failed_hook.hpp"
#include "config/counted.hpp"

#include <algorithm>
#include <set>
#include <vector>

namespace orrery::explain {
namespace {

using render::escaped;
using store::Life;

constexpr std::size_t stderr_lines_max = 5;
constexpr std::size_t words_max = 200; ///< Characters of a line of others' words.

std::string life_word(Life life) {
  return life == Life::Alive ? "Alive" : life == Life::Dying ? "Dying" : "Dead";
}

std::string others(const std::string& text) {
  return render::cut(escaped(text), words_max);
}

/// The last lines that are not blank.
std::vector<std::string> last_lines(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    const std::string line = text.substr(from, end - from);
    if (line.find_first_not_of(" \t\r") != std::string::npos)
      lines.push_back(line.substr(0, line.find_last_not_of(" \t\r") + 1));
    from = end + 1;
  }
  if (lines.size() > stderr_lines_max)
    lines.erase(lines.begin(), lines.end() - static_cast<std::ptrdiff_t>(stderr_lines_max));
  return lines;
}

/// Writes one explanation.
class Writer {
public:
  explicit Writer(const TextOptions& options) : options_(options) {}

  std::string write(const Explanation& explanation) {
    const Node& root = explanation.root;
    const std::string status = root.status.empty() ? "" : " It is " + root.status + ".";
    line(0, heading(root) + " is " + life(root) + "." + status + kept_by(root));
    details(root, 2);
    tail(explanation);
    return std::move(text_);
  }

private:
  void line(std::size_t indent, const std::string& text) {
    text_.append(indent, ' ').append(text).append("\n");
  }

  /// The day only if it is another than today's.
  [[nodiscard]] std::string moment(store::Milliseconds time) const {
    const std::string full = options_.time.full(time), of_day = options_.time.of_day(time);
    const std::string today = options_.time.full(options_.now);
    const std::string day = full.substr(0, full.size() - of_day.size());
    return today.starts_with(day) ? of_day : full;
  }

  [[nodiscard]] static std::string heading(const Node& node) {
    std::string text =
      std::string(store::word_of(node.subject.kind)) + " " + others(node.subject.name);
    return node.title.empty() ? text : text + " (" + others(node.title) + ")";
  }

  [[nodiscard]] std::string life(const Node& node) const {
    std::string text = life_word(node.life) + " since " + moment(node.turn.since);
    if (node.turn.cause.empty())
      return text;
    text += " (" + others(node.turn.cause);
    if (node.turn.sequence > 0)
      text += ", seq " + std::to_string(node.turn.sequence);
    return text + ")";
  }

  [[nodiscard]] static std::string kept_by(const Node& root) {
    const std::size_t count = root.holders.size() + root.holders_left_out;
    if (count == 0)
      return root.life == Life::Alive ? " Nothing refers to it." : "";
    return (root.life == Life::Alive ? " " : " Kept by ") + config::counted(count, "reference")
           + (root.life == Life::Alive ? (count == 1 ? " refers to it:" : " refer to it:") : ":");
  }

  void failed_hook(const Node& node, std::size_t indent) {
    const store::HookError& error = node.error;
    const bool is_hook = !error.program_ended && error.hook != store::failed_upgrade;
    std::string text = is_hook ? "hook \"" + others(error.hook) + "\"" : error.hook;
    if (!error.remote_unit.empty())
      text += " for " + others(error.remote_unit);
    if (error.in_relation)
      text += " in relation " + std::to_string(error.relation);
    text += !error.program_ended              ? " failed"
            : render::waits_for_person(error) ? " does not run again"
                                              : " runs again";
    if (error.attempt > 0) {
      text += " (try " + std::to_string(error.attempt);
      if (error.attempts_max > 0)
        text += " of " + std::to_string(error.attempts_max);
      if (error.next_at > 0)
        text += ", next at " + moment(error.next_at);
      else
        text += render::is_tried_again(error) ? ", tried again now" : ", waits for a person";
      text += ")";
    }
    line(indent, text);
    for (const std::string& words : last_lines(error.stderr_tail))
      line(indent, (error.program_ended ? "because " : "said: ")
                     + render::cut_middle(escaped(words), words_max));
  }

  /// Whether those that hold it say what it waits for.
  [[nodiscard]] static bool is_said_below(const Node& node) {
    const auto is_stopped = [](const Node& holder) {
      return !holder.obstacle.empty() || (!holder.holders.empty() && is_said_below(holder));
    };
    return !node.holders.empty()
           && (node.subject.kind != store::EntityKind::Unit
               || std::any_of(node.holders.begin(), node.holders.end(), is_stopped));
  }

  /// Writes what the node waits for; a failed hook says more than its reason does.
  void reason(const Node& node, std::size_t indent) {
    const bool is_said_of_hook = node.obstacle_kind == render::Obstacle::Kind::HookDebugged;
    if (!node.error.hook.empty())
      failed_hook(node, indent);
    else if (!node.obstacle.empty() && !is_said_of_hook)
      line(indent, others(node.obstacle)
                     + (node.obstacle_since > 0 ? ", since " + moment(node.obstacle_since) : ""));
    else if (!node.waits.empty() && !is_said_of_hook && !is_said_below(node))
      line(indent, others(node.waits));
    if (!node.upgrade.empty())
      line(indent, others(node.upgrade));
    if (node.first_task)
      line(indent, std::string("its tasks wait until ")
                     + (node.subject.kind == store::EntityKind::Machine ? "it is there again"
                                                                        : "that has passed")
                     + ", first task " + std::to_string(*node.first_task));
    if (!node.hook.empty() || !node.debugged_by.empty())
      line(indent,
           (node.hook.empty() ? "runs an action" : "runs hook \"" + others(node.hook) + "\"")
             + " since " + moment(node.hook_since)
             + (node.hook_until > 0 ? ", is killed at " + moment(node.hook_until) : "")
             + (node.debugged_by.empty() ? ""
                                         : ", in a debug session of " + others(node.debugged_by)
                                             + ", and waits for that user"));
  }

  void references(const Node& node, std::size_t indent) {
    std::string text;
    for (const store::RelationId id : node.scopes)
      text += (text.empty() ? "" : ", ") + std::to_string(id);
    if (node.scopes_left_out > 0)
      text += " and " + std::to_string(node.scopes_left_out) + " more";
    if (!text.empty())
      text = "is in scope of relation" + std::string(node.scopes.size() > 1 ? "s " : " ") + text;
    if (node.machine)
      text +=
        (text.empty() ? "is" : ",") + std::string(" on machine ") + std::to_string(*node.machine);
    if (!text.empty())
      line(indent, text);
  }

  void details(const Node& node, std::size_t indent) {
    reason(node, indent);
    if (node.forced)
      line(indent, "it was forced: past failing hooks from " + moment(*node.forced) + " on");
    for (const Remedy& remedy : node.remedies)
      line(indent, "→ " + (remedy.command.empty() ? "" : "orrery " + others(remedy.command) + "   ")
                     + remedy.effect);
    references(node, indent);
    for (const Node& holder : node.holders) {
      const bool is_new = told_.insert(holder.subject).second;
      line(indent, heading(holder) + ": " + life(holder) + (is_new ? "" : ", see above"));
      if (is_new)
        details(holder, indent + 2);
    }
    if (node.holders_left_out > 0)
      line(indent, "and " + std::to_string(node.holders_left_out) + " more");
  }

  void tail(const Explanation& explanation) {
    if (!explanation.refusal.empty())
      return line(0, "Cannot be removed: " + explanation.refusal + ".");
    std::string text;
    for (const Step& step : explanation.steps)
      text += (text.empty() ? "" : " → ") + others(step.text);
    if (explanation.steps_left_out > 0)
      text += std::string(" → and ") + (explanation.steps_at_least ? "at least " : "")
              + config::counted(explanation.steps_left_out, "more step");
    const bool alive = explanation.root.life == Life::Alive && !explanation.steps.empty()
                       && explanation.steps.front().action == Step::Action::Command;
    line(0, (alive ? "Would go by: " : "Goes when: ") + text + ".");
    for (const std::string& left : explanation.stays) {
      std::string sentence = others(left);
      sentence[0] = 'M';
      line(0, sentence + ".");
    }
  }

  const TextOptions& options_;
  std::string text_;
  std::set<Subject> told_; ///< A unit may hold several; its details are told once.
};

} // namespace

std::string to_text(const Explanation& explanation, const TextOptions& options) {
  return Writer(options).write(explanation);
}

} // namespace orrery::explain
