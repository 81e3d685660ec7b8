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
    found->second->deployer = deployer; // another may have asked, who has ended
    if (first && !std::exchange(found->second->first, true))
      first_.splice(first_.end(), others_, found->second);
    return false;
  }
  if (places_.size() < most_) {
    places_.insert(key);
    return true;
  }
  Queue& behind = queue(first);
  waiting_.emplace(key, behind.insert(behind.end(), Waiting{key, deployer, first}));
  return false;
}

void Beginnings::give_back(const Roster& model, const std::string& unit) {
  const Key key{&model, unit};
  const std::lock_guard lock(mutex_);
  if (places_.erase(key) > 0)
    fill();
}

void Beginnings::withdraw(const Roster& model, const std::string& unit) {
  const Key key{&model, unit};
  const std::lock_guard lock(mutex_);
  if (const auto found = waiting_.extract(key))
    queue(found.mapped()->first).erase(found.mapped());
  if (places_.erase(key) > 0)
    fill();
}

std::size_t Beginnings::count() const {
  const std::lock_guard lock(mutex_);
  return places_.size();
}

/// Gives free places to those that wait. A unit whose deployer has ended loses its turn: who
/// deploys it next asks again.
void Beginnings::fill() {
  while (places_.size() < most_ && !waiting_.empty()) {
    Queue& front = queue(!first_.empty());
    const Waiting next = std::move(front.front());
    front.pop_front();
    waiting_.erase(next.unit);
    if (const caf::actor deployer = caf::actor_cast<caf::actor>(next.deployer)) {
      places_.insert(next.unit);
      caf::anon_send(deployer, MayBegin{next.unit.unit});
    }
  }
}

} // namespace orrery::agents
