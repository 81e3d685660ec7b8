#include "test/crash/commits.hpp"

#include "store/disk/image.hpp"

namespace orrery::test {

std::string to_string(Phase phase) {
  switch (phase) {
  case Phase::BeforeWrite:
    return "before the write";
  case Phase::Written:
    return "written, not synced";
  case Phase::Synced:
    return "synced, not acknowledged";
  }
  return {};
}

Commits::Commits(store::SimulatedDisk& disk, Visit visit) : disk_(disk), visit_(std::move(visit)) {
  disk_.watch([this](const store::DiskEvent& event) { see(event); });
}

Commits::~Commits() {
  disk_.watch({});
}

void Commits::see(const store::DiskEvent& event) {
  using Call = store::DiskCall;
  if (event.call == Call::SyncDirectory && event.is_done && event.path == awaited_) {
    awaited_.clear();
    end_commit(event.path);
  }
  if (!event.path.ends_with(".log"))
    return;
  const std::string store = store::directory_of(event.path);
  if (event.call == Call::Write && !event.is_done && !writing_) {
    writing_ = true;
    visit_(count_, Phase::BeforeWrite, store);
  } else if (event.call == Call::Sync && !event.is_done && writing_) {
    visit_(count_, Phase::Written, store);
  } else if (event.call == Call::Sync && event.is_done && writing_) {
    if (logs_.insert(event.path).second)
      awaited_ = store; // a new log's name is synced after its bytes
    else
      end_commit(store);
  }
}

void Commits::end_commit(const std::string& store) {
  writing_ = false;
  visit_(count_++, Phase::Synced, store);
}

} // namespace orrery::test
