#pragma once

#include "actors/hooks/context.hpp"
#include "actors/hooks/tools/flags.hpp"
#include "config/data.hpp"

#include <string>
#include <vector>

namespace orrery::hooks {

/// One call of a tool whose flags are known to be right.
struct Task {
  const HookSight& sight;
  HookState& state; ///< A tool changes it last, when nothing can fail any more.
  const ToolCall& call;
  Flags flags;
};

/// A hook tool.
struct Tool {
  std::string name;
  std::string arguments; ///< For the usage line: `[KEY|-] [UNIT]`.
  std::string purpose;   ///< One sentence.
  bool prints = false;   ///< Has --format and -o.
  std::vector<Flag> flags;
  ToolOutcome (*run)(Task&) = nullptr;
  bool takes_any_flags = false; ///< Its call is not looked at, but for --help.
  bool has_smart =
    true; ///< Prints smart where no format is asked for; otherwise YAML, and no smart.
};

/// Succeeded, with nothing to print.
[[nodiscard]] ToolDone done(std::vector<Effect> effects = {});
/// Succeeded: the value in the format, and to the file, that the flags ask for.
[[nodiscard]] ToolDone printed(const Task& task, const config::Data& value);
/// The command failed: exit code 1.
[[nodiscard]] ToolDone failed(const std::string& text);
/// Flags or arguments are wrong: exit code 2.
[[nodiscard]] ToolDone misused(const std::string& text);
/// Misused if there are more than `most` positionals, else nothing of interest (exit code 0).
[[nodiscard]] ToolDone no_more_than(const Task& task, std::size_t most);

/// All tools, sorted by name.
[[nodiscard]] const std::vector<Tool>& all_tools();

/// One tool or a pair a file.
[[nodiscard]] std::vector<Tool> action_tools();
[[nodiscard]] Tool application_version_set_tool();
[[nodiscard]] Tool config_get_tool();
[[nodiscard]] Tool credential_get_tool();
[[nodiscard]] Tool goal_state_tool();
[[nodiscard]] Tool is_leader_tool();
[[nodiscard]] Tool juju_log_tool();
[[nodiscard]] Tool juju_reboot_tool();
/// Tools that charms find on a machine of Juju and Orrery does not have: each refuses, with exit
/// code 1.
[[nodiscard]] std::vector<Tool> lacking_tools();
[[nodiscard]] Tool leader_get_tool();
[[nodiscard]] Tool leader_set_tool();
[[nodiscard]] Tool network_get_tool();
[[nodiscard]] std::vector<Tool> port_tools();
[[nodiscard]] Tool relation_get_tool();
[[nodiscard]] Tool relation_ids_tool();
[[nodiscard]] Tool relation_list_tool();
[[nodiscard]] Tool relation_model_get_tool();
[[nodiscard]] Tool relation_set_tool();
[[nodiscard]] Tool resource_get_tool();
[[nodiscard]] Tool secret_get_tool();
[[nodiscard]] std::vector<Tool> secret_grant_tools();
[[nodiscard]] std::vector<Tool> secret_list_tools();
[[nodiscard]] std::vector<Tool> secret_write_tools();
[[nodiscard]] std::vector<Tool> state_tools();
[[nodiscard]] Tool status_get_tool();
[[nodiscard]] Tool status_set_tool();
[[nodiscard]] std::vector<Tool> storage_tools();
[[nodiscard]] Tool unit_get_tool();

} // namespace orrery::hooks
