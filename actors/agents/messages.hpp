#pragma once

#include "actors/agents/beginnings.hpp"
#include "actors/agents/roster.hpp"
#include "actors/entities/messages.hpp"
#include "actors/protocol/agents.hpp"

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::AskProvider)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::ProviderDone)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::WatchMachines)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::MachineStirred)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::LeftProgramEnded)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::LookAtEnds)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::UpdateStatusDue)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::OperationsDue)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::SecretsDue)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::TurnWheel)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::RunHook)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::HookGoesOn)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::HookEnded)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::LookAtHooks)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::EndTask)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::RunOnMachine)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::Wake)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::LookAgain)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::ToolCalled)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::ProgramEnded)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::agents::Stirred)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::agents::MayRest)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::agents::MayBegin)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::WantSlot)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::SlotGranted)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::FreeSlot)
