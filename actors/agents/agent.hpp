#pragma once

#include "actors/agents/agent_services.hpp"
#include "actors/agents/messages.hpp"
#include "actors/runtime/counted_actor.hpp"

#include <functional>
#include <map>
#include <optional>

namespace orrery::agents {

/// The base of all agents: asks entities and goes on with the answer, writes its notes, waits for a
/// time. Nobody else knows an agent but as an address: what is public here is for its parts, such
/// as its Deployer. One that asks providers, too, is a HostAgent.
class Agent : public runtime::CountedActor {
public:
  Agent(caf::actor_config& config, const AgentServices& services)
    : CountedActor(config, services.model.activity()), of_model_(services.model),
      of_process_(services.process) {}

  using CountedActor::holds;
  using CountedActor::take_no_messages;
  using OnAnswer = std::function<void(const protocol::Answer&)>;

  [[nodiscard]] ModelServices& of_model() const { return of_model_; }
  [[nodiscard]] ProcessServices& of_process() const { return of_process_; }
  [[nodiscard]] Model& model() const { return *of_model_.model; }
  [[nodiscard]] store::Milliseconds now() const { return of_process_.clock.now(); }

  /// Runs a command; `then` is called with its outcome once that is on disk.
  void ask(const protocol::Command& command, OnAnswer then);
  /// Writes to the agents' store; `then` is called once that is on disk.
  void note(std::vector<store::Change> changes, std::function<void()> then);
  /// For who reads the model's store when it begins, in place of one that failed: `read` is called
  /// once everything is on disk of which only the other was to be told. The model must have this
  /// agent before.
  void read_model(std::function<void()> read);
  /// Calls `read` likewise for the agents' store: once everything is on disk that agents which have
  /// ended have noted.
  void read_notes(std::function<void()> read) { note({}, std::move(read)); }
  /// The answer, where there is one, comes as a message.
  /// @returns false: there is no such entity, and no answer comes.
  bool ask_entity(const rules::Who& whom, Question question);
  /// Asks an entity to tell this agent of its changes.  @returns as ask_entity().
  bool observe(const rules::Who& whom);
  /// The number of a look (protocol::Observe::look), never 0.
  [[nodiscard]] std::uint64_t next_look() { return ++last_look_; }
  void unobserve(const rules::Who& whom);
  /// The unit in whose name it observes; empty: in its own.
  [[nodiscard]] virtual std::string acting_for() const { return {}; }
  /// Whether the model, or its notes, have not answered yet.
  [[nodiscard]] bool awaits_answers() const { return !answers_.empty(); }
  /// Sends itself a Wake at a time; until then the system is not settled. One at a time: a later
  /// call replaces it; the same time again costs no further timer.
  /// @returns the part that it holds until then, or until it is forgotten.
  runtime::Hold& wake_at(store::Milliseconds at);
  void forget_wake();
  /// Whether this is the Wake that was asked for last; it is then used up.
  [[nodiscard]] bool is_due(const protocol::Wake& wake);

protected:
  // Handlers for the behavior of the derived class.
  void answered(const protocol::Answer& answer);
  /// The number of what it asks next, so that the answer finds it. Never 0.
  [[nodiscard]] std::uint64_t next_ticket() { return ++last_ticket_; }

private:
  ModelServices& of_model_;
  ProcessServices& of_process_;
  std::uint64_t last_ticket_ = 0;
  std::uint64_t last_look_ = 0;
  std::map<std::uint64_t, OnAnswer> answers_; ///< Bounded by what the agent asks at once.
  std::uint64_t generation_ = 0;
  std::optional<store::Milliseconds> timer_at_; ///< Of the timer of this generation.
  std::optional<runtime::Hold> waiting_;
};

} // namespace orrery::agents
