#include "actors/runtime/log.hpp"
#include "cmd/engine/model_home.hpp"
#include "store/kinds.hpp"

#include <caf/scoped_actor.hpp>
#include <caf/send.hpp>

#include <functional>
#include <utility>

/// How a model beside the first one is emptied, and ends while the process goes on (MD3).
namespace orrery::cmd {

namespace {

/// Bounds how often a command is tried whose assumptions have changed meanwhile.
constexpr int most_tries = 10;
constexpr std::chrono::seconds agents_patience{10};

bool has_any(const store::Snapshot& records, std::string_view prefix) {
  bool found = false;
  const auto scanned = records.scan(prefix, [&](auto, auto) {
    found = true;
    return false;
  });
  return found || !scanned; // what cannot be read is not given up
}

} // namespace

bool ModelHome::is_empty() const {
  const ModelGate::Use use(gate_);
  if (!use)
    return false; // nobody knows
  const auto records = now();
  return !has_any(*records, "a") && !has_any(*records, "h");
}

/// Applications first: their machines wait until no unit is left there (M10).
void ModelHome::remove_all(const protocol::Removal& how) {
  const auto carry_out = [this](const protocol::Command& command) {
    protocol::Answer answer = run(command);
    for (int i = 1; i < most_tries && answer.verdict == protocol::Verdict::Contended; ++i)
      answer = run(command);
    if (!answer.ok() && answer.code != protocol::Code::NotFound)
      runtime::log("engine")->warn("what is left of a model that is destroyed is not removed{}{}",
                                   runtime::field("why", answer.text), of_model_.log_fields());
  };
  const ModelGate::Use use(gate_);
  if (!use)
    return;
  const auto left = store::read_kinds(*now(), "ah");
  if (!left)
    return runtime::log("engine")->warn("a model that is destroyed cannot be read{}{}",
                                        runtime::field("why", left.error().text),
                                        of_model_.log_fields());
  for (const auto& [name, application] : left->applications)
    if (how.force || application.life == store::Life::Alive)
      carry_out(protocol::RemoveApplication{name, how});
  for (const auto& [id, machine] : left->machines)
    if (how.force || (machine.life == store::Life::Alive && !machine.draining))
      carry_out(protocol::RemoveMachine{id, how, !how.force});
}

/// Ends what units have left running that have not been removed in time (MD8).
/// @returns whether nothing of it is left.
bool ModelHome::end_programs() {
  runner_->stop(std::chrono::milliseconds{0});
  const auto left = provider_->list();
  if (!left)
    runtime::log("engine")->error("machines of a model that is destroyed cannot be listed{}{}",
                                  runtime::field("why", left.error().text), of_model_.log_fields());
  bool have_ended = left.has_value();
  for (const providers::Instance& instance : left ? *left : std::vector<providers::Instance>{})
    if (const auto stopped = provider_->stop(instance.name, false); !stopped) {
      have_ended = false;
      runtime::log("engine")->error("a machine of a model that is destroyed is not gone{}{}{}",
                                    runtime::field("instance", instance.name),
                                    runtime::field("why", stopped.error().text),
                                    of_model_.log_fields());
    }
  leave_groups(groups_);
  return have_ended;
}

/// @returns whether all have ended: a message that ends an actor is a part of the activity until it
/// has.
bool ModelHome::end_agents() {
  for (const caf::actor& agent : {supervisor_, of_host_.hooks, update_status_timer_})
    caf::anon_send_exit(agent, caf::exit_reason::user_shutdown);
  const bool have_ended = activity_.wait_settled(agents_patience, [] { return false; });
  if (!have_ended)
    runtime::log("engine")->error("agents of a model that is destroyed have not ended{}",
                                  of_model_.log_fields());
  return have_ended;
}

bool ModelHome::end(const std::string& why, const std::string& why_left) {
  gate_.close(why);
  commits_.close();
  gate_.wait_until_unused();
  if (stores_.model == nullptr)
    return true;
  const bool programs_ended = end_programs();
  const bool agents_ended = end_agents();
  tools_->keep_none();
  stop_writing();
  caf::scoped_actor self{process_.system};
  std::vector<caf::actor> users = std::move(of_host_.providers);
  users.push_back(std::exchange(log_keeper_, {}));
  for (const caf::actor& user : users) {
    caf::anon_send_exit(user, caf::exit_reason::user_shutdown);
    self->wait_for(user);
  }
  if (forgotten_.valid())
    forgotten_.wait();
  if (!programs_ended || !agents_ended) { // what they may look at stays
    gate_.close(why_left);
    return false;
  }
  runner_->stop(std::chrono::milliseconds{0}); // its keepers have ended: its thread may, too
  entities_.directory.clear();
  tools_.reset();
  provider_.reset();
  if (block_)
    block_->give_back();
  close_stores();
  return true;
}

} // namespace orrery::cmd
