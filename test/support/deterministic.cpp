#include "test/support/deterministic.hpp"

#include "actors/entities/journal.hpp"
#include "actors/entities/messages.hpp"
#include "actors/entities/spawn.hpp"
#include "store/invariants.hpp"

#include <caf/actor_cast.hpp>
#include <caf/event_based_actor.hpp>
#include <caf/mailbox_element.hpp>
#include <gtest/gtest.h>

namespace orrery::test {

namespace {

/// Gets the answers; none may arrive before what it tells is on disk.
class Client final : public caf::event_based_actor {
public:
  Client(caf::actor_config& config,
         const store::Database& database,
         std::map<std::uint64_t, protocol::Answer>& answers)
    : event_based_actor(config), database_(database), answers_(answers) {}

  void enqueue(caf::mailbox_element_ptr element, caf::execution_unit* unit) override {
    if (element->content().match_elements<protocol::Answer>()) {
      EXPECT_LE(element->content().get_as<protocol::Answer>(0).sequence, database_.sequence())
        << "an answer came before its sequence number was durable";
    }
    event_based_actor::enqueue(std::move(element), unit);
  }

private:
  caf::behavior make_behavior() override {
    return {[this](const protocol::Answer& answer) {
      EXPECT_TRUE(answers_.emplace(answer.ticket, answer).second) << "answered twice";
    }};
  }

  const store::Database& database_;
  std::map<std::uint64_t, protocol::Answer>& answers_;
};

/// Stands before the journal: whoever hands it a token may lose the processor before and after, as
/// a thread does, and others go on. Handlers alone would be atomic in one thread.
class Preemption final : public caf::event_based_actor {
public:
  Preemption(caf::actor_config& config, caf::actor journal, SeededScheduler& scheduler)
    : event_based_actor(config), journal_(std::move(journal)), scheduler_(scheduler) {}

  void enqueue(caf::mailbox_element_ptr element, caf::execution_unit* unit) override {
    scheduler_.preempt();
    caf::actor_cast<caf::abstract_actor*>(journal_)->enqueue(std::move(element), unit);
    scheduler_.preempt();
  }

private:
  caf::behavior make_behavior() override {
    return {[](const entities::Append&) {}};
  }
  caf::actor journal_;
  SeededScheduler& scheduler_;
};

} // namespace

std::map<std::string, std::string> dump(const store::Database& database) {
  std::map<std::string, std::string> all;
  const auto scanned = database.snapshot()->scan("", [&](auto key, auto value) {
    all.emplace(key, value);
    return true;
  });
  EXPECT_TRUE(scanned) << scanned.error().text;
  return all;
}

DeterministicSystem::DeterministicSystem(const World& world, std::uint64_t seed)
  : seed_(seed), disk_(rocksdb::NewMemEnv(rocksdb::Env::Default())) {
  open();
  write(world.contents());
  begin_actors();
}

DeterministicSystem::~DeterministicSystem() {
  end_actors();
}

void DeterministicSystem::open() {
  auto opened =
    store::Database::open({.directory = "/model", .env = disk_.get(), .accept_loss = false});
  if (!opened)
    throw std::runtime_error(opened.error().text);
  database_ = std::make_unique<WatchedDatabase>(std::move(*opened));
}

void DeterministicSystem::write(const store::Contents& contents) {
  const auto written = database_->write(first_batch(contents), 1);
  if (!written)
    throw std::runtime_error(written.error().text);
}

void DeterministicSystem::begin_actors() {
  config_ = std::make_unique<caf::actor_system_config>();
  config_->module_factories.emplace_back(
    [this](caf::actor_system& system) -> caf::actor_system::module* {
      return scheduler_ = new SeededScheduler(system, seed_); // the system owns its modules
    });
  system_ = std::make_unique<caf::actor_system>(*config_);
  services_ = std::make_unique<entities::Services>(*system_, activity_, clock_);
  entities::JournalOptions options;
  options.database = database_.get();
  options.transactions = &services_->transactions;
  options.activity = &activity_;
  options.fault = [this](const store::StoreError&) { ++faults_; };
  journal_ = system_->spawn<entities::Journal>(options);
  services_->transactions.set_journal(system_->spawn<Preemption>(journal_, std::ref(*scheduler_)));
  client_ = system_->spawn<Client>(std::cref<store::Database>(*database_), std::ref(answers_));
  entities::spawn_recovered(*services_, contents());
}

void DeterministicSystem::end_actors() {
  scheduler_->release();
  scheduler_->run_until_quiet();
  services_->directory.clear();
  services_->transactions.set_journal({});
  journal_ = {};
  client_ = {};
  scheduler_->run_until_quiet();
  system_.reset();
  services_.reset();
}

void DeterministicSystem::restart() {
  end_actors();
  database_.reset();
  open();
  begin_actors();
}

std::uint64_t DeterministicSystem::start(const protocol::Command& command) {
  services_->transactions.begin(client_, ++last_ticket_, command);
  return last_ticket_;
}

protocol::Answer DeterministicSystem::run(const protocol::Command& command) {
  const std::uint64_t ticket = start(command);
  settle();
  if (!answered(ticket)) {
    ADD_FAILURE() << "not answered";
    return {};
  }
  return answer(ticket);
}

void DeterministicSystem::settle() {
  EXPECT_TRUE(scheduler_->run_until_quiet()) << "still busy";
  EXPECT_EQ(answers_.size(), last_ticket_) << "a command was never answered";
  EXPECT_EQ(activity_.count(), 0) << "settled, but something counts as still to happen";
  const std::vector<std::string> broken = store::broken_invariants(contents());
  EXPECT_EQ(broken, std::vector<std::string>{}) << "seed " << seed_;
}

store::Contents DeterministicSystem::contents() const {
  auto contents = store::read_contents(*database_->snapshot());
  if (!contents)
    throw std::runtime_error(contents.error().text);
  return std::move(*contents);
}

} // namespace orrery::test
