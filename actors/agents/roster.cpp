#include "actors/agents/roster.hpp"

#include "actors/agents/messages.hpp"

#include <caf/actor_cast.hpp>
#include <caf/send.hpp>

namespace orrery::agents {

std::string Roster::machine(store::MachineId id) {
  return "machine " + std::to_string(id);
}

void Roster::begun(const std::string& whose, const caf::actor_addr& agent) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_[whose];
  forget_idle(entry);
  entry = Entry{};
  entry.agent = agent;
}

void Roster::ended(const std::string& whose, const caf::actor_addr& agent) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(whose);
  if (found == entries_.end() || found->second.agent != agent)
    return;
  forget_idle(found->second);
  entries_.erase(found);
}

caf::actor Roster::find_locked(const std::string& whose) const {
  const auto found = entries_.find(whose);
  return found == entries_.end() ? caf::actor{} : caf::actor_cast<caf::actor>(found->second.agent);
}

caf::actor Roster::find(const std::string& whose) const {
  const std::lock_guard lock(mutex_);
  return find_locked(whose);
}

void Roster::forget_idle(Entry& entry) {
  if (entry.is_idle)
    idle_.erase(entry.place);
  entry.is_idle = false;
}

void Roster::expect(std::size_t count) {
  const std::lock_guard lock(mutex_);
  entries_.reserve(count);
}

void Roster::set_most_idle(std::size_t most) {
  const std::lock_guard lock(mutex_);
  most_idle_ = most;
}

bool Roster::idle(const std::string& unit) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(unit);
  if (found == entries_.end() || !found->second.agent)
    return false;
  forget_idle(found->second);
  found->second.place = idle_.insert(idle_.end(), &found->first);
  found->second.is_idle = true;
  if (idle_.size() <= most_idle_)
    return false;
  const auto longest = entries_.find(*idle_.front());
  forget_idle(longest->second);
  if (longest == found)
    return true;
  if (const caf::actor agent = caf::actor_cast<caf::actor>(longest->second.agent))
    caf::anon_send(agent, MayRest{});
  return false;
}

Roster::Entry& Roster::put_to_rest(const std::string& unit, const std::string& deployer) {
  Entry& entry = entries_[unit];
  forget_idle(entry);
  entry = Entry{};
  entry.deployer = deployer;
  return entry;
}

void Roster::begin_at_rest(const std::string& unit, const std::string& deployer) {
  const std::lock_guard lock(mutex_);
  (void)put_to_rest(unit, deployer);
}

bool Roster::rests(const std::string& unit) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(unit);
  return found != entries_.end() && found->second.rests();
}

bool Roster::rests_after_running(const std::string& unit) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(unit);
  return found != entries_.end() && found->second.rests() && found->second.has_run;
}

bool Roster::is_stirred(const std::string& unit) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(unit);
  return found != entries_.end() && found->second.rests() && found->second.stirred;
}

bool Roster::rests_no_more(const std::string& unit) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(unit);
  if (found == entries_.end() || !found->second.rests())
    return false;
  entries_.erase(found);
  return true;
}

/// A deployer that has failed begins again by itself, and one that rests is begun; either asks then
/// who is stirred.
void Roster::stir(Entry& entry, caf::message what) {
  entry.stirred = true;
  const auto deployer = entries_.find(entry.deployer);
  if (deployer == entries_.end())
    return;
  if (const caf::actor agent = caf::actor_cast<caf::actor>(deployer->second.agent))
    caf::anon_send(agent, std::move(what));
  else if (deployer->second.rests() && !deployer->second.stirred)
    stir(deployer->second, caf::make_message(Stirred{deployer->first}));
}

bool Roster::stir(const std::string& unit) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(unit);
  if (found == entries_.end() || !found->second.rests())
    return false;
  if (!found->second.stirred)
    stir(found->second, caf::make_message(Stirred{unit}));
  return true;
}

void Roster::tell(const std::string& unit, caf::message what) {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(unit);
  if (found == entries_.end())
    return;
  if (const caf::actor agent = caf::actor_cast<caf::actor>(found->second.agent))
    caf::anon_send(agent, std::move(what));
  else if (found->second.rests() && !found->second.stirred)
    stir(found->second, caf::make_message(Stirred{unit}));
}

bool Roster::hears(const std::string& unit) const {
  const std::lock_guard lock(mutex_);
  return entries_.contains(unit);
}

bool Roster::is_there(const std::string& unit) const {
  const std::lock_guard lock(mutex_);
  const auto found = entries_.find(unit);
  return found != entries_.end() && !found->second.rests();
}

} // namespace orrery::agents
