#include "actors/agents/hook_run.hpp"
#include "actors/runtime/log.hpp"

/// Carries out what a hook's tool wants at once.
namespace orrery::agents {

namespace {

/// An effect as a command to the model; a log line is none.
struct AsCommand {
  const hooks::HookSight& sight;
  store::Milliseconds now;

  std::optional<protocol::Command> operator()(const hooks::SetUnitStatus& said) const {
    return protocol::ReportUnit{
      sight.unit, store::Status{said.value, said.message, now}, {}, {}, {}, {}};
  }
  std::optional<protocol::Command> operator()(const hooks::SetApplicationStatus& said) const {
    return protocol::ReportApplication{
      sight.application, sight.unit, {said.value, said.message, now}};
  }
  std::optional<protocol::Command> operator()(const hooks::SetVersion& said) const {
    return protocol::ReportUnit{sight.unit, {}, {}, {}, {}, said.version};
  }
  std::optional<protocol::Command> operator()(const hooks::SetLeaderSettings& said) const {
    return protocol::SetLeaderSettings{sight.application, sight.unit, said.settings};
  }
  std::optional<protocol::Command> operator()(const hooks::LogAction& said) const {
    return protocol::LogTask{sight.action->operation, sight.action->task, said.text};
  }
  std::optional<protocol::Command> operator()(const hooks::TrackSecret& read) const {
    return protocol::TrackSecret{sight.unit, read.secret, read.owner, read.revision, read.label};
  }
  std::optional<protocol::Command> operator()(const hooks::Log&) const { return std::nullopt; }
};

} // namespace

/// Effects come one after the other, each on disk before the tool returns.
void HookRun::take_effect(const hooks::ToolDone& result, std::size_t from) {
  for (std::size_t i = from; i < result.effects.size(); ++i) {
    if (const auto* line = std::get_if<hooks::Log>(&result.effects[i]))
      write_log(*line);
    const std::optional<protocol::Command> command =
      std::visit(AsCommand{order_.sight, now()}, result.effects[i]);
    if (!command)
      continue;
    ask(*command, [this, result, i](const protocol::Answer& answer) {
      if (!answer.ok())
        return reply({1, "", "ERROR " + answer.text + "\n", false, "", ""});
      if (answer.verdict == protocol::Verdict::Done)
        log_status(result.effects[i]);
      hooks::took_effect(order_.sight, state_, result.effects[i]);
      take_effect(result, i + 1);
    });
    return;
  }
  reply(result.reply);
}

/// Logs what a status has become (show-status-log).
void HookRun::log_status(const hooks::Effect& effect) {
  if (const auto* unit = std::get_if<hooks::SetUnitStatus>(&effect)) {
    const UnitLine line = status_line("workload", unit->value, unit->message);
    log_.append(hooks::log_line(line));
  } else if (const auto* all = std::get_if<hooks::SetApplicationStatus>(&effect)) {
    runtime::log("status")->info(
      "an application's status has changed{}",
      runtime::field("application", order_.sight.application) + runtime::field("status", all->value)
        + runtime::field("message", all->message) + of_model().log_fields());
  }
}

} // namespace orrery::agents
