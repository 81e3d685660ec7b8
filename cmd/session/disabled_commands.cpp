#include "cmd/session/disabled_commands.hpp"

#include <variant>

namespace orrery::cmd {

using config::CommandSet;

bool can_be_disabled(const protocol::Command& command) {
  const auto* const config = std::get_if<protocol::SetModelConfig>(&command);
  return config == nullptr || config->disabled.empty();
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
