#include "actors/protocol/commands.hpp"
#include "cmd/simulate/simulation.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

/// Every command that users can give is drawn, or says here why it is not.
namespace orrery::simulate {
namespace {

enum class Origin {
  Operator, ///< Drawn by Operator.
  Step,     ///< Drawn as a step of its own.
  Agents,   ///< No user gives it.
  LeftOut,  ///< Not drawn, for the reason beside it.
};

/// Says of each command where it comes from. A new one does not compile before it is here.
struct OriginOf {
  Origin operator()(const protocol::CreateApplication&) const { return Origin::Operator; }
  Origin operator()(const protocol::AddUnit&) const { return Origin::Operator; }
  Origin operator()(const protocol::AddMachine&) const { return Origin::Operator; }
  Origin operator()(const protocol::SetConfig&) const { return Origin::Operator; }
  Origin operator()(const protocol::SetExposed&) const { return Origin::Operator; }
  Origin operator()(const protocol::SetTrusted&) const { return Origin::Operator; }
  Origin operator()(const protocol::SetModelConfig&) const { return Origin::Operator; }
  Origin operator()(const protocol::SetConstraints&) const { return Origin::Operator; }
  Origin operator()(const protocol::SetModelConstraints&) const { return Origin::Operator; }
  Origin operator()(const protocol::AddRelation&) const { return Origin::Operator; }
  Origin operator()(const protocol::RemoveUnit&) const { return Origin::Operator; }
  Origin operator()(const protocol::RemoveMachine&) const { return Origin::Operator; }
  Origin operator()(const protocol::RemoveRelation&) const { return Origin::Operator; }
  Origin operator()(const protocol::RemoveApplication&) const { return Origin::Operator; }
  Origin operator()(const protocol::Resolve&) const { return Origin::Operator; }
  Origin operator()(const protocol::RetryProvisioning&) const { return Origin::Operator; }
  Origin operator()(const protocol::NumberCharm&) const { return Origin::Step; }        // Refresh
  Origin operator()(const protocol::RefreshApplication&) const { return Origin::Step; } // Refresh
  Origin operator()(const protocol::EnqueueOperation&) const { return Origin::Step; }   // Execute
  Origin operator()(const protocol::CancelTask&) const { return Origin::Step; }         // Cancel
  Origin operator()(const protocol::AddStorage&) const { return Origin::Operator; }
  Origin operator()(const protocol::AttachStorage&) const { return Origin::Operator; }
  Origin operator()(const protocol::DetachStorage&) const { return Origin::Operator; }
  Origin operator()(const protocol::RemoveStorage&) const { return Origin::Operator; }
  Origin operator()(const protocol::ChangeUserSecret&) const { return Origin::Operator; }
  // The simulated charms declare no files, and no key is renewed.
  Origin operator()(const protocol::AttachResource&) const { return Origin::LeftOut; }
  Origin operator()(const protocol::ResealSecret&) const { return Origin::LeftOut; }
  // A simulated process has one model and no users: no agent acts upon these.
  Origin operator()(const protocol::SetModelDefaults&) const { return Origin::LeftOut; }
  Origin operator()(const protocol::HostModel&) const { return Origin::LeftOut; }
  Origin operator()(const protocol::EndModel&) const { return Origin::LeftOut; }
  Origin operator()(const protocol::AddUser&) const { return Origin::LeftOut; }
  Origin operator()(const protocol::RemoveUser&) const { return Origin::LeftOut; }
  Origin operator()(const protocol::SetPassword&) const { return Origin::LeftOut; }
  Origin operator()(const protocol::ResetPassword&) const { return Origin::LeftOut; }
  Origin operator()(const protocol::EnableUser&) const { return Origin::LeftOut; }
  Origin operator()(const protocol::ChangeGrant&) const { return Origin::LeftOut; }
  Origin operator()(const protocol::NoteConnection&) const { return Origin::LeftOut; }
  Origin operator()(const protocol::StorageProvisioned&) const { return Origin::Agents; }
  Origin operator()(const protocol::StorageAttached&) const { return Origin::Agents; }
  Origin operator()(const protocol::StorageDetached&) const { return Origin::Agents; }
  Origin operator()(const protocol::UseResource&) const { return Origin::Agents; }
  Origin operator()(const protocol::TrackSecret&) const { return Origin::Agents; }
  Origin operator()(const protocol::EndSecretHook&) const { return Origin::Agents; }
  Origin operator()(const protocol::NoteSecretsDue&) const { return Origin::Agents; }
  Origin operator()(const protocol::SetUnitDying&) const { return Origin::Agents; }
  Origin operator()(const protocol::EnterScope&) const { return Origin::Agents; }
  Origin operator()(const protocol::DepartScope&) const { return Origin::Agents; }
  Origin operator()(const protocol::LeaveScope&) const { return Origin::Agents; }
  Origin operator()(const protocol::FlushHook&) const { return Origin::Agents; }
  Origin operator()(const protocol::SetUnitCharm&) const { return Origin::Agents; }
  Origin operator()(const protocol::SetUnitDead&) const { return Origin::Agents; }
  Origin operator()(const protocol::DeleteUnit&) const { return Origin::Agents; }
  Origin operator()(const protocol::ReportUnit&) const { return Origin::Agents; }
  Origin operator()(const protocol::ReportApplication&) const { return Origin::Agents; }
  Origin operator()(const protocol::ClearResolved&) const { return Origin::Agents; }
  Origin operator()(const protocol::ClaimLeadership&) const { return Origin::Agents; }
  Origin operator()(const protocol::ResignLeadership&) const { return Origin::Agents; }
  Origin operator()(const protocol::SetInstance&) const { return Origin::Agents; }
  Origin operator()(const protocol::SetMachineStatus&) const { return Origin::Agents; }
  Origin operator()(const protocol::SetMachineDead&) const { return Origin::Agents; }
  Origin operator()(const protocol::DeleteMachine&) const { return Origin::Agents; }
  Origin operator()(const protocol::DeleteBags&) const { return Origin::Agents; }
  Origin operator()(const protocol::SetMachineDying&) const { return Origin::Agents; }
  Origin operator()(const protocol::ForceRemoval&) const { return Origin::Agents; }
  Origin operator()(const protocol::AbandonInstance&) const { return Origin::Agents; }
  Origin operator()(const protocol::ClearInstance&) const { return Origin::Agents; }
  Origin operator()(const protocol::ForgetHistory&) const { return Origin::Agents; }
  Origin operator()(const protocol::SetLeaderSettings&) const { return Origin::Agents; }
  Origin operator()(const protocol::BeginTask&) const { return Origin::Agents; }
  Origin operator()(const protocol::FinishTask&) const { return Origin::Agents; }
  Origin operator()(const protocol::LogTask&) const { return Origin::Agents; }
  Origin operator()(const protocol::ForgetOperations&) const { return Origin::Agents; }
};

template <std::size_t... Index>
std::set<std::size_t> drawn_by_operator(std::index_sequence<Index...>) {
  std::set<std::size_t> all;
  const auto note = [&all](std::size_t index, Origin origin) {
    if (origin == Origin::Operator)
      all.insert(index);
  };
  (note(Index, OriginOf{}(std::variant_alternative_t<Index, protocol::Command::Variant>{})), ...);
  return all;
}

std::vector<protocol::Command> asked_in(std::uint64_t seed, std::uint64_t steps) {
  SimulationOptions options;
  options.seed = seed;
  options.steps = steps;
  options.to_the_end = false;
  std::vector<protocol::Command> asked;
  for (const Step& step : Simulation(std::move(options)).run().story.steps)
    if (const auto* ask = std::get_if<steps::Ask>(&step.doing))
      asked.push_back(ask->command);
  return asked;
}

TEST(DrawnCommands, every_command_of_users_is_drawn_in_some_runs) {
  constexpr std::size_t all = std::variant_size_v<protocol::Command::Variant>;
  std::set<std::size_t> missing = drawn_by_operator(std::make_index_sequence<all>{});
  for (std::uint64_t seed = 1; seed <= 12; ++seed)
    for (const protocol::Command& command : asked_in(seed, 400))
      missing.erase(command.index());
  for (const std::size_t index : missing)
    ADD_FAILURE() << "the " << index << "th command of protocol::Command is never drawn";
}

} // namespace
} // namespace orrery::simulate
