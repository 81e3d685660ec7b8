#include "cmd/session/while_allowed.hpp"

#include "cmd/session/access.hpp"

#include <chrono>

namespace orrery::cmd {

namespace {

/// Returns the UUID of the session's model; empty: it has none that can be read.
std::string uuid_of_model(const Session& session) {
  if (session.orchestrator == nullptr)
    return {};
  const auto records = session.orchestrator->named({});
  return records ? records->model.uuid : std::string{};
}

} // namespace

WhileAllowed::WhileAllowed(Session& session, Right least)
  : session_{session}, behind_{*session.output}, least_{least}, account_{session.account},
    process_{process_of(session)}, model_{uuid_of_model(session)} {
  session.output = this;
}

WhileAllowed::~WhileAllowed() {
  session_.output = &behind_;
}

void WhileAllowed::out(std::string_view text) {
  if (!denied_)
    behind_.out(text);
}

void WhileAllowed::err(std::string_view text) {
  if (!denied_)
    behind_.err(text);
}

void WhileAllowed::progress(std::string_view text) {
  if (!denied_)
    behind_.progress(text);
}

bool WhileAllowed::cancelled() {
  if (behind_.cancelled())
    return true;
  if (process_ == nullptr)
    return false;
  const std::lock_guard lock{mutex_};
  const auto now = process_->wait_change(0, std::chrono::milliseconds{0});
  if (!denied_ && seen_ != now) {
    seen_ = now;
    denied_ = !may_go_on();
  }
  return denied_;
}

/// Records that cannot be read take nothing away: the verb itself fails by them.
bool WhileAllowed::may_go_on() const {
  const auto account = process_->account(account_, model_);
  if (!account)
    return true;
  const auto level = level_of(account_, *account);
  if (!level)
    return false;
  const bool is_of_model = least_ > Right::Login && least_ < Right::Superuser;
  return *level >= least_ || (is_of_model && (model_.empty() || is_model_gone()));
}

/// All rights on a model go with its record: whoever waits for its end still sees that. Read after
/// the account, so that a right which was taken away is none that has gone with the model.
bool WhileAllowed::is_model_gone() const {
  const auto records = process_->named({.kinds = "j"}); // models beside the first
  return records && records->model.uuid != model_ && !records->hosted_models.contains(model_);
}

} // namespace orrery::cmd
