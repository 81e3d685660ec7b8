#pragma once

#include "cmd/session/arguments.hpp"
#include "cmd/verbs/enqueuing.hpp"
#include "cmd/views/explain/named.hpp"
#include "store/contents.hpp"

#include <tl/expected.hpp>

#include <string>
#include <vector>

/// Where a user's command shall run.
namespace orrery::cmd {

/// The targets of `exec` as its flags name them.
struct ExecTargets {
  std::vector<std::string> units; ///< `db/0`, `db/leader`.
  std::vector<std::string> applications;
  std::vector<std::string> machines;
  bool all_machines = false;
};
[[nodiscard]] ExecTargets targets_of(const Arguments& arguments);

/// Says in one or more lines why the flags name no targets (A59); empty if they do.
[[nodiscard]] std::string wrong_targets(const ExecTargets& targets);

/// Names the records that add_targets() looks at.
[[nodiscard]] explain::Named named_by(const ExecTargets& targets);

/// Adds the receivers and the summary: units first, each once and by their text, then machines
/// (A61). A unit or machine that is not there is a reason of the order.
/// Errors: an unknown application, an unknown leader; nothing runs then.
[[nodiscard]] tl::expected<void, std::string>
add_targets(const store::Contents& contents, const ExecTargets& targets, Order& order);

} // namespace orrery::cmd
