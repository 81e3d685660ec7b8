#include "test/crash/player.hpp"

#include <algorithm>

namespace orrery::test {

std::string Player::play(SimulatedWorld& world,
                         const std::function<bool(std::size_t step)>& at_rest) {
  while (!is_done() && !world.is_dead()) {
    const Step& step = (*steps_)[step_];
    wants_restart_ = step.restarts && !happened_;
    if (step.event && !happened_)
      step.event(world);
    happened_ = true;
    if (wants_restart_)
      break;
    if (step.ask && !answered_)
      if (std::string wrong = ask(world); !wrong.empty())
        return "step " + std::to_string(step_) + ", " + step.text + ": " + wrong;
    if (step.settles && !world.is_dead())
      world.settle();
    if (world.is_dead())
      break;
    const bool stops = step.settles && !at_rest(step_);
    ++step_;
    happened_ = asked_ = answered_ = false;
    if (stops)
      break;
  }
  return {};
}

std::string Player::ask(SimulatedWorld& world) {
  world.run(); // what a restart brings
  if (world.is_dead())
    return {};
  const auto command = (*steps_)[step_].ask(world.contents());
  if (!command) {
    answered_ = true;
    return asked_ || (*steps_)[step_].may_be_needless ? ""
                                                      : "nothing to ask for: the script is wrong";
  }
  asked_ = true;
  const std::uint64_t ticket = world.start(*command);
  world.run();
  const protocol::Answer* const answer = world.answer(ticket);
  if (answer == nullptr)
    return world.is_dead() ? "" : "not answered";
  if (!answer->ok())
    return "refused: " + answer->text;
  answered_ = true;
  acknowledged_ = std::max(acknowledged_, answer->sequence);
  return {};
}

bool Player::has_what_was_answered(const store::Contents& contents) const {
  const Step& step = (*steps_)[std::min(step_, steps_->size() - 1)];
  return !answered_ || !step.lasts || !step.ask(contents);
}

} // namespace orrery::test
