#pragma once

#include "actors/workflow/workflow.hpp"

/// Which agents need not be there: pure functions.
namespace orrery::agents {

/// An agent of a unit that is in more relations, or has met more others in all of them, stays: it
/// would read all of them again.
inline constexpr std::size_t most_members_at_rest = 64;

/// Whether the unit's agent has nothing to do until it sees something new, and would see the same
/// if it began then. What `remote` does not know yet counts as something to do.
[[nodiscard]] bool
may_rest(const UnitNotes& local, const UnitSight& remote, const config::RetryPolicy& policy);

/// Says what an agent that is idle says of itself: which program has ended, where start does not
/// run again for it; else nothing.
[[nodiscard]] std::string idle_message(const UnitNotes& local);

/// Whether people see all that an agent with these notes has to say while it is idle (W5).
[[nodiscard]] bool has_said_all(const UnitNotes& local,
                                const store::UnitStatus& status,
                                const config::RetryPolicy& policy);

} // namespace orrery::agents
