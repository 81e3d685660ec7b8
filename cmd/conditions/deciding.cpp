#include "cmd/conditions/deciding.hpp"

namespace orrery::cmd::console {

std::optional<Decided> decide(Session& session, const Condition& condition) {
  const auto contents = read_named(session, condition.decided_by());
  if (!contents)
    return std::nullopt;
  return Decided{condition.look(*contents, session.orchestrator->data_directory()).holds,
                 contents->sequence};
}

} // namespace orrery::cmd::console
