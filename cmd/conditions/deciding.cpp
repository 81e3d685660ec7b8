#include "cmd/conditions/deciding.hpp"

#include <utility>

namespace orrery::cmd::console {

std::optional<Decided> decide(Session& session, const Condition& condition) {
  const auto contents = read_named(session, condition.decided_by());
  if (!contents)
    return std::nullopt;
  auto finding = condition.look(*contents, session.orchestrator->data_directory());
  return Decided{finding.holds, std::move(finding.why), contents->sequence};
}

} // namespace orrery::cmd::console
