#include "test/bench/actor_path.hpp"

#include "actors/entities/journal.hpp"
#include "actors/entities/messages.hpp"
#include "actors/entities/services.hpp"
#include "actors/entities/spawn.hpp"
#include "test/bench/lives.hpp"

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/event_based_actor.hpp>
#include <caf/send.hpp>

#include <algorithm>
#include <chrono>
#include <future>
#include <iostream>

namespace orrery::bench {

namespace {

/// Tells the driver to begin.
struct Begin {};
/// Tells the driver that it is needed no more.
struct End {};

} // namespace
} // namespace orrery::bench

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::bench::Begin)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(orrery::bench::End)

namespace orrery::bench {

namespace {

[[noreturn]] void give_up(const std::string& text) {
  std::cerr << "journal_path: " << text << '\n';
  std::_Exit(1);
}

/// Plays the lives, so many at once.
class Driver final : public caf::event_based_actor {
public:
  Driver(caf::actor_config& config,
         entities::Services& services,
         Lives& lives,
         std::promise<void>& over)
    : event_based_actor(config), services_(services), lives_(lives), over_(over) {}

private:
  static constexpr std::uint32_t window = 256;

  caf::behavior make_behavior() override {
    return {[this](const Begin&) { begin(); },
            [this](const protocol::Answer& answer) { go_on(answer); },
            [this](const End&) { quit(); }};
  }
  void begin() {
    while (begun_ < std::min(window, lives_.count()))
      ask(begun_++);
  }
  void ask(std::uint32_t life) {
    services_.transactions.begin(caf::actor_cast<caf::actor>(this), life, lives_.next(life));
  }
  void go_on(const protocol::Answer& answer) {
    const auto life = static_cast<std::uint32_t>(answer.ticket);
    if (answer.verdict != protocol::Verdict::Done)
      give_up("a command was not done: " + answer.text);
    if (!lives_.advance(life, answer.created))
      ask(life);
    else if (begun_ < lives_.count())
      ask(begun_++);
    else if (++ended_ == std::min(window, lives_.count()))
      over_.set_value();
  }

  entities::Services& services_;
  Lives& lives_;
  std::promise<void>& over_;
  std::uint32_t begun_ = 0;
  std::uint32_t ended_ = 0;
};

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
            },
            [this](const End&) { quit(); }};
  }
  caf::actor journal_;
  Recording& recording_;
};

/// Counts the synced writes.
class CountingDatabase final : public store::Database {
public:
  explicit CountingDatabase(store::Database& database) : database_(database) {}
  [[nodiscard]] std::uint64_t sequence() const override { return database_.sequence(); }
  [[nodiscard]] const std::vector<std::string>& notes() const override { return database_.notes(); }
  [[nodiscard]] tl::expected<void, store::StoreError>
  write(const std::vector<store::Change>& changes, std::uint64_t sequence) override {
    ++batches_;
    return database_.write(changes, sequence);
  }
  [[nodiscard]] std::unique_ptr<store::Snapshot> snapshot() const override {
    return database_.snapshot();
  }
  [[nodiscard]] tl::expected<void, store::StoreError> verify() const override {
    return database_.verify();
  }
  [[nodiscard]] std::uint64_t batches() const { return batches_; }

private:
  store::Database& database_;
  std::uint64_t batches_ = 0;
};

void set_scheduler(caf::actor_system_config& config) {
  config.set("scheduler.policy", caf::atom("sharing"));
  config.set("scheduler.max-threads", std::size_t{2});
  config.set("scheduler.max-throughput", std::size_t{100});
}

entities::JournalOptions journal_options(store::Database& database, entities::Services& services) {
  entities::JournalOptions options;
  options.database = &database;
  options.transactions = &services.transactions;
  options.activity = &services.activity;
  options.fault = [](const store::StoreError& error) { give_up(error.text); };
  return options;
}

} // namespace

Measured run_actors(const Mix& mix, store::Database& database, Recording* recording) {
  CountingDatabase counting(database);
  runtime::Activity activity;
  const runtime::WallClock clock;
  Lives lives(mix.lives, mix.applications);
  caf::actor_system_config config;
  set_scheduler(config);
  caf::actor_system system(config);
  entities::Services services(system, activity, clock);
  caf::actor journal =
    system.spawn<entities::Journal, caf::detached>(journal_options(counting, services));
  caf::actor recorder;
  if (recording != nullptr)
    recorder = system.spawn<Recorder>(journal, std::ref(*recording));
  services.transactions.set_journal(recorder ? recorder : journal);
  auto contents = store::read_contents(*database.snapshot());
  if (!contents)
    give_up(contents.error().text);
  entities::spawn_recovered(services, *contents);

  std::promise<void> over;
  caf::actor driver = system.spawn<Driver>(std::ref(services), std::ref(lives), std::ref(over));
  const std::uint64_t before = database.sequence();
  const auto began = std::chrono::steady_clock::now();
  caf::anon_send(driver, Begin{});
  over.get_future().wait();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  const Measured measured{took.count(), database.sequence() - before, counting.batches()};

  caf::anon_send(driver, End{});
  if (recorder)
    caf::anon_send(recorder, End{});
  services.directory.clear();
  services.transactions.set_journal({});
  caf::anon_send_exit(journal, caf::exit_reason::user_shutdown);
  driver = recorder = journal = {};
  system.await_all_actors_done();
  return measured;
}

} // namespace orrery::bench
