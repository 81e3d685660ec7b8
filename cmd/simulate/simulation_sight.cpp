#include "actors/agents/roster.hpp"
#include "actors/protocol/command_names.hpp"
#include "actors/workflow/unit_notes.hpp"
#include "cmd/simulate/judged_environment.hpp"
#include "cmd/simulate/secret_calls.hpp"
#include "cmd/simulate/secret_lives.hpp"
#include "cmd/simulate/simulation.hpp"
#include "cmd/simulate/storage_lives.hpp"
#include "cmd/simulate/told.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

/// News that a simulation has of its world: each thing goes into the trace, and to those who judge
/// it.
namespace orrery::simulate {

namespace {

std::string_view word_of(hooks::HookEnd::How how) {
  switch (how) {
  case hooks::HookEnd::How::Exited:
    return "exited";
  case hooks::HookEnd::How::Signaled:
    return "signaled";
  case hooks::HookEnd::How::TimedOut:
    return "timed out";
  case hooks::HookEnd::How::NotRun:
    return "not run";
  case hooks::HookEnd::How::Cancelled:
    return "cancelled";
  }
  return "";
}

std::string variable(const hooks::HookJob& job, const char* name) {
  const auto found = job.environment.find(name);
  return found == job.environment.end() ? "" : found->second;
}

std::string place_of(const hooks::HookJob& job) {
  return job.unit.empty() ? agents::Roster::machine(job.machine) : job.unit;
}

/// `ID`, or `ID/2` where the hook is about one revision; empty: it is of no secret.
std::string secret_of(const hooks::HookJob& job) {
  std::string id = variable(job, "JUJU_SECRET_ID");
  id.erase(0, id.find(':') == std::string::npos ? 0 : id.find(':') + 1);
  const std::string revision = variable(job, "JUJU_SECRET_REVISION");
  return revision.empty() ? id : fmt::format("{}/{}", id, revision);
}

/// The hook as its environment tells it.
HookBegun hook_of(const hooks::HookJob& job) {
  HookBegun hook{job.unit, job.hook, std::nullopt, variable(job, "JUJU_REMOTE_UNIT")};
  const std::string id = variable(job, "JUJU_RELATION_ID"); // db:7
  store::RelationId relation = 0;
  const std::size_t colon = id.find(':');
  if (colon != std::string::npos
      && std::from_chars(id.data() + colon + 1, id.data() + id.size(), relation).ec == std::errc{})
    hook.relation = relation;
  hook.storage = variable(job, "JUJU_STORAGE_ID");
  hook.secret = secret_of(job);
  return hook;
}

} // namespace

void Simulation::asked(std::uint64_t ticket, const protocol::Command& command) {
  trace_.add(line("command").number("ticket", ticket).text("command", told(command)));
  force_time_.asked(ticket, command);
  data_.asked(ticket, command);
}

void Simulation::answered(const protocol::Answer& answer) {
  ++outcome_.answers[static_cast<std::size_t>(answer.verdict)];
  trace_.add(line("answer")
               .number("ticket", answer.ticket)
               .text("verdict", word_of(answer.verdict))
               .number("sequence", answer.sequence)
               .text("created", answer.created)
               .text("text", answer.text));
  note_what_was_made(answer);
  go_on_with_refresh(answer);
  data_.answered(answer);
  force_time_.answered(answer, ledger_.contents(), world_.passed());
}

void Simulation::decided(const entities::Token& token) {
  if (token.changes.empty()) {
    trace_.add(line("no change")
                 .text("cause", token.context.cause)
                 .text("verdict", word_of(token.answer.verdict))
                 .text("text", token.answer.text));
    if (token.context.cause == "flush hook" && token.answer.verdict == protocol::Verdict::Refused)
      flush_refused(token);
  }
  ledger_.decided(token);
}

/// The hook has failed, though its program has not (SE14).
void Simulation::flush_refused(const entities::Token& token) {
  secret_judge_.refused();
  order_.flush_refused(flushing_unit(token.route)); // one that is not known changes nothing
}

void Simulation::applied(const Applied& transaction) {
  trace_.add(line("transaction")
               .number("sequence", transaction.sequence)
               .text("cause", transaction.cause)
               .raw("writes", told(transaction.writes)));
  for (const LifeChange& change : transaction.lives)
    outcome_.coverage.lived(change, transaction.cause);
  outcome_.coverage.done(transaction.cause);
  for (const std::string& life : storage_lives(transaction, ledger_.contents()))
    outcome_.coverage.storage_lived(life);
  for (const std::string& life : secret_lives(transaction, ledger_.contents()))
    outcome_.coverage.secret_lived(life);
  order_.applied(transaction);
  data_.applied(transaction);
  secret_judge_.applied(transaction);
  force_time_.applied(transaction, world_.passed());
  for (const rules::Write& write : transaction.writes)
    if (const auto* status = std::get_if<store::UnitStatus>(&write.record))
      wait_time_.told(*status, world_.now());
  for (const rules::Write& write : transaction.writes)
    if (const auto* unit = std::get_if<store::Unit>(&write.record);
        unit != nullptr && write.created && !unit->principal.empty() && options_.story == nullptr)
      story_.principals[unit->name] = unit->principal;
  note_if_woken(transaction.cause + " " + told(transaction.writes));
}

void Simulation::committed(std::uint64_t sequence) {
  trace_.add(line("committed").number("sequence", sequence));
  ledger_.committed(sequence);
  secret_judge_.committed(sequence);
}

void Simulation::provided(const protocol::ProviderTask& task, const protocol::ProviderDone& done) {
  trace_.add(line("provider")
               .text("task", text_of(task))
               .flag("ok", done.ok)
               .text("text", done.ok ? done.lost : done.error));
  if (const auto* hooks = std::get_if<protocol::ListHooks>(&task))
    if (has_hook_in_hand(hooks->unit) || order_.runs_command(hooks->unit)
        || order_.has_open_update_status(hooks->unit)) // asked by who begins in place of another
      order_.disturbed(hooks->unit);
  if (const auto* replaced = std::get_if<protocol::ReplaceCharm>(&task))
    done.ok ? order_.charm_replaced(replaced->unit) : order_.charm_not_replaced(replaced->unit);
  if (!done.ok)
    return;
  data_.provided(task);
  if (const auto* recall = std::get_if<protocol::RecallUnit>(&task))
    programs_.kill(recall->unit);
  if (const auto* stop = std::get_if<protocol::StopMachine>(&task))
    if (const auto machine = machine_of(stop->instance))
      programs_.kill_on(*machine);
}

void Simulation::process_began(const store::Database& model) {
  ledger_.recovered(model);
  secret_judge_.process_began();
  wait_time_.process_began(ledger_.contents().statuses);
  order_.process_began([this](const std::string& unit) { return has_hook_in_hand(unit); });
  trace_.add(line("process begins").number("sequence", model.sequence()));
  if (died_at_)
    force_time_.clock_jumped(world_.passed(), world_.now() - *died_at_);
}

void Simulation::process_died() {
  died_at_ = world_.now();
  asked_.clear();
  refreshes_.process_died();
  force_time_.process_died();
  data_.process_died();
  order_.disturbed();
  turns_.process_died();
  trace_.add(line("process ends"));
}

void Simulation::time_passes(store::Milliseconds longest_timer) {
  wait_time_.passes(longest_timer);
}

/// Whether notes say so. Who went to rest has none.
bool Simulation::has_hook_in_hand(const std::string& unit) const {
  agents::UnitNotes noted;
  noted.unit = unit;
  const auto scanned = world_.notes_database().snapshot()->scan(
    agents::notes_prefix(unit), [&noted](std::string_view key, std::string_view value) {
      return agents::read_notes_of(noted, key, value).has_value();
    });
  return !scanned || noted.operation;
}

bool Simulation::has_directory(const hooks::HookJob& job) const {
  const auto& instances = world_.provider().instances();
  if (job.unit.empty())
    return std::any_of(instances.begin(), instances.end(), [&](const std::string& instance) {
      return machine_of(instance) == job.machine;
    });
  const auto& deployed = world_.provider().deployed();
  const auto found = deployed.find(job.unit);
  return found != deployed.end() && found->second == job.machine;
}

Conduct Simulation::conduct_of(const hooks::HookJob& job) {
  Conduct conduct = mischief_.conduct_of(job);
  for (auto& call : secret_calls(job, ledger_.contents(), luck_, story_.circumstances.secrets_used))
    conduct.calls.push_back(std::move(call));
  return conduct;
}

void Simulation::command_began(const hooks::HookJob& job) {
  ++outcome_.commands;
  trace_.add(line("exec begins").text("at", place_of(job)));
  if (!job.unit.empty())
    order_.command_began(job.unit);
}

void Simulation::waits(const hooks::HookJob& job) {
  trace_.add(line("program waits").text("at", place_of(job)).text("hook", job.hook));
  order_.waits(job.unit, job.hook);
}

void Simulation::began(const hooks::HookJob& job, bool waited) {
  turns_.began(job, ledger_.contents());
  if (job.command) {
    command_began(job);
    if (waited)
      order_.disturbed(job.unit);
    return;
  }
  ++outcome_.hooks;
  const HookBegun hook = hook_of(job);
  trace_.add(line("hook begins").text("unit", job.unit).text("hook", text_of(hook)));
  if (const std::string fault = fault_of_environment(job, world_.uuid()); !fault.empty())
    world_.findings().add(
      fmt::format("H3: {} of {} begins although {}", text_of(hook), job.unit, fault));
  order_.began(hook);
  secret_judge_.began(job);
  note_if_woken(text_of(hook) + " of " + job.unit);
  if (waited)
    order_.disturbed(job.unit); // nobody may be there to note that it succeeds
}

void Simulation::not_begun(const hooks::HookJob& job, bool waited) {
  if (job.command)
    return trace_.add(line("exec cannot begin").text("at", place_of(job)));
  const HookBegun hook = hook_of(job);
  trace_.add(line("hook cannot begin").text("unit", job.unit).text("hook", text_of(hook)));
  // Nobody may be there to note that it has failed; its machine may have been made again.
  if (waited || !order_.knows(job.unit))
    return order_.disturbed(job.unit);
  order_.began(hook);
  order_.ended(job.unit, false);
}

void Simulation::ended(const hooks::HookJob& job, const hooks::HookEnd& end, bool left_running) {
  turns_.ended(job);
  if (job.command) {
    trace_.add(line("exec ends").text("at", place_of(job)).text("how", word_of(end.how)));
    if (!job.unit.empty())
      order_.command_ended(job.unit);
    return;
  }
  trace_.add(line("hook ends")
               .text("unit", job.unit)
               .text("hook", job.hook)
               .text("how", word_of(end.how))
               .number("code", static_cast<std::uint64_t>(end.code))
               .flag("left running", left_running));
  if (left_running)
    world_.provider().keep(job.unit, job.machine, world_.host_time());
  order_.ended(job.unit, end.success());
  secret_judge_.ended(job, end.success());
}

} // namespace orrery::simulate
