#pragma once

#include "store/operation_records.hpp"

#include <string>
#include <string_view>

namespace orrery::rules {

/// Names in a sentence: `web/0, web/1`.
template <class Names>
[[nodiscard]] std::string listed(const Names& names, std::string_view separator) {
  std::string text;
  for (const std::string& name : names) {
    if (!text.empty())
      text.append(separator);
    text.append(name);
  }
  return text;
}

/// Names a user's task with what it is: `task 12 (action backup)`, `task 12 (command)`.
/// @param action of its operation; empty: not known
[[nodiscard]] inline std::string task_title(store::TaskId task, std::string_view action) {
  std::string title = "task " + std::to_string(task);
  if (action.empty())
    return title;
  return action == store::command_action ? title + " (command)"
                                         : title + " (action " + std::string(action) + ")";
}

} // namespace orrery::rules
