#include "actors/protocol/commands.hpp"

#include "store/compiled_once_here.hpp"

template struct orrery::store::CompiledOnce<orrery::protocol::Command::Variant>;
