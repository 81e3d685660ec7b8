#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/operation_document.hpp"
#include "cmd/verbs/operation_waiting.hpp"
#include "cmd/views/render/show_document.hpp"
#include "store/names.hpp"

namespace orrery::cmd {

namespace {

std::optional<store::OperationSeen> read_operation(Session& session, store::TaskId id) {
  auto seen = session.orchestrator->operation(id);
  if (seen && *seen)
    return std::move(*seen);
  session.fail(seen ? "operation \"" + std::to_string(id) + "\" not found"
                    : "cannot read operation " + std::to_string(id) + ": " + seen.error().text);
  return std::nullopt;
}

Outcome show_operation(Session& session, const Arguments& arguments) {
  const auto patience = look_patience(arguments);
  if (!patience)
    return tl::unexpected(patience.error());
  const auto format = format_of(arguments, "yaml", "");
  if (!format)
    return tl::unexpected(format.error());
  const auto id = store::parse_id(arguments.words[0]);
  if (!id)
    return session.fail("operation ID \"" + arguments.words[0] + "\" not valid");
  std::optional<store::OperationSeen> seen;
  const auto look = [&] { // A56
    seen = read_operation(session, *id);
    if (!seen)
      return Looked::Failed;
    const bool waits = patience->count() >= 0;
    return !waits || store::is_final(seen->operation.status) ? Looked::Ended : Looked::NotYet;
  };
  switch (wait_for_end(session, look_limit(*patience), look)) {
  case Waited::Failed:
    return Exit::Failed;
  case Waited::TimedOut:
    return session.fail("timeout reached");
  case Waited::Interrupted:
    return session.fail("interrupted while waiting; the work itself goes on");
  case Waited::Ended:
    break;
  }
  session.out(render::formatted(
    operation_document(*seen, TaskDetail::Shown, **format, GoTimes(arguments.on("utc"))),
    **format));
  return Exit::Fine;
}

} // namespace

std::vector<Verb> show_operation_verbs() {
  Verb verb;
  verb.name = "show-operation";
  verb.right = Right::Read;
  verb.arguments = "OPERATION";
  verb.summary = "Show an operation with its tasks and their results";
  verb.flags = look_flags("yaml|json", "How it is shown, default yaml");
  verb.examples = {"show-operation 1", "show-operation 1 --wait 2m --format json"};
  verb.words_min = 1;
  verb.words_max = 1;
  verb.handler = show_operation;
  return {verb};
}

} // namespace orrery::cmd
