// wait-for: Juju's own way to wait, with a query (CL17-CL19). The present is looked at first, and
// what is not so is said.
#include "cmd/conditions/query_evaluation.hpp"
#include "cmd/session/access.hpp"
#include "cmd/verbs/groups.hpp"
#include "cmd/verbs/model_name.hpp"
#include "cmd/verbs/wait_goal.hpp"
#include "cmd/views/render/escape.hpp"

#include <algorithm>
#include <thread>
#include <utility>

namespace orrery::cmd {

namespace {

using query::Thing;
using SteadyClock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// How one look has ended.
struct Look {
  bool decided = false;
  int exit = Exit::Fine; ///< If decided.
  std::string line{};    ///< What is said of it.
  std::uint64_t sequence = 0;
};

std::string quoted_name(const Thing& thing) {
  return std::string{query::word_of(thing.kind)} + " \"" + render::escaped(thing.name) + "\"";
}

/// Waits for one goal; one use.
class GoalWait {
public:
  GoalWait(Session& session, const Goal& goal) : session_{session}, goal_{goal} {}

  int run() {
    const auto deadline = SteadyClock::now() + goal_.timeout;
    while (true) {
      const auto began = SteadyClock::now();
      const auto look = look_once();
      if ((goal_.summary || !look.decided) && !look.line.empty() && look.line != told_)
        session_.err(look.line + "\n");
      told_ = look.line;
      if (look.decided)
        return end(look);
      if (const auto exit = wait_for_change(look.sequence, deadline))
        return *exit;
      // In a large and busy model looking is dear: it gets at most a quarter of the time.
      const auto rest = deadline - SteadyClock::now();
      std::this_thread::sleep_for(std::min(3 * (SteadyClock::now() - began - waited_), rest));
    }
  }

private:
  static constexpr milliseconds patience{200};

  Look look_once() {
    why_.clear();
    const auto contents = read();
    if (!contents)
      return {true, Exit::Failed};
    Look look;
    look.sequence = contents->sequence;
    const query::World world{*contents, model_ ? model_->life : store::Life::Dead};
    auto thing = goal_.thing;
    if (model_)
      thing.name = model_->name;
    const bool is_there = is_of_model() ? model_.has_value() : world.has(thing);
    if (!is_there && !was_there_ && !was_removed()) {
      why_ = quoted_name(goal_.thing) + " is not there";
      look.line = quoted_name(goal_.thing) + " not found, waiting...";
      return look;
    }
    query::Evaluation evaluation{world, thing, goal_.query, goal_.source};
    const auto holds = evaluation.holds();
    session_.out(evaluation.printed());
    if (!holds)
      return {true, session_.fail(holds.error()), "", look.sequence};
    if (!is_there)
      return gone(*holds, evaluation, look);
    was_there_ = true;
    if (*holds || world.life_of(thing) == store::Life::Dead)
      return reached(world.life_of(thing), evaluation, look);
    why_ = render::escaped(evaluation.why_not());
    look.line = found_line(world, thing);
    return look;
  }

  [[nodiscard]] bool is_of_model() const { return goal_.thing.kind == Thing::Kind::Model; }

  /// Finds the model that is meant, which may come and go. Another one of its name is another one
  /// (MD35).
  std::optional<ModelFacts> meant_model() {
    const auto models = known_models(session_);
    const auto* found =
      models ? find_known(*models, goal_.thing.name, asking_for(session_)) : nullptr;
    if (found == nullptr || (was_there_ && found->uuid != uuid_))
      return std::nullopt;
    return *found;
  }

  /// Reads what decides the goal: nothing of a model that is not there. A model that goes is there
  /// until its record goes, which is after its stores.
  std::optional<store::Contents> read() {
    if (!is_of_model())
      return read_named(session_, decides(goal_));
    model_ = meant_model();
    auto opened = model_ ? open_known(session_, *model_) : nullptr;
    std::optional<ModelFacts> going;
    if (opened != nullptr) {
      uuid_ = model_->uuid;
      session_.orchestrator = opened; // the session gets its own back
      if (auto contents = opened->named(decides(goal_)))
        return std::move(*contents);
      going = meant_model();
      if (going && going->life != store::Life::Dying)
        return read_named(session_, decides(goal_)); // says why
    }
    model_ = going;
    if (session_.models != nullptr)
      session_.orchestrator = session_.models->first(); // which is always there
    store::Contents nothing;
    nothing.sequence = session_.orchestrator->wait_change(0, milliseconds{0});
    return nothing;
  }

  /// Whether its history says that it was there once and has gone: a wait for that has come late.
  bool was_removed() {
    if (is_of_model() || asked_history_)
      return false;
    asked_history_ = true;
    store::EntityRef entity;
    entity.kind = goal_.thing.kind == Thing::Kind::Unit          ? store::EntityKind::Unit
                  : goal_.thing.kind == Thing::Kind::Application ? store::EntityKind::Application
                                                                 : store::EntityKind::Machine;
    if (entity.kind == store::EntityKind::Machine)
      entity.id = *store::parse_id(goal_.thing.name);
    else
      entity.name = goal_.thing.name;
    const auto steps = session_.orchestrator->history(entity);
    return steps && !steps->empty() && steps->back().removed;
  }

  /// Ends the wait of whoever waited for the end, and says to others that they wait in vain; if
  /// it was gone before, another one of its name may come.
  Look gone(bool holds, const query::Evaluation& evaluation, Look look) {
    if (holds)
      return reached(store::Life::Dead, evaluation, look);
    if (!was_there_) {
      why_ = quoted_name(goal_.thing) + " is not there";
      look.line = quoted_name(goal_.thing) + " not found, waiting...";
      return look;
    }
    look.decided = true;
    look.exit = session_.fail(std::string{query::word_of(goal_.thing.kind)} + " " + goal_.thing.name
                              + " removed");
    return look;
  }

