#include "cmd/verbs/data_format.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/operation_waiting.hpp"
#include "cmd/verbs/task_output.hpp"
#include "cmd/views/render/key_order.hpp"
#include "cmd/views/render/show_document.hpp"
#include "store/names.hpp"

#include <algorithm>

namespace orrery::cmd {

namespace {

using render::Document;

constexpr int most_cancels = 5;

tl::unexpected<UsageError> wrong_task(const Arguments& arguments, std::size_t index) {
  return arguments.wrong(index, "task ID \"" + arguments.words[index] + "\" not valid");
}

/// Waits for the task as long as that is wanted, and prints its log meanwhile (A57).
Waited wait_for_task(Session& session,
                     store::TaskId id,
                     std::chrono::nanoseconds patience,
                     bool utc,
                     std::optional<store::OperationSeen>& seen) {
  LogLines log(session, utc);
  bool waits = false;
  const Waited waited = wait_for_end(session, look_limit(patience), [&] {
    seen = read_task(session, id);
    if (!seen)
      return Looked::Failed;
    const store::TaskSeen& task = seen->tasks.front();
    const bool ended = patience.count() < 0 || store::is_final(task.task.status);
    waits = waits || !ended;
    if (waits)
      log.print(task);
    return ended ? Looked::Ended : Looked::NotYet;
  });
  if (log.printed())
    session.err("\n");
  return waited;
}

Outcome show_task(Session& session, const Arguments& arguments) {
  const auto patience = look_patience(arguments);
  if (!patience)
    return tl::unexpected(patience.error());
  const auto format = format_of(arguments, "plain", "plain");
  if (!format)
    return tl::unexpected(format.error());
  const auto id = store::parse_id(arguments.words[0]);
  if (!id)
    return wrong_task(arguments, 0);
  const bool utc = arguments.on("utc");
  std::optional<store::OperationSeen> seen;
  switch (wait_for_task(session, *id, *patience, utc, seen)) {
  case Waited::Failed:
    return Exit::Failed;
  case Waited::TimedOut:
    return session.fail("maximum wait time reached");
  case Waited::Interrupted:
    return session.fail("interrupted while waiting; the work itself goes on");
  case Waited::Ended:
    break;
  }
  const store::TaskSeen& task = seen->tasks.front();
  session.out(*format ? render::formatted(
                render::in_key_order(task_document(task, GoTimes(utc)), **format), **format)
                      : plain_task(task.task));
  return Exit::Fine;
}

/// The entry of a task that was to be cancelled (A58); null: there is none of that id.
Document cancelled_document(const std::string& id, const store::OperationSeen* seen) {
  Document entry = Document::map();
  if (seen == nullptr) {
    entry.add("action", "")
      .add("completed at", "n/a")
      .add("error", "action \"" + id + "\" not found")
      .add("id", id)
      .add("status", "")
      .add("unit", "");
    return entry;
  }
  const store::Task& task = seen->tasks.front().task;
  std::string ended = GoTimes(true).short_form(task.completed);
  std::replace(ended.begin(), ended.end(), 'T', ' ');
  entry.add("action", seen->operation.action)
    .add("completed at", ended.empty() ? "n/a" : ended)
    .add("id", id)
    .add("status", store::to_string(task.status))
    .add("unit", task.unit.empty() ? tag_of("", task.machine) : task.unit);
  return entry;
}

/// Cancels a task that has not ended. @returns false, and an ERROR printed, if that was refused.
bool cancel(Session& session, const store::Task& task) {
  const auto answer =
    run_command(session, protocol::CancelTask{task.operation, task.id, task.unit, task.machine});
  if (answer.ok()) {
    session.sequence = std::max(session.sequence, answer.sequence);
    return true;
  }
  // The task may have ended, or its receiver gone, since it was looked at.
  if (answer.code == protocol::Code::NotFound || answer.code == protocol::Code::Contention
      || answer.verdict == protocol::Verdict::Contended)
    return true;
  session.fail("cancel-task " + std::to_string(task.id) + ": " + refusal_text(answer));
  return false;
}

/// The entry of one task, cancelled if it had not ended; nothing, and an ERROR printed, if it
/// cannot be cancelled.
std::optional<Document> cancelled(Session& session, const std::string& word) {
  for (int tries = 0;; ++tries) {
    const auto seen = session.orchestrator->task(*store::parse_id(word));
    if (!seen) {
      session.fail("cannot read task " + word + ": " + seen.error().text);
      return std::nullopt;
    }
    if (!*seen || (*seen)->tasks.empty())
      return cancelled_document(word, nullptr);
    const store::Task& task = (*seen)->tasks.front().task;
    if (store::is_final(task.status) || task.status == store::TaskStatus::Aborting)
      return cancelled_document(word, &**seen);
    if (tries == most_cancels) {
      session.fail("cancel-task " + word + ": state changing too quickly; try again soon");
      return std::nullopt;
    }
    if (!cancel(session, task))
      return std::nullopt;
  }
}

Outcome cancel_tasks(Session& session, const Arguments& arguments) {
  const auto format = format_of(arguments, "yaml", "");
  if (!format)
    return tl::unexpected(format.error());
  for (std::size_t i = 0; i < arguments.words.size(); ++i)
    if (!store::parse_id(arguments.words[i]))
      return wrong_task(arguments, i);
  if (arguments.words.empty())
    return session.fail("no task IDs specified");
  Document entries = Document::list();
  for (const std::string& word : arguments.words) {
    auto entry = cancelled(session, word);
    if (!entry)
      return Exit::Failed;
    entries.push(std::move(*entry));
  }
  session.out(render::formatted(Document::map().add("actions", std::move(entries)), **format));
  return Exit::Fine;
}

} // namespace

std::vector<Verb> task_verbs() {
  Verb show;
  show.name = "show-task";
  show.right = Right::Read;
  show.arguments = "TASK";
  show.summary = "Show what a task has set and printed";
  show.flags = look_flags("plain|yaml|json", "How it is shown, default plain");
  show.examples = {"show-task 2", "show-task 2 --watch", "show-task 2 --wait 1m --format json"};
  show.words_min = 1;
  show.words_max = 1;
  show.handler = show_task;
  Verb cancel;
  cancel.name = "cancel-task";
  cancel.right = Right::Write;
  cancel.arguments = "TASK...";
  cancel.summary = "Cancel tasks that wait, and end those that run";
  cancel.flags = {
    {"format", '\0', Flag::Kind::Text, "yaml|json", "How they are shown, default yaml"}};
  cancel.examples = {"cancel-task 2", "cancel-task 2 3 --format json"};
  cancel.handler = cancel_tasks;
  return {cancel, show};
}

} // namespace orrery::cmd
