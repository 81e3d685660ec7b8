#include "actors/entities/succession.hpp"

#include "store/records.hpp"

#include <utility>

namespace orrery::entities {

namespace {

/// If half of all units go at the same time, so many draws find one that stays.
constexpr std::uint32_t most_drawn = 64;

bool is_of(const std::string& application, const std::string& unit) {
  return store::application_of(unit) == application;
}

} // namespace

Succession::Succession(std::string application,
                       std::string predecessor,
                       std::uint32_t numbers,
                       std::uint64_t seed)
  : application_(std::move(application)), predecessor_(std::move(predecessor)), numbers_(numbers),
    seed_(seed) {}

std::string Succession::draw() {
  constexpr std::uint64_t spread =
    0x9E3779B97F4A7C15; // of Fibonacci hashing: what follows each other lies far apart
  constexpr int upper_half = 32;
  const std::uint64_t drawn = (seed_ * most_drawn + drawn_++) * spread >> upper_half;
  return store::unit_name(application_, static_cast<std::uint32_t>(drawn % numbers_));
}

/// @returns null once all have had their turn.
const std::string* Succession::next_by_name(const Observers& observers) {
  const std::string before_all = application_ + "/";
  if (begin_.empty())
    at_ = begin_ = draw();
  const std::string* next = observers.unit_behind(at_);
  if ((next == nullptr || !is_of(application_, *next)) && !std::exchange(past_last_, true))
    next = observers.unit_behind(before_all);
  if (next == nullptr || !is_of(application_, *next) || (past_last_ && *next > begin_))
    return nullptr;
  at_ = *next;
  return next;
}

void Succession::pass(const Observers& observers, const Post& post) {
  const auto can_be_told = [&](const std::string& unit) {
    return unit != predecessor_ && observers.has_unit(unit) && post.hears(unit);
  };
  if (numbers_ == 0)
    return; // it has had no units
  while (drawn_ < most_drawn)
    if (candidate_ = draw(); can_be_told(candidate_))
      return;
  while (const std::string* next = next_by_name(observers))
    if (candidate_ = *next; can_be_told(candidate_))
      return;
  candidate_.clear();
}

} // namespace orrery::entities
