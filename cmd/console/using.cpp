// The console's word that changes which model statements are about.
#include "cmd/console/interpreter.hpp"
#include "cmd/session/access.hpp"
#include "cmd/verbs/known_models.hpp"
#include "cmd/verbs/model_name.hpp"

namespace orrery::cmd::console {

int Interpreter::use(const Step& step) {
  const auto fail = [&](const std::string& text) {
    session_.err("ERROR " + (expecting_ ? text + "\n" : describe(step.source, step.at(1), text)));
    return Exit::Failed;
  };
  if (session_.orchestrator == nullptr && session_.models != nullptr)
    session_.orchestrator = session_.models->first();
  const auto models = known_models(session_);
  if (!models)
    return Exit::Failed;
  const auto* found = find_known(*models, step.words[1], asking_for(session_));
  if (found == nullptr)
    return fail(no_such_model(session_, *models, step.words[1]));
  auto opened = open_known(session_, *found);
  if (opened == nullptr)
    return fail(no_such_model(session_, *models, step.words[1]));
  used_ = owned_name(*found);
  used_uuid_ = found->uuid;
  session_.model = used_;
  session_.model_uuid = used_uuid_;
  session_.orchestrator = std::move(opened);
  return Exit::Fine;
}

bool Interpreter::stay_in_use() {
  if (!used_.empty()) {
    session_.model = used_;
    session_.model_uuid = used_uuid_;
    if (session_.models != nullptr) // anew each time, so that nobody holds one that goes
      session_.orchestrator = session_.models->find_model(used_uuid_, asking_for(session_));
  }
  return session_.orchestrator != nullptr;
}

} // namespace orrery::cmd::console
