#pragma once

#include "cmd/session/tasks.hpp"
#include "cmd/views/render/show.hpp"

namespace orrery::cmd {

/// Tasks by their places, as Juju's `run` and `exec` show them; those that have ended only.
[[nodiscard]] std::string task_document(const std::vector<TaskOutcome>& tasks,
                                        render::DataFormat format);
/// What is said on standard error of tasks that failed and of those that nobody waits for any more;
/// empty if there are none.
/// @param why nobody waits: `interrupted`, `timed out`.
[[nodiscard]] std::string task_troubles(const std::vector<TaskOutcome>& tasks,
                                        const std::string& why);

} // namespace orrery::cmd
