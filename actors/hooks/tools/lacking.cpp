#include "actors/hooks/tools/tool.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace orrery::hooks {
namespace {

/// A tool of Juju that is not here yet, and why it refuses.
struct LackingTool {
  std::string_view name;
  std::string_view why; ///< After `ERROR `.
};

constexpr std::string_view no_payloads = "Orrery has no payloads";
constexpr std::string_view no_kubernetes = "Orrery does not run on Kubernetes";

constexpr std::array<LackingTool, 10> lacking{{
  {"add-metric", "Orrery has no metrics"},
  {"k8s-raw-get", no_kubernetes},
  {"k8s-raw-set", no_kubernetes},
  {"k8s-spec-get", no_kubernetes},
  {"k8s-spec-set", no_kubernetes},
  {"payload-register", no_payloads},
  {"payload-status-set", no_payloads},
  {"payload-unregister", no_payloads},
  {"pod-spec-get", no_kubernetes},
  {"pod-spec-set", no_kubernetes},
}};

/// Says why, for any flags and arguments: what is asked for does not matter.
ToolOutcome refuse(Task& task) {
  const std::string& path = task.call.arguments.front();
  const std::string name = path.substr(path.rfind('/') + 1);
  const auto* found = std::find_if(lacking.begin(), lacking.end(),
                                   [&](const LackingTool& tool) { return tool.name == name; });
  return failed(std::string{found == lacking.end() ? "Orrery does not have this" : found->why}
                + ": " + name + " is not here yet");
}

} // namespace

std::vector<Tool> lacking_tools() {
  std::vector<Tool> tools;
  for (const LackingTool& tool : lacking) {
    Tool refusing;
    refusing.name = tool.name;
    refusing.purpose = "Refuse: " + std::string{tool.why} + '.';
    refusing.takes_any_flags = true;
    refusing.run = refuse;
    tools.push_back(std::move(refusing));
  }
  return tools;
}

} // namespace orrery::hooks
