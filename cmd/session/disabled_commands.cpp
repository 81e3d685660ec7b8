#include "cmd/session/disabled_commands.hpp"

#include <type_traits>
#include <variant>

namespace orrery::cmd {

namespace {

using config::CommandSet;

template <class Command, class... Others>
constexpr bool is_one_of = (std::is_same_v<Command, Others> || ...);

} // namespace

std::optional<CommandSet> command_set_of(const protocol::Command& command) {
  return std::visit(
    [](const auto& one) -> std::optional<CommandSet> {
      using One = std::decay_t<decltype(one)>;
      if constexpr (is_one_of<One, protocol::RemoveUnit, protocol::RemoveMachine,
                              protocol::RemoveRelation, protocol::RemoveApplication,
                              protocol::RemoveStorage, protocol::DetachStorage>)
        return CommandSet::RemoveObject;
      if constexpr (std::is_same_v<One, protocol::SetModelConfig>)
        if (!one.disabled.empty())
          return std::nullopt;
      return CommandSet::All;
    },
    command);
}

std::optional<std::string>
why_disabled(const Session& session, Orchestrator& model, CommandSet used) {
  const auto records = model.named({.kinds = "g"}); // its configuration
  if (!records)
    return std::nullopt;
  const auto& values = records->model_config.values;
  const auto set = config::disabled_by(values, used);
  if (!set)
    return std::nullopt;
  const std::string& message = values.at(config::disabled_key(*set));
  return (message.empty() ? "the operation has been blocked" : message) + ": to enable it, run "
         + session.program + " enable-command " + std::string{config::to_string(*set)};
}

} // namespace orrery::cmd
