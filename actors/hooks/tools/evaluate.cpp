#include "actors/hooks/context.hpp"
#include "actors/hooks/tools/format.hpp"
#include "actors/hooks/tools/secret_arguments.hpp"
#include "actors/hooks/tools/tool.hpp"

#include <algorithm>
#include <iterator>

namespace orrery::hooks {
namespace {

std::vector<Tool> make_tools() {
  std::vector<Tool> tools{application_version_set_tool(),
                          config_get_tool(),
                          credential_get_tool(),
                          goal_state_tool(),
                          is_leader_tool(),
                          juju_log_tool(),
                          juju_reboot_tool(),
                          leader_get_tool(),
                          leader_set_tool(),
                          network_get_tool(),
                          relation_get_tool(),
                          relation_ids_tool(),
                          relation_list_tool(),
                          relation_model_get_tool(),
                          relation_set_tool(),
                          resource_get_tool(),
                          secret_get_tool(),
                          status_get_tool(),
                          status_set_tool(),
                          unit_get_tool()};
  for (std::vector<Tool> more :
       {action_tools(), lacking_tools(), port_tools(), state_tools(), storage_tools(),
        secret_grant_tools(), secret_list_tools(), secret_write_tools()})
    std::move(more.begin(), more.end(), std::back_inserter(tools));
  for (Tool& tool : tools) {
    if (!tool.prints)
      continue;
    tool.flags.push_back({{"format"},
                          false,
                          tool.has_smart ? "smart" : "yaml",
                          tool.has_smart ? "Specify output format (json|smart|yaml)"
                                         : "Specify output format (json|yaml)"});
    tool.flags.push_back({{"o", "output"}, false, "", "Specify an output file"});
  }
  std::sort(tools.begin(), tools.end(),
            [](const Tool& left, const Tool& right) { return left.name < right.name; });
  return tools;
}

std::string usage(const Tool& tool) {
  std::string text = "Usage: " + tool.name + (tool.flags.empty() ? "" : " [options]");
  if (!tool.arguments.empty())
    text += ' ' + tool.arguments;
  text += "\n\nSummary:\n" + tool.purpose + '\n';
  if (!tool.flags.empty())
    text += "\nOptions:\n" + describe_flags(tool.flags);
  return text;
}

/// `/x/tools/config-get` is config-get.
std::string tool_name(const ToolCall& call) {
  if (call.arguments.empty())
    return {};
  const std::string& path = call.arguments.front();
  return path.substr(path.rfind('/') + 1);
}

ToolOutcome run(const Tool& tool, const HookSight& sight, HookState& state, const ToolCall& call) {
  const bool asks_help =
    std::find(call.arguments.begin(), call.arguments.end(), "--help") != call.arguments.end();
  if (tool.takes_any_flags && !asks_help) {
    Task task{sight, state, call, {}};
    return tool.run(task);
  }
  const auto flags = parse_flags(tool.flags, {call.arguments.begin() + 1, call.arguments.end()});
  if (!flags)
    return misused(flags.error());
  if (flags->help) {
    ToolDone help = done();
    help.reply.output = usage(tool);
    return help;
  }
  const std::string format = flags->text("format");
  if (tool.prints && (!parse_format(format) || (format == "smart" && !tool.has_smart)))
    return misused("invalid value " + in_quotes(format) + " for option --format: unknown format "
                   + in_quotes(format) + ", expected one of "
                   + (tool.has_smart ? "[json smart yaml]" : "[json yaml]"));
  Task task{sight, state, call, *flags};
  return tool.run(task);
}

} // namespace

const std::vector<Tool>& all_tools() {
  static const std::vector<Tool> tools = make_tools();
  return tools;
}

const std::vector<std::string>& tool_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const Tool& tool : all_tools())
      all.push_back(tool.name);
    return all;
  }();
  return names;
}

const std::vector<std::string>& programs_beside_tools() {
  static const std::vector<std::string> names{"juju-exec", "juju-run", "jujud", "sudo"};
  return names;
}

ToolOutcome evaluate(const HookSight& sight, HookState& state, const ToolCall& call) {
  const std::string name = tool_name(call);
  const std::vector<Tool>& tools = all_tools();
  const auto found =
    std::find_if(tools.begin(), tools.end(), [&](const Tool& tool) { return tool.name == name; });
  if (found == tools.end())
    return failed("unknown hook tool " + in_quotes(name) + ": Orrery has no such tool");
  ToolOutcome outcome = run(*found, sight, state, call);
  const auto* const answer = std::get_if<ToolDone>(&outcome);
  if (answer != nullptr && !answer->reply.wants_input)
    forget_files(state.secrets, call);
  return outcome;
}

} // namespace orrery::hooks
