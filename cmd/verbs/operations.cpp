#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/operation_document.hpp"
#include "cmd/verbs/operation_filter.hpp"
#include "cmd/views/render/missing.hpp"

namespace orrery::cmd {

namespace {

constexpr std::uint32_t usual_limit = 50;
constexpr const char* applications_and_units = "au"; // letters of store/keys.hpp

/// A batch of the operations that match (A53).
struct Batch {
  std::vector<store::OperationSeen> operations;
  bool more = false; ///< Whether others follow.
};

std::optional<Batch> read_batch(Session& session,
                                const OperationMatcher& matches,
                                std::uint32_t offset,
                                std::uint32_t limit) {
  Batch batch;
  std::uint32_t found = 0;
  const auto read = session.orchestrator->each_operation([&](store::OperationSeen seen) {
    if (!matches(seen) || found++ < offset)
      return true;
    batch.more = batch.operations.size() == limit;
    if (!batch.more)
      batch.operations.push_back(std::move(seen));
    return !batch.more;
  });
  if (read)
    return batch;
  session.fail("cannot read the operations: " + read.error().text);
  return std::nullopt;
}

/// Which part of them is shown.
std::string place_of(const Batch& batch, std::uint32_t offset, std::uint32_t limit) {
  if (offset == 0 && !batch.more)
    return {};
  std::string text = "Displaying operation results " + std::to_string(offset + 1) + " to "
                     + std::to_string(offset + batch.operations.size()) + ".\n";
  if (batch.more)
    text += "Run the command again with --offset=" + std::to_string(offset + limit)
            + " --limit=" + std::to_string(limit) + " to see the next batch.\n";
  return text;
}

Outcome list_operations(Session& session, const Arguments& arguments) {
  auto filter = filter_of(arguments);
  if (!filter)
    return tl::unexpected(filter.error());
  const auto contents = read_named(session, {.kinds = applications_and_units});
  if (!contents)
    return Exit::Failed;
  for (const std::string& name : filter->applications)
    if (!contents->applications.contains(name))
      return session.fail(render::missing(*contents, store::EntityKind::Application, name));
  const auto given = arguments.number("limit").value_or(0);
  const std::uint32_t limit = given == 0 ? usual_limit : given;
  const std::uint32_t offset = arguments.number("offset").value_or(0);
  const auto batch =
    read_batch(session, OperationMatcher(std::move(*filter), *contents), offset, limit);
  if (!batch)
    return Exit::Failed;
  if (batch->operations.empty()) {
    session.err("no matching operations\n");
    return Exit::Fine;
  }
  const GoTimes times(arguments.on("utc"));
  if (const auto format = render::parse_data_format(arguments.text("format").value_or("plain")))
    session.out(operation_map(batch->operations, *format, times));
  else
    session.out(place_of(*batch, offset, limit) + operation_table(batch->operations, times));
  return Exit::Fine;
}

} // namespace

std::vector<Verb> operation_verbs() {
  constexpr auto text = Flag::Kind::Text;
  Verb verb;
  verb.name = "operations";
  verb.aliases = {"list-operations"};
  verb.right = Right::Read;
  verb.summary = "List what users have run on units: actions and commands";
  verb.more =
    "  Without a flag, what ran on units that are there now. What ran on machines is listed\n"
    "  with --machines, or --actions juju-exec.\n";
  verb.flags = {
    {"apps", '\0', text, "APPLICATIONS", "On units of these applications, separated by commas"},
    {"applications", '\0', text, "APPLICATIONS", "The same as --apps"},
    {"units", '\0', text, "UNITS", "On these units"},
    {"machines", '\0', text, "MACHINES", "On these machines themselves"},
    {"actions", '\0', text, "ACTIONS", "Of these actions; juju-exec: commands"},
    {"status", '\0', text, "STATUSES", "With one of these statuses: running, failed, ..."},
    {"limit", '\0', Flag::Kind::Number, "N", "At most so many, default 50"},
    {"offset", '\0', Flag::Kind::Number, "N", "Without the first so many"},
    {"format", '\0', text, "plain|yaml|json", "How they are shown, default plain"},
    {"utc", '\0', Flag::Kind::Switch, "", "Show times in UTC"}};
  verb.examples = {"operations", "operations --apps db --status running,pending",
                   "operations --machines 0,1 --format json", "operations --offset 50 --limit 50"};
  verb.words_max = 0;
  verb.handler = list_operations;
  return {verb};
}

} // namespace orrery::cmd
