#include "actors/agents/provider_fault.hpp"
#include "actors/agents/unit_agent.hpp"

#include <utility>

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

/// Once, before a hook may run: a charm whose data is gone would begin with an empty database. One
/// that is on its way out is let go.
void UnitAgent::look_at_storage(const protocol::UnitSeen& seen) {
  if (looked_)
    return;
  looked_ = true;
  const store::MachineId machine = mind_.acts_for().machine;
  for (const protocol::StorageSeen& one : seen.storage) {
    const store::StorageAttachment& attachment = one.attachment;
    if (attachment.life != store::Life::Alive || attachment.location.empty() || !one.storage.placed)
      continue;
    ++to_look_at_;
    protocol::ProvideStorage look{
      machine, {unit(), attachment.storage, attachment.location, true, false, 0, true}};
    ask_provider(machine, look, [this](const protocol::ProviderDone& there) {
      if (!there.ok)
        return quit(fault_of_provider(there.error)); // its deployer says so, and tries again later
      --to_look_at_;
      tell_hooks_listed();
    });
  }
}

void UnitAgent::tell_hooks_listed() {
  if (listed_ && looked_ && to_look_at_ == 0)
    tell(*std::exchange(listed_, nullptr));
}

} // namespace orrery::agents
