#include "cmd/simulate/process.hpp"

#include "actors/agents/hook_slots.hpp"
#include "cmd/simulate/model_borders.hpp"
#include "cmd/simulate/world.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

/// A simulated process: how it begins and ends, and how its host's disk fails.
namespace orrery::simulate {

Process::Process(ProcessOptions options)
  : options_(options),
    own_disk_(options.disk == nullptr ? std::make_unique<store::SimulatedDisk>() : nullptr),
    disk_(options.disk == nullptr ? own_disk_.get() : options.disk), next_order_(options.seed) {}

void Process::go_on_from(const Process& other) {
  clock_.go_on_from(other.clock_);
  boot_ = other.boot_;
}

std::unique_ptr<store::Database> Process::open(const std::string& directory) {
  constexpr int most_tries = 3; // a person starts it again
  const store::OpenOptions options{
    .directory = directory, .env = disk_->environment(), .accept_loss = false};
  auto opened = store::Database::open(options);
  for (int i = 1; !opened && own_disk_ && disk_->failed_path() && i < most_tries; ++i)
    opened = store::Database::open(options);
  if (!opened)
    throw std::runtime_error(opened.error().text);
  return std::move(*opened);
}

void Process::begin() {
  dead_ = false;
  for (World* model : models_)
    model->open_stores();
  make_system();
  try {
    for (World* model : models_)
      model->begin_actors();
  } catch (...) { // a model could not be read
    end();
    throw;
  }
  for (World* model : models_)
    model->begin_machine();
  if (models_.size() > 1)
    scheduler_->listen(ModelBorders(models_));
}

void Process::make_system() {
  config_ = std::make_unique<caf::actor_system_config>();
  config_->module_factories.emplace_back(
    [this](caf::actor_system& system) -> caf::actor_system::module* {
      return scheduler_ = new SeededScheduler( // the system owns its modules
               system, next_order_++);
    });
  system_ = std::make_unique<caf::actor_system>(*config_);
  clock_.follow(scheduler_);
  activity_ = std::make_unique<runtime::Activity>();
  services_ = std::make_unique<agents::ProcessServices>(*system_, clock_);
  services_->settings.idle_agents = options_.idle_agents;
  services_->beginnings.set_most(options_.most_beginning);
  services_->history_kept = options_.history_kept;
}

void Process::share_places() {
  if (!services_->slots)
    services_->slots =
      system_->spawn<agents::HookSlots>(std::ref(*activity_), services_->settings.hook_parallelism);
}

/// Whatever is still to be handled then changes nothing any more.
void Process::end() {
  if (!system_)
    return;
  const auto each = [this](void (World::*phase)()) {
    for (World* model : models_)
      (model->*phase)();
  };
  each(&World::tell_of_death);
  if (!dead_)
    image_ = disk_->image();
  dead_ = true;
  hurry();
  each(&World::end_programs);
  scheduler_->clock().cancel_all();
  scheduler_->run_until_quiet();
  scheduler_->clock().cancel_all();
  each(&World::end_supervisor);
  scheduler_->run_until_quiet();
  each(&World::end_actors);
  services_->slots = {};
  scheduler_->run_until_quiet();
  each(&World::end_providers);
  scheduler_->run_until_quiet();
  scheduler_->clock().cancel_all(); // an agent that got a place so late has set some
  scheduler_->run_until_quiet();
  clock_.follow(nullptr);
  system_.reset();
  each(&World::forget_process);
  services_.reset();
  activity_.reset();
}

void Process::crash(const store::PowerCut& cut, const std::function<void()>& meanwhile) {
  ++crashes_;
  crash_at_ = UINT64_MAX;
  calls_left_ = 0;
  cut_ = {};
  end();
  if (own_disk_) {
    own_disk_ = std::make_unique<store::SimulatedDisk>(image_.after(cut));
    disk_ = own_disk_.get();
  }
  meanwhile();
  begin();
}

bool Process::crash_if_due() {
  const bool due = effects_ >= crash_at_;
  if (due)
    crash(std::exchange(cut_, {}));
  return due;
}

void Process::crash_within_disk_call(std::uint64_t calls, const store::PowerCut& cut) {
  calls_left_ = calls;
  cut_ = cut;
  disk_->watch([this](const store::DiskEvent& event) { disk_called(event); });
}

/// The call that is under way is carried out, but upon a disk that nobody will read: the process
/// died before it.
void Process::disk_called(const store::DiskEvent& event) {
  const bool counts = event.call == store::DiskCall::Write || event.call == store::DiskCall::Sync;
  if (dead_ || event.is_done || !counts || calls_left_ == 0 || --calls_left_ > 0)
    return;
  image_ = disk_->image();
  dead_ = true;
  crash_at_ = 0;
}

void Process::fail_disk(store::DiskCall call, std::uint64_t k, store::DiskFault fault) {
  disk_may_fail_ = true;
  disk_->fail_at(call, k, fault);
}

void Process::mend() {
  (void)crash_if_due();
  crash_at_ = UINT64_MAX;
  calls_left_ = 0;
  disk_->fail_at(store::DiskCall::Write, UINT64_MAX);
  hurry();
}

void Process::order_messages_by(std::uint64_t seed) {
  scheduler_->begin_anew(seed);
  next_order_ = seed + 1;
}

void Process::slow_down(const caf::actor& who, store::Milliseconds milliseconds) {
  slow_until_ = std::max(slow_until_, clock_.passed() + milliseconds);
  scheduler_->withhold(who);
}

void Process::hurry() {
  slow_until_ = 0;
  scheduler_->release();
}

void Process::pass(caf::timespan time) {
  scheduler_->advance_time(time);
  if (slow_until_ != 0 && clock_.passed() >= slow_until_)
    hurry();
}

bool Process::rests() const {
  return std::all_of(models_.begin(), models_.end(),
                     [](const World* model) { return model->activity() == 0; });
}

} // namespace orrery::simulate
