#include "actors/protocol/command_names.hpp"

namespace orrery::protocol {

namespace {

/// One line a command: a new command without a name does not compile.
struct Name {
  std::string_view operator()(const CreateApplication&) const { return "deploy"; }
  std::string_view operator()(const NumberCharm&) const { return "number charm"; }
  std::string_view operator()(const RefreshApplication&) const { return "refresh"; }
  std::string_view operator()(const SetUnitCharm&) const { return "set charm"; }
  std::string_view operator()(const AddUnit&) const { return "add-unit"; }
  std::string_view operator()(const AddMachine&) const { return "add-machine"; }
  std::string_view operator()(const SetConfig&) const { return "config"; }
  std::string_view operator()(const SetModelConfig&) const { return "model-config"; }
  std::string_view operator()(const SetModelDefaults&) const { return "model-defaults"; }
  std::string_view operator()(const SetExposed& c) const {
    return c.exposed ? "expose" : "unexpose";
  }
  std::string_view operator()(const SetTrusted& c) const {
    return c.trusted ? "trust" : "trust --remove";
  }
  std::string_view operator()(const SetConstraints&) const { return "set-constraints"; }
  std::string_view operator()(const SetModelConstraints&) const { return "set-model-constraints"; }
  std::string_view operator()(const HostModel& c) const {
    switch (c.step) {
    case HostModel::Step::Make:
      return "add-model";
    case HostModel::Step::Begin:
      return "begin model";
    case HostModel::Step::End:
      return "destroy-model";
    case HostModel::Step::Forget:
      break;
    }
    return "forget model";
  }
  std::string_view operator()(const EndModel&) const { return "end model"; }
  std::string_view operator()(const AttachResource&) const { return "attach-resource"; }
  std::string_view operator()(const UseResource&) const { return "use resource"; }
  std::string_view operator()(const AddRelation&) const { return "integrate"; }
  std::string_view operator()(const RemoveUnit&) const { return "remove-unit"; }
  std::string_view operator()(const RemoveMachine&) const { return "remove-machine"; }
  std::string_view operator()(const RemoveRelation&) const { return "remove-relation"; }
  std::string_view operator()(const RemoveApplication&) const { return "remove-application"; }
  std::string_view operator()(const Resolve&) const { return "resolved"; }
  std::string_view operator()(const EnqueueOperation& c) const {
    return c.action == store::command_action ? "exec" : "run";
  }
  std::string_view operator()(const CancelTask&) const { return "cancel-task"; }
  std::string_view operator()(const BeginTask&) const { return "begin task"; }
  std::string_view operator()(const FinishTask&) const { return "finish task"; }
  std::string_view operator()(const LogTask&) const { return "log of a task"; }
  std::string_view operator()(const AddUser&) const { return "add-user"; }
  std::string_view operator()(const RemoveUser&) const { return "remove-user"; }
  std::string_view operator()(const SetPassword&) const { return "change-user-password"; }
  std::string_view operator()(const ResetPassword&) const { return "change-user-password --reset"; }
  std::string_view operator()(const EnableUser& c) const {
    return c.enabled ? "enable-user" : "disable-user";
  }
  std::string_view operator()(const ChangeGrant& c) const { return c.revokes ? "revoke" : "grant"; }
  std::string_view operator()(const NoteConnection&) const { return "note connection"; }
  std::string_view operator()(const ForgetOperations&) const { return "forget operations"; }
  std::string_view operator()(const AddStorage&) const { return "add-storage"; }
  std::string_view operator()(const AttachStorage&) const { return "attach-storage"; }
  std::string_view operator()(const DetachStorage&) const { return "detach-storage"; }
  std::string_view operator()(const RemoveStorage&) const { return "remove-storage"; }
  std::string_view operator()(const StorageProvisioned&) const { return "storage provisioned"; }
  std::string_view operator()(const StorageAttached&) const { return "storage attached"; }
  std::string_view operator()(const StorageDetached&) const { return "storage detached"; }
  std::string_view operator()(const SetUnitDying&) const { return "set dying"; }
  std::string_view operator()(const EnterScope&) const { return "enter scope"; }
  std::string_view operator()(const DepartScope&) const { return "depart scope"; }
  std::string_view operator()(const LeaveScope&) const { return "leave scope"; }
  std::string_view operator()(const FlushHook&) const { return "flush hook"; }
  std::string_view operator()(const TrackSecret&) const { return "track secret"; }
  std::string_view operator()(const EndSecretHook&) const { return "end secret hook"; }
  std::string_view operator()(const NoteSecretsDue&) const { return "note secrets due"; }
  std::string_view operator()(const ChangeUserSecret& c) const {
    return c.change.added_for          ? "add-secret"
           : c.change.removed          ? "remove-secret"
           : !c.change.pruned.empty()  ? "remove-secret"
           : !c.change.grants.empty()  ? "grant-secret"
           : !c.change.revoked.empty() ? "revoke-secret"
                                       : "update-secret";
  }
  std::string_view operator()(const ResealSecret&) const { return "rekey"; }
  std::string_view operator()(const SetUnitDead&) const { return "set dead"; }
  std::string_view operator()(const DeleteUnit&) const { return "delete unit"; }
  std::string_view operator()(const ReportUnit&) const { return "report unit"; }
  std::string_view operator()(const ReportApplication&) const { return "report application"; }
  std::string_view operator()(const SetLeaderSettings&) const { return "set leader settings"; }
  std::string_view operator()(const ClearResolved&) const { return "clear resolved"; }
  std::string_view operator()(const ClaimLeadership&) const { return "claim leadership"; }
  std::string_view operator()(const ResignLeadership&) const { return "resign leadership"; }
  std::string_view operator()(const SetInstance&) const { return "set instance"; }
  std::string_view operator()(const SetMachineStatus&) const { return "set machine status"; }
  std::string_view operator()(const SetMachineDead&) const { return "set machine dead"; }
  std::string_view operator()(const DeleteMachine&) const { return "delete machine"; }
  std::string_view operator()(const RetryProvisioning& c) const {
    return c.keep_data ? "retry-provisioning --keep-data" : "retry-provisioning";
  }
  std::string_view operator()(const AbandonInstance&) const { return "abandon instance"; }
  std::string_view operator()(const ClearInstance&) const { return "clear instance"; }
  std::string_view operator()(const SetMachineDying&) const { return "set machine dying"; }
  std::string_view operator()(const ForceRemoval&) const { return "force removal"; }
  std::string_view operator()(const DeleteBags&) const { return "clean up settings"; }
  std::string_view operator()(const ForgetHistory&) const { return "forget history"; }
};

} // namespace

std::string_view name_of(const Command& command) {
  return std::visit(Name{}, command);
}

std::string_view word_of(Verdict verdict) {
  switch (verdict) {
  case Verdict::Done:
    return "done";
  case Verdict::Nothing:
    return "nothing";
  case Verdict::Refused:
    return "refused";
  case Verdict::Contended:
    break;
  }
  return "contended";
}

} // namespace orrery::protocol
