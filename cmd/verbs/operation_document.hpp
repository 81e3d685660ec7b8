#pragma once

#include "cmd/session/go_times.hpp"
#include "cmd/views/render/document.hpp"
#include "cmd/views/render/show.hpp"
#include "store/operations.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// Operations as `show-operation` and `operations` show them.
namespace orrery::cmd {

/// Whether what its tasks have set, printed and logged is shown, too.
enum class TaskDetail : std::uint8_t { Left, Shown };

/// One operation (A55): what all of it has in common first, then its tasks by their ids.
[[nodiscard]] render::Document operation_document(const store::OperationSeen& seen,
                                                  TaskDetail detail,
                                                  render::DataFormat format,
                                                  const GoTimes& times);
/// All operations by their ids (A54).
[[nodiscard]] std::string operation_map(const std::vector<store::OperationSeen>& operations,
                                        render::DataFormat format,
                                        const GoTimes& times);
/// One operation a line (A53).
[[nodiscard]] std::string operation_table(const std::vector<store::OperationSeen>& operations,
                                          const GoTimes& times);

} // namespace orrery::cmd
