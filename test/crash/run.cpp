#include "test/crash/run.hpp"

#include "test/crash/undisturbed.hpp"

#include <stdexcept>

namespace orrery::test {

void Run::go(const std::function<void(std::size_t step, SimulatedWorld& world)>& at_rest) {
  if (!begin())
    return;
  try {
    play(at_rest);
  } catch (const std::runtime_error& error) { // the model could not be read
    refusal_ = error.what();
  }
}

void Run::play(const std::function<void(std::size_t step, SimulatedWorld& world)>& at_rest) {
  world_->settle();
  while (!world_->is_dead() && !player_.is_done() && wrong_.empty()) {
    wrong_ = player_.play(*world_, [&](std::size_t step) {
      if (at_rest)
        at_rest(step, *world_);
      return true;
    });
    if (player_.wants_restart() && !begin())
      return;
  }
}

/// The dead process's world goes when the next one has taken over from it.
bool Run::begin() {
  constexpr std::uint64_t seed = 1;
  if (world_) {
    end_process();
    disk_.stop();
    disk_.restart({store::PowerCut::Kind::KeepsAll, 0});
  }
  try {
    world_ = std::make_unique<SimulatedWorld>(disk_, world_.get(), seed);
  } catch (const std::runtime_error& error) {
    refusal_ = error.what();
  }
  return refusal_.empty();
}

void Run::end_process() {
  if (!world_->has_process())
    return;
  fault_ = world_->fault();
  model_sequence_ = world_->database().sequence();
  notes_sequence_ = world_->notes_database().sequence();
  model_hash_ = hash_of(world_->database());
  notes_hash_ = hash_of(world_->notes_database());
  world_->end();
}

std::unique_ptr<SimulatedWorld> Run::end() {
  if (world_)
    end_process();
  return std::move(world_);
}

} // namespace orrery::test
