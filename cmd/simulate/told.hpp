#pragma once

#include "cmd/simulate/ledger.hpp"

#include <string>

/// Commands and transactions in words, for the trace.
namespace orrery::simulate {

/// `remove-unit web/0 force max-wait=60000`.
[[nodiscard]] std::string told(const protocol::Command& command);
/// A JSON list of what it wrote, but for statuses: `"+unit web/0 alive machine=3"` for what begins,
/// `"-..."` for what goes.
[[nodiscard]] std::string told(const rules::Writes& writes);

} // namespace orrery::simulate
