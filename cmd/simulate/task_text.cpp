#include "cmd/simulate/simulated_provider.hpp"

#include <fmt/format.h>

#include <variant>

/// Texts by which tests name tasks of a provider.
namespace orrery::simulate {

namespace {

struct Text {
  std::string operator()(const protocol::StartMachine& task) const {
    return fmt::format("start {}", task.machine);
  }
  std::string operator()(const protocol::StopMachine& task) const {
    return "stop " + task.instance;
  }
  std::string operator()(const protocol::ListInstances&) const { return "list"; }
  std::string operator()(const protocol::LookAtMachine& task) const {
    return fmt::format("look {}", task.machine);
  }
  std::string operator()(const protocol::DeployUnit& task) const { return "deploy " + task.unit; }
  std::string operator()(const protocol::ReplaceCharm& task) const {
    return "upgrade " + task.unit;
  }
  std::string operator()(const protocol::RecallUnit& task) const { return "recall " + task.unit; }
  std::string operator()(const protocol::ListHooks& task) const { return "hooks " + task.unit; }
  std::string operator()(const protocol::LookAtPrograms& task) const {
    return "programs " + task.unit;
  }
  std::string operator()(const protocol::ForgetEnds& task) const { return "forget " + task.unit; }
  std::string operator()(const protocol::RebootMachine& task) const {
    return fmt::format("reboot {}", task.machine);
  }
};

} // namespace

std::string text_of(const protocol::ProviderTask& task) {
  return std::visit(Text{}, task);
}

} // namespace orrery::simulate
