#include "cmd/simulate/world.hpp"

#include <caf/exit_reason.hpp>
#include <caf/send.hpp>

#include <algorithm>

/// Troubles of a simulated world with its disk and its agents.
namespace orrery::simulate {

void World::crash_within_disk_call(std::uint64_t calls, const store::PowerCut& cut) {
  calls_left_ = calls;
  cut_ = cut;
  disk_->watch([this](const store::DiskEvent& event) { disk_called(event); });
}

/// The call that is under way is carried out, but upon a disk that nobody will read: the process
/// died before it.
void World::disk_called(const store::DiskEvent& event) {
  const bool counts = event.call == store::DiskCall::Write || event.call == store::DiskCall::Sync;
  if (dead_ || event.is_done || !counts || calls_left_ == 0 || --calls_left_ > 0)
    return;
  image_ = disk_->image();
  dead_ = true;
  crash_at_ = 0;
}

void World::fail_disk(store::DiskCall call, std::uint64_t k, store::DiskFault fault) {
  disk_may_fail_ = true;
  disk_->fail_at(call, k, fault);
}

/// A write that failed stops the process; a person starts it again.
void World::disk_failed(const store::StoreError& error) {
  if (dead_)
    return;
  if (!own_disk_) {
    fault_ = error.text;
    return die();
  }
  if (!disk_may_fail_)
    findings_.add(error.text);
  crash_at_ = 0;
}

void World::mend() {
  (void)crash_if_due();
  crash_at_ = UINT64_MAX;
  calls_left_ = 0;
  disk_->fail_at(store::DiskCall::Write, UINT64_MAX);
  hurry_disk();
}

void World::slow_disk(bool model, store::Milliseconds milliseconds) {
  slow_down(model ? journal_ : agents_->model.notebook, milliseconds);
}

void World::slow_agent(const std::string& whose, store::Milliseconds milliseconds) {
  slow_down(agent_of(whose), milliseconds);
}

void World::slow_entity(const rules::Who& who, store::Milliseconds milliseconds) {
  if (const caf::actor entity = services_->directory.find(who))
    slow_down(entity, milliseconds);
}

void World::slow_down(const caf::actor& who, store::Milliseconds milliseconds) {
  slow_until_ = std::max(slow_until_, passed() + milliseconds);
  scheduler_->withhold(who);
}

void World::hurry_disk() {
  slow_until_ = 0;
  scheduler_->release();
}

bool World::fail_agent(const std::string& task) {
  return fail(provider_.last_asker(task));
}

bool World::fail_agent_of(const std::string& whose) {
  return fail(agent_of(whose));
}

bool World::fail(const caf::actor& agent) {
  if (agent)
    caf::anon_send_exit(agent,
                        caf::exit_reason::kill); // others it would handle, and end in good order
  return static_cast<bool>(agent);
}

} // namespace orrery::simulate
