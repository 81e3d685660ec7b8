#include "cmd/verbs/operation_following.hpp"

#include "cmd/views/render/show_document.hpp"
#include "config/counted.hpp"
#include "store/names.hpp"
#include "store/task_messages.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace orrery::cmd {

namespace {

std::string joined_lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines)
    text += line + "\n";
  return text;
}

/// One operation as its user follows it; one use.
class Follower {
public:
  Follower(Session& session, const Enqueued& enqueued, const Following& following)
    : session_(session), enqueued_(enqueued), following_(following),
      operation_(std::to_string(enqueued.operation)), log_(session, following.utc),
      limit_(following.patience ? WaitLimit(*following.patience) : WaitLimit()) {}

  int follow() {
    if (enqueued_.tasks.empty()) { // A46
      info("Operation " + operation_ + " failed to schedule any tasks:\n"
           + joined_lines(enqueued_.reasons));
      return Exit::Fine;
    }
    if (!following_.background)
      progress(running());
    if (!enqueued_.reasons.empty())
      info("Some actions could not be scheduled:\n" + joined_lines(enqueued_.reasons) + "\n\n");
    if (following_.background)
      return say_scheduled();
    for (waited_ = 0; waited_ < enqueued_.tasks.size(); ++waited_)
      if (const Waited waited = wait_for(enqueued_.tasks[waited_]); waited != Waited::Ended)
        return give_up(waited);
    return show_all();
  }

private:
  /// Hidden by --quiet.
  void info(const std::string& text) const {
    if (!following_.quiet)
      session_.err(text);
  }
  void progress(const std::string& text) const {
    if (following_.progress_shown)
      info(text);
  }

  [[nodiscard]] std::string counted() const {
    return config::counted(enqueued_.tasks.size(), "task");
  }

  [[nodiscard]] std::string running() const {
    std::string text = "Running operation " + operation_ + " with " + counted() + "\n";
    for (const EnqueuedTask& task : enqueued_.tasks)
      text +=
        "  - task " + std::to_string(task.id) + " on " + tag_of(task.unit, task.machine) + "\n";
    return text + "\n";
  }

  /// A49
  int say_scheduled() const {
    const bool one = enqueued_.tasks.size() == 1;
    const std::string task = one ? std::to_string(enqueued_.tasks.front().id) : "<id>";
    info("Scheduled operation " + operation_ + " with " + (one ? "task " + task : counted())
         + "\n");
    if (!one)
      session_.out(ids());
    info("Check operation status with '" + session_.program + " show-operation " + operation_
         + "'\nCheck task status with '" + session_.program + " show-task " + task + "'\n");
    return Exit::Fine;
  }

  [[nodiscard]] std::string ids() const {
    struct Natural {
      bool operator()(const std::string& left, const std::string& right) const {
        return store::natural_less(left, right);
      }
    };
    std::map<std::string, store::TaskId, Natural> by_receiver;
    for (const EnqueuedTask& task : enqueued_.tasks)
      by_receiver[task.unit.empty() ? std::to_string(task.machine) : task.unit] = task.id;
    auto all = render::Document::map();
    for (const auto& [receiver, id] : by_receiver)
      all.add(receiver, render::Document::map().add("id", std::to_string(id)));
    return render::formatted(all, render::DataFormat::Yaml);
  }

  Waited wait_for(const EnqueuedTask& task) {
    progress("Waiting for task " + std::to_string(task.id) + "...\n\n");
    const bool alone = enqueued_.tasks.size() == 1;
    bool late = false;
    const Waited waited = wait_for_end(session_, limit_, [&] {
      const auto seen = read_task(session_, task.id);
      if (!seen)
        return Looked::Failed;
      if (alone && following_.progress_shown && !following_.quiet)
        log_.print(seen->tasks.front());
      tell_progress(seen->operation);
      late = is_late(seen->tasks.front().task);
      return store::is_final(seen->tasks.front().task.status) ? Looked::Ended : Looked::NotYet;
    });
    if (log_.printed())
      progress("\n\n");
    return waited == Waited::Ended && late ? Waited::TimedOut : waited;
  }

  [[nodiscard]] bool is_late(const store::Task& task) const {
    return following_.killed_is_late && task.status == store::TaskStatus::Failed
           && task.message == store::command_cancelled;
  }

  /// On a terminal, where nothing else tells.
  void tell_progress(const store::Operation& operation) const {
    if (following_.progress_shown || following_.quiet)
      return session_.progress("");
    const auto all = enqueued_.tasks.size();
    session_.progress(std::to_string(all - std::min<std::size_t>(all, operation.open)) + " of "
                      + config::counted(all, "task") + (all == 1 ? " has ended" : " have ended"));
  }

  int give_up(Waited waited) const {
    if (waited == Waited::Failed)
      return Exit::Failed;
    if (waited == Waited::Interrupted)
      return session_.fail("interrupted waiting for results; what was begun goes on: see "
                           + session_.program + " show-operation " + operation_);
    return time_out();
  }

