#pragma once

#include "actors/entities/token.hpp"
#include "actors/protocol/observations.hpp"

#include <caf/allowed_unsafe_message_type.hpp>

/// Registers the messages for use inside one process. Observations and answers are plain data: a
/// wire for agents in other processes can encode them without changing who sends what.
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::entities::Arrive)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::entities::Decided)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::entities::Append)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::entities::Sync)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::Answer)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::CharmsDropped)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::Observe)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::Unobserve)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::PassOver)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::MachineSeen)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::UnitSeen)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::ApplicationSeen)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::ModelSeen)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::ObserveRelation)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::RelationSeen)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::ScopeStirred)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::ReadMembers)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::MembersSeen)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::ReadBag)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::BagSeen)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::ReadConfig)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::ConfigSeen)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::ReadTask)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::TaskSeen)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::CleanupDue)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::HistoryDue)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::OperationEnded)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::ModelConfigured)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::SecretsStirred)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::ReadSecrets)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::ReadSecretNames)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::SecretNamesSeen)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::SecretReadEnded)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::LookAtSecrets)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::ForceDue)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::ReadScopes)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::protocol::ScopesSeen)
