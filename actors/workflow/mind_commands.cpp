#include "actors/workflow/mind.hpp"

#include <utility>

/// Users' commands take turns with the unit's hooks (W7): one runs when no hook does, also while a
/// failed hook waits for its next try or for a person. Between two of them everything else that
/// there is to do is done. They are noted nowhere: a crash takes them with it, and nothing runs
/// again.
namespace orrery::agents {

void Mind::handle(const protocol::RunCommand& order) {
  commands_.push_back(order);
  take_steps();
}

/// Where the charm's install hook has run, or has failed at least once.
bool Mind::may_run_command() const {
  const std::optional<Operation>& in_hand = local_.operation;
  if (others_before_next_command_ && !stalled_)
    return false;
  if (sight_.remote().life == store::Life::Dead || (in_hand && in_hand->step != Step::Queued))
    return false;
  return local_.installed || (in_hand && in_hand->attempt > 0);
}

/// @returns whether one runs now.
bool Mind::begin_command() {
  if (commands_.empty() || !may_run_command())
    return false;
  if (surroundings_.places_are_bounded && place_ != Place::Granted) {
    if (place_ == Place::None) {
      place_ = Place::Wanted;
      out_.wants_place = true;
    }
    return false;
  }
  out_.forgets_wake = true;
  command_began_at_ = now_;
  report({"executing", "running commands", now_});
  then(LookAtConfig{}, Reading{rules::application(acts_for_.application)});
  return true;
}

/// Applies what the command buffered if it has succeeded, as of a hook (H6).
void Mind::command_ended(const protocol::HookEnded& ended) {
  if (ended.end.how == hooks::HookEnd::How::Cancelled) {
    stopping_ = true;
    return answer_command("the orchestrator stops", ended.end);
  }
  if (!ended.end.success())
    return answer_command({}, ended.end);
  command_end_ = ended.end;
  flush(ended.state);
}

void Mind::answer_command(const std::string& fault, const hooks::HookEnd& end) {
  out_.command_over = CommandOver{fault, end, std::exchange(command_began_at_, 0)};
  commands_.erase(commands_.begin());
  others_before_next_command_ = true;
}

} // namespace orrery::agents
