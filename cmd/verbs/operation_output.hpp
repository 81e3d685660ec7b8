#pragma once

#include "cmd/verbs/task_output.hpp"
#include "cmd/views/render/show.hpp"

#include <optional>
#include <string>
#include <vector>

/// Text that `run` and `exec` print of an operation's tasks once they have ended.
namespace orrery::cmd {

using Tasks = std::vector<store::TaskSeen>;

/// Shows the results of one receiver's task and what it printed (A42); of several receivers a map
/// without what they printed (A43). Of a receiver that comes twice the last task counts.
/// @param receivers of the operation, of whose tasks some may be left out; 0: none is
[[nodiscard]] std::string plain_run(const Tasks& tasks, std::size_t receivers = 0);
/// Shows what tasks printed, each below its receiver if several have printed something (A62), or
/// if others are left out.
/// @param receivers as of plain_run()
[[nodiscard]] std::string plain_exec(const Tasks& tasks, std::size_t receivers = 0);
/// All tasks by their receivers (A44).
[[nodiscard]] std::string
task_map(const Tasks& tasks, render::DataFormat format, const GoTimes& times);

/// The error about tasks whose programs exited with more than 0 (A45); empty if there are none.
/// @param program as its user calls it: `juju`, `orrery`
[[nodiscard]] std::string failed_tasks(const Tasks& tasks, const std::string& program);
/// A line for each other task that did not complete: plain_exec() shows nothing of why.
[[nodiscard]] std::string notes_of_failures(const Tasks& tasks);
/// A line for each stream of which a task has not kept all (A32): plain_exec() shows no gap.
/// @param program as its user calls it
[[nodiscard]] std::string warnings_of_cut_output(const Tasks& tasks, const std::string& program);
/// Says of tasks that nobody waits for any more what they do and where to look (A48): a line for
/// each of the first ten, one for the rest.
/// @param goes_on as of Following @param program as its user calls it
[[nodiscard]] std::string notes_of_open_tasks(const Tasks& tasks,
                                              const std::string& goes_on,
                                              const std::string& program,
                                              store::TaskId operation);

} // namespace orrery::cmd