  static std::string found_line(const query::World& world, const Thing& thing) {
    if (thing.kind == Thing::Kind::Application || thing.kind == Thing::Kind::Machine)
      if (const auto status = world.property(thing, "status"); status && query::is_true(*status))
        return quoted_name(thing) + " found with " + query::shown(*status) + ", waiting...";
    return quoted_name(thing) + " found, waiting...";
  }

  Look reached(store::Life life, const query::Evaluation& evaluation, Look look) {
    auto name = quoted_name(goal_.thing);
    if (goal_.thing.kind == Thing::Kind::Application)
      name[0] = 'A'; // of Juju's four lines the one that begins so
    look.decided = true;
    look.line = name
                + (life == store::Life::Alive   ? " is running"
                   : life == store::Life::Dying ? " is being removed"
                                                : " has been removed");
    properties_ = "properties:\n";
    for (const auto& [property, value] : evaluation.touched())
      properties_ += "  " + property + ": " + plain(value) + "\n";
    std::string section;
    for (const auto& [member, touched] : evaluation.touched_members()) {
      const auto plural = std::string{query::word_of(member.first)} + "s:\n";
      properties_ += std::exchange(section, plural) == plural ? "" : plural;
      properties_ += "  " + member.second + ":\n";
      for (const auto& [property, value] : touched)
        properties_ += "    " + property + ": " + plain(value) + "\n";
    }
    return look;
  }

  /// A text without its quotes, as Juju has it.
  static std::string plain(const std::string& value) {
    return value.size() > 2 && value.front() == '"' ? value.substr(1, value.size() - 2) : value;
  }

  int end(const Look& look) {
    if (look.exit == Exit::Fine && goal_.summary)
      session_.out(properties_);
    return look.exit;
  }

  /// @returns what to exit with, if nothing has changed in time.
  std::optional<int> wait_for_change(std::uint64_t sequence, SteadyClock::time_point deadline) {
    const auto began = SteadyClock::now();
    while (true) {
      if (session_.output->cancelled())
        return session_.fail("interrupted while waiting; the work itself goes on");
      const auto rest = std::chrono::duration_cast<milliseconds>(deadline - SteadyClock::now());
      if (rest.count() <= 0) {
        session_.fail("timed out waiting for \"" + goal_.thing.name + "\" to reach goal state");
        session_.err(why_.empty() ? "" : why_ + "\n");
        return Exit::TimedOut;
      }
      if (session_.orchestrator->wait_change(sequence, std::min(rest, patience)) != sequence)
        break;
      if (is_of_model() && meant_model() != model_)
        break;
    }
    waited_ = SteadyClock::now() - began;
    return std::nullopt;
  }

  Session& session_;
  const Goal& goal_;
  std::optional<ModelFacts> model_; ///< That is waited for, as the last look found it.
  std::string uuid_;                ///< Of that one, once it was there.
  bool was_there_ = false;          ///< Set by the first look that finds it.
  bool asked_history_ = false;      ///< Set by the first look that does not.
  std::string told_;                ///< The line that was said last.
  std::string why_;                 ///< What the last look found missing.
  std::string properties_;          ///< What is shown at the end.
  SteadyClock::duration waited_{0}; ///< Of the last round.
};

Outcome wait_for(Session& session, const Arguments& arguments) {
  auto goal = goal_of(session, arguments);
  if (!goal)
    return tl::unexpected(goal.error());
  auto parsed = query::parse(goal->source);
  if (!parsed) {
    session.err("ERROR " + query::told(parsed.error(), goal->source));
    return Exit::Failed;
  }
  goal->query = std::move(*parsed);
  if (goal->thing.kind != Thing::Kind::Model)
    if (const auto exit = refuse_without_model(session, arguments))
      return *exit;
  return GoalWait{session, *goal}.run();
}

} // namespace

std::vector<Verb> wait_for_verbs() {
  Verb verb;
  verb.name = "wait-for";
  verb.right = Right::Read;
  verb.arguments = "model|application|unit|machine NAME";
  verb.summary = "Wait until a query holds of something";
  verb.more =
    "QUERY: life==\"alive\" && (status==\"active\" || status==\"idle\"); ! < <= > >= != too;\n"
    "len(units), forEach(units, unit => unit.workload-status==\"active\"), startsWith(name, "
    "\"d\"),\n"
    "endsWith(), int(), print(). Without one: alive, and active (a machine: started).\n"
    "Names of a model: name life status is-controller config applications machines units;\n"
    "  of an application: name life status exposed charm-url min-units subordinate\n"
    "  workload-version units machines;\n"
    "  of a unit: name application base charm-url life public-address private-address machine-id\n"
    "  principal subordinate workload-status workload-message agent-status;\n"
    "  of a machine: id life status instance-status base container-type.\n"
    "forEach holds of no units, too. When it is in vain, what is not so is said.\n";
  verb.flags = {
    {"query", '\0', Flag::Kind::Text, "QUERY", "What is to hold"},
    {"timeout", '\0', Flag::Kind::Text, "DURATION", "How long, default 10m0s"},
    {"summary", '\0', Flag::Kind::Switch, "", "Say at the end what was found; default"}};
  verb.examples = {"wait-for application db", "wait-for unit db/0 --timeout 5m",
                   "wait-for application db --query 'len(units)==3'",
                   "wait-for model default --query 'forEach(units, u => u.life==\"alive\")'",
                   "wait-for machine 0 --summary=false"};
  verb.words_min = 2;
  verb.words_max = 2;
  verb.of_process = true; // a model that is waited for is no current one
  verb.handler = wait_for;
  return {verb};
}

} // namespace orrery::cmd
