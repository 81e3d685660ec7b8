#include "test/bench/whole_system.hpp"

#include "actors/agents/messages.hpp"
#include "actors/agents/supervisor.hpp"
#include "actors/entities/journal.hpp"
#include "actors/runtime/log.hpp"
#include "test/bench/players.hpp"
#include "test/support/world.hpp"

#include <caf/actor_cast.hpp>
#include <caf/event_based_actor.hpp>
#include <caf/send.hpp>

#include <limits>

namespace orrery::bench {

namespace {

/// Makes whatever is asked for.
class Provider final : public runtime::CountedActor {
public:
  Provider(caf::actor_config& config, runtime::Activity& activity, std::set<std::string>& instances)
    : CountedActor(config, activity), instances_(instances) {}

private:
  caf::behavior make_behavior() override { return {on(&Provider::asked), on(&Provider::watch)}; }
  void watch(const protocol::WatchMachines&) {}
  void asked(const protocol::AskProvider& message) {
    protocol::ProviderDone outcome;
    outcome.ticket = message.ticket;
    if (const auto* start = std::get_if<protocol::StartMachine>(&message.task)) {
      outcome.instance = "i-" + std::to_string(start->machine);
      outcome.address = "10.0.0.1";
      instances_.insert(outcome.instance);
    } else if (const auto* stop = std::get_if<protocol::StopMachine>(&message.task)) {
      instances_.erase(stop->instance);
    } else if (std::holds_alternative<protocol::ListInstances>(message.task)) {
      outcome.names.assign(instances_.begin(), instances_.end());
    }
    send(caf::actor_cast<caf::actor>(current_sender()), std::move(outcome));
  }
  std::set<std::string>& instances_;
};

/// No charm has any.
class NoHooks final : public runtime::CountedActor {
public:
  using CountedActor::CountedActor;

private:
  caf::behavior make_behavior() override { return {on(&NoHooks::asked)}; }
  void asked(const protocol::RunHook&) { give_up("a hook is to run where no charm has any"); }
};

store::Contents first_model() {
  test::World world;
  world.machine(0).managing().started_as("started");
  return world.contents();
}

} // namespace

WholeSystem::WholeSystem(std::uint32_t idle_agents, std::uint64_t buffer)
  : model_store_(first_model(), buffer), notes_store_({}, buffer),
    notes_(notes_store_.database()), instances_{"i-0"},
    entities_(model_store_.database(), Threads::One),
    process_(entities_.system(), entities_.services().clock),
    agents_(entities_.services(), process_) {
  runtime::set_log_level("warning");
  caf::actor_system& system = entities_.system();
  runtime::Activity& activity = entities_.activity();
  agents_.model.notes = &notes_;
  agents_.model.roster.set_most_idle(idle_agents);
  // Otherwise only a model so large forgets, which has made so many transactions. Each step of a
  // life is forgotten once.
  agents_.process.history_kept = std::numeric_limits<std::uint64_t>::max();
  entities::JournalOptions options;
  options.database = &notes_;
  options.activity = &activity;
  options.fault = [](const store::StoreError& error) { give_up(error.text); };
  agents_.model.notebook = system.spawn<entities::Journal>(options);
  agents_.host.providers = {system.spawn<Provider>(std::ref(activity), std::ref(instances_))};
  agents_.host.hooks = system.spawn<NoHooks>(std::ref(activity));
  supervisor_ =
    system.spawn<agents::Supervisor>(agents_.all, std::cref<store::Database>(entities_.database()));
  entities_.run();
}

/// The agents end before what they share.
WholeSystem::~WholeSystem() {
  caf::anon_send_exit(supervisor_, caf::exit_reason::user_shutdown);
  supervisor_ = {};
  entities_.run();
  entities_.services().servants.set_janitor({});
  entities_.services().servants.set_forcer({});
  entities_.services().servants.set_secret_keeper({});
  agents_.host.providers.clear();
  agents_.host.hooks = agents_.model.notebook = {};
  entities_.end();
}

void WholeSystem::run(const std::vector<protocol::Command>& commands) {
  constexpr std::uint32_t at_once = 256;
  std::size_t next = 0;
  (void)play(entities_, at_once, [&](auto, const auto*) -> std::optional<protocol::Command> {
    if (next == commands.size())
      return std::nullopt;
    return commands[next++];
  });
  if (entities_.activity().count() != 0)
    give_up("something is still to happen, and nothing does");
}

store::Contents WholeSystem::contents() const {
  auto contents = store::read_contents(*entities_.database().snapshot());
  if (!contents)
    give_up(contents.error().text);
  return std::move(*contents);
}

} // namespace orrery::bench
