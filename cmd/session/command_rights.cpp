#include "cmd/session/command_rights.hpp"

#include "cmd/session/access.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

using Least = std::optional<Right>;
using namespace protocol;

/// One row a command.
struct RightFor {
  Least operator()(const CreateApplication&) const { return Right::Write; }
  Least operator()(const NumberCharm&) const { return Right::Write; }
  Least operator()(const RefreshApplication&) const { return Right::Write; }
  Least operator()(const AddUnit&) const { return Right::Write; }
  Least operator()(const AddMachine&) const { return Right::Write; }
  Least operator()(const SetConfig&) const { return Right::Write; }
  Least operator()(const SetExposed&) const { return Right::Write; }
  Least operator()(const SetTrusted&) const { return Right::Write; }
  Least operator()(const SetConstraints&) const { return Right::Write; }
  Least operator()(const SetModelConstraints&) const { return Right::Write; }
  Least operator()(const AddRelation&) const { return Right::Write; }
  Least operator()(const RemoveUnit&) const { return Right::Write; }
  Least operator()(const RemoveMachine&) const { return Right::Write; }
  Least operator()(const RemoveRelation&) const { return Right::Write; }
  Least operator()(const RemoveApplication&) const { return Right::Write; }
  Least operator()(const Resolve&) const { return Right::Write; }
  Least operator()(const RetryProvisioning&) const { return Right::Write; }
  Least operator()(const CancelTask&) const { return Right::Write; }
  /// A key of ssh lets its owner run any command on the model's machines (CL5).
  Least operator()(const SetModelConfig& c) const {
    return c.keys_added.empty() && c.keys_removed.empty() ? Right::Write : Right::Admin;
  }
  /// A charm's action is the charm's; a command may be any.
  Least operator()(const EnqueueOperation& c) const {
    return c.action == store::command_action ? Right::Admin : Right::Write;
  }
  Least operator()(const AttachResource&) const { return Right::Write; }
  Least operator()(const AddStorage&) const { return Right::Write; }
  Least operator()(const AttachStorage&) const { return Right::Write; }
  Least operator()(const DetachStorage&) const { return Right::Write; }
  Least operator()(const RemoveStorage&) const { return Right::Write; }
  Least operator()(const ChangeUserSecret&) const { return Right::Write; }
  Least operator()(const ResealSecret&) const { return Right::Admin; }
  Least operator()(const SetModelDefaults&) const { return Right::Superuser; }
  // Commands by which the process adds and ends its models: no session gives them.
  Least operator()(const HostModel&) const { return std::nullopt; }
  Least operator()(const EndModel&) const { return std::nullopt; }
  // Of users and their rights.
  Least operator()(const AddUser&) const { return std::nullopt; }
  Least operator()(const RemoveUser&) const { return std::nullopt; }
  Least operator()(const SetPassword&) const { return std::nullopt; }
  Least operator()(const ResetPassword&) const { return std::nullopt; }
  Least operator()(const EnableUser&) const { return std::nullopt; }
  Least operator()(const ChangeGrant&) const { return std::nullopt; }
  Least operator()(const NoteConnection&) const { return std::nullopt; }
  // Of agents.
  Least operator()(const StorageProvisioned&) const { return std::nullopt; }
  Least operator()(const StorageAttached&) const { return std::nullopt; }
  Least operator()(const StorageDetached&) const { return std::nullopt; }
  Least operator()(const UseResource&) const { return std::nullopt; }
  Least operator()(const TrackSecret&) const { return std::nullopt; }
  Least operator()(const EndSecretHook&) const { return std::nullopt; }
  Least operator()(const NoteSecretsDue&) const { return std::nullopt; }
  Least operator()(const SetUnitDying&) const { return std::nullopt; }
  Least operator()(const EnterScope&) const { return std::nullopt; }
  Least operator()(const DepartScope&) const { return std::nullopt; }
  Least operator()(const LeaveScope&) const { return std::nullopt; }
  Least operator()(const FlushHook&) const { return std::nullopt; }
  Least operator()(const SetUnitCharm&) const { return std::nullopt; }
  Least operator()(const SetUnitDead&) const { return std::nullopt; }
  Least operator()(const DeleteUnit&) const { return std::nullopt; }
  Least operator()(const ReportUnit&) const { return std::nullopt; }
  Least operator()(const ReportApplication&) const { return std::nullopt; }
  Least operator()(const ClearResolved&) const { return std::nullopt; }
  Least operator()(const ClaimLeadership&) const { return std::nullopt; }
  Least operator()(const ResignLeadership&) const { return std::nullopt; }
  Least operator()(const SetInstance&) const { return std::nullopt; }
  Least operator()(const SetMachineStatus&) const { return std::nullopt; }
  Least operator()(const SetMachineDead&) const { return std::nullopt; }
  Least operator()(const DeleteMachine&) const { return std::nullopt; }
  Least operator()(const DeleteBags&) const { return std::nullopt; }
  Least operator()(const SetMachineDying&) const { return std::nullopt; }
  Least operator()(const ForceRemoval&) const { return std::nullopt; }
  Least operator()(const AbandonInstance&) const { return std::nullopt; }
  Least operator()(const ClearInstance&) const { return std::nullopt; }
  Least operator()(const ForgetHistory&) const { return std::nullopt; }
  Least operator()(const SetLeaderSettings&) const { return std::nullopt; }
  Least operator()(const BeginTask&) const { return std::nullopt; }
  Least operator()(const FinishTask&) const { return std::nullopt; }
  Least operator()(const LogTask&) const { return std::nullopt; }
  Least operator()(const ForgetOperations&) const { return std::nullopt; }
};

} // namespace

std::optional<Right> right_for_command(const Command& command) {
  return std::visit(RightFor{}, command);
}

Answer run_on_process(Session& session, const Command& command) {
  Answer answer = process_of(session)->run(command);
  if (answer.ok())
    session.sequence = std::max(session.sequence, answer.sequence);
  return answer;
}

} // namespace orrery::cmd