  /// A48: results that are there are shown, and what goes on is said behind Juju's line.
  int time_out() const {
    const auto seen = session_.orchestrator->operation(enqueued_.operation);
    const Tasks tasks = seen && *seen ? tasks_of(**seen) : Tasks();
    Tasks ended;
    Tasks open;
    for (const store::TaskSeen& task : tasks)
      (store::is_final(task.task.status) ? ended : open).push_back(task);
    if (!ended.empty())
      show(ended);
    session_.fail("timed out waiting for results from: " + awaited());
    session_.err(
      notes_of_open_tasks(open, following_.goes_on, session_.program, enqueued_.operation));
    return Exit::Failed;
  }

  /// The receivers of the task that was waited for and of all behind it.
  [[nodiscard]] std::string awaited() const {
    std::map<std::string, std::string> waiting; // by tag, as Juju sorts them
    for (auto i = waited_; i < enqueued_.tasks.size(); ++i) {
      const EnqueuedTask& task = enqueued_.tasks[i];
      waiting[tag_of(task.unit, task.machine)] =
        task.unit.empty() ? "machine " + std::to_string(task.machine) : "unit " + task.unit;
    }
    for (std::size_t i = 0; i < waited_; ++i) // of one that comes twice a result is there
      waiting.erase(tag_of(enqueued_.tasks[i].unit, enqueued_.tasks[i].machine));
    std::string text;
    for (const auto& [tag, receiver] : waiting)
      text += (text.empty() ? "" : ", ") + receiver;
    return text;
  }

  /// Tasks that were not refused.
  [[nodiscard]] Tasks tasks_of(const store::OperationSeen& seen) const {
    std::set<store::TaskId> wanted;
    for (const EnqueuedTask& task : enqueued_.tasks)
      wanted.insert(task.id);
    Tasks tasks;
    for (const store::TaskSeen& task : seen.tasks)
      if (wanted.contains(task.task.id))
        tasks.push_back(task);
    return tasks;
  }

  void show(const Tasks& tasks) const {
    std::set<std::string> receivers;
    for (const EnqueuedTask& task : enqueued_.tasks)
      receivers.insert(tag_of(task.unit, task.machine));
    session_.out(following_.format ? task_map(tasks, *following_.format, GoTimes(following_.utc))
                                   : following_.plain(tasks, receivers.size()));
    if (!following_.format && following_.failures_noted) {
      session_.err(warnings_of_cut_output(tasks, session_.program));
      info(notes_of_failures(tasks));
    }
  }

  int show_all() const {
    const auto seen = session_.orchestrator->operation(enqueued_.operation);
    if (!seen || !*seen)
      return session_.fail("operation \"" + operation_ + "\" not found"
                           + (seen ? "" : ": " + seen.error().text));
    const Tasks tasks = tasks_of(**seen);
    show(tasks);
    const auto failed = failed_tasks(tasks, session_.program);
    session_.err(failed);
    return failed.empty() ? Exit::Fine : Exit::Failed;
  }

  Session& session_;
  const Enqueued& enqueued_;
  const Following& following_;
  std::string operation_;
  LogLines log_;
  WaitLimit limit_;
  std::size_t waited_ = 0; ///< Index of the task that is waited for.
};

} // namespace

tl::expected<Following, UsageError> following_of(const Arguments& arguments,
                                                 std::chrono::nanoseconds usual) {
  const auto wait = duration_flag(arguments, "wait");
  if (!wait)
    return tl::unexpected(wait.error());
  const auto given = wait->value_or(std::chrono::nanoseconds{0});
  Following following;
  following.background = arguments.on("background");
  following.quiet = arguments.on("quiet");
  following.utc = arguments.on("utc");
  if (following.background && given.count() > 0)
    return arguments.wrong(0, "cannot specify both --wait and --background");
  if (given.count() >= 0)
    following.patience = given.count() == 0 ? usual : given;
  following.format = render::parse_data_format(arguments.text("format").value_or("plain"));
  return following;
}

std::vector<Flag> following_flags() {
  return {
    {"format", '\0', Flag::Kind::Text, "plain|yaml|json", "How results are shown, default plain"},
    {"wait", '\0', Flag::Kind::Text, "DURATION", ""},
    {"background", '\0', Flag::Kind::Switch, "",
     "Do not wait; say how to look at what becomes of it"},
    {"utc", '\0', Flag::Kind::Switch, "", "Show times in UTC"},
    {"quiet", 'q', Flag::Kind::Switch, "", "Show results and errors only"},
    {"color", '\0', Flag::Kind::Switch, "", "Use colours", true},
    {"no-color", '\0', Flag::Kind::Switch, "", "Use no colours", true}};
}

int follow(Session& session, const Enqueued& enqueued, const Following& following) {
  return Follower(session, enqueued, following).follow();
}

} // namespace orrery::cmd
