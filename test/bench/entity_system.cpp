#include "test/bench/entity_system.hpp"

#include "actors/entities/journal.hpp"
#include "actors/entities/messages.hpp"
#include "actors/entities/spawn.hpp"
#include "actors/runtime/heap.hpp"
#include "actors/runtime/scheduling.hpp"
#include "test/bench/fresh_store.hpp"

#include <caf/event_based_actor.hpp>
#include <caf/scheduler/test_coordinator.hpp>
#include <caf/send.hpp>

namespace orrery::bench {

namespace {

/// Stands before the journal and copies what passes.
class Recorder final : public caf::event_based_actor {
public:
  Recorder(caf::actor_config& config, caf::actor journal, Recording& recording)
    : event_based_actor(config), journal_(std::move(journal)), recording_(recording) {}

private:
  caf::behavior make_behavior() override {
    return {[this](const entities::Append& message) {
      if (!message.token->changes.empty())
        recording_.push_back(message.token->changes);
      send(journal_, message);
    }};
  }
  caf::actor journal_;
  Recording& recording_;
};

} // namespace

EntitySystem::EntitySystem(store::Database& database, Threads threads, Recording* recording)
  : threads_(threads), database_(database) {
  if (threads == Threads::One)
    config_.module_factories.emplace_back(
      [](caf::actor_system& system) -> caf::actor_system::module* {
        return new caf::scheduler::test_coordinator(system); // the system owns its modules
      });
  else {
    runtime::use_workers(config_, 2);
    runtime::give_back_free_memory();
  }
  system_ = std::make_unique<caf::actor_system>(config_);
  services_ = std::make_unique<entities::Services>(*system_, activity_, clock_);
  entities::JournalOptions options;
  options.database = &database_;
  options.transactions = &services_->transactions;
  options.activity = &activity_;
  options.fault = [](const store::StoreError& error) { give_up(error.text); };
  journal_ = threads == Threads::One ? system_->spawn<entities::Journal>(options)
                                     : system_->spawn<entities::Journal, caf::detached>(options);
  if (recording != nullptr)
    recorder_ = system_->spawn<Recorder>(journal_, std::ref(*recording));
  services_->transactions.set_journal(recorder_ ? recorder_ : journal_);
  auto contents = store::read_contents(*database.snapshot());
  if (!contents)
    give_up(contents.error().text);
  entities::spawn_recovered(*services_, *contents);
}

void EntitySystem::end() {
  if (!journal_)
    return;
  services_->directory.clear();
  services_->transactions.set_journal({});
  if (recorder_)
    caf::anon_send_exit(recorder_, caf::exit_reason::user_shutdown);
  caf::anon_send_exit(journal_, caf::exit_reason::user_shutdown);
  journal_ = recorder_ = {};
  if (threads_ == Threads::One)
    run();
  system_->await_all_actors_done();
}

void EntitySystem::run() {
  auto& scheduler = dynamic_cast<caf::scheduler::test_coordinator&>(system_->scheduler());
  while (scheduler.try_run_once())
    ++handled_;
}

} // namespace orrery::bench
