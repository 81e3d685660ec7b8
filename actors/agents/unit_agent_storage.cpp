#include "actors/agents/unit_agent.hpp"

/// Has places of the unit's storages made and left.
namespace orrery::agents {

void UnitAgent::provide_storage(const ProvideStorage& wanted) {
  const store::MachineId machine = mind_.acts_for().machine;
  ask_provider(
    machine,
    protocol::ProvideStorage{
      machine, {unit(), wanted.storage, wanted.mount_point, wanted.placed, false, wanted.size_mib}},
    [this](const protocol::ProviderDone& reply) { storage_handled(reply); });
}

void UnitAgent::leave_storage(const LeaveStorage& left) {
  const store::MachineId machine = mind_.acts_for().machine;
  ask_provider(
    machine,
    protocol::LeaveStorage{machine, {unit(), left.storage, left.mount_point, true, left.destroy}},
    [this](const protocol::ProviderDone& reply) { storage_handled(reply); });
}

void UnitAgent::storage_handled(const protocol::ProviderDone& reply) {
  const std::string why = reply.error.empty() ? "no reason given" : reply.error;
  tell(StorageHandled{reply.ok ? std::string() : why, reply.mount_point});
}

} // namespace orrery::agents
