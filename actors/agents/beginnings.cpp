#include "actors/agents/beginnings.hpp"

#include "actors/agents/messages.hpp"

#include <caf/actor_cast.hpp>
#include <caf/send.hpp>

#include <algorithm>
#include <mutex>
#include <utility>

namespace orrery::agents {

void Beginnings::set_most(std::size_t most) {
  const std::lock_guard lock(mutex_);
  most_ = std::max<std::size_t>(most, 1);
}

bool Beginnings::take_place(const Roster& model,
                            const std::string& unit,
                            const caf::actor_addr& deployer,
                            bool first) {
  const Key key{&model, unit};
  const std::lock_guard lock(mutex_);
  if (places_.contains(key))
    return true;
  if (const auto found = waiting_.find(key); found != waiting_.end()) {
    Waiting& waiting = found->second;
    waiting.deployer = deployer; // another may have asked, who has ended
    if (first && waiting.ticket.can_wait) {
      queue_.withdraw(&model, waiting.ticket);
      waiting.ticket = queue_.push(&model, key, first);
    }
    return false;
  }
  if (places_.size() < most_) {
    places_.insert(key);
    queue_.occupy(&model);
    return true;
  }
  waiting_.emplace(key, Waiting{queue_.push(&model, key, first), deployer});
  return false;
}

void Beginnings::give_back(const Roster& model, const std::string& unit) {
  const Key key{&model, unit};
  const std::lock_guard lock(mutex_);
  leave(key);
}

void Beginnings::withdraw(const Roster& model, const std::string& unit) {
  const Key key{&model, unit};
  const std::lock_guard lock(mutex_);
  if (const auto found = waiting_.extract(key))
    queue_.withdraw(&model, found.mapped().ticket);
  leave(key);
}

std::size_t Beginnings::count() const {
  const std::lock_guard lock(mutex_);
  return places_.size();
}

/// Takes the unit's place back, if it has one, for whoever is next.
void Beginnings::leave(const Key& unit) {
  if (places_.erase(unit) == 0)
    return;
  queue_.give_back(unit.model);
  fill();
}

/// Gives free places to those that wait. A unit whose deployer has ended loses its turn: who
/// deploys it next asks again.
void Beginnings::fill() {
  while (places_.size() < most_) {
    const auto next = queue_.take();
    if (!next)
      return;
    const auto waiting = waiting_.extract(*next);
    if (const caf::actor deployer = caf::actor_cast<caf::actor>(waiting.mapped().deployer)) {
      places_.insert(*next);
      caf::anon_send(deployer, MayBegin{next->unit});
    } else {
      queue_.give_back(next->model);
    }
  }
}

} // namespace orrery::agents
