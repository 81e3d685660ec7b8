#include "test/agents/golden/words.hpp"

#include "actors/workflow/unit_notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>

namespace orrery::test::golden {

namespace {

using Words = std::vector<std::string>;

/// When something is to be done, from now on: absolute times move with whatever else waits.
std::string in_time(store::Milliseconds at, store::Milliseconds now) {
  return at == 0 ? "never" : fmt::format("in {} ms", at - now);
}

std::string words_of(const store::Settings& settings) {
  Words words;
  for (const auto& [key, value] : settings)
    words.push_back(key + "=" + value);
  return fmt::format("{{{}}}", fmt::join(words, " "));
}

std::string words_of(const agents::Hook& hook) {
  std::string words = agents::hook_name(hook);
  if (agents::is_relation_hook(hook.kind))
    words += fmt::format(" in {} with {}", hook.relation, hook.remote_application);
  if (!hook.remote_unit.empty())
    words += " for " + hook.remote_unit;
  return hook.version == 0 ? words : words + fmt::format(" version {}", hook.version);
}

std::string words_of(const agents::Operation& operation, store::Milliseconds now) {
  const char* const steps[] = {"queued", "pending", "done"};
  std::string words = fmt::format("<{}> {}", words_of(operation.hook),
                                  steps[static_cast<std::size_t>(operation.step)]);
  if (operation.tried)
    words += ", tried";
  if (operation.attempt > 0)
    words += fmt::format(", attempt {}, next {}, said '{}'", operation.attempt,
                         in_time(operation.next_at, now), operation.stderr_tail);
  return words;
}

std::string words_of_core(const agents::UnitNotes& local, store::Milliseconds now) {
  Words words;
  const auto add = [&words](bool is_so, const char* word) {
    if (is_so)
      words.emplace_back(word);
  };
  add(local.installed, "installed");
  add(local.started, "started");
  add(local.stopped, "stopped");
  add(local.removed, "removed");
  add(local.leader, "leader");
  add(local.configured, "configured");
  if (!local.charm.empty())
    words.push_back("charm " + local.charm);
  if (!local.upgrade.empty())
    words.push_back("upgrade to " + local.upgrade);
  if (!local.conflict.empty())
    words.push_back("conflict '" + local.conflict + "'");
  add(local.config_follows, "config follows");
  words.push_back(fmt::format("config {}", local.config_version));
  words.push_back(fmt::format("leader-settings {}", local.leader_settings_version));
  if (local.operation)
    words.push_back(words_of(*local.operation, now));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string words_of(const agents::RelationProgress& progress) {
  Words words{progress.endpoint + " with " + progress.remote_application};
  if (progress.created)
    words.emplace_back("created");
  words.push_back(fmt::format("application {}", progress.application_version));
  if (!progress.changed_pending.empty())
    words.push_back("changed is next for " + progress.changed_pending);
  if (progress.broken)
    words.emplace_back("broken");
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string words_of_value(std::string_view key, std::string_view value, store::Milliseconds now) {
  if (is_deployers(key))
    return "deployed";
  agents::UnitNotes local;
  if (const auto read = agents::read_notes_of(local, key, value); !read)
    throw std::runtime_error(read.error().what);
  if (local.relations.empty())
    return words_of_core(local, now);
  const agents::RelationProgress& progress = local.relations.begin()->second;
  return progress.members.empty() ? words_of(progress)
                                  : fmt::format("delivered {}", progress.members.begin()->second);
}

/// Words for what agents change in the model. Counts, versions of others and history are left out.
struct WriteWords {
  const rules::Write& write;
  const std::string& cause;

  [[nodiscard]] std::string sign() const { return write.deleted ? "-" : ""; }
  std::string operator()(const store::Unit& unit) const {
    std::string words = sign() + "unit " + unit.name + " " + std::string(to_string(unit.life));
    const char* const resolved[] = {"", " resolved", " resolved-no-retry"};
    return words + resolved[static_cast<std::size_t>(unit.resolved)];
  }
  std::string operator()(const store::UnitStatus& status) const {
    Words ports;
    for (const store::Port& port : status.ports)
      ports.push_back(fmt::format("{}/{}-{}", port.protocol, port.from, port.to));
    return ports.empty() || write.deleted ? "" : fmt::format("ports {}", fmt::join(ports, " "));
  }
  std::string operator()(const store::Application& application) const {
    if (!cause.ends_with(
          "leadership")) // else its counts have changed, or it has gone with its last
      return "";
    return fmt::format("application {} led by {}", application.name,
                       application.leader.empty() ? "nobody" : application.leader);
  }
  std::string operator()(const store::LeaderSettings& settings) const {
    return sign() + "leader-settings " + words_of(settings.values);
  }
  std::string operator()(const store::CharmState& state) const {
    return fmt::format("{}state {} {}", sign(), state.unit, words_of(state.values));
  }
  std::string operator()(const store::Scope& scope) const {
    return fmt::format("{}scope {} {}{}", sign(), scope.relation, scope.unit,
                       scope.departing ? " departing" : "");
  }
  std::string operator()(const store::Bag& bag) const {
    return fmt::format("{}bag {} {} {}", sign(), bag.relation, bag.owner, words_of(bag.values));
  }
  std::string operator()(const store::Machine& machine) const {
    return fmt::format("{}machine {} {} {} {}", sign(), machine.id, to_string(machine.life),
                       machine.instance.empty() ? "without instance" : machine.instance,
                       machine.status.value);
  }
  template <class Record>
  std::string operator()(const Record&) const {
    return "";
  }
};

} // namespace

std::string words_of_note(const store::Change& change, store::Milliseconds now) {
  return change.value
           ? fmt::format("{} = {}", change.key, words_of_value(change.key, *change.value, now))
           : fmt::format("{} goes", change.key);
}

std::string words_of(const entities::Token& token) {
  Words words;
  for (const rules::Write& write : token.writes)
    if (std::string word = std::visit(WriteWords{write, token.context.cause}, write.record);
        !word.empty())
      words.push_back(std::move(word));
  if (token.writes.empty())
    words.push_back(token.answer.ok() ? "nothing to do" : token.answer.text);
  return fmt::format("{}{}{}", token.context.cause, words.empty() ? "" : ": ",
                     fmt::join(words, "; "));
}

std::string words_of(const store::UnitStatus& status, store::Milliseconds now) {
  const auto words = [](const store::Status& one) {
    return one.message.empty() ? one.value : fmt::format("{} ({})", one.value, one.message);
  };
  std::string text = fmt::format("agent {}, workload {}, workflow {}", words(status.agent),
                                 words(status.workload), status.workflow);
  const store::HookError& error = status.error;
  if (!error.hook.empty())
    text += fmt::format(", error {}{}{} attempt {} of {}, next {}, said '{}'", error.hook,
                        error.in_relation ? fmt::format(" in {}", error.relation) : "",
                        error.remote_unit.empty() ? "" : " for " + error.remote_unit, error.attempt,
                        error.attempts_max, in_time(error.next_at, now), error.stderr_tail);
  return text;
}

std::string words_of(const protocol::RunHook& order) {
  const hooks::HookSight& sight = order.sight;
  std::string words = sight.hook;
  if (sight.action)
    words += " " + sight.action->parameters;
  if (sight.relation)
    words += fmt::format(" in {} with {}", *sight.relation, sight.remote_application);
  if (!sight.remote_unit.empty())
    words += " for " + sight.remote_unit;
  if (!sight.departing_unit.empty())
    words += ", departing " + sight.departing_unit;
  words += fmt::format(", sees config {}", words_of(sight.config));
  if (!sight.leader_settings.empty())
    words += " leader-settings " + words_of(sight.leader_settings);
  if (sight.leader)
    words += ", leads";
  for (const auto& [id, relation] : sight.relations)
    words += fmt::format(", {}:{} {{{}}}", relation.endpoint, id, fmt::join(relation.members, " "));
  return words;
}

std::string words_of(const hooks::HookEnd& end) {
  const char* const hows[] = {"exited", "signaled", "timed out", "not run", "cancelled"};
  return fmt::format("{} {}", hows[static_cast<std::size_t>(end.how)], end.code);
}

std::string unit_of_note(std::string_view key) {
  if (is_deployers(key))
    return std::string(key.substr(key.rfind(' ') + 1));
  return std::string(key.substr(1, key.find(':') - 1));
}

bool is_deployers(std::string_view key) {
  return key.starts_with("d ");
}

} // namespace orrery::test::golden
